#include "compiler/lower/write_dependences.h"

#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "compiler/ir/failures.h"

namespace battc {
namespace {

constexpr std::uint64_t all_exceptions = (std::uint64_t{1} << exception_count) - 1;

class DependenceWriter {
 public:
  explicit DependenceWriter(const Graph& graph) : graph_(graph), failures_(graph), steps_(graph.size(), no_step) {}

  std::string write() {
    for (std::size_t k = 0; k < graph_.size(); ++k) {
      const auto id = static_cast<NodeId>(k);
      if (!is_leaf(graph_[id].kind)) write_step(id);
    }
    text_ += '/';
    if (graph_.function_kind == FunctionKind::Solver) write_output('O', std::span(&graph_.result, 1));
    for (const Output& output : graph_.outputs) write_output(output.to == Output::To::S ? 's' : 'o', output.fields);
    return std::move(text_);
  }

 private:
  static constexpr std::size_t no_step = ~std::size_t{0};

  void write_step(NodeId id) {
    const Node& node = graph_[id];
    const NodeId guarded = is_effect(node.kind) ? graph_.operands(id)[0] : id;
    fmt::format_to(std::back_inserter(text_), "{}", graph_.origin(guarded).line);
    const batt::Raises raises = failures_[guarded];
    if (may_raise(raises, batt::ErrorMode::Safe)) text_ += 's';
    if (may_raise(raises, batt::ErrorMode::Raw)) text_ += 'r';
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
  Failures failures_;
  std::vector<std::size_t> steps_;  ///< by node
  std::size_t step_count_ = 0;
  std::string text_;
};

}  // namespace

std::string write_dependences(const Graph& graph) { return DependenceWriter(graph).write(); }

}  // namespace battc
