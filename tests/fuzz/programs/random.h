// Random numbers that are the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>

namespace battc::fuzz {

class Random {
 public:
  /// A sequence of its own for each program of a seed.
  Random(std::uint64_t seed, std::uint64_t program) : engine_(mixed(seed * 0x9e3779b97f4a7c15u + program)) {}

  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  int between(int least, int most) { return least + below(most - least + 1); }
  bool chance(int percent) { return below(100) < percent; }

  template <class Items>
  decltype(auto) pick(const Items& items) {
    return items[static_cast<std::size_t>(below(static_cast<int>(std::size(items))))];
  }

 private:
  static std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
  }

  std::mt19937_64 engine_;
};

}  // namespace battc::fuzz
