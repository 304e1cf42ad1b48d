#include "dsl_kernels/object_search/object_tables.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

#include "dsl_kernels/object_search/components.h"
#include "dsl_kernels/object_search/level_sets.h"
#include "runtime/value/set.h"
#include "runtime/value/until_unload.h"

namespace batt {

#ifdef __CUDACC__
__device__ const ObjectTables* object_tables_on_device = nullptr;
#endif

namespace {

// ---- how entries are made -------------------------------------------------------------------------------------

/// Fills sums[color][i][end] for a square of cells.
template <int side>
constexpr void fill_hash_sums(std::uint64_t (&sums)[table_colors][side][side + 1]) {
  for (int i = 0; i < side; ++i) {
    const std::uint64_t row = hash::tuple_step(hash::prime_5, hash::of_small_int(i));
    for (int color = 0; color < table_colors; ++color) sums[color][i][0] = 0;
    for (int j = 0; j < side; ++j) {
      const std::uint64_t location = hash::tuple_step(row, hash::of_small_int(j));
      for (int color = 0; color < table_colors; ++color) {
        const std::uint64_t cell = hash::finish_tuple(hash::tuple_step(location, hash::of_small_int(color)), 3);
        sums[color][i][j + 1] = sums[color][i][j] ^ hash::shuffle(cell);
      }
    }
  }
}

BATT_HD Value cells_of_shape(Context& context, int height, int width) {
  ArenaScope scope(context.scratch());
  Cell* cells = context.scratch().allocate<Cell>(static_cast<std::size_t>(height * width));
  for (int i = 0; i < height; ++i)
    for (int j = 0; j < width; ++j) cells[i * width + j] = Cell(i, j);
  return make_distinct_cell_set(context, Packing::Locations, cells, static_cast<std::size_t>(height * width));
}

Value around(Context& context, int i, int j, bool diagonal) {
  const Cell straight[] = {{i - 1, j}, {i + 1, j}, {i, j - 1}, {i, j + 1}};
  const Cell slanted[] = {{i - 1, j - 1}, {i - 1, j + 1}, {i + 1, j - 1}, {i + 1, j + 1}};
  const Value cells = make_distinct_cell_set(context, Packing::Locations, straight, 4);
  if (!diagonal) return cells;
  return set_union(context, cells.set(), make_distinct_cell_set(context, Packing::Locations, slanted, 4).set());
}

NeighborSet make_neighbor_set(Context& context, bool diagonal, int i, int j, int last_row, int last_column) {
  const ArenaScope scope(context.scratch()), kept(context.arena());
  const PlaceTraits traits;
  const Value cells = around(context, i, j, diagonal);
  PlaceSet inner(context.scratch(), traits);
  for (std::uint32_t k = 0; k < cells.set().size; ++k) {
    const Cell cell = cells.set().cells()[k];
    const bool inside = cell.i() >= 0 && cell.i() <= last_row && cell.j() >= 0 && cell.j() <= last_column;
    if (inside) inner.add(place_at(cell.i(), cell.j()));
  }
  PlaceSet merged(context.scratch(), traits);
  merge_into(merged, inner, traits);

  NeighborSet set{};
  set.count = static_cast<std::uint8_t>(inner.size());
  set.merged_mask = static_cast<std::uint8_t>(merged.mask());
  std::uint32_t listed[8];
  inner.list(listed);
  std::uint64_t slots = merged.occupied()[0];
  for (std::uint32_t k = 0; k < inner.size(); ++k, slots &= slots - 1) {
    set.listed[k] = static_cast<Place>(listed[k]);
    set.merged_slots[k] = static_cast<std::uint8_t>(bits::trailing_zeros(slots));
    set.merged[k] = static_cast<Place>(merged.slot(set.merged_slots[k]));
  }
  return set;
}

// ---- what the host keeps --------------------------------------------------------------------------------------

/// Memory for what many runs share.
struct Keeper {
  std::recursive_mutex mutex;  ///< making an entry may ask for others
  Context context;
};
Keeper& keeper() {
  static UntilUnload<Keeper> kept;
  // A child of fork() has only the thread that forked: no other one may be making an entry at that moment. The child's
  // thread is another one to a mutex, and cannot unlock it.
  [[maybe_unused]] static const int registered =
      pthread_atfork([] { keeper().mutex.lock(); }, [] { keeper().mutex.unlock(); },
                     [] { new (&keeper().mutex) std::recursive_mutex; });
  return *kept;
}

/// Entries that are made when first asked for.
template <class Entry, int count>
class KeptEntries {
 public:
  template <class Make>
  const Entry& get(int at, Make make) {
    std::atomic<const Entry*>& slot = entries_[at];
    if (const Entry* entry = slot.load(std::memory_order_acquire)) return *entry;
    const std::lock_guard lock(keeper().mutex);
    if (const Entry* entry = slot.load(std::memory_order_relaxed)) return *entry;
    const Entry* entry = keeper().context.arena().template make<Entry>(make(keeper().context));
    slot.store(entry, std::memory_order_release);
    return *entry;
  }

 private:
  std::atomic<const Entry*> entries_[count] = {};
};

/// No side of a task's grids is longer.
constexpr int usual_side = 32;

constexpr int shape_count = (most_side + 1) * (most_side + 1);
constexpr int shape_index(int height, int width) { return height * (most_side + 1) + width; }

struct KeptScan {
  const SetRep* indices;
  ScanOrder order;
};

KeptScan make_scan(Context& context, int height, int width) {
  const auto count = static_cast<std::size_t>(height * width);
  const SetRep& indices = cells_of_shape(context, height, width).set();
  indices.materialize(context);  // shared by threads from here on
  Place* places = context.arena().allocate<Place>(count);
  auto* ranks = context.arena().allocate<std::uint16_t>(count);
  for (std::size_t k = 0; k < count; ++k) {
    const Cell cell = indices.cells()[k];
    places[k] = place_at(cell.i(), cell.j());
    ranks[cell.i() * width + cell.j()] = static_cast<std::uint16_t>(k);
  }
  return {&indices, {places, ranks}};
}

const KeptScan& kept_scan(int height, int width) {
  static KeptEntries<KeptScan, shape_count> scans;
  return scans.get(shape_index(height, width), [=](Context& context) { return make_scan(context, height, width); });
}

struct KeptRanks {
  const std::uint16_t* least;
};

KeptRanks make_run_ranks(Context& context, int height, int width) {
  const int cells = height * width;
  auto* least = context.arena().allocate<std::uint16_t>(static_cast<std::size_t>(RunRanks::levels * cells));
  std::copy_n(kept_scan(height, width).order.ranks, cells, least);
  std::uint16_t* half = least;
  for (int level = 1; level < RunRanks::levels; ++level, half += cells)
    for (int k = 0; k < cells; ++k)
      half[cells + k] = std::min(half[k], half[std::min(k + (1 << (level - 1)), cells - 1)]);
  return {least};
}

struct KeptFlood {
  const Place* places;
};

const Place* kept_flood(int height, int width, bool diagonal) {
  static KeptEntries<KeptFlood, shape_count> floods[2];
  const ScanOrder scan = kept_scan(height, width).order;
  return floods[diagonal ? 1 : 0]
      .get(shape_index(height, width),
           [=](Context& context) {
             Place* places = context.arena().allocate<Place>(static_cast<std::size_t>(height * width));
             order_whole_grid(context, height, width, diagonal, scan.places[0], places);
             return KeptFlood{places};
           })
      .places;
}

const NeighborSet& kept_neighbors(bool diagonal, std::uint32_t place, int edge) {
  static KeptEntries<NeighborSet, 4 * most_side * place_pitch> sets[2];
  return sets[diagonal ? 1 : 0].get(static_cast<int>(place) * 4 + edge, [=](Context& context) {
    const int i = row_of(place), j = column_of(place);
    return make_neighbor_set(context, diagonal, i, j, (edge & 1) != 0 ? i : place_pitch,
                             (edge & 2) != 0 ? j : place_pitch);
  });
}

template <int side>
struct KeptSums {
  std::uint64_t sums[table_colors][side][side + 1];
  constexpr KeptSums() : sums() { fill_hash_sums(sums); }
};

/// Made by the compiler: nearly every program needs it, and to make it takes longer than a small program.
[[maybe_unused]] constinit const KeptSums<usual_side> usual_sums;

[[maybe_unused]] const KeptSums<most_side>& kept_sums() {
  static const KeptSums<most_side> kept;
  return kept;
}

Palette make_palette(Context& context, std::uint32_t colors) {
  Palette palette{};
  Value values[10];
  std::uint64_t hashes[10];
  for (; colors != 0; colors &= colors - 1) {
    const int color = bits::trailing_zeros(colors);
    values[palette.size] = Value::integer(color);
    hashes[palette.size++] = hash::of_small_int(color);
  }
  const Value set = make_distinct_set(context, values, hashes, static_cast<std::size_t>(palette.size));
  set.set().materialize(context);  // shared by threads from here on
  palette.set = &set.set();
  for (int k = 0; k < palette.size; ++k)
    palette.colors[k] = static_cast<std::int8_t>(palette.set->values()[k].as_int());
  return palette;
}

std::unique_ptr<const ObjectTables> make_tables() {
  auto tables = std::make_unique<ObjectTables>();
  fill_hash_sums(tables->hash_sums);
  for (int height = 1; height <= table_side; ++height)
    for (int width = 1; width <= table_side; ++width) {
      const int start = shape_start(height, width), count = height * width;
      const ScanOrder scan = kept_scan(height, width).order;
      std::copy_n(scan.places, count, tables->scan + start);
      std::copy_n(scan.ranks, count, tables->ranks + start);
      for (const bool diagonal : {false, true})
        std::copy_n(kept_flood(height, width, diagonal), count, tables->floods[diagonal ? 1 : 0] + start);
    }
  for (const bool diagonal : {false, true})
    for (int edge = 0; edge < 4; ++edge)
      for (int i = 0; i < table_side; ++i)
        for (int j = 0; j < table_side; ++j)
          tables->neighbors[diagonal ? 1 : 0][edge][place_at(i, j)] = kept_neighbors(diagonal, place_at(i, j), edge);
  return tables;
}

}  // namespace

const ObjectTables& object_tables() {
  static const UntilUnload tables = make_tables();
  return **tables;
}

const Palette& palette_of(std::uint32_t colors) {
  static KeptEntries<Palette, 1 << 10> palettes;
  return palettes.get(static_cast<int>(colors), [=](Context& context) { return make_palette(context, colors); });
}

BATT_HD ScanOrder scan_order(int height, int width) {
#ifdef BATT_ON_DEVICE
  const int start = shape_start(height, width);
  return {object_tables_on_device->scan + start, object_tables_on_device->ranks + start};
#else
  return kept_scan(height, width).order;
#endif
}

BATT_HD const Place* flood_order(int height, int width, bool diagonal) {
#ifdef BATT_ON_DEVICE
  return object_tables_on_device->floods[diagonal ? 1 : 0] + shape_start(height, width);
#else
  return kept_flood(height, width, diagonal);
#endif
}

BATT_HD const NeighborSet& neighbor_set(bool diagonal, std::uint32_t place, int last_row, int last_column) {
  const int edge = neighbor_edge(place, last_row, last_column);
#ifdef BATT_ON_DEVICE
  return object_tables_on_device->neighbors[diagonal ? 1 : 0][edge][place];
#else
  return kept_neighbors(diagonal, place, edge);
#endif
}

BATT_HD HashSums hash_sums([[maybe_unused]] int height, [[maybe_unused]] int width) {
#ifdef BATT_ON_DEVICE
  return {object_tables_on_device->hash_sums[0][0], table_side};
#else
  if (std::max(height, width) <= usual_side) return {usual_sums.sums[0][0], usual_side};
  return {kept_sums().sums[0][0], most_side};
#endif
}

const rows::CellSums& window_sums() {
  static_assert(usual_side == rows::side);
  return usual_sums.sums;
}

RunRanks run_ranks(int height, int width) {
  static KeptEntries<KeptRanks, shape_count> kept;
  const KeptRanks& ranks =
      kept.get(shape_index(height, width), [=](Context& context) { return make_run_ranks(context, height, width); });
  return {ranks.least, height * width, width};
}

// Each call makes another object, as in Python; on the host their members are shared.
BATT_HD Value indices_of_shape(Context& context, int height, int width) {
#ifdef BATT_ON_DEVICE
  return cells_of_shape(context, height, width);
#else
  return Value::set(context.arena().make<SetRep>(*kept_scan(height, width).indices));
#endif
}

}  // namespace batt
