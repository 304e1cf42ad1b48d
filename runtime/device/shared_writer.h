// Copies values for a device. The samples of a task share its examples, and the calls of a sample its input: what
// several of them hold is copied once.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "runtime/device/value_writer.h"

namespace batt::device {

class SharedWriter {
 public:
  explicit SharedWriter(ValueWriter& writer) : writer_(writer) {}

  Value write(Value value) {
    if (!has_memory(value)) return value;
    // To copy a grid takes no longer than to look for a copy of it.
    if (value.is_grid()) return write_grid(value);
    return copies_.of(value, [&] { return writer_.write(value); });
  }

  /// Writes an array of `count` values, copies of value_at(k), and returns where the reader finds it.
  template <class ValueAt>
  const Value* write_all(std::size_t count, ValueAt value_at) {
    const std::size_t to = writer_.claim(count * sizeof(Value));
    for (std::size_t k = 0; k < count; ++k) writer_.put_one(to + k * sizeof(Value), write(value_at(k)));
    return writer_.at<Value>(to);
  }

 private:
  /// The copies of values that point to memory, by what they point to, and what they take it for.
  class Copies {
   public:
    /// The copy of a value; make() makes it.
    template <class Make>
    Value of(Value value, Make make) {
      if (last_.value.same_as(value)) return last_.copy;  // samples of a task come one after the other
      if (2 * (count_ + 1) > slots_.size()) grow();
      Slot& slot = slot_of(value);
      if (!slot.value.same_as(value)) {
        slot = {value, make()};
        ++count_;
      }
      last_ = slot;
      return slot.copy;
    }

   private:
    struct Slot {
      Value value, copy;  ///< None where the slot is free
    };

    Slot& slot_of(Value value) {
      const std::uint64_t mixed = reinterpret_cast<std::uintptr_t>(value.bytes()) * 0x9e3779b97f4a7c15u;
      std::size_t at = (mixed >> 32) & (slots_.size() - 1);
      while (!slots_[at].value.is_none() && !slots_[at].value.same_as(value)) at = (at + 1) & (slots_.size() - 1);
      return slots_[at];
    }
    void grow() {
      constexpr std::size_t fewest = 32;
      std::vector<Slot> old(std::max(fewest, 2 * slots_.size()));
      old.swap(slots_);
      for (const Slot& slot : old)
        if (!slot.value.is_none()) slot_of(slot.value) = slot;
    }

    std::vector<Slot> slots_;  ///< a power of two
    std::size_t count_ = 0;
    Slot last_;
  };

  Value write_grid(Value grid) {
    for (const auto& [known, copy] : last_grids_)
      if (known.same_as(grid)) return copy;
    next_grid_ = (next_grid_ + 1) % last_grids_.size();
    last_grids_[next_grid_] = {grid, writer_.write(grid)};
    return last_grids_[next_grid_].second;
  }

  ValueWriter& writer_;
  Copies copies_;
  std::array<std::pair<Value, Value>, 2> last_grids_;  ///< I and C of the call before
  std::size_t next_grid_ = 0;
};

}  // namespace batt::device
