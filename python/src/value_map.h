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
  /// What was made of this very value; null: nothing yet.
  Made* find(Value value) {
    const Key key = key_of(value);
    for (std::size_t at = start(key);; at = (at + 1) & (slots_.size() - 1)) {
      if (!slots_[at].used) return nullptr;
      if (slots_[at].key == key) return &slots_[at].made;
    }
  }
  /// For a value that find() does not know.
  void add(Value value, Made made) {
    if (taken_.size() * 2 >= slots_.size()) grow();
    put({key_of(value), made, true});
  }
  template <class Use>
  void clear(Use use) {
    for (const std::uint32_t at : taken_) {
      use(slots_[at].made);
      slots_[at].used = false;
    }
    taken_.clear();
  }

 private:
  struct Key {
    std::uint64_t head, payload;
    bool operator==(const Key&) const = default;
  };
  struct Slot {
    Key key{};
    Made made{};
    bool used = false;
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
  void put(const Slot& slot) {
    std::size_t at = start(slot.key);
    while (slots_[at].used) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
    taken_.push_back(static_cast<std::uint32_t>(at));
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    const std::vector<std::uint32_t> taken = std::move(taken_);
    taken_.clear();
    for (const std::uint32_t at : taken) put(old[at]);
  }

  std::vector<Slot> slots_ = std::vector<Slot>(256);
  std::vector<std::uint32_t> taken_;
};

}  // namespace batt::python
