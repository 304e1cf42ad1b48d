#include "dsl_kernels/checked/components.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "batt/set.h"
#include "dsl_kernels/checked/grid_access.h"
#include "dsl_kernels/checked/scan_order.h"

namespace batt {
namespace {

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
    std::size_t row_count = 0;
    for (std::uint32_t k = 0; k < count; ++k) row_count += parts[k].last_row - parts[k].first_row + 1u;
    auto* rows = scratch_.allocate<std::uint32_t>(row_count);
    std::memset(rows, 0, row_count * sizeof(std::uint32_t));
    const std::uint32_t* next = rows;
    for (std::uint32_t k = 0; k < count; ++k) {
      parts[k].rows = next;
      next += parts[k].last_row - parts[k].first_row + 1;
    }
    for (std::uint32_t k = 0; k < count_; ++k) {
      const Component& part = parts[runs_[k].part];
      rows[part.rows - rows + runs_[k].row - part.first_row] |= runs_[k].mask;
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
  Run runs_[plane_side * plane_side / 2];
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

// ---- objects --------------------------------------------------------------------------------------------------

/// The cells of a component with their colours, row by row.
void list_cells(const Components& all, const Component& component, Cell* cells) {
  const int width = all.grid.width();
  for (int i = component.first_row; i <= component.last_row; ++i)
    for_each_place(i, component.rows[i - component.first_row], [&](Place place) {
      const int j = column_of(place);
      *cells++ = Cell(i, j, all.grid.bytes()[i * width + j]);
    });
}

/// How the cells of one component were added to the object.
struct ObjectOrder : Recipe {
  const Components* all;
  const Component* component;
};

void list_in_order(const Recipe& recipe, const SetRep& object, Cell* cells) {
  const auto& order = static_cast<const ObjectOrder&>(recipe);
  const Components& all = *order.all;
  const Component& component = *order.component;
  list_cells(all, component, cells);
  const auto hash_of_cell = [&](std::uint32_t k) { return hash::of_colored(cells[k]); };
  if (component.size <= most_in_32_slots && have_own_slots(component.size, small_mask(component.size), hash_of_cell)) return;
  Place places[most_cells];
  order_cells(*object.context, all, component, occupied_before(all, component), places);
  for (std::uint32_t k = 0; k < component.size; ++k) {
    const int i = row_of(places[k]), j = column_of(places[k]);
    cells[k] = Cell(i, j, all.grid.bytes()[i * all.grid.width() + j]);
  }
}

/// `frozenset(obj)` of one component.
Value make_object(Context& context, const Components& all, const Component& component) {
  Cell* cells = context.arena().allocate<Cell>(component.size);
  list_cells(all, component, cells);
  const auto* order = context.arena().make<ObjectOrder>(Recipe{list_in_order}, &all, &component);
  const SetRep& grown = make_set_by_recipe(context, Packing::Colored, cells, component.size, *order).set();
  grown.hash = component.hash;
  grown.hashed = true;
  return copy_of_set(context, grown);
}

/// The components in the arena, where the objects can come back to them.
const Components& keep(Context& context, const Components& all) {
  Component* kept = context.arena().copy(all.found, all.count);
  for (std::uint32_t k = 0; k < all.count; ++k)
    kept[k].rows = context.arena().copy(kept[k].rows, static_cast<std::size_t>(kept[k].last_row - kept[k].first_row + 1));
  return *context.arena().make<Components>(all.grid, all.kind, kept, all.count);
}

}  // namespace

Component whole_grid(Context& context, int height, int width) {
  auto* rows = context.scratch().allocate<std::uint32_t>(static_cast<std::size_t>(height));
  std::fill_n(rows, height, all_columns(width));
  Component component{};
  component.rows = rows;
  component.last_row = static_cast<std::uint8_t>(height - 1);
  return component;
}

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

Occupied occupied_before(const Components& all, const Component& component) {
  Occupied before;
  for (const Component* earlier = all.found; earlier != &component; ++earlier) {
    before.count += earlier->size;
    const int first = std::max<int>(earlier->first_row, component.first_row - 1);
    const int last = std::min<int>(earlier->last_row, component.last_row + 1);
    for (int i = first; i <= last; ++i) before.rows[static_cast<std::size_t>(i)] |= earlier->rows[i - earlier->first_row];
  }
  return before;
}

Value objects_from_components(Context& context, const Components& all) {
  const Components& kept = keep(context, all);
  Value* objects = context.scratch().allocate<Value>(kept.count);
  for (std::uint32_t k = 0; k < kept.count; ++k) objects[k] = make_object(context, kept, kept.found[k]);
  return copy_of_set(context, make_set(context, objects, kept.count).set());
}

}  // namespace batt
