// The cells of several sets as one set. In which order it iterates is found out when asked for.
#include <algorithm>

#include "runtime/value/cell_map.h"
#include "runtime/value/row_algebra.h"
#include "runtime/value/set_parts.h"

namespace batt {
namespace {

/// Entries are places in a list of sets of cells whose order is known.
struct PartTraits {
  const SetRep* const* sets;
  BATT_HD std::uint64_t hash(std::uint32_t place) const { return sets[place]->get_hash(); }
  BATT_HD bool equal(std::uint32_t a, std::uint32_t b) const { return equal_cells(*sets[a], *sets[b]); }
};

/// How cells came to be in one set: those of one source after the other.
struct MergedOrder : Recipe {
  bool from_outer_set;   ///< the sources are the members of a set, which decides the order they come in
  const SetRep* values;  ///< they belong to the values listed in this set, and come in its order; may be null
};

/// The sources in the order they are gone through; returns how many.
BATT_HD std::size_t list_sources(Arena& scratch, const MergedOrder& order, std::uint32_t* places) {
  // The last of the sources is the set of values, if there is one.
  const std::size_t count = order.source_count - (order.values != nullptr ? 1 : 0);
  for (std::size_t k = 0; k < count; ++k)
    places[k] = order.values != nullptr ? order.values->list_order[k] : static_cast<std::uint32_t>(k);
  if (!order.from_outer_set) return count;
  const PartTraits traits{order.sources};
  SetTable<PartTraits> outer(scratch, traits);
  for (std::size_t k = 0; k < count; ++k) outer.add(places[k]);
  outer.list(places);
  return outer.size();
}

/// Copies the cells of a window, where no two locations of one differ in colour, without repeats.
BATT_HD void list_first_at_locations(const CellRows& window, const Cell* cells, const Cell* end, Cell* out) {
  std::uint32_t left[rows::side];
  for (int row = 0; row < window.height; ++row) left[row] = window.words[row];
  for (; cells != end; ++cells) {
    std::uint32_t& row = left[cells->i() - window.top];
    const std::uint32_t bit = std::uint32_t{1} << (cells->j() - window.left);
    if ((row & bit) != 0) *out++ = *cells;
    row &= ~bit;
  }
}

BATT_HD void list_merged(const Recipe& recipe, const ListedCells& members, Cell* out) {
  const auto& order = static_cast<const MergedOrder&>(recipe);
  Arena& scratch = members.context.scratch();
  auto* places = scratch.allocate<std::uint32_t>(order.source_count);
  const std::size_t count = list_sources(scratch, order, places);
  std::size_t total = 0;
  for (std::size_t k = 0; k < count; ++k) total += order.sources[places[k]]->size;
  Cell* listed = scratch.allocate<Cell>(total);
  Cell* next = listed;
  for (std::size_t k = 0; k < count; ++k) {
    const SetRep& source = *order.sources[places[k]];
    next = std::copy_n(source.cell_list, source.size, next);
  }
  if (members.rows.words != nullptr) return list_first_at_locations(members.rows, listed, next, out);
  Cell* kept = scratch.allocate<Cell>(total);
  without_repeats(scratch, listed, static_cast<std::size_t>(next - listed), kept);
  std::copy_n(kept, members.size, out);
}

/// The recipe, with its sources after it: first the sets, then the set of values, if there is one.
struct NewOrder {
  MergedOrder* order;
  const SetRep** sets;  ///< to be filled in

  BATT_HD NewOrder(Context& context, std::size_t set_count, bool from_outer_set, const SetRep* values) {
    const std::size_t source_count = set_count + (values != nullptr ? 1 : 0);
    order = static_cast<MergedOrder*>(static_cast<void*>(
        context.arena().allocate<std::byte>(sizeof(MergedOrder) + source_count * sizeof(const SetRep*))));
    sets = reinterpret_cast<const SetRep**>(order + 1);
    if (values != nullptr) sets[set_count] = values;
    new (order) MergedOrder{{list_merged, nullptr, sets, source_count}, from_outer_set, values};
  }
};

BATT_HD const MergedOrder& merged_order(Context& context, const SetRep* const* sets, std::size_t set_count,
                                        bool from_outer_set, const SetRep* values) {
  const NewOrder made(context, set_count, from_outer_set, values);
  for (std::size_t k = 0; k < set_count; ++k) made.sets[k] = sets[k];
  return *made.order;
}

BATT_HD Value merge(Context& context, Packing packing, const SetRep* const* sets, std::size_t set_count,
                    bool from_outer_set, const SetRep* values) {
#ifndef BATT_ON_DEVICE
  if (MadeRows united; unite_rows(context, sets, set_count, united)) {
    if (united.size == 0) return Value::empty_set();
    return make_set_by_rows(context, packing, united.rows, united.size,
                            merged_order(context, sets, set_count, from_outer_set, values));
  }
#endif
  std::size_t total = 0;
  bool order_known = !from_outer_set || set_count == 1;
  for (std::size_t k = 0; k < set_count; ++k) {
    total += sets[k]->size;
    order_known = order_known && sets[k]->recipe == nullptr;
  }
  ArenaScope scope(context.scratch());
  Cell* all = context.scratch().allocate<Cell>(total);
  Cell* end = all;
  for (std::size_t k = 0; k < set_count; ++k) end = std::copy_n(sets[k]->any_cells(), sets[k]->size, end);
  Cell* distinct = context.arena().allocate<Cell>(total);
  const std::size_t size = without_repeats(context.scratch(), all, total, distinct);
  if (order_known) return make_listed_cell_set(context, packing, distinct, size);
  return make_set_by_recipe(context, packing, distinct, size,
                            merged_order(context, sets, set_count, from_outer_set, values));
}

}  // namespace

BATT_HD Value merge_cell_sets(Context& context, Packing packing, const SetRep* const* sets, std::size_t set_count,
                              const SetRep* source) {
  return merge(context, packing, sets, set_count, false, source);
}

BATT_HD bool merge_members_by_rows([[maybe_unused]] Context& context, [[maybe_unused]] const SetRep& sets,
                                   [[maybe_unused]] Value& merged) {
#ifdef BATT_ON_DEVICE
  return false;
#else
  const Arena::Mark before = context.arena().mark();
  const NewOrder made(context, sets.size, false, has_pending_order(sets) ? &sets : nullptr);
  MadeRows united;
  if (!unite_members(context, sets, made.sets, united)) {
    context.arena().release(before);
    return false;
  }
  merged = make_set_by_rows(context, made.sets[0]->packing, united.rows, united.size, *made.order);
  return true;
#endif
}

BATT_HD Value merge_set_of_cell_sets(Context& context, Packing packing, const SetRep* const* sets,
                                     std::size_t set_count, const SetRep* source) {
  return merge(context, packing, sets, set_count, true, source);
}

#ifndef BATT_ON_DEVICE
Value make_cell_set_of(Context& context, Packing packing, const Cell* cells, const SetRep& source) {
  struct OrderOfValues : Recipe {
    const SetRep* values;
    const Cell* cells;  ///< one for each value as they were listed
  };
  const auto sequence = [](const Recipe& recipe, const ListedCells& members, Cell* out) {
    const auto& order = static_cast<const OrderOfValues&>(recipe);
    const std::uint32_t count = order.values->size;
    Arena& scratch = members.context.scratch();
    Cell* added = scratch.allocate<Cell>(count);
    for (std::uint32_t k = 0; k < count; ++k) added[k] = order.cells[order.values->list_order[k]];
    Cell* distinct = scratch.allocate<Cell>(count);
    without_repeats(scratch, added, count, distinct);
    std::copy_n(distinct, members.size, out);
  };
  ArenaScope scope(context.scratch());
  Cell* distinct = context.arena().allocate<Cell>(source.size);
  const std::size_t size = without_repeats(context.scratch(), cells, source.size, distinct);
  auto* order =
      context.arena().make<OrderOfValues>(Recipe{sequence}, &source, context.arena().copy(cells, source.size));
  order->sources = &order->values;
  order->source_count = 1;
  return make_set_by_recipe(context, packing, distinct, size, *order);
}
#endif

}  // namespace batt
