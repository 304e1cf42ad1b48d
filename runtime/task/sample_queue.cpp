#include "runtime/task/sample_queue.h"

#include <algorithm>

namespace batt {

void SampleQueue::fill(std::size_t count, const std::vector<Worker>& workers) {
  const std::lock_guard lock(mutex_);
  next_ = 0;
  count_ = count;
  // Speeds of an earlier run are kept.
  workers_.resize(workers.size());
  for (std::size_t k = 0; k < workers.size(); ++k) {
    workers_[k].worker = workers[k];
    workers_[k].has_left = false;
  }
}

SampleQueue::Range SampleQueue::take(std::size_t worker) {
  // A block that is much larger than the last one may take much longer than thought.
  constexpr std::size_t most_growth = 4;
  const std::lock_guard lock(mutex_);
  State& state = workers_[worker];
  const std::size_t left = count_ - next_;
  std::size_t size = state.worker.first;
  if (state.speed > 0) {
    size = static_cast<std::size_t>(static_cast<double>(left) * share_of(worker) / 2);
    size = std::min({size, state.worker.most, most_growth * state.last});
  }
  size = std::min(std::max<std::size_t>(size, 1), left);
  state.last = size;
  next_ += size;
  return {next_ - size, next_};
}

/// Of the speed of all workers; those whose speed is not known count as this one.
double SampleQueue::share_of(std::size_t worker) const {
  const double own = workers_[worker].speed;
  double sum = 0;
  for (const State& state : workers_)
    if (!state.has_left) sum += state.speed > 0 ? state.speed : own;
  return own / sum;
}

void SampleQueue::report(std::size_t worker, std::size_t samples, double seconds) {
  constexpr double shortest = 1e-9;
  const std::lock_guard lock(mutex_);
  const double speed = static_cast<double>(samples) / std::max(seconds, shortest);
  double& known = workers_[worker].speed;
  known = known > 0 ? (known + speed) / 2 : speed;
}

double SampleQueue::speed(std::size_t worker) const {
  const std::lock_guard lock(mutex_);
  return workers_[worker].speed;
}

void SampleQueue::leave(std::size_t worker) {
  const std::lock_guard lock(mutex_);
  workers_[worker].has_left = true;
}

void SampleQueue::stop() {
  const std::lock_guard lock(mutex_);
  next_ = count_;
}

}  // namespace batt
