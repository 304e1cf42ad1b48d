// A map from values that share memory to what was made of them, for one run: emptied quickly, never shrunk.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "batt/value.h"

namespace batt::python {

template <class Made>
class ValueMap {
 public:
  /// What was made of this very value; null: nothing yet. Good until the next one is added.
  Made* find(Value value) {
    const Key key = key_of(value);
    for (std::size_t at = start(key); slots_[at] != 0; at = next(at))
      if (Entry& entry = entries_[slots_[at] - 1]; entry.key == key) return &entry.made;
    return nullptr;
  }
  /// For a value that find() does not know.
  void add(Value value, Made made) {
    if ((entries_.size() + 1) * 2 > slots_.size()) grow();
    entries_.push_back({key_of(value), made});
    put(entries_.size());
  }
  template <class Use>
  void clear(Use use) {
    if (entries_.empty()) return;
    for (const Entry& entry : entries_) use(entry.made);
    // What one large result needs should not be cleared after many small ones.
    slots_.assign(entries_.size() * 16 < slots_.size() ? fewest_slots : slots_.size(), 0);
    entries_.clear();
  }

 private:
  static constexpr std::size_t fewest_slots = 128;
  struct Key {
    std::uint64_t head, payload;
    bool operator==(const Key&) const = default;
  };
  struct Entry {
    Key key;
    Made made;
  };

  static Key key_of(Value value) {
    Key key;
    static_assert(sizeof key == sizeof value);
    std::memcpy(&key, &value, sizeof key);
    return key;
  }
  std::size_t start(const Key& key) const {
    const std::uint64_t mixed = (key.payload ^ key.head * 0x9e3779b97f4a7c15ull) * 0xd6e8feb86659fd93ull;
    return static_cast<std::size_t>(mixed >> 32) & (slots_.size() - 1);
  }
  std::size_t next(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }
  void put(std::size_t number) {
    std::size_t at = start(entries_[number - 1].key);
    while (slots_[at] != 0) at = next(at);
    slots_[at] = static_cast<std::uint32_t>(number);
  }
  void grow() {
    slots_.assign(slots_.size() * 2, 0);
    for (std::size_t number = 1; number <= entries_.size(); ++number) put(number);
  }

  std::vector<Entry> entries_;
  /// Numbers of entries, from 1 on; 0: free.
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(fewest_slots);
};

}  // namespace batt::python
