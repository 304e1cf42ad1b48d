#include "batt/context.h"

#include <algorithm>

namespace batt {

void Arena::open_block(std::size_t bytes) {
  if (used_ > budget_) throw LimitExceeded{Limit::Memory};
  // Blocks behind the current one are left over from before a reset or release.
  std::size_t next = next_ == nullptr ? 0 : current_ + 1;
  while (next < blocks_.size() && blocks_[next].size < bytes) blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(next));
  if (next == blocks_.size()) {
    const std::size_t size = std::max(bytes, block_size);
    blocks_.push_back({std::unique_ptr<std::byte[]>(new std::byte[size]), size});
  }
  current_ = next;
  next_ = blocks_[current_].bytes.get();
  end_ = next_ + blocks_[current_].size;
}

Context::Context(ErrorMode mode, const Limits& limits) : mode_(mode) { set_limits(limits); }

void Context::set_limits(const Limits& limits) {
  limits_ = limits;
  arena_.set_budget(limits.memory);
  scratch_.set_budget(limits.memory);
  reset();
}

void Context::reset() {
  arena_.reset();
  scratch_.reset();
  collected_.clear();
  slice_ = 0;
  spent_ = 0;
  nans_ = 0;
  closures_ = 0;
  depth_ = 0;
  if (limits_.seconds > 0)
    deadline_ = std::chrono::steady_clock::now() +
                std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(limits_.seconds));
}

void Context::check_limits(std::uint64_t steps) {
  spent_ += steps;
  if (spent_ > limits_.steps) throw LimitExceeded{Limit::Steps};
  if (limits_.seconds > 0 && std::chrono::steady_clock::now() > deadline_) throw LimitExceeded{Limit::Time};
  slice_ = std::min(slice_size, limits_.steps - spent_);
  spent_ += slice_;
}

void Context::grow_collected() {
  const std::size_t larger = std::max<std::size_t>(1024, collected_.capacity() * 2);
  if (larger > limits_.memory / sizeof(Value)) throw LimitExceeded{Limit::Memory};
  collected_.reserve(larger);
}

}  // namespace batt
