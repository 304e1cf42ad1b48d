// CPython's set of tuples of ints, as setobject.c has it, to compare the runtime's orders with. Shares no code with it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace batt::test {

using Item = std::vector<int>;

inline std::uint64_t python_hash(const Item& item) {
  std::uint64_t state = 2870177450012600261ull;
  for (const int part : item) {
    state += static_cast<std::uint64_t>(static_cast<std::int64_t>(part == -1 ? -2 : part)) * 14029467366897019727ull;
    state = (state << 31) | (state >> 33);
    state *= 11400714785074694791ull;
  }
  state += item.size() ^ (2870177450012600261ull ^ 3527539ull);
  return state == ~0ull ? 1546275796ull : state;
}

class PythonSet {
 public:
  PythonSet() : slots_(8) {}
  /// set(items).
  explicit PythonSet(const std::vector<Item>& items) : PythonSet() {
    for (const Item& item : items) add(item);
  }

  std::vector<Item> items() const {
    std::vector<Item> listed;
    for (const Slot& slot : slots_)
      if (slot.used) listed.push_back(*slot.used);
    return listed;
  }

  void add(const Item& item) {
    const std::size_t at = find(item, python_hash(item));
    if (slots_[at].used) return;
    slots_[at] = {item, false};
    ++used_, ++fill_;
    if (fill_ * 5 >= (slots_.size() - 1) * 3) resize(used_ > 50000 ? used_ * 2 : used_ * 4);
  }

  bool contains(const Item& item) const { return slots_[find(item, python_hash(item))].used.has_value(); }

  /// set(other), and the left side of `|`.
  PythonSet copy() const { return PythonSet().merge(*this); }

  PythonSet& merge(const PythonSet& other) {
    if ((fill_ + other.used_) * 5 >= (slots_.size() - 1) * 3) resize((used_ + other.used_) * 2);
    if (fill_ == 0 && slots_.size() == other.slots_.size() && other.fill_ == other.used_)
      *this = other;
    else
      for (const Item& item : other.items()) place(item);
    return *this;
  }

  PythonSet intersection(const PythonSet& other) const {
    const bool walks_this = other.used_ > used_;
    const PythonSet &walked = walks_this ? *this : other, &asked = walks_this ? other : *this;
    return walked.filtered([&](const Item& item) { return asked.contains(item); });
  }

  PythonSet difference(const PythonSet& other) const {
    if (used_ / 4 <= other.used_) return filtered([&](const Item& item) { return !other.contains(item); });
    PythonSet left = copy();
    for (const Item& item : other.items()) {
      const std::size_t at = left.find(item, python_hash(item));
      if (!left.slots_[at].used) continue;
      left.slots_[at] = {std::nullopt, true};
      --left.used_;
    }
    if (left.fill_ - left.used_ > (left.slots_.size() - 1) / 4)
      left.resize(left.used_ > 50000 ? left.used_ * 2 : left.used_ * 4);
    return left;
  }

  /// set(item for item in self if keep(item)).
  template <class Keep>
  PythonSet filtered(Keep keep) const {
    PythonSet kept;
    for (const Item& item : items())
      if (keep(item)) kept.add(item);
    return kept;
  }

 private:
  struct Slot {
    std::optional<Item> used;
    bool dummy = false;
  };

  /// Where the item is, or the free slot where its search ends.
  std::size_t find(const Item& item, std::uint64_t hash) const {
    const std::uint64_t mask = slots_.size() - 1;
    std::uint64_t perturb = hash, at = hash & mask;
    while (true) {
      const std::uint64_t run = at + 9 <= mask ? 9 : 0;
      for (std::uint64_t k = at; k <= at + run; ++k)
        if (!slots_[k].dummy && (!slots_[k].used || *slots_[k].used == item)) return k;
      perturb >>= 5;
      at = (at * 5 + 1 + perturb) & mask;
    }
  }

  /// Adds it to a table that is large enough.
  void place(const Item& item) {
    const std::size_t at = find(item, python_hash(item));
    if (slots_[at].used) return;
    slots_[at] = {item, false};
    ++used_, ++fill_;
  }

  void resize(std::size_t minimum) {
    const std::vector<Item> kept = items();
    std::size_t size = 8;
    while (size <= minimum) size *= 2;
    slots_.assign(size, {});
    used_ = fill_ = 0;
    for (const Item& item : kept) place(item);
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0, fill_ = 0;
};

}  // namespace batt::test
