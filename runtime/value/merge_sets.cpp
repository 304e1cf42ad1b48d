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

#ifndef BATT_ON_DEVICE

/// The locations of a window that were not met yet.
class LocationsLeft {
 public:
  explicit LocationsLeft(const CellRows& window) : window_(window) { std::copy_n(window.words, window.height, words_); }

  /// Whether the cell lies at one of them, which then was met.
  bool take(Cell cell) {
    std::uint32_t& word = words_[cell.i() - window_.top];
    const std::uint32_t bit = std::uint32_t{1} << (cell.j() - window_.left);
    const bool is_left = (word & bit) != 0;
    word &= ~bit;
    return is_left;
  }

  /// At how many of them a set has cells, all of which lie in the window; for a set without rows, of how many it may.
  std::uint32_t count(const SetRep& set) const {
    const CellRows& cells = set.rows;
    if (cells.words == nullptr) return set.size;
    const int down = cells.top - window_.top, right = cells.left - window_.left;
    int count = 0;
    for (int row = 0; row < cells.height; ++row) {
      if (cells.words[row] == 0) continue;
      const std::uint32_t word = right >= 0 ? cells.words[row] << right : cells.words[row] >> -right;
      count += bits::ones(word & words_[row + down]);
    }
    return static_cast<std::uint32_t>(count);
  }

 private:
  const CellRows& window_;
  std::uint32_t words_[rows::side];
};

/// Lists members of a window, where no two cells of one location differ in colour, as the sources first have them. In
/// which order a source has its cells matters only if it is the first one to have two of them: the more sources there
/// are, the fewer orders must be found.
void list_in_window(const MergedOrder& order, const std::uint32_t* places, const ListedCells& members, Cell* out) {
  LocationsLeft left(members.rows);
  for (const Cell* const end = out + members.size; out != end; ++places) {
    const SetRep& source = *order.sources[*places];
    if (source.recipe != nullptr) {
      const std::uint32_t count = left.count(source);
      if (count == 0) continue;
      if (count > 1) source.find_order();
    }
    const Cell* cells = source.any_cells();
    for (std::uint32_t k = 0; k < source.size; ++k)
      if (left.take(cells[k])) *out++ = cells[k];
  }
}

#endif

BATT_HD void list_merged(const Recipe& recipe, const ListedCells& members, Cell* out) {
  const auto& order = static_cast<const MergedOrder&>(recipe);
  Arena& scratch = members.context.scratch();
  auto* places = scratch.allocate<std::uint32_t>(order.source_count);
  const std::size_t count = list_sources(scratch, order, places);
#ifndef BATT_ON_DEVICE
  if (members.rows.words != nullptr) return list_in_window(order, places, members, out);
  for (std::size_t k = 0; k < count; ++k) order.sources[places[k]]->ensure_order();
#endif
  std::size_t total = 0;
  for (std::size_t k = 0; k < count; ++k) total += order.sources[places[k]]->size;
  Cell* listed = scratch.allocate<Cell>(total);
  Cell* next = listed;
  for (std::size_t k = 0; k < count; ++k) {
    const SetRep& source = *order.sources[places[k]];
    next = std::copy_n(source.cell_list, source.size, next);
  }
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
    const Recipe recipe{.sequence = list_merged, .sources = sets, .source_count = source_count, .orders_sources = true};
    new (order) MergedOrder{recipe, from_outer_set, values};
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
