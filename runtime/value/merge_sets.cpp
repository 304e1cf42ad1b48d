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
  bool from_outer_set;  ///< the sources are the members of a set, which decides the order they come in
};

/// The sources in the order they are gone through; returns how many.
BATT_HD std::size_t list_sources(Arena& scratch, const MergedOrder& order, std::uint32_t* places) {
  if (!order.from_outer_set) {
    for (std::size_t k = 0; k < order.source_count; ++k) places[k] = static_cast<std::uint32_t>(k);
    return order.source_count;
  }
  const PartTraits traits{order.sources};
  SetTable<PartTraits> outer(scratch, traits);
  for (std::size_t k = 0; k < order.source_count; ++k) outer.add(static_cast<std::uint32_t>(k));
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

BATT_HD Value merge(Context& context, Packing packing, const SetRep* const* sets, std::size_t set_count,
                    bool from_outer_set) {
#ifndef BATT_ON_DEVICE
  if (MadeRows united; unite_rows(context, sets, set_count, united)) {
    if (united.size == 0) return Value::empty_set();
    // The recipe, with its sources after it.
    auto* order = static_cast<MergedOrder*>(static_cast<void*>(
        context.arena().allocate<std::byte>(sizeof(MergedOrder) + set_count * sizeof(const SetRep*))));
    auto** sources = reinterpret_cast<const SetRep**>(order + 1);
    for (std::size_t k = 0; k < set_count; ++k) sources[k] = sets[k];
    new (order) MergedOrder{{list_merged, nullptr, sources, set_count}, from_outer_set};
    return make_set_by_rows(context, packing, united.rows, united.size, *order);
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
  const Recipe recipe{list_merged, nullptr, context.arena().copy(sets, set_count), set_count};
  return make_set_by_recipe(context, packing, distinct, size,
                            *context.arena().make<MergedOrder>(recipe, from_outer_set));
}

}  // namespace

BATT_HD Value merge_cell_sets(Context& context, Packing packing, const SetRep* const* sets, std::size_t set_count) {
  return merge(context, packing, sets, set_count, false);
}

BATT_HD Value merge_set_of_cell_sets(Context& context, Packing packing, const SetRep* const* sets,
                                     std::size_t set_count) {
  return merge(context, packing, sets, set_count, true);
}

}  // namespace batt
