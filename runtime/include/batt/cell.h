// A cell of a set, packed into 32 bits: a location (i, j), or a location with its colour (i, j, c).
// Locations outside -2048..2047 and colours outside -128..127 do not fit; sets that hold one stay generic.
#pragma once

#include <cstdint>

#include "batt/target.h"

namespace batt {

class Cell {
 public:
  static constexpr int location_bits = 12;
  static constexpr int location_limit = 1 << (location_bits - 1);

  Cell() = default;
  BATT_HD Cell(int i, int j, int c = 0)
      : bits_(static_cast<std::uint32_t>(i) << 20 | (static_cast<std::uint32_t>(j) & 0xfff) << 8 |
              (static_cast<std::uint32_t>(c) & 0xff)) {}

  BATT_HD static bool fits(std::int64_t i, std::int64_t j) {
    // Added without a sign: any number may be asked about.
    return static_cast<std::uint64_t>(i) + location_limit < 2 * location_limit &&
           static_cast<std::uint64_t>(j) + location_limit < 2 * location_limit;
  }
  BATT_HD static bool color_fits(std::int64_t c) { return static_cast<std::uint64_t>(c) + 128 < 256; }

  BATT_HD int i() const { return static_cast<std::int32_t>(bits_) >> 20; }
  BATT_HD int j() const { return static_cast<std::int32_t>(bits_ << 12) >> 20; }
  BATT_HD int c() const { return static_cast<std::int8_t>(bits_); }
  BATT_HD std::uint32_t bits() const { return bits_; }
  BATT_HD static Cell from_bits(std::uint32_t bits) {
    Cell cell;
    cell.bits_ = bits;
    return cell;
  }
  BATT_HD Cell location() const { return from_bits(bits_ & ~0xffu); }

  friend BATT_HD bool operator==(Cell a, Cell b) { return a.bits_ == b.bits_; }
  friend BATT_HD bool operator!=(Cell a, Cell b) { return a.bits_ != b.bits_; }

 private:
  std::uint32_t bits_ = 0;
};

}  // namespace batt
