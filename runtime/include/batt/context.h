// What one sample's run carries along: its memory, its error mode, its limits. One thread uses it at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "batt/arena.h"
#include "batt/value.h"

namespace batt {

/// Safe: an exception inside an op becomes that op's default, at the innermost op. Raw: it rises.
enum class ErrorMode : std::uint8_t { Safe, Raw };

struct Limits {
  double seconds = 0;                              ///< 0: none
  std::size_t memory = Arena::default_budget;      ///< bytes of values
  std::uint64_t steps = std::uint64_t{1} << 62;    ///< roughly: calls, and items built
};

class FailureLog;

class Context {
 public:
  explicit Context(ErrorMode mode = ErrorMode::Safe, const Limits& limits = {});

  /// Forgets every value and begins to count against the limits anew.
  void reset();
  void set_mode(ErrorMode mode) { mode_ = mode; }
  ErrorMode mode() const { return mode_; }
  void set_limits(const Limits& limits);

  Arena& arena() { return arena_; }
  /// For what does not outlive an op; use it inside an ArenaScope.
  Arena& scratch() { return scratch_; }

  /// Counts work done; throws LimitExceeded past a limit.
  void charge(std::uint64_t steps = 1) {
    if (steps > slice_) check_limits(steps);
    else slice_ -= steps;
  }

  /// The float `d` as arithmetic makes it: a nan gets an identity of its own.
  Value real(double d) { return d == d ? Value::real(d) : Value::real(d, ++nans_); }

  std::uint32_t next_closure() { return ++closures_; }

  /// Who is told of exceptions that do not end the program; null: no one.
  void set_log(FailureLog* log) { log_ = log; }
  FailureLog* log() const { return log_; }
  /// The source line of the statement that runs now.
  void set_line(std::uint32_t line) { line_ = line; }
  std::uint32_t line() const { return line_; }

  /// How deep functions call each other now; bounds the native stack.
  class CallDepth {
   public:
    explicit CallDepth(Context& context) : context_(context) {
      if (++context.depth_ > max_depth) {
        --context.depth_;
        throw LimitExceeded{Limit::Steps};
      }
    }
    ~CallDepth() { --context_.depth_; }
    CallDepth(const CallDepth&) = delete;
    CallDepth& operator=(const CallDepth&) = delete;

   private:
    Context& context_;
  };

 private:
  friend class Collector;
  static constexpr int max_depth = 2000;
  static constexpr std::uint64_t slice_size = 1 << 14;

  void check_limits(std::uint64_t steps);
  void grow_collected();

  Arena arena_;
  Arena scratch_;
  std::vector<Value> collected_;  ///< a stack of Collectors
  ErrorMode mode_;
  Limits limits_;
  std::uint64_t slice_ = 0;  ///< steps until the limits are looked at again
  std::uint64_t spent_ = 0;
  std::chrono::steady_clock::time_point deadline_;
  std::int32_t nans_ = 0;
  std::uint32_t closures_ = 0;
  int depth_ = 0;
  FailureLog* log_ = nullptr;
  std::uint32_t line_ = 0;
};

/// Gathers values one by one, as a generator yields them. Collectors nest like scopes.
class Collector {
 public:
  explicit Collector(Context& context) : context_(context), base_(context.collected_.size()) {}
  ~Collector() { context_.collected_.resize(base_); }
  Collector(const Collector&) = delete;
  Collector& operator=(const Collector&) = delete;

  void push(Value value) {
    if (context_.collected_.size() == context_.collected_.capacity()) context_.grow_collected();
    context_.collected_.push_back(value);
  }
  std::size_t size() const { return context_.collected_.size() - base_; }
  /// Valid until the next push on this context, also by what is called meanwhile: do not pass it to a call.
  Value* data() { return context_.collected_.data() + base_; }
  Value& operator[](std::size_t k) { return context_.collected_[base_ + k]; }

 private:
  Context& context_;
  std::size_t base_;
};

}  // namespace batt
