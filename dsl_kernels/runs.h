// A grid of bytes as runs: neighbouring cells of one colour in one row.
#pragma once

#include <cstdint>
#include <cstring>

#include "batt/value.h"
#include "dsl_kernels/grid_access.h"
#include "runtime/value/bits.h"
#include "runtime/value/context.h"

namespace batt {

struct CellRun {
  std::uint8_t row, begin, end;  ///< the columns from begin to end - 1
  std::int8_t color;
  std::uint16_t parent, part;  ///< for whoever joins runs

  BATT_HD int size() const { return end - begin; }
};

struct Runs {
  CellRun* runs;
  std::uint32_t count;
};

/// A bit for each of the eight cells from `row` on that differs from its left neighbour.
BATT_HD inline std::uint64_t eight_starts(const std::int8_t* row) {
  constexpr std::uint64_t low_bits = 0x7f7f7f7f7f7f7f7full, high_bits = ~low_bits;
  std::uint64_t here, left;
  std::memcpy(&here, row, 8);
  std::memcpy(&left, row - 1, 8);
  const std::uint64_t differ = here ^ left;
  const std::uint64_t marks = (((differ & low_bits) + low_bits) | differ) & high_bits;
  // A multiplication gathers the eight marks side by side.
  return (marks >> 7) * 0x0102040810204080ull >> 56;
}

/// A bit for each of a row's cells that differs from its left neighbour, and for the first one.
BATT_HD inline std::uint64_t run_starts(const std::int8_t* row, int width) {
  std::uint64_t starts = 1;
  int j = 1;
  for (; j + 8 <= width; j += 8) starts |= eight_starts(row + j) << j;
  if (width > 8) return j == width ? starts : starts | eight_starts(row + width - 8) << (width - 8);
  for (; j < width; ++j) starts |= static_cast<std::uint64_t>(row[j] != row[j - 1]) << j;
  return starts;
}

/// Writes the runs of row i, which begin where `starts` says; returns where the next one goes.
BATT_HD inline CellRun* write_runs(const std::int8_t* row, int width, int i, std::uint64_t starts, CellRun* out) {
  while (starts != 0) {
    const int begin = bits::trailing_zeros(starts);
    starts &= starts - 1;
    const int end = starts != 0 ? bits::trailing_zeros(starts) : width;
    *out++ = {static_cast<std::uint8_t>(i),
              static_cast<std::uint8_t>(begin),
              static_cast<std::uint8_t>(end),
              row[begin],
              0,
              0};
  }
  return out;
}

/// The runs of a grid up to 64 cells wide and 255 high, row by row, in the scratch arena; the caller scopes it.
BATT_HD Runs find_runs(Context& context, Value grid);

/// Where the bytes that equal the first one end; begin < end.
BATT_HD inline const std::int8_t* end_of_run(const std::int8_t* begin, const std::int8_t* end) {
  const std::uint64_t eight_alike = 0x0101010101010101ull * static_cast<std::uint8_t>(*begin);
  const std::int8_t* at = begin + 1;
  for (; end - at >= 8; at += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, at, 8);
    if (eight != eight_alike) return at + bits::trailing_zeros(eight ^ eight_alike) / 8;
  }
  while (at != end && *at == *begin) ++at;
  return at;
}

/// Leaves the runs of a colour out.
BATT_HD inline void drop_color(Runs& runs, std::int8_t color) {
  std::uint32_t kept = 0;
  for (std::uint32_t k = 0; k < runs.count; ++k) {
    runs.runs[kept] = runs.runs[k];
    kept += runs.runs[k].color != color ? 1 : 0;
  }
  runs.count = kept;
}

/// Writes the cells of a run; returns where the next one goes.
template <class Run>
BATT_HD inline Cell* write_run(const Run& run, Cell* out) {
  std::uint32_t bits = Cell(run.row, run.begin, run.color).bits();
  for (int k = run.size(); k != 0; --k, bits += 1 << 8) *out++ = Cell::from_bits(bits);
  return out;
}

}  // namespace batt
