// What CPython does not fix: None, nan, text and functions hash by address or by a random seed, so a set that holds one
// of them beside other members iterates in an order that differs from run to run. A context notes who looks at such an
// order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace batt {

/// The statements of a run that looked at an order which CPython does not fix, by their lines.
class UnfixedLooks {
 public:
  UnfixedLooks() = default;
  /// Copies what is used: runs copy these often, and most of them are empty.
  UnfixedLooks(const UnfixedLooks& other) { *this = other; }
  UnfixedLooks& operator=(const UnfixedLooks& other) {
    count_ = other.count_;
    size_ = other.size_;
    all_from_ = other.all_from_;
    for (std::size_t k = 0; k < size_; ++k) lines_[k] = other.lines_[k];
    return *this;
  }

  void add(std::uint32_t line) {
    ++count_;
    if (includes(line)) return;
    if (size_ < most_lines)
      lines_[size_++] = line;
    else
      all_from_ = std::min(all_from_, line);
  }

  /// Whether the same statements looked.
  bool has_lines_of(const UnfixedLooks& other) const {
    return size_ == other.size_ && all_from_ == other.all_from_ && std::equal(lines_, lines_ + size_, other.lines_);
  }
  /// How often someone looked.
  std::uint64_t count() const { return count_; }
  /// Whether the statement at this line looked. Where there are very many that did, later ones count as well.
  bool includes(std::uint32_t line) const {
    return line >= all_from_ || std::find(lines_, lines_ + size_, line) != lines_ + size_;
  }
  /// Puts 1 to the places of those lines below `end` that it includes.
  void mark_lines(std::uint8_t* places, std::uint32_t end) const {
    for (std::size_t k = 0; k < size_; ++k)
      if (lines_[k] < end) places[lines_[k]] = 1;
    for (std::uint32_t line = all_from_; line < end; ++line) places[line] = 1;
  }

 private:
  static constexpr std::size_t most_lines = 32;

  std::uint64_t count_ = 0;
  std::size_t size_ = 0;
  std::uint32_t all_from_ = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t lines_[most_lines];
};

}  // namespace batt
