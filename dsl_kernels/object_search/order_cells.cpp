// The order in which objects() adds an object's cells: its search is played again, with CPython's sets.
#include <algorithm>
#include <cstring>

#include "dsl_kernels/object_search/components.h"
#include "dsl_kernels/object_search/level_sets.h"
#include "dsl_kernels/object_search/object_tables.h"
#include "runtime/value/load_ahead.h"

namespace batt {
namespace {

/// The breadth-first search of objects() for one component, level by level. What lies in the component is known, so
/// a level is searched in full only where the order of its cells depends on it.
class Replay {
 public:
  BATT_HD Replay(Context& context, const ObjectSearchStart& start)
      : scratch_(context.scratch()),
        diagonal_(start.diagonal),
        last_row_(start.height - 1),
        last_column_(start.width - 1),
        inside_(all_columns(start.width)),
        occupied_count_(start.occupied_count) {
    wanted_ = clear_rows(start.height);
    occupied_ = clear_rows(start.height);
    reach_ = scratch_.allocate<RowMask>(static_cast<std::size_t>(start.height));
    held_ = scratch_.allocate<RowMask>(static_cast<std::size_t>(start.height));
    mark(wanted_, start.cells, start.size);
    if (start.occupied_rows != nullptr)
      std::copy_n(start.occupied_rows, start.height, occupied_);
    else
      mark(occupied_, start.occupied, start.occupied_count);
  }

  BATT_HD void run(Place seed, std::uint32_t size, Place* places) {
    places[0] = seed;
    std::uint32_t begin = 0, end = 1;
    while (end < size) {
      const std::uint32_t level = begin;
      begin = end;
      end = step(places, level, end);
    }
  }

 private:
  BATT_HD RowMask* clear_rows(int height) {
    auto* rows = scratch_.allocate<RowMask>(static_cast<std::size_t>(height));
    std::fill_n(rows, height, RowMask{0});
    return rows;
  }
  BATT_HD static void mark(RowMask* rows, const Cell* cells, std::uint32_t count) {
    load_ahead(
        count, [cells](std::size_t k) { return cells[k]; },
        [rows](std::size_t, Cell cell) { rows[cell.i()] |= RowMask{1} << cell.j(); });
  }
  BATT_HD static bool is_marked(const RowMask* rows, std::uint32_t place) {
    return (rows[row_of(place)] & bit_of(place)) != 0;
  }

  /// From the level places[begin .. end) to the next, which is put after it; returns the new end.
  BATT_HD std::uint32_t step(Place* places, std::uint32_t begin, std::uint32_t end) {
    reach_from(places + begin, end - begin);
    Place only = 0;
    if (single_next(only)) {
      places[end] = only;
      return end + 1;
    }
    ArenaScope scope(scratch_);
    auto* candidates = scratch_.allocate<std::uint32_t>(reach_count());
    std::uint32_t count = list_free(candidates);
    if (copies_neighborhood(end - begin) || !order_by_slot(candidates, count))
      count = order_by_search(places + begin, end - begin, candidates);
    for (std::uint32_t k = 0; k < count; ++k)
      if (is_marked(wanted_, candidates[k])) places[end++] = static_cast<Place>(candidates[k]);
    return end;
  }

  /// Occupies a level and marks all neighbours of its cells.
  BATT_HD void reach_from(const Place* level, std::uint32_t count) {
    top_ = last_row_;
    bottom_ = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
      top_ = std::min(top_, row_of(level[k]));
      bottom_ = std::max(bottom_, row_of(level[k]));
      occupied_[row_of(level[k])] |= bit_of(level[k]);
    }
    occupied_count_ += count;
    top_ = std::max(top_ - 1, 0);
    bottom_ = std::min(bottom_ + 1, last_row_);
    for (int i = top_; i <= bottom_; ++i) reach_[i] = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
      const int i = row_of(level[k]);
      const RowMask bit = bit_of(level[k]), sides = (bit << 1 | bit >> 1) & inside_;
      const RowMask beyond = diagonal_ ? bit | sides : bit;
      reach_[i] |= sides;
      if (i > 0) reach_[i - 1] |= beyond;
      if (i < last_row_) reach_[i + 1] |= beyond;
    }
  }

  BATT_HD RowMask free_in_row(int i) const { return reach_[i] & ~occupied_[i]; }

  /// How many neighbours the level has: the size of CPython's `neighborhood`.
  BATT_HD std::uint32_t reach_count() const {
    std::uint32_t count = 0;
    for (int i = top_; i <= bottom_; ++i) count += static_cast<std::uint32_t>(bits::ones(reach_[i]));
    return count;
  }

  /// Whether the next level has one cell only: its order is no question then.
  BATT_HD bool single_next(Place& only) const {
    bool found = false;
    for (int i = top_; i <= bottom_; ++i) {
      const RowMask next = free_in_row(i) & wanted_[i];
      if (next == 0) continue;
      if (found || (next & (next - 1)) != 0) return false;
      found = true;
      only = place_at(i, bits::trailing_zeros(next));
    }
    return found;
  }

  /// Neighbours that are not occupied, of the component or not: the members of the next set of candidates.
  BATT_HD std::uint32_t list_free(std::uint32_t* out) const {
    std::uint32_t count = 0;
    for (int i = top_; i <= bottom_; ++i) for_each_place(i, free_in_row(i), [&](Place place) { out[count++] = place; });
    return count;
  }

  /// Whether `neighborhood - occupied` copies the neighbourhood, which it does if that is much the larger set.
  BATT_HD bool copies_neighborhood(std::uint32_t level) const {
    constexpr std::uint32_t most_neighbors = 8;
    return level * most_neighbors / 4 > occupied_count_ && reach_count() / 4 > occupied_count_;
  }

  BATT_HD bool order_by_slot(std::uint32_t* places, std::uint32_t count) const {
    const std::uint32_t mask = small_mask(count);
    if (count > most_in_32_slots ||
        !have_own_slots(count, mask, [&](std::uint32_t k) { return traits_.hash(places[k]); }))
      return false;
    std::uint32_t slots[32], taken = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t slot = static_cast<std::uint32_t>(traits_.hash(places[k])) & mask;
      slots[slot] = places[k];
      taken |= std::uint32_t{1} << slot;
    }
    for (; taken != 0; taken &= taken - 1) *places++ = slots[bits::trailing_zeros(taken)];
    return true;
  }

  /// The candidates in the order that CPython's sets give them; returns how many.
  BATT_HD std::uint32_t order_by_search(const Place* level, std::uint32_t count, std::uint32_t* out) {
    const NeighborSet& first = neighbor_set(diagonal_, level[0], last_row_, last_column_);
    PlaceSet neighborhood(scratch_, traits_, first.merged_mask);
    for (int i = top_; i <= bottom_; ++i) held_[i] = 0;
    for (std::uint32_t k = 0; k < first.count; ++k) {
      neighborhood.place(first.merged_slots[k], first.merged[k]);
      held_[row_of(first.merged[k])] |= bit_of(first.merged[k]);
    }
    for (std::uint32_t at = 1; at < count; ++at) {
      const NeighborSet& next = neighbor_set(diagonal_, level[at], last_row_, last_column_);
      neighborhood.reserve_for_merge(next.count);
      for (std::uint32_t k = 0; k < next.count; ++k) {
        const Place place = next.listed[k];
        RowMask& row = held_[row_of(place)];
        // The room reserved is enough, so a merge never grows the table.
        if ((row & bit_of(place)) == 0) neighborhood.insert_clean(place, traits_.hash(place));
        row |= bit_of(place);
      }
    }
    return list_difference(
        scratch_, neighborhood, traits_, occupied_count_,
        [&](std::uint32_t place) { return is_marked(occupied_, place); }, out);
  }

  Arena& scratch_;
  PlaceTraits traits_;
  bool diagonal_;
  int last_row_, last_column_;
  RowMask inside_;
  // By row; of the last two, only the rows from top_ to bottom_ mean anything:
  RowMask *wanted_, *occupied_, *reach_, *held_;
  std::uint32_t occupied_count_;
  int top_ = 0, bottom_ = 0;  ///< the rows that reach_ is about
};

}  // namespace

BATT_HD void order_cells(Context& context, const ObjectSearchStart& start, Place* places) {
  ArenaScope scope(context.scratch());
  Replay(context, start).run(start.seed, start.size, places);
}

void order_whole_grid(Context& context, int height, int width, bool diagonal, Place seed, Place* places) {
  ArenaScope scope(context.scratch());
  const auto count = static_cast<std::uint32_t>(height * width);
  Cell* cells = context.scratch().allocate<Cell>(count);
  for (int i = 0; i < height; ++i)
    for (int j = 0; j < width; ++j) cells[i * width + j] = Cell(i, j);
  order_cells(context, {height, width, diagonal, cells, count, nullptr, 0, seed}, places);
}

}  // namespace batt
