#include "runtime/task/device_scoring.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <new>
#include <optional>
#include <utility>

#include "runtime/device/scores.h"
#include "runtime/task/threads.h"

namespace batt {
namespace {

using Clock = std::chrono::steady_clock;

CallScore score_of_call(const device::ScoredCall& scored) {
  CallScore score;
  score.is_made = true;
  if (scored.exception) {
    score.kind = Outcome::Kind::Raised;
    score.exception = *scored.exception;
  }
  return score;
}

}  // namespace

/// The samples of one error mode that one launch can take together.
struct DeviceScoring::Work {
  const DeviceProgram* program = nullptr;
  ErrorMode mode = ErrorMode::Safe;
  std::vector<ScoredSample*> samples;
  std::vector<Value> expected;
  std::vector<DevicePlace> places;
  SampleQueue queue;
};

void DeviceScoring::score(std::vector<ScoredSample>& samples) {
  Work work;
  for (ScoredSample& each : samples) {
    const DeviceProgram* program = each.scored->entry.device.get();
    const std::optional<Value> expected = expected_output(*each.sample);
    if (!expected || program == nullptr || !program->can_score()) continue;
    if (work.program == nullptr) work.program = program, work.mode = each.mode;
    if (each.mode != work.mode || !work.program->joins(*program)) continue;
    work.samples.push_back(&each);
    work.expected.push_back(*expected);
  }
  if (work.program == nullptr || !is_available(*work.program)) return;
  work.places = work.program->places(work.samples.size(), options_.device);
  const std::size_t part = work.samples.size() / std::max<std::size_t>(1, work.places.size());
  work.queue.fill(
      work.samples.size(),
      std::vector(work.places.size(), SampleQueue::Worker{std::clamp<std::size_t>(part / 8, 64, 4096), 16384}));
  run_on_threads(
      work.places.size(), [&](std::size_t place) { feed(work, place); }, [&] { work.queue.stop(); });
}

bool DeviceScoring::is_available(const DeviceProgram& program) {
  if (!was_asked_) {
    was_asked_ = true;
    unavailable_ = program.unavailable();
    if (!unavailable_.empty()) warn("no device is used, the samples are scored on the host: " + unavailable_);
  }
  return unavailable_.empty();
}

/// Scores blocks at a place, until nothing is left or something goes wrong there.
void DeviceScoring::feed(Work& work, std::size_t place) {
  bool goes_on = true;
  while (goes_on) {
    const SampleQueue::Range range = work.queue.take(place);
    if (range.size() == 0) break;
    const auto start = Clock::now();
    const DeviceRun ran = run(work, work.places[place], range);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    work.queue.report(place, range.size(), seconds);
    for (std::size_t k = range.begin; k < range.end; ++k) take(*work.samples[k], ran.status[k - range.begin]);
    goes_on = ran.trouble.empty();
    const std::lock_guard lock(mutex_);
    seconds_ += seconds;
    if (!goes_on) warn("a device failed, what it did not score is scored on the host: " + ran.trouble);
  }
  work.queue.leave(place);
}

DeviceRun DeviceScoring::run(const Work& work, DevicePlace place, SampleQueue::Range range) const {
  DeviceOptions device = options_.device;
  device.steps = std::min(device.steps, options_.limits.steps);
  device.sample_seconds = options_.limits.seconds;
  try {
    std::vector<DeviceCall> calls;
    calls.reserve(range.size());
    for (std::size_t k = range.begin; k < range.end; ++k)
      calls.push_back(
          {work.samples[k]->scored->entry.device.get(), &work.samples[k]->sample->inputs, &work.expected[k]});
    return work.program->score(place, work.mode, calls, options_.candidates, device);
  } catch (const std::bad_alloc&) {
    DeviceRun failed;
    failed.status.assign(range.size(), {0, Reason::Device, 0, no_op, 0, 0});
    failed.trouble = "the host has too little memory for the transfers";
    return failed;
  }
}

void DeviceScoring::take(ScoredSample& sample, const SampleStatus& status) const {
  if (status.answered == 0) return;
  const Candidates made = options_.candidates;
  const device::ScoredCall none = device::score_of(status, device::scores::none),
                           expected = device::score_of(status, device::scores::expected);
  if (none.has_match || expected.has_match) return;
  if (made.none) sample.score->none = score_of_call(none);
  if (made.expected) sample.score->expected = score_of_call(expected);
  sample.is_done = true;
}

/// Once.
void DeviceScoring::warn(const std::string& trouble) {
  if (!std::exchange(has_warned_, true)) std::fprintf(stderr, "warning: %s\n", trouble.c_str());
}

}  // namespace batt
