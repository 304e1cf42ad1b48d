// A cache of sectors with eight ways, in which the one used longest ago makes way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace batt::model {

class Cache {
 public:
  explicit Cache(std::size_t bytes) : lines_(std::max<std::size_t>(1, bytes / (ways * 32)) * ways) {}

  /// Whether the sector is there.
  bool look_up(std::uint64_t sector) {
    for (Line *line = set_of(sector), *end = line + ways; line != end; ++line)
      if (line->sector == sector + 1) return line->used = ++now_, true;
    return false;
  }
  /// Puts it there; look_up failed.
  void put(std::uint64_t sector) {
    Line* const set = set_of(sector);
    Line* const oldest =
        std::min_element(set, set + ways, [](const Line& a, const Line& b) { return a.used < b.used; });
    *oldest = {sector + 1, ++now_};
  }

 private:
  static constexpr std::size_t ways = 8;
  struct Line {
    std::uint64_t sector = 0, used = 0;  // the sector's number plus one
  };

  Line* set_of(std::uint64_t sector) {
    return lines_.data() + (sector * 0x9E3779B97F4A7C15u >> 20) % (lines_.size() / ways) * ways;
  }

  std::vector<Line> lines_;
  std::uint64_t now_ = 0;
};

}  // namespace batt::model
