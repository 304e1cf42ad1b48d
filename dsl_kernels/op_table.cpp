#include "dsl_kernels/op_table.h"

#include <algorithm>
#include <unordered_map>

#include "dsl_kernels/op_rows.h"
#include "runtime/value/until_unload.h"

namespace batt {
namespace {

constexpr AliasInfo aliases[] = {
#define OP(...)
#define ALIAS(name, op) {#name, OpId::op_##op},
#include "dsl_kernels/ops.def"
#undef ALIAS
#undef OP
};

constexpr ConstantInfo constants[] = {
#define CONSTANT_BOOL(name, value) {#name, ConstantInfo::Kind::Bool, value},
#define CONSTANT_INT(name, value) {#name, ConstantInfo::Kind::Int, value},
#define CONSTANT_PAIR(name, i, j) {#name, ConstantInfo::Kind::Pair, i, j},
#include "dsl_kernels/constants.def"
#undef CONSTANT_BOOL
#undef CONSTANT_INT
#undef CONSTANT_PAIR
};

}  // namespace

std::string_view to_string(Annotation annotation) { return annotation_info(annotation).name; }

std::string_view types_of(Annotation annotation) { return annotation_info(annotation).types; }

const OpInfo& op_info(OpId id) { return op_rows[static_cast<std::size_t>(id)]; }

std::span<const OpInfo> all_ops() { return op_rows; }

std::optional<OpId> find_op(std::string_view name) {
  static const UntilUnload by_name = [] {
    std::unordered_map<std::string_view, OpId> map;
    for (std::size_t k = 0; k < op_count; ++k) map.emplace(op_rows[k].name, static_cast<OpId>(k));
    for (const AliasInfo& alias : aliases) map.emplace(alias.name, alias.op);
    return map;
  }();
  const auto found = by_name->find(name);
  return found == by_name->end() ? std::nullopt : std::optional(found->second);
}

std::span<const AliasInfo> all_aliases() { return aliases; }

const AliasInfo* find_alias(std::string_view name) {
  const auto found = std::ranges::find(aliases, name, &AliasInfo::name);
  return found == std::end(aliases) ? nullptr : found;
}

std::uint16_t alias_number(const AliasInfo& alias) { return static_cast<std::uint16_t>(&alias - aliases + 1); }

std::span<const ConstantInfo> all_constants() { return constants; }

const ConstantInfo* find_constant(std::string_view name) {
  const auto found = std::ranges::find(constants, name, &ConstantInfo::name);
  return found == std::end(constants) ? nullptr : found;
}

}  // namespace batt
