// The program as a graph of values: SSA, built through one owner that hash-conses, so that equal expressions are one
// node. A node's value may be an exception: errors are values here, and guards say what becomes of them.
//
// Nodes stand in program order and refer only to earlier ones. Pure nodes may be computed whenever convenient; effects
// (Escape, Catch, Pile) happen in order, since the first exception to escape is the program's result.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "batt/status.h"
#include "compiler/support/source.h"
#include "dsl_kernels/op_table.h"

namespace battc {

enum class NodeId : std::uint32_t {};
constexpr std::size_t index(NodeId id) { return static_cast<std::size_t>(id); }

enum class NodeKind : std::uint8_t {
  // Leaves
  Parameter,  ///< `number`: its place in Graph::parameters
  None,
  Boolean,  ///< `number`: 0 or 1
  Integer,  ///< `number`
  Text,     ///< `number`: its place in Graph::texts
  EmptySet,
  Function,  ///< `number`: the batt::OpId
  Error,     ///< `number`: the batt::Exception that this always is
  // Pure; an operand that is an error makes the node that error, the first operand first
  Tuple,      ///< operands: the items
  Call,       ///< operands: the callee, the arguments
  Default,    ///< operands: a function; `_get_safe_default(function)`
  Field,      ///< operands: a value; `number`: 0 for `.t`, 1 for `.ok`; AttributeError if it is no OKT
  OtherName,  ///< operands: an op; the function that an alias of it names; `number`: batt::alias_number
  // Effects
  Escape,  ///< operands: a value; an error ends the program
  Catch,   ///< operands: a value, a fallback; `number`: bits of the exceptions that become the fallback, others end the
           ///< program
  Pile,    ///< operands: a call, conditions; the OKT that env.do_pile returns; `number`: the t number written
};

constexpr bool is_leaf(NodeKind kind) { return kind <= NodeKind::Error; }
constexpr bool is_effect(NodeKind kind) { return kind >= NodeKind::Escape; }

std::string_view to_string(NodeKind kind);

inline constexpr std::size_t exception_count = 0
#define EXCEPTION(name, base) +1
#include "batt/exceptions.def"
#undef EXCEPTION
    ;

/// One bit for each batt::Exception.
constexpr std::uint64_t exception_bit(batt::Exception exception) {
  return std::uint64_t{1} << static_cast<unsigned>(exception);
}
/// The bits of an exception class and of its subclasses.
std::uint64_t subclass_bits(batt::Exception base);

struct Node {
  NodeKind kind;
  std::uint32_t first_operand = 0;
  std::uint32_t operand_count = 0;
  std::int64_t number = 0;
};

/// Where a node comes from: the statement, and the variable that it was assigned to (empty: none).
struct Origin {
  Span span;
  std::uint32_t line = 0;
  std::string_view variable;  ///< a view into Graph::names
};

/// What `o.append((number, mutated, task, value))` or `s.append((number, task, differ, value))` collects.
struct Output {
  enum class To : std::uint8_t { O, S };
  To to;
  NodeId fields[4];
};

/// A statement whose value is known before the run, for comments and --emit=json.
struct Folded {
  Span span;
  std::uint32_t line = 0;
  std::string reason;  ///< such as "constant", "rot90 fails: TypeError"
  std::string value;   ///< as the graph is printed; empty: the call is left, without what it is called with
};

enum class FunctionKind : std::uint8_t { Solver, Batt };

class Graph {
 public:
  Graph() = default;
  Graph(Graph&&) = default;
  Graph& operator=(Graph&&) = default;

  std::string name;
  FunctionKind function_kind = FunctionKind::Solver;
  bool batch = false;                   ///< written as batt_batch
  bool merges_calls = false;            ///< of equal calls one may run for all, also of those that lowering writes out
  std::vector<std::string> parameters;  ///< their names, in order
  std::vector<std::string> texts;
  std::vector<Output> outputs;  ///< of a Batt, in order
  std::vector<Folded> folded;   ///< in program order
  NodeId result{};              ///< of a Solver

  std::size_t size() const { return nodes_.size(); }
  const Node& operator[](NodeId id) const { return nodes_[index(id)]; }
  const Origin& origin(NodeId id) const { return origins_[index(id)]; }
  std::span<const NodeId> operands(NodeId id) const { return operands(nodes_[index(id)]); }
  std::span<const NodeId> operands(const Node& node) const {
    return std::span(operands_).subspan(node.first_operand, node.operand_count);
  }

  /// The node for this expression: an equal one that exists already, unless it is an effect or `fresh`.
  NodeId add(NodeKind kind, std::int64_t number = 0, std::span<const NodeId> operands = {}, bool fresh = false);
  NodeId add(NodeKind kind, std::int64_t number, std::initializer_list<NodeId> operands) {
    return add(kind, number, std::span(operands.begin(), operands.size()));
  }
  NodeId text(std::string_view content);
  NodeId error(batt::Exception exception) { return add(NodeKind::Error, static_cast<std::int64_t>(exception)); }
  NodeId function(batt::OpId op) { return add(NodeKind::Function, static_cast<std::int64_t>(op)); }

  /// Nodes added from now on come from here.
  void set_origin(const Origin& origin) { origin_ = origin; }
  /// A copy of the variable's name that lives as long as the graph.
  std::string_view keep_name(std::string_view text);
  /// Names the node after the variable it is assigned to, if it has no name yet.
  void name_node(NodeId id, std::string_view variable);

  /// A graph with all of this one but its nodes, texts and results.
  Graph empty_copy() const;

  bool is(NodeId id, NodeKind kind) const { return nodes_[index(id)].kind == kind; }
  /// The op that a Function node stands for.
  batt::OpId op(NodeId function) const { return static_cast<batt::OpId>(nodes_[index(function)].number); }

 private:
  struct Key {
    NodeKind kind;
    std::int64_t number;
    std::vector<NodeId> operands;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };

  std::vector<Node> nodes_;
  std::vector<Origin> origins_;
  std::vector<NodeId> operands_;
  std::unordered_map<Key, NodeId, KeyHash> known_;
  std::unordered_map<std::string, NodeId> known_texts_;
  std::unordered_set<std::string> names_;
  Origin origin_;
};

}  // namespace battc
