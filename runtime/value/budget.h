// What one sample may spend: time, memory and steps. Everything done for a sample is charged here, the encoding of its
// result included; past a limit the sample ends.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "batt/status.h"
#include "batt/target.h"

namespace batt {

class Arena;

struct Limits {
  double seconds = 0;                            ///< 0: none
  std::size_t memory = std::size_t{1} << 32;     ///< bytes held for a sample
  std::uint64_t steps = std::uint64_t{1} << 62;  ///< roughly: calls, and items built, compared, hashed or encoded
};

/// Ends the sample at a limit: throws LimitExceeded; on the device flags the sample and ends its lane.
[[noreturn]] BATT_HD void stop(Limit limit);

/// Someone who can end a run from outside, such as a user at a keyboard.
class Interrupts {
 public:
  virtual ~Interrupts() = default;
  /// Asked every few thousand steps, on the thread that runs. True ends the sample with Limit::Interrupted.
  virtual bool requested() = 0;
};

class Budget {
 public:
  Budget() = default;
  /// On the device: the clock ends the sample, too; 0: it does not.
  BATT_HD Budget(std::uint64_t steps, std::uint64_t end) : end_on_device_(end) { limits_.steps = steps; }
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  void set_limits(const Limits& limits) {
    limits_ = limits;
    is_limited_ = limits.seconds > 0 || limits.steps != Limits{}.steps;
  }
  const Limits& limits() const { return limits_; }
  void set_interrupts(Interrupts* interrupts) { interrupts_ = interrupts; }
  Interrupts* interrupts() const { return interrupts_; }
  /// Begins to count time and steps anew. Memory that is still held stays counted.
  void restart() {
    // Without a limit to keep, short runs share a slice: someone who can end them is asked as seldom as in one long
    // run.
    if (is_limited_)
      restart_limited();
    else
      spent_ = slice_;
  }

  /// Counts work done. A step stands for some ten nanoseconds; the clock is read every few thousand of them.
  BATT_HD void charge(std::uint64_t steps) {
    if (steps > slice_)
      check(steps);
    else
      slice_ -= steps;
  }

  /// Charges a step if that takes no look at the limits. False if it does: to be asked again after prepare_step().
  bool takes_step() {
    if (slice_ == 0) return false;
    --slice_;
    return true;
  }
  void prepare_step() {
    charge(1);
    ++slice_;
  }

  /// Counts memory that is about to be allocated, and reads the clock. Past the limit the arenas free what they keep
  /// for later; if that is not enough, the sample ends.
  void take(std::size_t bytes);
  void give_back(std::size_t bytes) { held_ -= bytes; }
  std::size_t held() const { return held_; }
  /// An arena that may hold memory for later.
  void add(Arena& arena) { arenas_[arena_count_++] = &arena; }

 private:
  static constexpr std::uint64_t slice_size = 1 << 14;

  void restart_limited();
  BATT_HD void check(std::uint64_t steps);
  void check_time() const;

  Limits limits_;
  bool is_limited_ = false;  ///< in time or steps
  std::uint64_t slice_ = 0;  ///< steps until the limits are looked at again
  std::uint64_t spent_ = 0;
  std::chrono::steady_clock::time_point deadline_;
  std::uint64_t end_on_device_ = 0;
  std::size_t held_ = 0;
  Arena* arenas_[2] = {};
  int arena_count_ = 0;
  Interrupts* interrupts_ = nullptr;
};

/// Memory outside the arenas that is counted as long as this lives.
class HeldMemory {
 public:
  explicit HeldMemory(Budget& budget) : budget_(budget) {}
  ~HeldMemory() { budget_.give_back(bytes_); }
  HeldMemory(const HeldMemory&) = delete;
  HeldMemory& operator=(const HeldMemory&) = delete;

  void grow(std::size_t bytes) {
    budget_.take(bytes);
    bytes_ += bytes;
  }

 private:
  Budget& budget_;
  std::size_t bytes_ = 0;
};

}  // namespace batt
