// Scores samples on devices, which compare results where they are.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "runtime/task/evaluate.h"
#include "runtime/task/sample_queue.h"

namespace batt {

/// A sample to score, and what scores it.
struct ScoredSample {
  const ScoredEntry* scored;
  ErrorMode mode;
  const Task::Sample* sample;
  SampleScore* score;
  bool is_done = false;
};

class DeviceScoring {
 public:
  explicit DeviceScoring(const EvaluateOptions& options) : options_(options) {}

  /// Scores what devices can score for certain: calls without a match, and those that an exception ends. Whatever else
  /// there is (matches, which the caller wants to know more of; what a device gives up) is left undone, for the host.
  void score(std::vector<ScoredSample>& samples);

  /// Seconds that streams of devices took, all together.
  double seconds() const { return seconds_; }

 private:
  struct Work;

  bool is_available(const DeviceProgram& program);
  void feed(Work& work, std::size_t place);
  DeviceRun run(const Work& work, DevicePlace place, SampleQueue::Range range) const;
  void take(ScoredSample& sample, const SampleStatus& status) const;
  void warn(const std::string& trouble);

  const EvaluateOptions& options_;
  std::mutex mutex_;
  std::string unavailable_;  ///< why no device can be used, in words
  bool was_asked_ = false;   ///< whether that is known
  bool has_warned_ = false;
  double seconds_ = 0;
};

}  // namespace batt
