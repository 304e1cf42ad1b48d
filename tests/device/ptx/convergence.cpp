#include "tests/device/ptx/convergence.h"

#include "tests/device/ptx/execution.h"

namespace batt::ptx {

void Convergence::reset() {
  barriers_.clear();
  unused_.clear();
  for (auto& stack : stacks_) stack.clear();
  waiting_ = 0;
}

void Convergence::part(std::uint32_t lanes, const CallPath& path, std::uint32_t place) {
  // Lanes that leave a loop one after the other wait at one barrier.
  const std::uint32_t known = innermost(first_lane(lanes));
  if (known != none && barriers_[known].path == &path && barriers_[known].place == place) return;
  std::uint32_t number = static_cast<std::uint32_t>(barriers_.size());
  if (unused_.empty()) {
    barriers_.emplace_back();
  } else {
    number = unused_.back();
    unused_.pop_back();
  }
  barriers_[number] = {&path, place, lanes};
  for (const unsigned lane : Lanes{lanes}) stacks_[lane].push_back(number);
}

std::uint32_t Convergence::meeting_place(unsigned lane, const CallPath& path) const {
  const std::uint32_t barrier = innermost(lane);
  return barrier != none && barriers_[barrier].path == &path ? barriers_[barrier].place : nowhere;
}

std::uint32_t Convergence::companions(unsigned lane) const {
  std::uint32_t lanes = 0;
  for (unsigned other = 0; other < warp_size; ++other)
    lanes |= std::uint32_t{innermost(other) == innermost(lane)} << other;
  return lanes;
}

void Convergence::arrive(std::uint32_t lanes, std::uint32_t live) {
  waiting_ |= lanes;
  release(live);
}

void Convergence::release(std::uint32_t live) {
  waiting_ &= live;
  for (std::uint32_t pending = waiting_; pending != 0;) {
    const unsigned lane = first_lane(pending);
    const std::uint32_t number = innermost(lane), needed = barriers_[number].lanes & live;
    std::uint32_t here = 0;
    for (const unsigned other : Lanes{needed & waiting_}) here |= std::uint32_t{innermost(other) == number} << other;
    pending &= ~(here | 1u << lane);
    if (here != needed) continue;
    for (const unsigned other : Lanes{here}) stacks_[other].pop_back();
    waiting_ &= ~here;
    unused_.push_back(number);
  }
}

unsigned Convergence::missing(unsigned lane, std::uint32_t live) const {
  const std::uint32_t number = innermost(lane);
  for (const unsigned other : Lanes{barriers_[number].lanes & live})
    if ((waiting_ >> other & 1) == 0 || innermost(other) != number) return other;
  return lane;
}

}  // namespace batt::ptx
