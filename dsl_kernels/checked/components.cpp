#include "dsl_kernels/checked/components.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <mutex>

#include "batt/set.h"
#include "dsl_kernels/checked/color_planes.h"
#include "dsl_kernels/checked/grid_access.h"
#include "dsl_kernels/checked/level_sets.h"

namespace batt {
namespace {

constexpr int place_count = place_pitch * place_pitch;
constexpr std::size_t most_cells = component_side * component_side;

constexpr Place place_at(int i, int j) { return static_cast<Place>(i * place_pitch + j); }
constexpr int row_of(std::uint32_t place) { return static_cast<int>(place / place_pitch); }
constexpr int column_of(std::uint32_t place) { return static_cast<int>(place % place_pitch); }
constexpr std::uint32_t bit_of(std::uint32_t place) { return std::uint32_t{1} << column_of(place); }

/// Calls use(place) for each bit of a row's mask.
template <class Use>
void for_each_place(int row, std::uint32_t mask, Use use) {
  for (; mask != 0; mask &= mask - 1) use(place_at(row, std::countr_zero(mask)));
}

struct PlaceTraits {
  std::uint64_t hash(std::uint32_t place) const { return hash::of_pair(row_of(place), column_of(place)); }
  bool equal(std::uint32_t a, std::uint32_t b) const { return a == b; }
};
using PlaceSet = SetTable<PlaceTraits>;
constexpr PlaceTraits place_traits;

/// The mask of a set that so many entries were added to one by one, while it has at most 32 slots.
constexpr std::uint32_t most_in_32_slots = 18;
constexpr std::uint32_t small_mask(std::uint32_t count) { return count < 5 ? smallest_mask : 31; }

// ---- what is known once and for all ---------------------------------------------------------------------------

/// hash::shuffle of the hash of (i, j, color): an object's hash is the xor of these.
struct ShuffledHashes {
  std::uint64_t of[plane_colors][place_count];

  ShuffledHashes() {
    for (int color = 0; color < plane_colors; ++color)
      for (int place = 0; place < place_count; ++place)
        of[color][place] = hash::shuffle(hash::of_triple(row_of(static_cast<Place>(place)), column_of(static_cast<Place>(place)), color));
  }
};

const ShuffledHashes& shuffled_hashes() {
  static const ShuffledHashes hashes;
  return hashes;
}

/// Memory for values that many runs share; nothing in it is ever freed.
struct Keeper {
  std::mutex mutex;
  Context context;
};

Keeper& keeper() {
  static Keeper& kept = *new Keeper;
  return kept;
}

/// Entries made when first asked for, one for each shape of a grid. Any thread may ask.
template <class Entry>
class ByShape {
 public:
  template <class Make>
  const Entry& get(int height, int width, Make make) {
    std::atomic<const Entry*>& slot = entries_[height][width];
    if (const Entry* entry = slot.load(std::memory_order_acquire)) return *entry;
    const std::lock_guard lock(keeper().mutex);
    if (const Entry* entry = slot.load(std::memory_order_relaxed)) return *entry;
    const Entry* entry = keeper().context.arena().template make<Entry>(make(keeper().context));
    slot.store(entry, std::memory_order_release);
    return *entry;
  }

 private:
  std::atomic<const Entry*> entries_[component_side + 1][component_side + 1] = {};
};

/// asindices of a shape: the order in which objects() looks for the first cell of an object.
struct ScanOrder {
  const SetRep* indices;
  std::uint16_t rank[place_count];

  Place first(std::uint16_t at) const { return place_at(indices->cells[at].i(), indices->cells[at].j()); }
};

ScanOrder make_scan_order(Context& context, int height, int width) {
  Cell cells[most_cells];
  std::size_t count = 0;
  for (int i = 0; i < height; ++i)
    for (int j = 0; j < width; ++j) cells[count++] = Cell(i, j);
  ScanOrder order;
  order.indices = &make_distinct_cell_set(context, Packing::Locations, cells, count).set();
  order.indices->get_hash();
  for (std::uint16_t k = 0; k < count; ++k) order.rank[order.first(k)] = k;
  return order;
}

const ScanOrder& scan_order(int height, int width) {
  static ByShape<ScanOrder> orders;
  return orders.get(height, width, [=](Context& context) { return make_scan_order(context, height, width); });
}

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
    for (int i = 0; i < component_side; ++i)
      for (int j = 0; j < component_side; ++j)
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
      const Cell cell = around.set().cells[k];
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

// ---- colours --------------------------------------------------------------------------------------------------

struct IntTraits {
  std::uint64_t hash(std::uint32_t number) const { return number; }
  bool equal(std::uint32_t a, std::uint32_t b) const { return a == b; }
};

/// max(set(values), key=values.count): of equally frequent colours the one that comes first in the set.
int first_in_set_order(Context& context, Value grid, std::uint32_t colors) {
  ArenaScope scope(context.scratch());
  const IntTraits traits;
  SetTable<IntTraits> seen(context.scratch(), traits);
  const std::size_t count = cell_count(grid);
  for (std::size_t k = 0; k < count; ++k) seen.add(static_cast<std::uint32_t>(grid.bytes()[k]));
  std::uint32_t listed[plane_colors];
  seen.list(listed);
  for (std::uint32_t k = 0; k < seen.size(); ++k)
    if ((colors >> listed[k] & 1) != 0) return static_cast<int>(listed[k]);
  return 0;
}

int most_common_color(Context& context, Value grid, const ColorPlanes& planes) {
  int best_count = 0, best = 0;
  std::uint32_t candidates = 0;
  for (int color = 0; color < plane_colors; ++color) {
    int count = 0;
    for (int i = 0; i < grid.height(); ++i) count += std::popcount(planes.rows[color][i]);
    if (count > best_count) {
      best_count = count;
      best = color;
      candidates = 0;
    }
    if (count == best_count) candidates |= std::uint32_t{1} << color;
  }
  return std::has_single_bit(candidates) ? best : first_in_set_order(context, grid, candidates);
}

// ---- components -----------------------------------------------------------------------------------------------

/// Finds the connected parts of one plane by its runs: neighbouring cells of a row are one run, and runs of
/// neighbouring rows that touch are joined.
class RunJoiner {
 public:
  RunJoiner(Context& context, int height, bool diagonal) : scratch_(context.scratch()), height_(height), diagonal_(diagonal) {}

  /// Appends the parts of the plane to `parts`, with their rows; answers how many.
  std::uint32_t find(const std::uint32_t* plane, Component* parts) {
    collect_runs(plane);
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < count_; ++k) {
      Run& run = runs_[k];
      if (run.parent == k) {
        run.part = static_cast<std::uint16_t>(count++);
        parts[run.part].first_row = parts[run.part].last_row = run.row;
      } else {
        run.part = runs_[root(k)].part;
        parts[run.part].last_row = run.row;
      }
    }
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::size_t rows = parts[k].last_row - parts[k].first_row + 1u;
      auto* masks = scratch_.allocate<std::uint32_t>(rows);
      std::memset(masks, 0, rows * sizeof(std::uint32_t));
      parts[k].rows = masks;
    }
    for (std::uint32_t k = 0; k < count_; ++k) {
      const Component& part = parts[runs_[k].part];
      const_cast<std::uint32_t*>(part.rows)[runs_[k].row - part.first_row] |= runs_[k].mask;
    }
    return count;
  }

 private:
  struct Run {
    std::uint32_t mask;
    std::uint16_t parent;
    std::uint16_t part;
    std::uint8_t row;
  };

  void collect_runs(const std::uint32_t* plane) {
    count_ = 0;
    std::uint32_t above = 0, above_end = 0;
    for (int i = 0; i < height_; ++i) {
      const std::uint32_t start = count_;
      std::uint32_t first = above;
      for (std::uint32_t rest = plane[i]; rest != 0;) {
        const std::uint32_t lowest = rest & -rest, mask = rest & ~(rest + lowest);
        rest &= ~mask;
        runs_[count_] = {mask, static_cast<std::uint16_t>(count_), 0, static_cast<std::uint8_t>(i)};
        first = join_above(first, above_end);
        ++count_;
      }
      above = start;
      above_end = count_;
    }
  }

  /// Joins the newest run with those of the row above that touch it; answers where the next run has to look on.
  std::uint32_t join_above(std::uint32_t first, std::uint32_t end) {
    const std::uint32_t mask = runs_[count_].mask;
    const std::uint32_t reach = diagonal_ ? mask | mask << 1 | mask >> 1 : mask;
    while (first < end && runs_[first].mask < mask && (runs_[first].mask & reach) == 0) ++first;
    std::uint32_t next = first;
    for (; next < end && (runs_[next].mask & reach) != 0; ++next) join(next, count_);
    return next > first ? next - 1 : first;
  }

  std::uint32_t root(std::uint32_t k) {
    while (runs_[k].parent != k) k = runs_[k].parent = runs_[runs_[k].parent].parent;
    return k;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t root_a = root(a), root_b = root(b);
    if (root_a < root_b) runs_[root_b].parent = static_cast<std::uint16_t>(root_a);
    else runs_[root_a].parent = static_cast<std::uint16_t>(root_b);
  }

  Arena& scratch_;
  int height_;
  bool diagonal_;
  std::uint32_t count_ = 0;
  Run runs_[component_side * component_side / 2];
};

/// Fills in what the cells tell: size and hash; answers the earliest rank in the scan order.
std::uint16_t measure(const std::int8_t* bytes, int width, const ScanOrder& scan, Component& component) {
  const ShuffledHashes& hashes = shuffled_hashes();
  std::uint64_t mixed = 0;
  std::uint16_t size = 0, earliest = place_count;
  for (int i = component.first_row; i <= component.last_row; ++i)
    for_each_place(i, component.rows[i - component.first_row], [&](Place place) {
      mixed ^= hashes.of[bytes[i * width + column_of(place)]][place];
      earliest = std::min(earliest, scan.rank[place]);
      ++size;
    });
  component.size = size;
  component.hash = hash::finish_set(mixed, size);
  component.seed = scan.first(earliest);
  return earliest;
}

/// Puts components into the order of their earliest ranks, which all differ.
Component* sort_by_rank(Arena& scratch, const Component* parts, const std::uint16_t* earliest, std::uint32_t count) {
  std::uint64_t taken[most_cells / 64 + 1] = {};
  std::uint16_t part_at[most_cells];
  for (std::uint16_t k = 0; k < count; ++k) {
    taken[earliest[k] / 64] |= std::uint64_t{1} << (earliest[k] % 64);
    part_at[earliest[k]] = k;
  }
  Component* sorted = scratch.allocate<Component>(count);
  std::uint32_t next = 0;
  for (std::uint32_t word = 0; word < std::size(taken); ++word)
    for (std::uint64_t bits = taken[word]; bits != 0; bits &= bits - 1)
      sorted[next++] = parts[part_at[word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits))]];
  return sorted;
}

Component whole_grid(Context& context, int height, int width) {
  auto* rows = context.scratch().allocate<std::uint32_t>(static_cast<std::size_t>(height));
  std::fill_n(rows, height, all_columns(width));
  Component component{};
  component.rows = rows;
  component.last_row = static_cast<std::uint8_t>(height - 1);
  return component;
}

/// All components, without size, hash and seed.
std::uint32_t join_cells(Context& context, Value grid, const ObjectKind& kind, Component* parts) {
  if (!kind.univalued && !kind.without_background) {
    parts[0] = whole_grid(context, grid.height(), grid.width());
    return 1;
  }
  ColorPlanes planes;
  make_color_planes(grid, planes);
  const int background = kind.without_background ? most_common_color(context, grid, planes) : -1;
  RunJoiner joiner(context, grid.height(), kind.diagonal);
  if (!kind.univalued) {
    std::uint32_t* plane = planes.rows[background];
    for (int i = 0; i < grid.height(); ++i) plane[i] = all_columns(grid.width()) & ~plane[i];
    return joiner.find(plane, parts);
  }
  std::uint32_t count = 0;
  for (int color = 0; color < plane_colors; ++color)
    if (color != background) count += joiner.find(planes.rows[color], parts + count);
  return count;
}

// ---- the order of an object's cells ---------------------------------------------------------------------------

/// Whether entries of these hashes all have slots of their own in a table of this mask: then they lie there in any
/// case, whatever the order they came in.
template <class HashOf>
bool have_own_slots(std::uint32_t count, std::uint32_t mask, HashOf hash_of_entry) {
  std::uint64_t taken = 0;
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::uint64_t bit = std::uint64_t{1} << (hash_of_entry(k) & mask);
    if ((taken & bit) != 0) return false;
    taken |= bit;
  }
  return true;
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

/// The cells of a component with their colours, row by row.
void list_cells(const Components& all, const Component& component, Cell* cells) {
  const int width = all.grid.width();
  for (int i = component.first_row; i <= component.last_row; ++i)
    for_each_place(i, component.rows[i - component.first_row], [&](Place place) {
      const int j = column_of(place);
      *cells++ = Cell(i, j, all.grid.bytes()[i * width + j]);
    });
}

/// `frozenset(obj)` of one component.
Value make_object(Context& context, const Components& all, const Component& component, const Occupied& before) {
  Cell cells[most_cells];
  list_cells(all, component, cells);
  const auto hash_of_cell = [&](std::uint32_t k) { return hash::of_colored(cells[k]); };
  if (component.size > most_in_32_slots || !have_own_slots(component.size, small_mask(component.size), hash_of_cell)) {
    Place places[most_cells];
    order_cells(context, all, component, before, places);
    for (std::uint32_t k = 0; k < component.size; ++k) {
      const int i = row_of(places[k]), j = column_of(places[k]);
      cells[k] = Cell(i, j, all.grid.bytes()[i * all.grid.width() + j]);
    }
  }
  const Value grown = make_distinct_cell_set(context, Packing::Colored, cells, component.size);
  const Value object = copy_of_set(context, grown.set());
  object.set().hash = component.hash;
  object.set().hashed = true;
  return object;
}

}  // namespace

bool has_components(Value grid) { return has_color_planes(grid); }

Components find_components(Context& context, Value grid, const ObjectKind& kind) {
  context.charge(cell_count(grid));
  const ScanOrder& scan = scan_order(grid.height(), grid.width());
  Component parts[most_cells];
  std::uint16_t earliest[most_cells];
  const std::uint32_t count = join_cells(context, grid, kind, parts);
  for (std::uint32_t k = 0; k < count; ++k) earliest[k] = measure(grid.bytes(), grid.width(), scan, parts[k]);
  return {grid, kind, sort_by_rank(context.scratch(), parts, earliest, count), count};
}

void Occupied::add(const Component& component) {
  for (int i = component.first_row; i <= component.last_row; ++i)
    rows[static_cast<std::size_t>(i)] |= component.rows[i - component.first_row];
  count += component.size;
}

void order_cells(Context& context, const Components& all, const Component& component, const Occupied& before, Place* places) {
  const int height = all.grid.height(), width = all.grid.width();
  if (!all.kind.univalued && !all.kind.without_background) {
    std::memcpy(places, flood_order(height, width, all.kind.diagonal).places, component.size * sizeof(Place));
    return;
  }
  Replay(context, height, width, all.kind.diagonal, component, before).run(component.seed, component.size, places);
}

Value objects_from_components(Context& context, const Components& all) {
  Value* objects = context.scratch().allocate<Value>(all.count);
  Occupied before;
  for (std::uint32_t k = 0; k < all.count; ++k) {
    objects[k] = make_object(context, all, all.found[k], before);
    before.add(all.found[k]);
  }
  return copy_of_set(context, make_set(context, objects, all.count).set());
}

Value indices_of_shape(Context& context, int height, int width) {
  return Value::set(context.arena().make<SetRep>(*scan_order(height, width).indices));
}

}  // namespace batt
