// Containers made of items that lie in scratch memory.
#pragma once

#include "runtime/python/python.h"

namespace batt {

BATT_HD inline std::size_t size_of(const Items& items) { return static_cast<std::size_t>(items.size()); }

/// Scratch memory for the items of a container to be made. Asked for before the work begins: what is too large to be
/// held ends here.
template <class T>
BATT_HD T* allocate_items(Context& context, std::uint64_t count) {
  if (count > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) stop(Limit::Memory);
  T* room = context.scratch().allocate<T>(count);
  context.charge(count);
  return room;
}

/// type(like)(items).
BATT_HD inline Value container_like(Context& context, Value like, const Value* items, std::size_t count) {
  if (like.is_exact_tuple()) return make_tuple(context, items, count);
  if (like.is_set()) return make_set(context, items, count);
  ScratchVector gathered(context);
  if (like.is_list())
    for (std::size_t k = 0; k < count; ++k) gathered.push(items[k]);
  return make_like(context, like, gathered);
}

/// The tuple of cells as pairs or triples.
BATT_HD inline Value tuple_of_cells(Context& context, Packing packing, const Cell* cells, std::size_t count) {
  const std::size_t width = packing == Packing::Locations ? 2 : 3;
  auto* bytes = context.arena().allocate<std::int8_t>(count * width);
  std::int8_t* next = bytes;
  for (std::size_t k = 0; k < count; ++k) {
    const int i = cells[k].i(), j = cells[k].j();
    if (i != static_cast<std::int8_t>(i) || j != static_cast<std::int8_t>(j)) {
      ScratchVector values(context);
      for (std::size_t n = 0; n < count; ++n)
        values.push(width == 2 ? Value::pair(cells[n].i(), cells[n].j())
                               : Value::cell(cells[n].i(), cells[n].j(), cells[n].c()));
      return make_tuple(context, values);
    }
    *next++ = static_cast<std::int8_t>(i);
    *next++ = static_cast<std::int8_t>(j);
    if (width == 3) *next++ = static_cast<std::int8_t>(cells[k].c());
  }
  return make_grid(context, bytes, static_cast<int>(count), static_cast<int>(width));
}

}  // namespace batt
