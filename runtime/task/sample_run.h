// Runs entries over samples, on the host's threads and on devices. All that runs samples does it through this: `battc
// run`, `test` and `bench`, built programs and the C interface.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "runtime/task/cost_model.h"
#include "runtime/task/runner.h"
#include "runtime/task/sample_queue.h"
#include "runtime/task/threads.h"

namespace batt {

class SampleRun {
 public:
  /// Takes the outcome of a call, whose values live until it returns; returns what it was written down as.
  /// Call k is that of entry k / samples for sample k % samples.
  /// May be called from several threads, once for each call. Memory that is missing (std::bad_alloc) is the sample's
  /// limit: it is called again, with that.
  using Taker = std::function<Written(std::size_t call, Context& context, const Outcome& outcome)>;

  /// All of them must outlive the object. The device programs of several entries must join each other. Without a taker,
  /// outcomes are not looked at and nothing is counted.
  SampleRun(std::vector<const Entry*> entries, const std::vector<Inputs>& samples, const RunOptions& options,
            Taker take);
  ~SampleRun();

  /// Runs every sample, and returns the seconds that it took. Throws what is no limit of a sample: a bug, or
  /// std::bad_alloc outside of any sample.
  double run();

  /// From now on outcomes are not taken and not counted.
  void stop_taking() { take_ = nullptr; }

  /// Of each entry. What devices did is the first one's.
  std::vector<RunStats> stats() const;

 private:
  class Worker;

  /// A call that no device has answered.
  struct Returned {
    std::size_t call;
    SampleStatus status;
  };

  std::size_t call_count() const { return entries_.size() * samples_.size(); }
  /// Most runs have one entry: a division would be a good part of what a small program costs.
  std::size_t entry_number(std::size_t call) const { return entries_.size() == 1 ? 0 : call / samples_.size(); }
  const Entry& entry_of(std::size_t call) const { return *entries_[entry_number(call)]; }
  const Inputs& inputs_of(std::size_t call) const { return samples_[call - entry_number(call) * samples_.size()]; }

  void choose_path();
  Worker* worker(std::size_t number);
  void run_on_host();
  void run_shared();
  void work(std::size_t number);
  void feed(std::size_t number, DevicePlace place);
  DeviceRun run_at(DevicePlace place, SampleQueue::Range calls) const;
  bool is_too_slow(std::size_t number) const;
  void finish_returned();

  const std::vector<const Entry*> entries_;
  const std::vector<Inputs>& samples_;
  const RunOptions& options_;
  Taker take_;
  PathChoice choice_{Path::Fast, ""};
  std::vector<DevicePlace> places_;  ///< of devices that take part
  std::size_t threads_;              ///< of the host
  std::size_t sharing_threads_ = 0;  ///< those that share the samples with devices
  WorkQueue queue_;
  SampleQueue shared_;
  std::vector<std::unique_ptr<Worker>> workers_;  ///< the host's, then the devices'
  std::vector<std::uint8_t> missed_;              ///< calls whose outcome could not be taken for want of memory

  std::mutex mutex_;  ///< of what devices report
  std::vector<Returned> returned_;
  DeviceStats device_stats_;
  std::set<int> devices_;
  std::string trouble_;
};

}  // namespace batt
