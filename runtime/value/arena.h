// Memory for the values of one run: allocation is a pointer bump, freeing is a reset of everything at once.
// On the host it grows by blocks, for which the sample's budget is charged; it throws LimitExceeded{Limit::Memory} if
// there are no more. On the device it is one piece of the sample's slab, past which the sample ends there and runs on
// the host instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

#include "batt/status.h"
#include "batt/target.h"
#include "runtime/value/budget.h"
#include "runtime/value/bytes.h"

namespace batt {

struct SampleStatus;

class Arena {
 public:
  /// Grows as far as there is memory.
  Arena() = default;
  /// Grows as far as the budget allows.
  explicit Arena(Budget& budget) : budget_(&budget) { budget.add(*this); }
  /// A piece of memory that cannot grow; `status` is told when it is full.
  BATT_HD Arena(std::byte* memory, std::size_t size, SampleStatus* status)
      : next_(memory), end_(memory + size), status_(status) {}
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  template <class T>
  BATT_HD T* allocate(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= alignment);
    return static_cast<T*>(allocate_bytes(count, sizeof(T)));
  }

  template <class T>
  BATT_HD T* copy(const T* from, std::size_t count) {
    T* to = allocate<T>(count);
    if (count != 0) copy_bytes(to, from, count * sizeof(T));
    return to;
  }

  template <class T, class... Arguments>
  BATT_HD T* make(Arguments&&... arguments) {
    return new (allocate<T>(1)) T{static_cast<Arguments&&>(arguments)...};
  }

  /// The bytes that are left of a piece of memory that cannot grow.
  BATT_HD std::size_t left() const { return static_cast<std::size_t>(end_ - next_); }

  /// A point to return to: what was allocated since is free again.
  struct Mark {
    std::size_t block;
    std::byte* next;
    std::byte* end;

    BATT_HD bool operator==(const Mark& other) const { return next == other.next && block == other.block; }
  };
  BATT_HD Mark mark() const { return {current_, next_, end_}; }
  BATT_HD void release(const Mark& mark) {
    current_ = mark.block;
    next_ = mark.next;
    end_ = mark.end;
  }

  /// On the host: everything since the mark is free again, and no longer counts against the budget. Some blocks are
  /// kept for later, since memory that the system has to map again is slow. What the next sample can allocate does not
  /// depend on them.
  void reset_to(const Mark& mark);
  /// Most samples need no more than the first block: it stays open.
  void reset() {
    if (only_block_ != nullptr)
      release({0, only_block_, only_block_ + usual_block});
    else
      reset_to({0, nullptr, nullptr});
  }
  /// On the host: frees the blocks that are kept for later.
  void free_unused_blocks();

 private:
  static constexpr std::size_t alignment = 16;
  static constexpr std::size_t usual_block = std::size_t{1} << 18;
  static constexpr std::size_t most_bytes = std::size_t{1} << 48;  ///< more than any machine has

  struct Blocks;

  BATT_HD void* allocate_bytes(std::size_t count, std::size_t size) {
    // At least something, so that even an empty array has an address: memcpy and memset want one.
    std::size_t bytes = count == 0 ? alignment : (count * size + alignment - 1) & ~(alignment - 1);
    if (count > most_bytes / size) bytes = most_bytes;
    if (bytes > static_cast<std::size_t>(end_ - next_)) make_room(bytes);
    void* result = next_;
    next_ += bytes;
    return result;
  }

  BATT_HD void make_room(std::size_t bytes);
  void open_block(std::size_t bytes);
  void note_blocks();

  Blocks* blocks_ = nullptr;
  std::byte* only_block_ = nullptr;  ///< if it alone is counted, and is of the usual size
  std::size_t current_ = 0;
  std::byte* next_ = nullptr;
  std::byte* end_ = nullptr;
  Budget* budget_ = nullptr;
  SampleStatus* status_ = nullptr;
};

/// Gives back what was allocated in its lifetime.
class ArenaScope {
 public:
  BATT_HD explicit ArenaScope(Arena& arena) : arena_(arena), mark_(arena.mark()) {}
  BATT_HD ~ArenaScope() { arena_.release(mark_); }
  ArenaScope(const ArenaScope&) = delete;
  ArenaScope& operator=(const ArenaScope&) = delete;

 private:
  Arena& arena_;
  Arena::Mark mark_;
};

}  // namespace batt
