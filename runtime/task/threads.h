// Threads over the samples of a run.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>

namespace batt {

/// The most threads of one run.
inline constexpr std::size_t max_jobs = 1024;

/// Numbers from 0 on, handed out in blocks to whoever asks.
class WorkQueue {
 public:
  void fill(std::size_t count, std::size_t workers);
  /// Calls `work` with one number after the other until none is left.
  template <class Work>
  void drain(Work work) {
    for (std::size_t first = next_.fetch_add(block_); first < count_; first = next_.fetch_add(block_))
      for (std::size_t k = first, end = std::min(first + block_, count_); k < end; ++k) work(k);
  }
  /// Leaves the rest undone.
  void stop() { next_ = count_; }

 private:
  std::size_t count_ = 0;
  std::size_t block_ = 1;
  std::atomic<std::size_t> next_ = 0;
};

/// Calls work(0), work(1), .. up to `wanted`, each on a thread of its own but for the first, which runs on the calling
/// thread. Threads that the system does not give are done without: work(0) at least is called. Throws what one of them
/// throws when all have ended; `stop` is called first, to tell the others.
void run_on_threads(std::size_t wanted, const std::function<void(std::size_t worker)>& work,
                    const std::function<void()>& stop);

}  // namespace batt
