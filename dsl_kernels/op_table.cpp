#include "dsl_kernels/op_table.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

namespace batt {
namespace {

constexpr std::pair<std::string_view, Annotation> annotation_names[] = {
    {"Unknown", Annotation::Unknown},
    {"Any", Annotation::Any},
    {"Boolean", Annotation::Boolean},
    {"Integer", Annotation::Integer},
    {"Numerical", Annotation::Numerical},
    {"C_", Annotation::C_},
    {"FL", Annotation::FL},
    {"F_", Annotation::F_},
    {"I_", Annotation::I_},
    {"J_", Annotation::J_},
    {"A4", Annotation::A4},
    {"A8", Annotation::A8},
    {"R4", Annotation::R4},
    {"R8", Annotation::R8},
    {"IJ", Annotation::IJ},
    {"Cell", Annotation::Cell},
    {"Callable", Annotation::Callable},
    {"Tuple", Annotation::Tuple},
    {"TupleTuple", Annotation::TupleTuple},
    {"TTT_iii", Annotation::TTT_iii},
    {"Grid", Annotation::Grid},
    {"Samples", Annotation::Samples},
    {"FrozenSet", Annotation::FrozenSet},
    {"IntegerSet", Annotation::IntegerSet},
    {"Indices", Annotation::Indices},
    {"Patch", Annotation::Patch},
    {"Object", Annotation::Object},
    {"Objects", Annotation::Objects},
    {"Container", Annotation::Container},
    {"ContainerContainer", Annotation::ContainerContainer},
};

constexpr Annotation annotation_from(std::string_view name) {
  for (const auto& [text, annotation] : annotation_names)
    if (text == name) return annotation;
  throw std::logic_error("ops.def names an unknown annotation");  // at compile time: does not compile
}

/// Reads "name: Annotation, name = default, ..." as ops.def writes it.
constexpr OpInfo parse_row(OpInfo row, std::string_view text) {
  std::size_t count = 0;
  row.required = 0;
  while (!text.empty()) {
    const std::size_t comma = text.find(", ");
    std::string_view piece = text.substr(0, comma);
    text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 2);
    Parameter& parameter = row.parameter_slots.at(count++);
    if (const std::size_t equals = piece.find(" = "); equals != std::string_view::npos) {
      parameter.optional = true;
      piece = piece.substr(0, equals);
    } else {
      ++row.required;
    }
    if (const std::size_t colon = piece.find(": "); colon != std::string_view::npos) {
      parameter.annotation = annotation_from(piece.substr(colon + 2));
      piece = piece.substr(0, colon);
    }
    parameter.name = piece;
  }
  if (count != row.arity) throw std::logic_error("ops.def: the arity is not the number of parameters");
  return row;
}

constexpr OpInfo ops[] = {
#define OP(name, arity, parameters, result, yields, safe_default, pile_default, order, failure, fresh, fast) \
  parse_row({#name,                                                                                          \
             arity,                                                                                          \
             0,                                                                                              \
             {},                                                                                             \
             Annotation::result,                                                                             \
             yields,                                                                                         \
             Default::safe_default,                                                                          \
             Default::pile_default,                                                                          \
             Order::order,                                                                                   \
             Failure::failure,                                                                               \
             Fresh::fresh,                                                                                   \
             Bodies::fast},                                                                                  \
            parameters),
#include "dsl_kernels/ops.def"
#undef OP
};

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

std::string_view to_string(Annotation annotation) {
  return annotation_names[static_cast<std::size_t>(annotation)].first;
}

const OpInfo& op_info(OpId id) { return ops[static_cast<std::size_t>(id)]; }

std::span<const OpInfo> all_ops() { return ops; }

std::optional<OpId> find_op(std::string_view name) {
  static const auto by_name = [] {
    std::unordered_map<std::string_view, OpId> map;
    for (std::size_t k = 0; k < op_count; ++k) map.emplace(ops[k].name, static_cast<OpId>(k));
    for (const AliasInfo& alias : aliases) map.emplace(alias.name, alias.op);
    return map;
  }();
  const auto found = by_name.find(name);
  return found == by_name.end() ? std::nullopt : std::optional(found->second);
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
