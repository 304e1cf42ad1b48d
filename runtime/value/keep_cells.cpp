// Sets made of some of the cells of another set, in an order that follows from that set's.
#include <algorithm>

#include "runtime/value/cell_map.h"
#include "runtime/value/row_algebra.h"
#include "runtime/value/set_parts.h"

namespace batt {
namespace {

/// The recipe of a set that has kept some of the cells of another one.
BATT_HD const Recipe& kept_order(Context& context, const SetRep& source) {
  struct KeptOrder : Recipe {
    const SetRep* source;
  };
  const auto sequence = [](const Recipe& recipe, const ListedCells& kept_cells, Cell* out) {
    const SetRep& from = *static_cast<const KeptOrder&>(recipe).source;
    ListedMembers(kept_cells).select(from.cell_list, from.size, out);
  };
  auto* order = context.arena().make<KeptOrder>(Recipe{sequence}, &source);
  order->sources = &order->source;
  order->source_count = 1;
  return *order;
}

/// keep_cells of cells that lie in the arena.
BATT_HD Value keep_listed_cells(Context& context, const SetRep& source, const Cell* kept, std::size_t count,
                                bool in_order) {
  if (in_order) return make_listed_cell_set(context, source.packing, kept, count);
  return make_set_by_recipe(context, source.packing, kept, count, kept_order(context, source));
}

}  // namespace

BATT_HD Value keep_cells(Context& context, const SetRep& source, const Cell* kept, std::size_t count, bool in_order) {
  if (count == 0) return Value::empty_set();
  return keep_listed_cells(context, source, context.arena().copy(kept, count), count, in_order);
}

BATT_HD Value keep_all(Context& context, const SetRep& set) {
  const auto itself = [](Cell cell) { return cell; };
  return set.rows.words != nullptr ? map_rows(context, set.packing, set, set.rows, itself)
                                   : map_cells(context, set.packing, set, itself);
}

BATT_HD Value select_members(Context& context, const SetRep& a, const SetRep& b, bool wanted) {
#ifndef BATT_ON_DEVICE
  if (MadeRows kept; wanted ? intersect_rows(context, a, b, kept) : subtract_rows(context, a, b, kept))
    return kept.size == 0 ? Value::empty_set()
                          : make_set_by_rows(context, a.packing, kept.rows, kept.size, kept_order(context, a));
#endif
  ArenaScope scope(context.scratch());
  const CellMembers members(context, b);
  const bool in_order = a.recipe == nullptr;  // now: a look-up may change that, if a is b
  const Arena::Mark before = context.arena().mark();
  Cell* kept = context.arena().allocate<Cell>(a.size);
  const Arena::Mark after = context.arena().mark();
  const std::size_t count = members.select(a.any_cells(), a.size, wanted, kept);
  if (context.arena().mark() == after) {  // else b found its order out, and keeps it after the cells
    context.arena().release(before);
    if (count == 0) return Value::empty_set();
    Cell* trimmed = context.arena().allocate<Cell>(count);
    if (trimmed != kept) std::copy_n(kept, count, trimmed);
    kept = trimmed;
  }
  return keep_listed_cells(context, a, kept, count, in_order);
}

}  // namespace batt
