// What one sample's run carries along: its memory, its error mode, its limits. One thread uses it at a time, on the
// device too.
#pragma once

#include <cstdint>

#include "batt/target.h"
#include "batt/value.h"
#include "runtime/value/arena.h"
#include "runtime/value/budget.h"
#include "runtime/value/unfixed_looks.h"

namespace batt {

/// Safe: an exception inside an op becomes that op's default, at the innermost op. Raw: it rises.
enum class ErrorMode : std::uint8_t { Safe, Raw };

/// Which bodies of an op run on the host.
enum class BodyPolicy : std::uint8_t {
  Fast,     ///< the packed one, and the general one where it declines
  Checked,  ///< the general one alone, on unpacked values
};

inline constexpr std::uint16_t no_op = 0xffff;

/// How a sample ended on the fast path, as the device reports it.
struct SampleStatus {
  std::uint32_t answered;  ///< 1: the answers are there
  Reason reason;           ///< why not, else
  std::uint8_t unused;
  std::uint16_t op;          ///< the op that could not answer, or no_op
  std::uint32_t statement;   ///< which statement of the program it was
  std::uint32_t answer = 0;  ///< where among the device's answers its own begins
};

/// Thrown on the host where the device would flag the sample.
struct Unanswered {
  Reason reason;
  std::uint16_t op;
  std::uint32_t statement;
};

inline constexpr unsigned most_threads_of_a_block = 256;

#ifdef __CUDACC__
/// On the device: tells the host why the sample of this lane ends here, and ends the lane.
[[noreturn]] __device__ void abort_sample(std::uint16_t op, Reason reason);
/// Which sample the lane runs from now on, and where the line of its statement is kept; null: nowhere yet.
__device__ void begin_sample(SampleStatus* status, const std::uint32_t* line);
/// On the device: its clock, in nanoseconds.
__device__ inline std::uint64_t device_clock() {
  std::uint64_t now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}
#endif

class FailureLog;
class DeclineCounts;

class Context {
 public:
  explicit Context(ErrorMode mode = ErrorMode::Safe, const Limits& limits = {});
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// On the device: a slab of memory, half of it for what does not outlive an op.
  /// It ends when the device's clock is at `end`; 0: the clock does not matter.
  BATT_HD Context(ErrorMode mode, std::uint64_t steps, std::uint64_t end, std::byte* slab, std::size_t slab_size,
                  SampleStatus* status);

  /// Forgets every value and begins to count against the limits anew.
  void reset();
  /// Begins to count time and steps anew, and keeps every value.
  void restart_limits() { budget_.restart(); }
  void set_mode(ErrorMode mode) { mode_ = mode; }
  BATT_HD ErrorMode mode() const { return mode_; }
  void set_limits(const Limits& limits);
  void set_body_policy(BodyPolicy bodies) { bodies_ = bodies; }
  BodyPolicy bodies() const { return bodies_; }
  /// Whether ops try their packed bodies.
  BATT_HD bool uses_packed() const {
#ifdef BATT_ON_DEVICE
    return true;
#else
    return bodies_ == BodyPolicy::Fast;
#endif
  }

  BATT_HD Arena& arena() { return arena_; }
  /// For what does not outlive an op; use it inside an ArenaScope.
  BATT_HD Arena& scratch() { return scratch_; }

  /// Counts work done; past a limit the sample ends.
  BATT_HD void charge(std::uint64_t steps = 1) { budget_.charge(steps); }
  /// On the host: charges the step of an op whose packed body may run. False if it may not, or if more is to be done to
  /// charge a step, which prepare_step() does.
  bool takes_step() { return uses_packed() && budget_.takes_step(); }
  void prepare_step() { budget_.prepare_step(); }
  Budget& budget() { return budget_; }

  /// Ends the sample because the fast path cannot answer this op: throws Unanswered, or flags as above.
  [[noreturn]] BATT_HD void give_up(std::uint16_t op, Reason reason);

  /// See nesting.h.
  struct Nesting {
    std::uint8_t orders = 0;
  };
  BATT_HD Nesting& nesting() { return nesting_; }

  /// The float `d` as arithmetic makes it: a nan gets an identity of its own.
  BATT_HD Value real(double d) { return d == d ? Value::real(d) : Value::real(d, ++nans_); }

  BATT_HD std::uint32_t next_closure() { return ++closures_; }

  /// Who may end a run; null: no one.
  void set_interrupts(Interrupts* interrupts) { budget_.set_interrupts(interrupts); }
  Interrupts* interrupts() const { return budget_.interrupts(); }

  /// Who is told of exceptions that do not end the program; null: no one.
  void set_log(FailureLog* log) { log_ = log; }
  FailureLog* log() const { return log_; }
  /// Where calls that packed bodies decline are counted; null: nowhere.
  void set_declines(DeclineCounts* declines) { declines_ = declines; }
  DeclineCounts* declines() const { return declines_; }
  bool reports_declines() const { return declines_ != nullptr || log_ != nullptr; }

  /// The source line of the statement that runs now.
  BATT_HD void set_line(std::uint32_t line) { line_ = line; }
  BATT_HD const std::uint32_t& line() const { return line_; }

  /// Notes that the statement that runs now looks at the order of a set that CPython does not fix. On the device the
  /// sample ends, and the host runs it.
  BATT_HD void note_unfixed_look() {
#ifdef BATT_ON_DEVICE
    give_up(no_op, Reason::Order);
#else
    unfixed_looks_.add(line_);
#endif
  }
  const UnfixedLooks& unfixed_looks() const { return unfixed_looks_; }
  void set_unfixed_looks(const UnfixedLooks& looks) { unfixed_looks_ = looks; }

 private:
  friend class ScratchVector;

  BATT_HD void grow_collected();
  void empty_collected();

  std::uint32_t line_ = 0;  ///< the first: emitted programs set it in every statement, and its place makes that short
  Budget budget_;
  Arena arena_;
  Arena scratch_;
  Value* collected_ = nullptr;  ///< a stack of ScratchVectors
  std::size_t collected_size_ = 0;
  std::size_t collected_capacity_ = 0;   ///< counted against the budget
  std::size_t collected_allocated_ = 0;  ///< on the host; kept for later samples
  ErrorMode mode_;
  BodyPolicy bodies_ = BodyPolicy::Fast;
  Nesting nesting_;
  std::int32_t nans_ = 0;
  std::uint32_t closures_ = 0;
  UnfixedLooks unfixed_looks_;
  FailureLog* log_ = nullptr;
  DeclineCounts* declines_ = nullptr;
};

/// Gathers values one by one, as a generator yields them. They nest like scopes.
class ScratchVector {
 public:
  BATT_HD explicit ScratchVector(Context& context) : context_(context), base_(context.collected_size_) {}
  BATT_HD ~ScratchVector() { context_.collected_size_ = base_; }
  ScratchVector(const ScratchVector&) = delete;
  ScratchVector& operator=(const ScratchVector&) = delete;

  BATT_HD void push(Value value) {
    if (context_.collected_size_ == context_.collected_capacity_) context_.grow_collected();
    context_.collected_[context_.collected_size_++] = value;
  }
  BATT_HD std::size_t size() const { return context_.collected_size_ - base_; }
  /// Valid until the next push on this context, also by what is called meanwhile: do not pass it to a call.
  BATT_HD Value* data() { return context_.collected_ + base_; }
  BATT_HD Value& operator[](std::size_t k) { return context_.collected_[base_ + k]; }

 private:
  Context& context_;
  std::size_t base_;
};

}  // namespace batt
