#include "compiler/ir/graph.h"

namespace battc {
namespace {

constexpr std::string_view kind_names[] = {"parameter",  "none",   "boolean", "integer", "text",    "empty_set",
                                           "function",   "error",  "tuple",   "call",    "default", "field",
                                           "other_name", "escape", "catch",   "pile"};

}  // namespace

std::string_view to_string(NodeKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::uint64_t subclass_bits(batt::Exception base) {
  std::uint64_t bits = 0;
#define EXCEPTION(name, parent) \
  if (batt::is_subclass(batt::Exception::name, base)) bits |= exception_bit(batt::Exception::name);
#include "batt/exceptions.def"
#undef EXCEPTION
  return bits;
}

std::size_t Graph::KeyHash::operator()(const Key& key) const {
  std::uint64_t hash =
      static_cast<std::uint64_t>(key.kind) * 0x9e3779b97f4a7c15ull ^ static_cast<std::uint64_t>(key.number);
  for (const NodeId operand : key.operands) hash = (hash ^ index(operand)) * 0x100000001b3ull + (hash >> 29);
  return hash;
}

NodeId Graph::add(NodeKind kind, std::int64_t number, std::span<const NodeId> operands, bool fresh) {
  const bool shared = !fresh && !is_effect(kind);
  Key key{kind, number, {}};
  if (shared) {
    key.operands.assign(operands.begin(), operands.end());
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
  }
  const auto id = static_cast<NodeId>(nodes_.size());
  nodes_.push_back(
      {kind, static_cast<std::uint32_t>(operands_.size()), static_cast<std::uint32_t>(operands.size()), number});
  operands_.insert(operands_.end(), operands.begin(), operands.end());
  Origin origin = origin_;
  origin.variable = {};
  origins_.push_back(origin);
  if (shared) known_.emplace(std::move(key), id);
  return id;
}

NodeId Graph::text(std::string_view content) {
  const auto [found, is_new] = known_texts_.try_emplace(std::string(content));
  if (is_new) {
    texts.emplace_back(content);
    found->second = add(NodeKind::Text, static_cast<std::int64_t>(texts.size() - 1));
  }
  return found->second;
}

std::string_view Graph::keep_name(std::string_view text) { return *names_.emplace(text).first; }

void Graph::name_node(NodeId id, std::string_view variable) {
  Origin& origin = origins_[index(id)];
  if (origin.variable.empty() && !is_leaf(nodes_[index(id)].kind)) origin.variable = keep_name(variable);
}

Graph Graph::empty_copy() const {
  Graph copy;
  copy.name = name;
  copy.function_kind = function_kind;
  copy.batch = batch;
  copy.merges_calls = merges_calls;
  copy.parameters = parameters;
  copy.folded = folded;
  return copy;
}

}  // namespace battc
