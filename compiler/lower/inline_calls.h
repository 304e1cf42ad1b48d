// Calls of known functions written out: straight steps instead of a closure's calls, and a loop over a block of steps
// instead of an op that calls a closure for each item.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compiler/lower/known_functions.h"

namespace battc {

/// What a step computes with: the value of a node, or a temporary of the call that is written out.
struct StepOperand {
  enum class Kind : std::uint8_t { Node, Temporary };
  Kind kind;
  std::uint32_t number;
  const KnownFunction* function = nullptr;  ///< of a Node

  NodeId node() const { return static_cast<NodeId>(number); }
};

/// A step that raises ends the block that it stands in.
struct Step {
  enum class Kind : std::uint8_t {
    CallOp,     ///< `op` with its exact number of arguments
    CallValue,  ///< the first operand is the function
    Equal,      ///< a == b
    Block,      ///< runs `body` once, unless one of the operands is an error
    Loop,       ///< `op`, which calls `body` with its item
  };
  Kind kind;
  batt::OpId op{};
  std::vector<StepOperand> operands = {};  ///< of a Loop all arguments, but the function is `body` and no value
  std::uint32_t result = 0;           ///< the temporary that it sets
  std::uint32_t item = 0;             ///< of a Loop: the temporary of the item; a second one follows, if there is one
  std::vector<Step> body = {};
  std::optional<StepOperand> body_result = {};
};

struct WrittenCall {
  Step step;
  std::uint32_t temporaries;  ///< how many there are in all
};

/// A Call of a known function or with a known function, under a pile's conditions; nothing if it is best called as it is.
std::optional<WrittenCall> write_out(const Graph& graph, const KnownFunctions& functions, NodeId call,
                                     std::span<const NodeId> conditions = {});

/// Every value that the step and its blocks take from the graph.
void collect_nodes(const Step& step, std::vector<NodeId>& nodes);

}  // namespace battc
