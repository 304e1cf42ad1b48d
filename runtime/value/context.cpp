#include "runtime/value/context.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "runtime/team/team.h"

namespace batt {

// ---- memory ---------------------------------------------------------------------------------------------------

struct Arena::Blocks {
  static constexpr std::size_t most_kept = std::size_t{1} << 24;  ///< bytes, after a reset

  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t capacity;
    std::size_t counted;  ///< against the budget: what a new block would have
  };
  std::vector<Block> list;  ///< those in use, then those that are kept for later

  /// For a block that is counted already; ends the sample if the system has no memory.
  static std::unique_ptr<std::byte[]> allocate(std::size_t size, Budget* budget);
  /// Stops counting a block.
  void discount(Block& block, Budget* budget);
  /// Frees the blocks from this one on.
  void free_from(std::size_t first, Budget* budget);
  /// Keeps some of the blocks from this one on for later, and frees the others.
  void release_from(std::size_t first, Budget* budget);
  /// The smallest of the blocks from `first` on with so many bytes, or the end.
  std::vector<Block>::iterator find(std::size_t first, std::size_t bytes);
};

#ifdef __CUDACC__
namespace {
struct Running {
  SampleStatus* status;
  const std::uint32_t* line;
};
__shared__ Running running[most_threads_of_a_block];
}  // namespace

__device__ void begin_sample(SampleStatus* status, const std::uint32_t* line) {
  running[threadIdx.x] = {status, line};
  *status = {0, Reason::Steps, 0, no_op, 0};
}

__device__ void abort_sample(std::uint16_t op, Reason reason) {
  const Running& sample = running[threadIdx.x];
  SampleStatus& status = *sample.status;
  if (sample.line != nullptr) status.statement = *sample.line;
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
  abort_sample(no_op, Reason::Memory);
#else
  if (status_ != nullptr) throw Unanswered{Reason::Memory, no_op, status_->statement};
  open_block(bytes);
#endif
}

Arena::~Arena() { delete blocks_; }

std::unique_ptr<std::byte[]> Arena::Blocks::allocate(std::size_t size, Budget* budget) {
  std::unique_ptr<std::byte[]> bytes(new (std::nothrow) std::byte[size]);
  if (bytes != nullptr) return bytes;
  if (budget != nullptr) budget->give_back(size);
  stop(Limit::Memory);
}

void Arena::Blocks::discount(Block& block, Budget* budget) {
  if (budget != nullptr) budget->give_back(block.counted);
  block.counted = 0;
}

void Arena::Blocks::free_from(std::size_t first, Budget* budget) {
  for (std::size_t k = first; k < list.size(); ++k) discount(list[k], budget);
  list.resize(first);
}

auto Arena::Blocks::find(std::size_t first, std::size_t bytes) -> std::vector<Block>::iterator {
  auto best = list.end();
  for (auto block = list.begin() + static_cast<std::ptrdiff_t>(first); block != list.end(); ++block) {
    if (block->capacity < bytes || (best != list.end() && best->capacity <= block->capacity)) continue;
    best = block;
    if (best->capacity == bytes) break;
  }
  return best;
}

void Arena::open_block(std::size_t bytes) {
  if (blocks_ == nullptr) blocks_ = new Blocks;
  auto& blocks = blocks_->list;
  // Blocks after the current one are left over from before a reset or release.
  const std::size_t next = next_ == nullptr ? 0 : current_ + 1;
  const std::size_t size = std::max(bytes, usual_block);
  auto block = blocks_->find(next, size);
  if (block == blocks.end() || block->counted != size) {
    if (budget_ != nullptr) budget_->take(size);
    block = blocks_->find(next, size);  // that may have freed it
    if (block == blocks.end()) block = blocks.insert(block, {Blocks::allocate(size, budget_), size, 0});
    blocks_->discount(*block, budget_);
    block->counted = size;
  }
  std::iter_swap(blocks.begin() + static_cast<std::ptrdiff_t>(next), block);
  current_ = next;
  next_ = blocks[current_].bytes.get();
  end_ = next_ + size;
  note_blocks();
}

void Arena::note_blocks() {
  const auto& blocks = blocks_->list;
  const auto is_counted = [](const Blocks::Block& block) { return block.counted != 0; };
  const bool is_alone = !blocks.empty() && std::none_of(blocks.begin() + 1, blocks.end(), is_counted);
  only_block_ = is_alone && blocks[0].counted == usual_block ? blocks[0].bytes.get() : nullptr;
}

void Arena::Blocks::release_from(std::size_t first, Budget* budget) {
  const std::size_t most = budget == nullptr ? most_kept : std::min(most_kept, budget->limits().memory / 16);
  std::size_t kept = 0, last = first;
  for (; last < list.size() && kept + list[last].capacity <= most; ++last) {
    kept += list[last].capacity;
    discount(list[last], budget);
  }
  free_from(last, budget);
}

void Arena::reset_to(const Mark& mark) {
  release(mark);
  if (blocks_ == nullptr) return;
  blocks_->release_from(mark.next == nullptr ? 0 : mark.block + 1, budget_);
  note_blocks();
}

void Arena::free_unused_blocks() {
  if (blocks_ == nullptr) return;
  blocks_->free_from(next_ == nullptr ? 0 : current_ + 1, budget_);
  note_blocks();
}

// ---- limits ---------------------------------------------------------------------------------------------------

void Budget::restart_limited() {
  spent_ = slice_ = 0;
  if (limits_.seconds > 0)
    deadline_ = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                       std::chrono::duration<double>(limits_.seconds));
}

BATT_HD void Budget::check(std::uint64_t steps) {
  if (steps > limits_.steps - spent_) {
    spent_ = limits_.steps;
    stop(Limit::Steps);
  }
  spent_ += steps;
#ifdef BATT_ON_DEVICE
  if (end_on_device_ != 0 && device_clock() > end_on_device_) stop(Limit::Time);
#else
  check_time();
#endif
  slice_ = std::min(std::uint64_t{slice_size}, limits_.steps - spent_);
  spent_ += slice_;
}

void Budget::check_time() const {
  if (limits_.seconds > 0 && std::chrono::steady_clock::now() > deadline_) stop(Limit::Time);
  if (interrupts_ != nullptr && interrupts_->requested()) stop(Limit::Interrupted);
}

void Budget::take(std::size_t bytes) {
  check_time();
  if (bytes > limits_.memory || held_ > limits_.memory - bytes)
    for (int k = 0; k < arena_count_; ++k) arenas_[k]->free_unused_blocks();
  if (bytes > limits_.memory || held_ > limits_.memory - bytes) stop(Limit::Memory);
  held_ += bytes;
}

// ---- the context ----------------------------------------------------------------------------------------------

namespace {
#ifdef BATT_ON_DEVICE
constexpr std::size_t smallest_collection = 256;
#else
constexpr std::size_t smallest_collection = 4096;
#endif
}  // namespace

Context::Context(ErrorMode mode, const Limits& limits) : arena_(budget_), scratch_(budget_), mode_(mode) {
  set_limits(limits);
}

Context::~Context() { std::free(collected_); }

BATT_HD Context::Context(ErrorMode mode, std::uint64_t steps, std::uint64_t end, std::byte* slab, std::size_t slab_size,
                         SampleStatus* status)
    : budget_(steps, end),
      arena_(slab, slab_size / 2, status),
      scratch_(slab + slab_size / 2, slab_size - slab_size / 2, status),
      mode_(mode) {}

void Context::set_limits(const Limits& limits) {
  const bool is_other_memory = limits.memory != budget_.limits().memory;
  budget_.set_limits(limits);
  reset();
  if (!is_other_memory) return;
  // A block that is still open was counted against the limit before.
  for (Arena* const arena : {&arena_, &scratch_}) arena->reset_to({});
}

void Context::reset() {
  arena_.reset();
  scratch_.reset();
  empty_collected();
  nans_ = 0;
  closures_ = 0;
  line_ = 0;
  unfixed_looks_ = {};
  budget_.restart();
}

BATT_HD void stop(Limit limit) {
#ifdef BATT_ON_DEVICE
  abort_sample(no_op, limit == Limit::Memory    ? Reason::Memory
                      : limit == Limit::Integer ? Reason::Integer
                      : limit == Limit::Time    ? Reason::Time
                                                : Reason::Steps);
#else
  throw LimitExceeded{limit};
#endif
}

BATT_HD void Context::give_up(std::uint16_t op, Reason reason) {
#ifdef BATT_ON_DEVICE
  abort_sample(op, reason);
#else
  throw Unanswered{reason, op, line_};
#endif
}

BATT_HD void Context::grow_collected() {
  // Large ones grow by steps, so that the time that filling them takes is looked at.
  constexpr std::size_t largest_step = std::size_t{1} << 20;
  const std::size_t larger = std::max(std::size_t{smallest_collection},
                                      collected_capacity_ + std::min(collected_capacity_, std::size_t{largest_step}));
#ifdef BATT_ON_DEVICE
  Value* grown = arena_.allocate<Value>(larger);
  copy_bytes(grown, collected_, collected_size_ * sizeof(Value));
#else
  budget_.take((larger - collected_capacity_) * sizeof(Value));
  Value* grown = collected_;
  if (larger > collected_allocated_) {
    grown = static_cast<Value*>(std::realloc(static_cast<void*>(collected_), larger * sizeof(Value)));
    if (grown == nullptr) {
      budget_.give_back((larger - collected_capacity_) * sizeof(Value));
      stop(Limit::Memory);
    }
    collected_allocated_ = larger;
  }
#endif
  collected_ = grown;
  collected_capacity_ = larger;
}

void Context::empty_collected() {
  constexpr std::size_t most_kept = std::size_t{1} << 18;
  collected_size_ = 0;
  if (collected_capacity_ <= smallest_collection) return;
  budget_.give_back(collected_capacity_ * sizeof(Value));
  collected_capacity_ = 0;
  if (collected_allocated_ <= most_kept) return;
  std::free(collected_);
  collected_ = nullptr;
  collected_allocated_ = 0;
}

}  // namespace batt
