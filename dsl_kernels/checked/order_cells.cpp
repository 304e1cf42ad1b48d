// The order in which objects() adds an object's cells: its search is played again, with CPython's sets.
#include <algorithm>
#include <bit>
#include <cstring>

#include "batt/set.h"
#include "dsl_kernels/checked/components.h"
#include "dsl_kernels/checked/level_sets.h"
#include "dsl_kernels/checked/scan_order.h"

namespace batt {
namespace {

/// `{(i, j) for i, j in neighbors(cell) if inside the grid}`, and the table it leaves when merged into an empty set.
struct NeighborSet {
  std::uint8_t count;
  std::uint8_t merged_mask;
  std::uint8_t merged_slots[8];
  Place merged[8];
  Place listed[8];
};

/// The neighbour sets of one kind. Whether a cell lies in the last row or column is all that matters of the grid.
class NeighborTable {
 public:
  explicit NeighborTable(bool diagonal) {
    Context context;
    for (int i = 0; i < plane_side; ++i)
      for (int j = 0; j < plane_side; ++j)
        for (int edge = 0; edge < 4; ++edge) {
          ArenaScope scope(context.scratch());
          const int last_row = (edge & 1) != 0 ? i : place_pitch, last_column = (edge & 2) != 0 ? j : place_pitch;
          sets_[edge][place_at(i, j)] = make(context, i, j, last_row, last_column, diagonal);
          context.arena().reset();
        }
  }

  const NeighborSet& at(std::uint32_t place, int last_row, int last_column) const {
    return sets_[(row_of(place) == last_row ? 1 : 0) | (column_of(place) == last_column ? 2 : 0)][place];
  }

 private:
  static Value straight(Context& context, int i, int j) {
    const Cell cells[] = {{i - 1, j}, {i + 1, j}, {i, j - 1}, {i, j + 1}};
    return make_distinct_cell_set(context, Packing::Locations, cells, 4);
  }
  static Value slanted(Context& context, int i, int j) {
    const Cell cells[] = {{i - 1, j - 1}, {i - 1, j + 1}, {i + 1, j - 1}, {i + 1, j + 1}};
    return make_distinct_cell_set(context, Packing::Locations, cells, 4);
  }

  static NeighborSet make(Context& context, int i, int j, int last_row, int last_column, bool diagonal) {
    Value around = straight(context, i, j);
    if (diagonal) around = set_union(context, around.set(), slanted(context, i, j).set());
    PlaceSet inner(context.scratch(), place_traits);
    for (std::uint32_t k = 0; k < around.set().size; ++k) {
      const Cell cell = around.set().cells()[k];
      const bool inside = cell.i() >= 0 && cell.i() <= last_row && cell.j() >= 0 && cell.j() <= last_column;
      if (inside) inner.add(place_at(cell.i(), cell.j()));
    }
    PlaceSet merged(context.scratch(), place_traits);
    merge_into(merged, inner, place_traits);

    NeighborSet set{};
    set.count = static_cast<std::uint8_t>(inner.size());
    set.merged_mask = static_cast<std::uint8_t>(merged.mask());
    std::uint32_t listed[8];
    inner.list(listed);
    std::uint64_t slots = merged.occupied()[0];
    for (std::uint32_t k = 0; k < inner.size(); ++k, slots &= slots - 1) {
      set.listed[k] = static_cast<Place>(listed[k]);
      set.merged_slots[k] = static_cast<std::uint8_t>(std::countr_zero(slots));
      set.merged[k] = static_cast<Place>(merged.slot(set.merged_slots[k]));
    }
    return set;
  }

  NeighborSet sets_[4][place_count] = {};
};

const NeighborTable& neighbor_table(bool diagonal) {
  if (diagonal) {
    static const NeighborTable table(true);
    return table;
  }
  static const NeighborTable table(false);
  return table;
}

/// The breadth-first search of objects() for one component, level by level. What lies in the component is known, so
/// a level is searched in full only where the order of its cells depends on it.
class Replay {
 public:
  Replay(Context& context, int height, int width, bool diagonal, const Component& component, const Occupied& before)
      : scratch_(context.scratch()), neighbors_(neighbor_table(diagonal)), diagonal_(diagonal), last_row_(height - 1),
        last_column_(width - 1), inside_(all_columns(width)), occupied_(before) {
    for (int i = component.first_row; i <= component.last_row; ++i) wanted_[index(i)] = component.rows[i - component.first_row];
  }

  void run(Place seed, std::uint32_t size, Place* places) {
    places[0] = seed;
    std::uint32_t begin = 0, end = 1;
    while (end < size) {
      const std::uint32_t level = begin;
      begin = end;
      end = step(places, level, end);
    }
  }

 private:
  static std::size_t index(int row) { return static_cast<std::size_t>(row); }

  /// From the level places[begin .. end) to the next, which is put behind it; answers the new end.
  std::uint32_t step(Place* places, std::uint32_t begin, std::uint32_t end) {
    reach_from(places + begin, end - begin);
    Place only = 0;
    if (single_next(only)) {
      places[end] = only;
      return end + 1;
    }
    ArenaScope scope(scratch_);
    auto* candidates = scratch_.allocate<std::uint32_t>(place_count);
    std::uint32_t count = list_free(candidates);
    if (copies_neighborhood(end - begin) || !order_by_slot(candidates, count))
      count = order_by_search(places + begin, end - begin, candidates);
    for (std::uint32_t k = 0; k < count; ++k)
      if ((wanted_[index(row_of(candidates[k]))] & bit_of(candidates[k])) != 0) places[end++] = static_cast<Place>(candidates[k]);
    return end;
  }

  /// Occupies a level and marks all neighbours of its cells.
  void reach_from(const Place* level, std::uint32_t count) {
    top_ = place_pitch;
    bottom_ = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
      top_ = std::min(top_, row_of(level[k]));
      bottom_ = std::max(bottom_, row_of(level[k]));
      occupied_.rows[index(row_of(level[k]))] |= bit_of(level[k]);
    }
    occupied_.count += count;
    top_ = std::max(top_ - 1, 0);
    bottom_ = std::min(bottom_ + 1, last_row_);
    for (int i = top_; i <= bottom_; ++i) reach_[index(i)] = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
      const int i = row_of(level[k]);
      const std::uint32_t bit = bit_of(level[k]), sides = (bit << 1 | bit >> 1) & inside_;
      const std::uint32_t beyond = diagonal_ ? bit | sides : bit;
      reach_[index(i)] |= sides;
      if (i > 0) reach_[index(i - 1)] |= beyond;
      if (i < last_row_) reach_[index(i + 1)] |= beyond;
    }
  }

  std::uint32_t free_in_row(int i) const { return reach_[index(i)] & ~occupied_.rows[index(i)]; }

  /// Whether the next level has one cell only: its order is no question then.
  bool single_next(Place& only) const {
    bool found = false;
    for (int i = top_; i <= bottom_; ++i) {
      const std::uint32_t next = free_in_row(i) & wanted_[index(i)];
      if (next == 0) continue;
      if (found || !std::has_single_bit(next)) return false;
      found = true;
      only = place_at(i, std::countr_zero(next));
    }
    return found;
  }

  /// Neighbours that are not occupied, of the component or not: the members of the next set of candidates.
  std::uint32_t list_free(std::uint32_t* out) const {
    std::uint32_t count = 0;
    for (int i = top_; i <= bottom_; ++i) for_each_place(i, free_in_row(i), [&](Place place) { out[count++] = place; });
    return count;
  }

  /// Whether `neighborhood - occupied` copies the neighbourhood, which it does if that is much the larger set.
  bool copies_neighborhood(std::uint32_t level) const {
    constexpr std::uint32_t most_neighbors = 8;
    if (level * most_neighbors / 4 <= occupied_.count) return false;
    std::uint32_t size = 0;
    for (int i = top_; i <= bottom_; ++i) size += static_cast<std::uint32_t>(std::popcount(reach_[index(i)]));
    return size / 4 > occupied_.count;
  }

  static bool order_by_slot(std::uint32_t* places, std::uint32_t count) {
    const std::uint32_t mask = small_mask(count);
    if (count > most_in_32_slots || !have_own_slots(count, mask, [&](std::uint32_t k) { return place_traits.hash(places[k]); }))
      return false;
    std::uint32_t slots[32], taken = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t slot = static_cast<std::uint32_t>(place_traits.hash(places[k])) & mask;
      slots[slot] = places[k];
      taken |= std::uint32_t{1} << slot;
    }
    for (; taken != 0; taken &= taken - 1) *places++ = slots[std::countr_zero(taken)];
    return true;
  }

  /// The candidates in the order that CPython's sets give them; answers how many.
  std::uint32_t order_by_search(const Place* level, std::uint32_t count, std::uint32_t* out) {
    const NeighborSet& first = neighbors_.at(level[0], last_row_, last_column_);
    PlaceSet neighborhood(scratch_, place_traits, first.merged_mask);
    RowMasks held;
    for (int i = top_; i <= bottom_; ++i) held[index(i)] = 0;
    for (std::uint32_t k = 0; k < first.count; ++k) {
      neighborhood.place(first.merged_slots[k], first.merged[k]);
      held[index(row_of(first.merged[k]))] |= bit_of(first.merged[k]);
    }
    for (std::uint32_t at = 1; at < count; ++at) {
      const NeighborSet& next = neighbors_.at(level[at], last_row_, last_column_);
      neighborhood.reserve_for_merge(next.count);
      for (std::uint32_t k = 0; k < next.count; ++k) {
        const Place place = next.listed[k];
        std::uint32_t& row = held[index(row_of(place))];
        // The room reserved is enough, so a merge never grows the table.
        if ((row & bit_of(place)) == 0) neighborhood.insert_clean(place, place_traits.hash(place));
        row |= bit_of(place);
      }
    }
    return list_difference(scratch_, neighborhood, place_traits, occupied_.count,
                           [&](std::uint32_t place) { return (occupied_.rows[index(row_of(place))] & bit_of(place)) != 0; }, out);
  }

  Arena& scratch_;
  const NeighborTable& neighbors_;
  bool diagonal_;
  int last_row_, last_column_;
  std::uint32_t inside_;
  Occupied occupied_;
  RowMasks wanted_ = {};
  RowMasks reach_;
  int top_ = 0, bottom_ = 0;  ///< the rows that reach_ is about
};

/// The search through a grid that is one object: it depends on the shape only.
struct FloodOrder {
  Place places[most_cells];
};

const FloodOrder& flood_order(int height, int width, bool diagonal) {
  static ByShape<FloodOrder> orders[2];
  const Place seed = scan_order(height, width).first(0);
  return orders[diagonal ? 1 : 0].get(height, width, [=](Context& context) {
    ArenaScope scope(context.scratch());
    FloodOrder order;
    Replay(context, height, width, diagonal, whole_grid(context, height, width), Occupied{})
        .run(seed, static_cast<std::uint32_t>(height * width), order.places);
    return order;
  });
}

}  // namespace

void order_cells(Context& context, const Components& all, const Component& component, const Occupied& before, Place* places) {
  const int height = all.grid.height(), width = all.grid.width();
  if (!all.kind.univalued && !all.kind.without_background) {
    std::memcpy(places, flood_order(height, width, all.kind.diagonal).places, component.size * sizeof(Place));
    return;
  }
  Replay(context, height, width, all.kind.diagonal, component, before).run(component.seed, component.size, places);
}

}  // namespace batt
