// What objects() and its relatives look up instead of computing: hashes of cells, orders that depend on nothing but a
// grid's shape, neighbour sets. On the host an entry is made when it is first asked for, and kept: by any thread, for
// all runs. The device reads one table, which the host fills and uploads once.
#pragma once

#include <array>
#include <cstdint>

#include "batt/value.h"
#include "dsl_kernels/places.h"
#include "runtime/rows/kernels.h"
#include "runtime/value/context.h"
#include "runtime/value/hash.h"

namespace batt {

inline constexpr int table_colors = 10;

/// The order of asindices, in which objects() looks for the first cell of an object.
struct ScanOrder {
  const Place* places;
  const std::uint16_t* ranks;  ///< of cell (i, j): ranks[i * width + j]
};

/// `{(i, j) for i, j in neighbors(cell) if inside the grid}`, and the table it leaves when merged into an empty set.
struct NeighborSet {
  Place merged[8];
  Place listed[8];
  std::uint8_t merged_slots[8];
  std::uint8_t count;
  std::uint8_t merged_mask;
};

/// In a table of all neighbour sets: whether a cell lies in the last row or column is all that matters of the grid.
BATT_HD constexpr int neighbor_edge(std::uint32_t place, int last_row, int last_column) {
  return (row_of(place) == last_row ? 1 : 0) | (column_of(place) == last_column ? 2 : 0);
}

/// Where the cells of a shape begin in a table of all shapes up to table_side, and how many there are in all.
BATT_HD constexpr int shape_start(int height, int width) {
  constexpr int widths = table_side * (table_side + 1) / 2;
  return widths * (height * (height - 1) / 2) + height * (width * (width - 1) / 2);
}
inline constexpr int shape_cells = shape_start(table_side, table_side) + table_side * table_side;

/// All of it for grids up to table_side, as the device reads it.
struct ObjectTables {
  std::uint64_t hash_sums[table_colors][table_side][table_side + 1];
  NeighborSet neighbors[2][4][table_side * place_pitch];
  Place scan[shape_cells];
  std::uint16_t ranks[shape_cells];
  Place floods[2][shape_cells];
};

/// On the host: all of it, made now.
const ObjectTables& object_tables();

#ifdef __CUDACC__
/// Set by the host to its copy of object_tables().
extern __device__ const ObjectTables* object_tables_on_device;
#endif

// Height and width up to place_side.

BATT_HD ScanOrder scan_order(int height, int width);

/// The order in which objects() adds the cells of a grid that is one object.
BATT_HD const Place* flood_order(int height, int width, bool diagonal);

BATT_HD const NeighborSet& neighbor_set(bool diagonal, std::uint32_t place, int last_row, int last_column);

/// frozenset((i, j) for i in range(height) for j in range(width)).
BATT_HD Value indices_of_shape(Context& context, int height, int width);

/// On the host: the set of colours 0 to 9, a bit for each, whose order does not depend on which was added first. It is
/// shared: a palette is a copy of it.
struct Palette {
  const SetRep* set;
  std::int8_t colors[10];  ///< in order
  int size;
};
const Palette& palette_of(std::uint32_t colors);

/// An object's hash is made of the xor of its cells' shuffled hashes; this has the xors of whole runs of cells.
struct HashSums {
  const std::uint64_t* sums;
  int side;

  /// Over the cells (i, begin, color) to (i, end - 1, color).
  BATT_HD std::uint64_t of_run(int i, int begin, int end, int color) const {
    if (static_cast<unsigned>(color) < table_colors && i < side && end <= side) {
      const std::uint64_t* row = sums + (color * side + i) * (side + 1);
      return row[begin] ^ row[end];
    }
    std::uint64_t mixed = 0;
    for (int j = begin; j < end; ++j) mixed ^= hash::shuffle(hash::of_triple(i, j, color));
    return mixed;
  }
};
/// For the cells of a grid of this shape.
BATT_HD HashSums hash_sums(int height, int width);

// On the host, for grids that the vector kernels take:

/// The same for the kernels.
const rows::CellSums& window_sums();

/// The least rank in the order of asindices (ScanOrder) among neighbouring cells of a row.
struct RunRanks {
  static constexpr int levels = 6;  ///< of 1, 2, 4, ... 32 cells
  static constexpr auto level_of = [] {
    std::array<std::uint8_t, rows::side + 1> table{};
    for (unsigned size = 2; size <= rows::side; ++size) table[size] = static_cast<std::uint8_t>(table[size / 2] + 1);
    return table;
  }();

  const std::uint16_t* least;  ///< of so many cells from each cell on; the levels one after the other
  int cells, width;

  std::uint16_t earliest_of(const rows::Run& run) const {
    const int size = run.size(), level = level_of[static_cast<std::size_t>(size)];
    const std::uint16_t* row = least + level * cells + run.row * width + run.begin;
    const std::uint16_t first = row[0], last = row[size - (1 << level)];
    return first < last ? first : last;
  }
};
RunRanks run_ranks(int height, int width);

}  // namespace batt
