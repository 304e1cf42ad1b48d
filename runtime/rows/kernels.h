// What the host does with vector units: sets of cells in a window of 32 x 32 as 32 words, and grids of bytes.
// The kernels are compiled once for each level of vector units. `kernels` is the table of the best level that this
// machine has; without any it is null, and callers go cell by cell, as device code does. (On the device a window is
// made for a warp: a row for each lane. An implementation of these kernels for a team of lanes would stand beside
// this.)
#pragma once

#include <cstdint>

namespace batt::rows {

/// Height and width of a window.
inline constexpr int side = 32;

/// Cells of a window: bit j of words[i] is the cell (i + down, j + right) of the window that two sets share. Cells that
/// lie outside it are left out. Rows outside 0 to height - 1 are empty, and not read.
struct Placed {
  const std::uint32_t* words;
  int height;
  int down = 0, right = 0;
};

/// The ends belong to it.
struct Box {
  int top, left, bottom, right;
};

/// A grid of at most 32 x 32 bytes. Nothing outside of it is read.
struct Grid {
  const std::int8_t* bytes;
  int height, width;
};

/// The colours of a set in a window: that of the cell (i, j) is bytes[i * pitch + j], or `color` without bytes. Those
/// of other cells are not read.
struct Colors {
  const std::int8_t* bytes;
  int pitch;
  std::int8_t color;
};

/// How often the colours 0 to 15 occur.
struct ColorSurvey {
  std::uint32_t present;  ///< a bit for each colour
  std::uint32_t counts[16];
};

inline constexpr int no_background = 256;

/// Which cells of a grid's foreground belong to one object because they touch. Of each pair of runs that touch, one bit
/// is set at least, and where that follows from other bits, none.
struct Links {
  std::uint32_t run_count;                            ///< of whole runs: those of one object, side by side, are one
  std::uint32_t starts[side], ends[side];             ///< the first and last cells of runs of one colour
  std::uint32_t joined[side];                         ///< starts of runs that belong to the run before them
  std::uint32_t above[side];                          ///< cells that belong together with the cell above, ...
  std::uint32_t above_left[side], above_right[side];  ///< ... or, if objects may be diagonal, with those beside that
};

struct LinkKind {
  bool univalued, diagonal;
  int background;  ///< or no_background
};

/// Neighbouring cells of one object in one row.
struct Run {
  std::uint64_t mixed;  ///< the xor of what its cells stand for
  std::uint32_t cells;  ///< a bit for each column
  std::uint8_t row, begin;
  std::int8_t color;  ///< of the first cell
  bool one_color;

  int size() const { return __builtin_popcount(cells); }
};

/// What cells of the colours 0 to 9 stand for: sums[color][row][j] is the xor of it over the first j cells of a row.
using CellSums = std::uint64_t[10][side][side + 1];

struct Joined {
  std::uint32_t object_count;
  bool other_colors;  ///< there are cells of other colours, and `mixed` counts for nothing
};

/// Things of 32 bytes that lie side by side in memory, and the byte that each stands for: those of the first one and
/// the ones after it.
struct Series {
  std::uintptr_t first;
  std::uint32_t count;  ///< at most 256
  std::int8_t value;    ///< of the first
};

struct Kernels {
  const char* name;

  // Results are 32 words, unless something else is said; these return how many cells there are.
  std::uint32_t (*unite)(const Placed& a, const Placed& b, std::uint32_t* out);
  std::uint32_t (*intersect)(const Placed& a, const Placed& b, std::uint32_t* out);
  std::uint32_t (*subtract)(const Placed& a, const Placed& b, std::uint32_t* out);
  std::uint32_t (*unite_all)(const Placed* sets, std::uint32_t count, std::uint32_t* out);
  /// How many cells both have, those outside the window, too.
  std::uint32_t (*count_common)(const Placed& a, const Placed& b);

  /// The box around at least one cell.
  Box (*box)(const std::uint32_t* words, int height);

  /// The cells of a colour.
  std::uint32_t (*cells_of_color)(const Grid& grid, std::int8_t color, std::uint32_t* out);
  /// The cells of a set where the grid has a colour.
  std::uint32_t (*cells_on_color)(const Grid& grid, const Placed& set, std::int8_t color, std::uint32_t* out);

  /// Of at least one byte and at most most_surveyed. False if there are other colours than 0 to 15.
  bool (*survey)(const std::int8_t* bytes, std::uint32_t count, ColorSurvey& out);
  /// The colour that more cells have than any other one; false if several may be as common.
  bool (*most_common)(const std::int8_t* bytes, std::uint32_t count, std::int8_t& color);
  /// Which colours there are; false as above.
  bool (*colors)(const std::int8_t* bytes, std::uint32_t count, std::uint32_t& present);

  /// Adds the cells of the set that lie in the first rows and columns of a window, which has colours for each of its
  /// cells, 32 a row. False, and the window counts for nothing, if one of them was there in another colour.
  bool (*lay_over)(const Placed& set, const Colors& colors, int height, int width, std::uint32_t* words,
                   std::int8_t* window_colors);

  // These write up to `excess` bytes after the result.
  /// A copy in which the cells of the set have their colours.
  void (*paint)(const Grid& grid, const Placed& set, const Colors& colors, std::int8_t* out);
  /// A copy of `count` bytes in which `from` is `to`.
  void (*replace)(const std::int8_t* bytes, std::uint32_t count, std::int8_t from, std::int8_t to, std::int8_t* out);

  /// What the things at these addresses stand for; false if there are others than those of the series.
  bool (*values_at)(const void* const* addresses, std::uint32_t count, const Series& series, std::int8_t* out);

  void (*link)(const Grid& grid, const LinkKind& kind, Links& out);
  /// Lists the whole runs of a grid that is linked in this way, row by row, and joins them to objects. A run's parent
  /// is a run before it of the same object, or the run itself if it is the first one.
  Joined (*join)(const Grid& grid, const LinkKind& kind, const Links& links, const CellSums& sums, Run* runs,
                 std::uint16_t* parents);
};

inline constexpr std::uint32_t most_surveyed = 8160;
inline constexpr std::size_t excess = 32;

/// Null until the library is initialised, and on machines without AVX2. BATT_VECTORS=none, avx2 or avx512 in the
/// environment chooses a lower level than the best one.
extern const Kernels* kernels;

enum class Level : std::uint8_t { None, Avx2, Avx512 };
/// The best level of this machine.
Level best_level();
/// Null for None. Calls work only on machines of that level.
const Kernels* kernels_of(Level level);

}  // namespace batt::rows
