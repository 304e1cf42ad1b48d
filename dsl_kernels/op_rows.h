// The rows of ops.def as data at compile time, for the tables that are made from them. Others include op_table.h.
#pragma once

#include <stdexcept>

#include "dsl_kernels/op_table.h"

namespace batt {

struct AnnotationInfo {
  std::string_view name;
  std::string_view types;  ///< see annotations.def, as the other fields
  Default safe_default;
  Default pile_default;
  bool is_defined;
};

inline constexpr AnnotationInfo annotation_rows[] = {
#define ANNOTATION(name, types, safe_default, pile_default) \
  {#name, types, Default::safe_default, Default::pile_default, true},
#define UNDEFINED(name, types) {#name, types, Default::EmptyTuple, Default::None, false},
#include "dsl_kernels/annotations.def"
#undef ANNOTATION
#undef UNDEFINED
};

/// What a row of ops.def says beside its signature, with what it need not say.
struct UnusualFacts {
  std::string_view yields = {};
  std::string_view always = "any";
  Order order = Order::Ignored;
  Failure failure = Failure::Maybe;
  Fresh fresh = Fresh::Nothing;
  bool sees_identity = false;
  std::string_view cells_of = {};
};

// A throw in what follows does not compile: rows are made at compile time.

constexpr Annotation annotation_from(std::string_view name) {
  for (std::size_t k = 0; k < annotation_count; ++k)
    if (annotation_rows[k].name == name) return static_cast<Annotation>(k);
  throw std::logic_error("ops.def names an annotation that annotations.def does not have");
}

/// "name: Annotation", "name" or "name = identity".
constexpr Parameter read_parameter(std::string_view text) {
  Parameter parameter;
  if (const std::size_t equals = text.find(" = "); equals != std::string_view::npos) {
    parameter.optional = true;
    text = text.substr(0, equals);
  }
  if (const std::size_t colon = text.find(": "); colon != std::string_view::npos) {
    parameter.annotation = annotation_from(text.substr(colon + 2));
    text = text.substr(0, colon);
  }
  parameter.name = text;
  return parameter;
}

/// Reads "name: Annotation, name = identity, ... -> Annotation" into the row.
constexpr void read_signature(OpInfo& row, std::string_view text) {
  if (const std::size_t arrow = text.find(" -> "); arrow != std::string_view::npos) {
    row.result = annotation_from(text.substr(arrow + 4));
    text = text.substr(0, arrow);
  }
  std::size_t count = 0;
  while (!text.empty()) {
    const std::size_t comma = text.find(", ");
    if (count == max_arity) throw std::logic_error("ops.def: too many parameters");
    row.parameter_slots[count] = read_parameter(text.substr(0, comma));
    row.required += row.parameter_slots[count++].optional ? 0 : 1;
    text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 2);
  }
  if (count != row.arity) throw std::logic_error("ops.def: the arity is not the number of parameters");
}

constexpr const AnnotationInfo& annotation_info(Annotation annotation) {
  return annotation_rows[static_cast<std::size_t>(annotation)];
}

/// What `_get_safe_default` finds: one undefined annotation anywhere, and it finds none.
constexpr Default safe_default_of(const OpInfo& row) {
  for (const Parameter& parameter : row.parameter_slots)
    if (!annotation_info(parameter.annotation).is_defined) return Default::EmptyTuple;
  return annotation_info(row.result).safe_default;
}

constexpr std::uint8_t place_of_parameter(const OpInfo& row, std::string_view name) {
  for (std::uint8_t k = 0; k < row.arity; ++k)
    if (row.parameter_slots[k].name == name) return k;
  throw std::logic_error("ops.def: no parameter of this name");
}

constexpr OpInfo make_row(std::string_view name, int arity, Bodies bodies, std::string_view signature,
                          const UnusualFacts& facts) {
  OpInfo row;
  row.name = name;
  row.arity = static_cast<std::uint8_t>(arity);
  row.bodies = bodies;
  read_signature(row, signature);
  row.safe_default = safe_default_of(row);
  row.pile_default = annotation_info(row.result).pile_default;
  row.yields = facts.yields.empty() ? facts.always : facts.yields;
  row.always = facts.always;
  row.order = facts.order;
  row.failure = facts.failure;
  row.fresh = facts.fresh;
  row.sees_identity = facts.sees_identity;
  if (!facts.cells_of.empty()) row.cells_of = place_of_parameter(row, facts.cells_of);
  return row;
}

constexpr std::array<OpInfo, op_count> make_rows() {
  using enum Order;
  using enum Failure;
  using enum Fresh;
  return {
#define OP(name, arity, bodies, signature, ...) make_row(#name, arity, Bodies::bodies, signature, {__VA_ARGS__}),
#include "dsl_kernels/ops.def"
#undef OP
  };
}

inline constexpr std::array<OpInfo, op_count> op_rows = make_rows();

}  // namespace batt
