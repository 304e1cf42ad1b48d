// Copies values for a device. The samples of a task share its examples, and the calls of a sample its input: what
// several of them hold is copied once.
#pragma once

#include <array>
#include <functional>
#include <unordered_map>

#include "runtime/device/value_writer.h"

namespace batt::device {

class SharedWriter {
 public:
  explicit SharedWriter(ValueWriter& writer) : writer_(writer) {}

  Value write(Value value) {
    if (!has_memory(value)) return value;
    // To copy a grid takes no longer than to look for a copy of it.
    if (value.is_grid()) return write_grid(value);
    const auto [place, is_new] = copies_.try_emplace(value);
    if (is_new) place->second = writer_.write(value);
    return place->second;
  }

  /// Writes an array of `count` values, copies of value_at(k), and returns where the reader finds it.
  template <class ValueAt>
  const Value* write_all(std::size_t count, ValueAt value_at) {
    const std::size_t to = writer_.claim(count * sizeof(Value));
    for (std::size_t k = 0; k < count; ++k) writer_.put_one(to + k * sizeof(Value), write(value_at(k)));
    return writer_.at<Value>(to);
  }

 private:
  /// By what they point to, and what they take it for.
  struct Hash {
    std::size_t operator()(const Value& v) const { return std::hash<const void*>()(v.bytes()); }
  };
  struct IsSame {
    bool operator()(const Value& a, const Value& b) const { return a.same_as(b); }
  };

  Value write_grid(Value grid) {
    for (const auto& [known, copy] : last_grids_)
      if (known.same_as(grid)) return copy;
    next_grid_ = (next_grid_ + 1) % last_grids_.size();
    last_grids_[next_grid_] = {grid, writer_.write(grid)};
    return last_grids_[next_grid_].second;
  }

  ValueWriter& writer_;
  std::unordered_map<Value, Value, Hash, IsSame> copies_;
  std::array<std::pair<Value, Value>, 2> last_grids_;  ///< I and C of the call before
  std::size_t next_grid_ = 0;
};

}  // namespace batt::device
