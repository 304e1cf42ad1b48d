#include "compiler/ir/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "compiler/ir/infer_types.h"
#include "compiler/support/text.h"

namespace battc {
namespace {

constexpr std::size_t origin_column = 48;

std::string join(const std::vector<std::string>& parts) { return fmt::format("{}", fmt::join(parts, ", ")); }

std::string_view function_kind(const Graph& graph) {
  return graph.function_kind == FunctionKind::Batt ? "batt" : "solver";
}

std::string header(const Graph& graph) {
  std::vector<std::string> parameters;
  for (const std::string& parameter : graph.parameters) parameters.push_back(plain_or_quoted(parameter));
  return fmt::format("{}{} {}({}):\n", graph.batch ? "batch " : "", function_kind(graph), plain_or_quoted(graph.name),
                     join(parameters));
}

}  // namespace

NodeText::NodeText(const Graph& graph) : graph_(graph) {
  std::size_t next = 0;
  for (std::size_t k = 0; k < graph.size(); ++k)
    numbers_.push_back(is_leaf(graph[static_cast<NodeId>(k)].kind) ? 0 : next++);
}

std::string NodeText::name(NodeId id) const {
  if (index(id) >= graph_.size()) return "%?";
  const Node& node = graph_[id];
  return is_leaf(node.kind) ? leaf(node) : fmt::format("%{}", numbers_[index(id)]);
}

std::string NodeText::leaf(const Node& node) const {
  const auto number = static_cast<std::size_t>(node.number);
  switch (node.kind) {
    case NodeKind::Parameter:
      return number < graph_.parameters.size() ? "%" + plain_or_quoted(graph_.parameters[number]) : "%?";
    case NodeKind::Boolean: return node.number != 0 ? "True" : "False";
    case NodeKind::Integer: return std::to_string(node.number);
    case NodeKind::Text: return number < graph_.texts.size() ? double_quoted(graph_.texts[number]) : "\"?\"";
    case NodeKind::EmptySet: return "{}";
    case NodeKind::Function:
      return number < batt::op_count ? fmt::format("@{}", batt::op_info(static_cast<batt::OpId>(number)).name) : "@?";
    case NodeKind::Error:
      return number < exception_count ? fmt::format("!{}", to_string(static_cast<batt::Exception>(number))) : "!?";
    default: return "None";
  }
}

std::string NodeText::names(std::span<const NodeId> ids) const {
  std::string out;
  for (const NodeId id : ids) {
    if (!out.empty()) out += ", ";
    out += name(id);
  }
  return out;
}

std::string NodeText::expression(NodeId id) const {
  const Node& node = graph_[id];
  const auto operands = graph_.operands(id);
  if (is_leaf(node.kind)) return leaf(node);
  std::string out(to_string(node.kind));
  if (node.kind == NodeKind::Pile) out += fmt::format(" {}", node.number);
  if (node.kind == NodeKind::OtherName)
    return fmt::format("{} {}", out, batt::all_aliases()[static_cast<std::size_t>(node.number - 1)].name);
  if (operands.empty()) return out;
  const bool first_alone = node.kind == NodeKind::Call || node.kind == NodeKind::Pile;
  if (!first_alone) out += " " + names(operands);
  switch (node.kind) {
    case NodeKind::Call:
    case NodeKind::Pile:
      out += " " + name(operands[0]);
      if (operands.size() > 1) out += (node.kind == NodeKind::Pile ? " if " : " ") + names(operands.subspan(1));
      break;
    case NodeKind::Field: out += node.number == 0 ? ".t" : ".ok"; break;
    case NodeKind::Catch: {
      const auto caught = exception_names(static_cast<std::uint64_t>(node.number));
      if (!caught.empty()) out += " on " + join(caught);
      break;
    }
    default: break;
  }
  return out;
}

std::string NodeText::origin(NodeId id) const {
  const Origin& origin = graph_.origin(id);
  std::string out;
  if (!origin.variable.empty()) out = plain_or_quoted(origin.variable);
  if (origin.line != 0) out += fmt::format("{}line {}", out.empty() ? "" : ", ", origin.line);
  return out;
}

std::string print_graph(const Graph& graph) {
  const NodeText text(graph);
  const std::vector<Type> types = infer_types(graph);
  std::string out = header(graph);
  for (std::size_t k = 0; k < graph.size(); ++k) {
    const auto id = static_cast<NodeId>(k);
    if (is_leaf(graph[id].kind)) continue;
    const std::string line = fmt::format("  {} = {}", text.name(id), text.expression(id));
    const std::string origin = text.origin(id);
    fmt::format_to(std::back_inserter(out), "{:<{}} ; {}{}: {}\n", line, origin_column, origin,
                   origin.empty() ? "" : " ", types[k].text());
  }
  for (const Output& output : graph.outputs) {
    std::vector<std::string> fields;
    for (const NodeId field : output.fields) fields.push_back(text.name(field));
    fmt::format_to(std::back_inserter(out), "  {} {}\n", output.to == Output::To::O ? "o" : "s", join(fields));
  }
  const std::string result = graph.function_kind == FunctionKind::Batt ? "o, s" : text.name(graph.result);
  return out + "  return " + result + "\n";
}

std::vector<std::string> exception_names(std::uint64_t bits) {
  std::vector<std::string> names;
  std::uint64_t named = 0;
  for (std::size_t k = 0; k < exception_count; ++k) {  // a base stands before its subclasses
    const auto exception = static_cast<batt::Exception>(k);
    const std::uint64_t family = subclass_bits(exception);
    if ((bits & ~named & exception_bit(exception)) == 0) continue;
    const bool whole = (family & ~bits) == 0;
    named |= whole ? family : exception_bit(exception);
    names.push_back(fmt::format("{}{}", whole ? "" : "only ", to_string(exception)));
  }
  return names;
}

std::string double_quoted(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const std::string_view bytes = text.substr(0, decode_front(text).length);
    if (bytes == "\"" || bytes == "\\") {
      out.append("\\").append(bytes);
    } else if (escape(bytes) == bytes) {
      out += bytes;
    } else {
      for (const char byte : bytes)
        fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(byte));
    }
    text.remove_prefix(bytes.size());
  }
  return out + "\"";
}

std::string plain_or_quoted(std::string_view name) {
  const bool begins_well = !name.empty() && !(name[0] >= '0' && name[0] <= '9');
  return begins_well && std::all_of(name.begin(), name.end(), is_plain) ? std::string(name) : double_quoted(name);
}

}  // namespace battc
