// A list at a rank, as Python's own subscript and as the DSL's ops that look at the length first.
#pragma once

#include "runtime/python/python.h"

namespace batt {

BATT_HD inline Value count_value(std::size_t count) { return Value::integer(static_cast<std::int64_t>(count)); }

/// -size <= rank < size.
BATT_HD inline Value in_reach(Context& context, Value rank, std::size_t size) {
  BATT_LET(from_start, less_equal(context, Value::integer(-static_cast<std::int64_t>(size)), rank));
  return from_start.as_bool() ? less(context, rank, count_value(size)) : from_start;
}

/// ranked[rank] of a list, given as a function of the place.
template <class At>
BATT_HD Value list_item(Value rank, std::size_t size, At at) {
  if (!rank.is_int()) return type_error();
  const auto length = static_cast<std::int64_t>(size);
  const std::int64_t place = rank.as_int() < 0 ? rank.as_int() + length : rank.as_int();
  return place < 0 || place >= length ? index_error() : at(static_cast<std::size_t>(place));
}

/// ranked[rank] if -len(ranked) <= rank < len(ranked) else otherwise.
template <class At>
BATT_HD Value list_item_or(Context& context, Value rank, std::size_t size, At at, Value otherwise) {
  if (!rank.is_int()) {
    BATT_LET(reached, in_reach(context, rank, size));
    return reached.as_bool() ? type_error() : otherwise;
  }
  const auto length = static_cast<std::int64_t>(size);
  const std::int64_t place = rank.as_int() < 0 ? rank.as_int() + length : rank.as_int();
  return place < 0 || place >= length ? otherwise : at(static_cast<std::size_t>(place));
}

}  // namespace batt
