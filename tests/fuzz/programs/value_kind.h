// Values by what ops tell apart, packed forms included: what arguments are chosen and counted by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "batt/value.h"
#include "dsl_kernels/op_table.h"

namespace battc::fuzz {

enum class ValueKind : std::uint8_t {
  None,
  Bool,
  Int,
  Float,
  Text,
  Op,
  Closure,
  EmptyTuple,
  Pair,
  Cell,
  Row,
  Grid,
  OddGrid,  ///< rows that are no packed grid: ragged, beyond a byte, with something else in them
  Samples,
  Tuple,
  EmptySet,
  Integers,
  Indices,
  WideIndices,  ///< beyond what a packed cell holds
  Object,
  WideObject,
  Objects,
  Set,
  Other,  ///< a list, an OKT
};
inline constexpr std::size_t value_kind_count = static_cast<std::size_t>(ValueKind::Other) + 1;

std::string_view to_string(ValueKind kind);

/// Looks at the first members only.
ValueKind kind_of(batt::Value value);

/// Whether such values are what an annotation means.
bool fits(ValueKind kind, batt::Annotation annotation);

/// The nodes of a value as if nothing were shared, counted up to `most`.
std::size_t count_nodes(batt::Value value, std::size_t most);

}  // namespace battc::fuzz
