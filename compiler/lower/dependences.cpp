#include "compiler/lower/dependences.h"

#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "compiler/ir/errors.h"

namespace battc {
namespace {

constexpr std::uint64_t all_exceptions = (std::uint64_t{1} << exception_count) - 1;

class DependenceWriter {
 public:
  explicit DependenceWriter(const Graph& graph)
      : graph_(graph), raw_errors_(graph), safe_errors_(graph.size()), steps_(graph.size(), no_step) {}

  std::string write() {
    for (std::size_t k = 0; k < graph_.size(); ++k) {
      const auto id = static_cast<NodeId>(k);
      safe_errors_[k] = may_fail_in_safe_mode(id);
      if (!is_leaf(graph_[id].kind)) write_step(id);
    }
    text_ += '/';
    if (graph_.function_kind == FunctionKind::Solver) write_output('O', std::span(&graph_.result, 1));
    for (const Output& output : graph_.outputs) write_output(output.to == Output::To::S ? 's' : 'o', output.fields);
    return std::move(text_);
  }

 private:
  static constexpr std::size_t no_step = ~std::size_t{0};

  /// In safe mode an op answers its default instead; only other calls fail.
  bool may_fail_in_safe_mode(NodeId id) const {
    const Node& node = graph_[id];
    if (is_effect(node.kind)) return false;
    if (node.kind == NodeKind::Error) return true;
    if (node.kind == NodeKind::Field) return !graph_.is(graph_.operands(id)[0], NodeKind::Pile);
    if (node.kind == NodeKind::Call && !graph_.is(graph_.operands(id)[0], NodeKind::Function)) return true;
    for (const NodeId operand : graph_.operands(id))
      if (safe_errors_[index(operand)]) return true;
    return false;
  }

  void write_step(NodeId id) {
    const Node& node = graph_[id];
    const NodeId guarded = is_effect(node.kind) ? graph_.operands(id)[0] : id;
    fmt::format_to(std::back_inserter(text_), "{}", graph_.origin(guarded).line);
    if (safe_errors_[index(guarded)]) text_ += 's';
    if (raw_errors_.contains(guarded)) text_ += 'r';
    const bool lets_through =
        node.kind == NodeKind::Catch && (~static_cast<std::uint64_t>(node.number) & all_exceptions) != 0;
    if (node.kind == NodeKind::Escape || lets_through) text_ += '!';
    if (node.kind == NodeKind::Pile) text_ += '#';
    for (const NodeId operand : graph_.operands(id))
      if (const std::size_t step = steps_[index(operand)]; step != no_step)
        fmt::format_to(std::back_inserter(text_), " {}", step_count_ - step);
    text_ += ';';
    steps_[index(id)] = step_count_++;
  }

  void write_output(char to, std::span<const NodeId> fields) {
    text_ += to;
    for (const NodeId field : fields)
      if (const std::size_t step = steps_[index(field)]; step != no_step)
        fmt::format_to(std::back_inserter(text_), " {}", step);
    text_ += ';';
  }

  const Graph& graph_;
  PossibleErrors raw_errors_;
  std::vector<bool> safe_errors_;
  std::vector<std::size_t> steps_;  ///< by node
  std::size_t step_count_ = 0;
  std::string text_;
};

}  // namespace

std::string write_dependences(const Graph& graph) { return DependenceWriter(graph).write(); }

}  // namespace battc
