// One queue of samples for workers of different speed: threads of the host, and streams of devices.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

namespace batt {

class SampleQueue {
 public:
  struct Worker {
    std::size_t first;  ///< samples of its first block, when nothing is known of its speed
    std::size_t most;   ///< samples of one block
  };
  struct Range {
    std::size_t begin, end;
    std::size_t size() const { return end - begin; }
  };

  void fill(std::size_t count, const std::vector<Worker>& workers);

  /// The next samples for a worker: half of what would be its part of those that are left, by how quick the workers
  /// are, so that all end at about the same time. Empty: none is left.
  Range take(std::size_t worker);
  /// How long the worker took for so many samples.
  void report(std::size_t worker, std::size_t samples, double seconds);
  /// Samples of one second; 0 if nothing was reported.
  double speed(std::size_t worker) const;
  /// The worker takes no more.
  void leave(std::size_t worker);
  /// Drops the rest.
  void stop();

 private:
  struct State {
    Worker worker;
    double speed = 0;
    std::size_t last = 0;  ///< samples of its last block
    bool has_left = false;
  };

  double share_of(std::size_t worker) const;

  mutable std::mutex mutex_;
  std::vector<State> workers_;
  std::size_t next_ = 0, count_ = 0;
};

}  // namespace batt
