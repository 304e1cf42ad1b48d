// Which nodes are functions of a structure that is known before the program runs: ops, and what rbind, compose, ...
// make of known functions and of any values. Such a function is there for certain (the call that makes it cannot
// raise), so calls of it can be written out and the closure itself be left away.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

#include "compiler/ir/failures.h"
#include "compiler/ir/graph.h"
#include "dsl_kernels/calls/combinators.h"

namespace battc {

struct KnownFunction;

/// What a function is made of, or called with: the value of a node, or a temporary of a call that is written out (see
/// inline_calls.h). It may be a known function itself, or a container of functions that are known but for the values
/// that each holds.
struct Operand {
  enum class Kind : std::uint8_t {
    Node,
    Temporary,
    Held,  ///< by the closure: it is read from there when the program runs
  };
  Kind kind = Kind::Node;
  std::uint32_t number = 0;
  const KnownFunction* function = nullptr;
  const KnownFunction* items = nullptr;

  bool is_node() const { return kind == Kind::Node; }
  bool is_temporary() const { return kind == Kind::Temporary; }
  NodeId node() const { return static_cast<NodeId>(number); }
};

struct KnownFunction {
  int arity;                                     ///< the number of arguments that it takes
  const batt::Combinator* combinator = nullptr;  ///< that made it; null for an op
  batt::OpId op{};                               ///< if it is one
  int weight = 1;                                ///< how many ops a call of it becomes, roughly
  int depth = 1;                                 ///< how many calls lie in each other, roughly
  Operand parts[3] = {};                         ///< as batt::Closure has them

  bool is_op() const { return combinator == nullptr; }
};

/// Functions that are no heavier are written out wherever they are called. What is heavier may be known, too.
inline constexpr int max_light_weight = 100;

class KnownFunctions {
 public:
  /// `look`: false for a graph whose functions shall be taken for unknown.
  explicit KnownFunctions(const Graph& graph, bool look = true);

  /// The function that the node is; null if it may be another one, or something else. `conditions` are those of the
  /// pile that looks: a pile's `.t` is known where its `.ok` is among them.
  const KnownFunction* find(NodeId id, std::span<const NodeId> conditions = {}) const;
  /// The function that a guard's value is, of a pile its `.t` if it is ok; null if it may be anything else.
  const KnownFunction* made_by(NodeId guard) const { return known_[index(guard)]; }

  /// What an op makes of arguments that are no errors; null if that may raise, or is no known function.
  const KnownFunction* make(batt::OpId op, std::span<const Operand> arguments);

  /// The function that every item of the node's value is, whatever it holds; null if items may be other ones.
  const KnownFunction* items_of(NodeId id) const;
  /// Says so of a call or of the guard around it.
  void set_items(NodeId id, const KnownFunction* function);
  /// The function as others find it in a container: its temporaries are what it holds. Null for none.
  const KnownFunction* held(const KnownFunction* function);
  /// A function that has other parts than this one.
  const KnownFunction* with_parts(const KnownFunction& function, std::span<const Operand> parts);

 private:
  const KnownFunction* classify(NodeId id);
  const KnownFunction* classify_call(NodeId call, std::span<const NodeId> conditions);
  const KnownFunction* result_of(const KnownFunction& function, std::vector<Operand> arguments);
  const KnownFunction* combine(const batt::Combinator& combinator, std::span<const Operand> parts);
  const KnownFunction* power(const Operand& function, const Operand& times);
  const KnownFunction* keep(const KnownFunction& function);
  bool is_surely_ok(NodeId pile) const;
  bool may_be_error(NodeId id);

  const Graph& graph_;
  Failures failures_;
  std::vector<const KnownFunction*> known_;                      ///< by node; of a Pile, of its `.t` if it is ok
  std::vector<bool> surely_ok_;                                  ///< by node: piles that are ok in every run
  std::unordered_map<std::size_t, const KnownFunction*> items_;  ///< by node, of calls and guards
  std::deque<KnownFunction> functions_;
};

}  // namespace battc
