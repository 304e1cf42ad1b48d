#include "batt/context.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "batt/team.h"

namespace batt {

// ---- memory ---------------------------------------------------------------------------------------------------

struct Arena::Blocks {
  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
  };
  std::vector<Block> list;
};

#ifdef __CUDACC__
namespace {
__shared__ SampleStatus* running[most_threads_of_a_block];
}  // namespace

__device__ void begin_sample(SampleStatus* status) {
  running[threadIdx.x] = status;
  *status = {0, Reason::Steps, 0, no_op, 0};
}

__device__ void end_sample(std::uint16_t op, Reason reason) {
  SampleStatus& status = *running[threadIdx.x];
  status.answered = 0;
  status.reason = reason;
  status.op = op;
  team::dismiss();
  asm volatile("exit;");
  __builtin_unreachable();
}
#endif

BATT_HD void Arena::make_room(std::size_t bytes) {
#ifdef BATT_ON_DEVICE
  end_sample(no_op, Reason::Memory);
#else
  if (status_ != nullptr) throw Unanswered{Reason::Memory, no_op, status_->statement};
  open_block(bytes);
#endif
}

Arena::~Arena() { delete blocks_; }

void Arena::open_block(std::size_t bytes) {
  if (used_ > budget_) throw LimitExceeded{Limit::Memory};
  constexpr std::size_t block_size = std::size_t{1} << 18;
  if (blocks_ == nullptr) blocks_ = new Blocks;
  auto& blocks = blocks_->list;
  // Blocks behind the current one are left over from before a reset or release.
  std::size_t next = next_ == nullptr ? 0 : current_ + 1;
  while (next < blocks.size() && blocks[next].size < bytes) blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(next));
  if (next == blocks.size()) {
    const std::size_t size = std::max(bytes, block_size);
    blocks.push_back({std::unique_ptr<std::byte[]>(new std::byte[size]), size});
  }
  current_ = next;
  next_ = blocks[current_].bytes.get();
  end_ = next_ + blocks[current_].size;
}

void Arena::reset() {
  current_ = 0;
  used_ = 0;
  if (blocks_ == nullptr) return;
  next_ = blocks_->list[0].bytes.get();
  end_ = next_ + blocks_->list[0].size;
}

// ---- the context ----------------------------------------------------------------------------------------------

Context::Context(ErrorMode mode, const Limits& limits) : mode_(mode) { set_limits(limits); }

Context::~Context() { std::free(collected_); }

BATT_HD Context::Context(ErrorMode mode, std::uint64_t steps, std::byte* slab, std::size_t slab_size, SampleStatus* status)
    : arena_(slab, slab_size / 2, status), scratch_(slab + slab_size / 2, slab_size - slab_size / 2, status), mode_(mode), status_(status) {
  limits_.steps = steps;
}

void Context::set_limits(const Limits& limits) {
  limits_ = limits;
  arena_.set_budget(limits.memory);
  scratch_.set_budget(limits.memory);
  reset();
}

void Context::reset() {
  arena_.reset();
  scratch_.reset();
  collected_size_ = 0;
  slice_ = 0;
  spent_ = 0;
  nans_ = 0;
  closures_ = 0;
  if (limits_.seconds > 0)
    deadline_ = std::chrono::steady_clock::now() +
                std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(limits_.seconds));
}

BATT_HD void Context::check_limits(std::uint64_t steps) {
  spent_ += steps;
  if (spent_ > limits_.steps) stop(Limit::Steps);
#ifndef BATT_ON_DEVICE
  if (limits_.seconds > 0 && std::chrono::steady_clock::now() > deadline_) stop(Limit::Time);
#endif
  slice_ = std::min(std::uint64_t{slice_size}, limits_.steps - spent_);
  spent_ += slice_;
}

BATT_HD void stop(Limit limit) {
#ifdef BATT_ON_DEVICE
  end_sample(no_op, limit == Limit::Memory ? Reason::Memory : limit == Limit::Integer ? Reason::Integer : Reason::Steps);
#else
  throw LimitExceeded{limit};
#endif
}

BATT_HD void Context::give_up(std::uint16_t op, Reason reason) {
#ifdef BATT_ON_DEVICE
  end_sample(op, reason);
#else
  throw Unanswered{reason, op, line_};
#endif
}

BATT_HD void Context::grow_collected() {
  const std::size_t larger = std::max<std::size_t>(256, collected_capacity_ * 2);
#ifdef BATT_ON_DEVICE
  Value* grown = arena_.allocate<Value>(larger);
  copy_bytes(grown, collected_, collected_size_ * sizeof(Value));
#else
  if (larger > limits_.memory / sizeof(Value)) stop(Limit::Memory);
  auto* grown = static_cast<Value*>(std::realloc(static_cast<void*>(collected_), larger * sizeof(Value)));
  if (grown == nullptr) stop(Limit::Memory);
#endif
  collected_ = grown;
  collected_capacity_ = larger;
}

}  // namespace batt
