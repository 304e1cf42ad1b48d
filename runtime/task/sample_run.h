// Runs one entry over samples, on the host's threads or on a device. All that runs samples does it through this: `battc
// run`, `test` and `bench`, built programs and the C interface.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "runtime/task/runner.h"
#include "runtime/task/threads.h"

namespace batt {

class SampleRun {
 public:
  /// Takes the outcome of a sample, whose values live until it returns; returns what it was written down as.
  /// May be called from several threads, once for each sample. Memory that is missing (std::bad_alloc) is the sample's
  /// limit: it is called again, with that.
  using Taker = std::function<Written(std::size_t sample, Context& context, const Outcome& outcome)>;

  /// All of them must outlive the object. Without a taker, outcomes are not looked at and nothing is counted.
  SampleRun(const Entry& entry, const std::vector<Inputs>& samples, const RunOptions& options, Taker take);
  ~SampleRun();

  /// Runs every sample, and returns the seconds that it took. Throws what is no limit of a sample: a bug, or
  /// std::bad_alloc outside of any sample.
  double run();

  /// From now on outcomes are not taken and not counted.
  void stop_taking() { take_ = nullptr; }

  RunStats stats() const;

 private:
  class Worker;

  void run_device();
  void work(std::size_t worker);

  const Entry& entry_;
  const std::vector<Inputs>& samples_;
  const RunOptions& options_;
  Taker take_;
  Path path_;
  DeviceRun from_device_;  ///< if the path is the device's
  WorkQueue queue_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::uint8_t> missed_;  ///< samples whose outcome could not be taken for want of memory
};

}  // namespace batt
