// Calls of known functions written out: straight steps instead of a closure's calls, and a loop over a block of steps
// instead of an op that calls a closure for each item.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compiler/lower/known_functions.h"

namespace battc {

/// A step that raises ends the block that it stands in.
struct InlinedStep {
  enum class Kind : std::uint8_t {
    CallOp,      ///< `op` with its exact number of arguments
    CallValue,   ///< the first operand is the function
    FailedCall,  ///< of `op` with a number of arguments that it does not take
    Equal,       ///< a == b
    Part,        ///< part `number` of the closure that the operand is
    SizeOf,      ///< the size of what `op` makes of two operands, the first shifted by a third one if there is one;
                 ///< `number` 1: by size_f
    Block,       ///< runs `body` once, unless one of the operands is an error
    Loop,        ///< `op`, which calls `body` with its item
  };
  Kind kind;
  batt::OpId op{};
  std::vector<Operand> operands = {};  ///< of a Loop all arguments, but the function is `body` and no value
  std::uint32_t result = 0;            ///< the temporary that it sets
  std::uint32_t item = 0;              ///< of a Loop: the temporary of the item; a second one follows, if there is one
  std::uint8_t number = 0;
  bool is_certain = false;  ///< it cannot raise: left away if the result is unused
  bool is_kept = false;     ///< of a CallOp in a Loop: not made again with the operands of the turn before
  std::vector<InlinedStep> body = {};
  std::size_t steady = 0;  ///< of a Loop: how many steps at the head of `body` compute the same for every item
  std::optional<Operand> body_result = {};
};

struct InlinedCall {
  InlinedStep step;
  std::uint32_t temporaries;             ///< how many there are in all
  const KnownFunction* items = nullptr;  ///< what all items of the result are, if they are known functions
};

class StepMerger;

/// A Call of a known function or with a known function, under a pile's conditions; nothing if it is best called as it
/// is.
std::optional<InlinedCall> inline_call(const Graph& graph, KnownFunctions& functions, StepMerger& merger, NodeId call,
                                       std::span<const NodeId> conditions = {});

/// Whether this operand is the function that the loop's body stands for.
bool is_body(const InlinedStep& step, std::size_t operand);

/// Every value that the step and its blocks take from the graph.
void collect_nodes(const InlinedStep& step, std::vector<NodeId>& nodes);

/// Whether the op makes sets that can be counted without being made.
constexpr bool makes_sized_set(batt::OpId op) {
  return op == batt::OpId::op_difference || op == batt::OpId::op_intersection;
}

}  // namespace battc
