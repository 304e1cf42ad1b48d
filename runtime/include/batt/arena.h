// Memory for the values of one run: allocation is a pointer bump, freeing is a reset of everything at once.
// Past its budget it throws LimitExceeded{Limit::Memory}.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

#include "batt/status.h"

namespace batt {

class Arena {
 public:
  static constexpr std::size_t default_budget = std::size_t{1} << 32;

  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  template <class T>
  T* allocate(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= alignment);
    return static_cast<T*>(allocate_bytes(count, sizeof(T)));
  }

  template <class T>
  T* copy(const T* from, std::size_t count) {
    T* to = allocate<T>(count);
    if (count != 0) std::memcpy(static_cast<void*>(to), from, count * sizeof(T));
    return to;
  }

  template <class T, class... Arguments>
  T* make(Arguments&&... arguments) {
    return new (allocate<T>(1)) T{static_cast<Arguments&&>(arguments)...};
  }

  /// A point to return to: what was allocated since is free again.
  struct Mark {
    std::size_t block;
    std::byte* next;
    std::size_t used;
  };
  Mark mark() const { return {current_, next_, used_}; }
  void release(const Mark& mark) {
    current_ = mark.block;
    next_ = mark.next;
    used_ = mark.used;
    end_ = blocks_.empty() || next_ == nullptr ? next_ : blocks_[current_].bytes.get() + blocks_[current_].size;
  }

  void reset() { release({0, blocks_.empty() ? nullptr : blocks_[0].bytes.get(), 0}); }
  void set_budget(std::size_t bytes) { budget_ = bytes; }
  std::size_t used() const { return used_; }

 private:
  static constexpr std::size_t alignment = 16;
  static constexpr std::size_t block_size = std::size_t{1} << 18;

  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
  };

  void* allocate_bytes(std::size_t count, std::size_t size) {
    if (count > budget_ / size) throw LimitExceeded{Limit::Memory};
    // At least something, so that even an empty array has an address: memcpy and memset want one.
    const std::size_t bytes = count == 0 ? alignment : (count * size + alignment - 1) & ~(alignment - 1);
    used_ += bytes;
    if (bytes > static_cast<std::size_t>(end_ - next_) || used_ > budget_) open_block(bytes);
    void* result = next_;
    next_ += bytes;
    return result;
  }

  void open_block(std::size_t bytes);

  std::vector<Block> blocks_;
  std::size_t current_ = 0;
  std::byte* next_ = nullptr;
  std::byte* end_ = nullptr;
  std::size_t used_ = 0;
  std::size_t budget_ = default_budget;
};

/// Gives back what was allocated in its lifetime.
class ArenaScope {
 public:
  explicit ArenaScope(Arena& arena) : arena_(arena), mark_(arena.mark()) {}
  ~ArenaScope() { arena_.release(mark_); }
  ArenaScope(const ArenaScope&) = delete;
  ArenaScope& operator=(const ArenaScope&) = delete;

 private:
  Arena& arena_;
  Arena::Mark mark_;
};

}  // namespace batt
