#include "compiler/ir/verify.h"

#include <fmt/format.h>

#include <limits>
#include <set>
#include <unordered_set>

#include "compiler/ir/failures.h"
#include "compiler/ir/print.h"

namespace battc {
namespace {

constexpr std::size_t any_count = std::numeric_limits<std::size_t>::max();

struct OperandCount {
  std::size_t least;
  std::size_t most;
};

OperandCount operand_count(NodeKind kind) {
  switch (kind) {
    case NodeKind::Tuple: return {0, any_count};
    case NodeKind::Call:
    case NodeKind::Pile: return {1, any_count};
    case NodeKind::Default:
    case NodeKind::Field:
    case NodeKind::OtherName:
    case NodeKind::Escape: return {1, 1};
    case NodeKind::Catch: return {2, 2};
    default: return {0, 0};
  }
}

bool closed_under_subclasses(std::uint64_t bits) {
  for (std::size_t k = 0; k < exception_count; ++k) {
    const auto exception = static_cast<batt::Exception>(k);
    if ((bits & exception_bit(exception)) != 0 && (subclass_bits(exception) & ~bits) != 0) return false;
  }
  return true;
}

class Verifier {
 public:
  explicit Verifier(const Graph& graph) : graph_(graph), text_(graph), failures_(graph) {}

  std::vector<std::string> run() {
    check_unique(graph_.parameters, "parameter");
    check_unique(graph_.texts, "text");
    for (std::size_t k = 0; k < graph_.size(); ++k) check_shape(static_cast<NodeId>(k));
    check_ends();
    if (!violations_.empty()) return std::move(violations_);  // what follows relies on the shapes
    for (std::size_t k = 0; k < graph_.size(); ++k) check_guards(static_cast<NodeId>(k));
    check_values_at_ends();
    return std::move(violations_);
  }

 private:
  template <typename... Arguments>
  void report(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    violations_.push_back(fmt::format(format, std::forward<Arguments>(arguments)...));
  }

  template <typename... Arguments>
  void report_at(NodeId id, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    const std::string origin = text_.origin(id);
    report("node {} ({}{}{}): {}", index(id), to_string(graph_[id].kind), origin.empty() ? "" : ", ", origin,
           fmt::format(format, std::forward<Arguments>(arguments)...));
  }

  void check_unique(const std::vector<std::string>& entries, const char* what) {
    std::unordered_set<std::string_view> seen;
    for (const std::string& entry : entries)
      if (!seen.insert(entry).second) report("the {} {} is there twice", what, double_quoted(entry));
  }

  /// What a node is by itself: operands that exist and their count, its number.
  void check_shape(NodeId id) {
    const Node& node = graph_[id];
    const auto [least, most] = operand_count(node.kind);
    const auto operands = graph_.operands(id);
    if (operands.size() < least || operands.size() > most)
      report_at(id, "has {} operands, needs {}{}", operands.size(), most == any_count ? "at least " : "", least);
    for (std::size_t k = 0; k < operands.size(); ++k)
      if (operands[k] >= id) report_at(id, "operand {} does not stand before it", k);
    check_number(id);
    if (is_leaf(node.kind) && !leaves_.emplace(node.kind, node.number).second)
      report_at(id, "there is an equal node before it");
  }

  void check_number(NodeId id) {
    const Node& node = graph_[id];
    switch (node.kind) {
      case NodeKind::Parameter: check_below(id, graph_.parameters.size(), "parameters"); break;
      case NodeKind::Boolean: check_below(id, 2, "truth values"); break;
      case NodeKind::Text: check_below(id, graph_.texts.size(), "texts"); break;
      case NodeKind::Function: check_below(id, batt::op_count, "ops"); break;
      case NodeKind::Error: check_below(id, exception_count, "exceptions"); break;
      case NodeKind::Field: check_below(id, 2, "fields"); break;
      case NodeKind::OtherName: check_below(id, batt::all_aliases().size() + 1, "aliases"); break;
      case NodeKind::Catch: check_caught(id, static_cast<std::uint64_t>(node.number)); break;
      case NodeKind::Integer:
      case NodeKind::Pile: break;
      default:
        if (node.number != 0) report_at(id, "has the number {}, needs none", node.number);
    }
  }

  void check_below(NodeId id, std::size_t count, const char* what) {
    const std::int64_t number = graph_[id].number;
    if (number < 0 || static_cast<std::uint64_t>(number) >= count)
      report_at(id, "its number is {}, but there are {} {}", number, count, what);
  }

  void check_caught(NodeId id, std::uint64_t bits) {
    if (bits >> exception_count != 0)
      report_at(id, "catches an exception that does not exist");
    else if (!closed_under_subclasses(bits))
      report_at(id, "catches a class without its subclasses");
  }

  void check_ends() {
    for (std::size_t k = 0; k < graph_.outputs.size(); ++k)
      for (const NodeId field : graph_.outputs[k].fields)
        if (index(field) >= graph_.size()) report("output {} has a field that does not exist", k);
    if (index(graph_.result) >= graph_.size()) report("the result does not exist");
    if (graph_.function_kind == FunctionKind::Solver && !graph_.outputs.empty()) report("a solver has outputs");
  }

  void check_guards(NodeId id) {
    const auto operands = graph_.operands(id);
    switch (graph_[id].kind) {
      case NodeKind::Escape:
      case NodeKind::Catch:
        if (is_effect(graph_[operands[0]].kind)) report_at(id, "guards an effect, whose value is never an error");
        break;
      case NodeKind::OtherName: check_alias(id); break;
      case NodeKind::Pile: check_pile(id); break;
      default: break;
    }
  }

  void check_alias(NodeId id) {
    const std::int64_t number = graph_[id].number;
    if (number < 1 || number > static_cast<std::int64_t>(batt::all_aliases().size())) return;
    const NodeId op = graph_.operands(id)[0];
    if (!graph_.is(op, NodeKind::Function) ||
        graph_.op(op) != batt::all_aliases()[static_cast<std::size_t>(number - 1)].op)
      report_at(id, "is no other name of its operand");
  }

  /// do_pile handles what the call raises; the call's parts and the conditions are evaluated before it.
  void check_pile(NodeId id) {
    const auto operands = graph_.operands(id);
    const NodeId call = operands[0];
    if (graph_.is(call, NodeKind::Call)) {
      for (const NodeId part : graph_.operands(call))
        if (failures_.may_be_error(part)) report_at(id, "its call's part {} may be an error", text_.name(part));
    } else if (!graph_.is(call, NodeKind::Error) && failures_.may_be_error(call)) {
      report_at(id, "operand 0 may be an error, but is no call");
    }
    for (const NodeId condition : operands.subspan(1))
      if (failures_.may_be_error(condition)) report_at(id, "its condition {} may be an error", text_.name(condition));
  }

  void check_values_at_ends() {
    for (std::size_t k = 0; k < graph_.outputs.size(); ++k)
      for (const NodeId field : graph_.outputs[k].fields)
        if (failures_.may_be_error(field))
          report("output {} has the field {}, which may be an error", k, text_.name(field));
    if (graph_.function_kind == FunctionKind::Solver && failures_.may_be_error(graph_.result))
      report("the result {} may be an error", text_.name(graph_.result));
  }

  const Graph& graph_;
  NodeText text_;
  Failures failures_;
  std::set<std::pair<NodeKind, std::int64_t>> leaves_;
  std::vector<std::string> violations_;
};

}  // namespace

std::vector<std::string> verify(const Graph& graph) { return Verifier(graph).run(); }

}  // namespace battc
