// Scoring: runs programs over the samples of tasks, without and with the expected output as candidate C, and tells
// which results equal the expected output. Results are compared as values; what does not match is never written down.
// The same code serves `battc score` and battc.evaluate of the Python package.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/exec/candidates.h"
#include "runtime/task/runner.h"
#include "runtime/task/task.h"

namespace batt {

/// A result that equals the expected output: an entry of o, or what a solver returns.
struct Match {
  std::optional<std::int64_t> t;  ///< the number of its statement; nothing for a solver
  std::string solver;             ///< its solver's id, the X of a solve_X
};

/// An entry of s that belongs to a match: it names the solver of one, or none ('None'), as it is for all of them.
struct MatchedDiffer {
  std::optional<std::int64_t> t;
  std::string solver;
  std::string differ;
  std::string value;  ///< as JSON; {"limit": ..} if it cannot be written
};

/// What came of one call. Most calls match nothing, so what there is to tell of matches lies elsewhere.
struct CallScore {
  struct Found {
    std::vector<Match> matches;
    std::vector<MatchedDiffer> differs;    ///< as keep_differs() writes them down
    std::shared_ptr<void> kept = nullptr;  ///< what another MatchTaker made of them
  };

  bool is_made = false;
  bool unfixed = false;  ///< whether the matches, or that there are none, depend on what CPython does not fix
  Outcome::Kind kind = Outcome::Kind::Result;
  Exception exception{};         ///< of Outcome::Kind::Raised
  Limit limit{};                 ///< of Outcome::Kind::Limited
  std::unique_ptr<Found> found;  ///< null: no match

  const std::vector<Match>& matches() const { return found_or_none().matches; }
  const std::vector<MatchedDiffer>& differs() const { return found_or_none().differs; }

 private:
  const Found& found_or_none() const;
};

/// Called for each call with matches, on the thread that made it, while its values live. `entry`: its place among an
/// Evaluator's entries.
using MatchTaker = std::function<void(std::size_t entry, Context& context, const Outcome& outcome, CallScore& score)>;

/// The places in s of the entries that belong to the matches.
std::vector<std::size_t> matched_differs(Context& context, const Outcome& outcome, const CallScore& score);
/// A MatchTaker that writes them down in `score.found->differs`.
void keep_differs(std::size_t entry, Context& context, const Outcome& outcome, CallScore& score);

/// What came of one sample.
struct SampleScore {
  CallScore none, expected;

  /// The call that decides whether the sample is solved: the one that has not seen the expected output, if it was made.
  const CallScore& deciding() const { return none.is_made ? none : expected; }
  bool is_solved() const { return deciding().found != nullptr; }
};

/// The output that a sample's results are compared with: that of an ARC task's pair, or C of a golden file's input.
std::optional<Value> expected_output(const Task::Sample& sample);

/// Makes the calls of one sample, one after the other, each within the context's limits. What does not depend on C runs
/// once for both, and s only where there is a match to take (runtime/exec/staged_run.h). An Evaluator also runs what
/// depends on S alone once for the samples of a task. Throws std::bad_alloc.
SampleScore evaluate_sample(const Entry& entry, Context& context, const Task::Sample& sample, Candidates candidates,
                            const MatchTaker& take_match = {});

/// A function of a program, and the error mode in which it runs; nothing: that of the task, else safe.
struct ScoredEntry {
  Entry entry;
  std::optional<ErrorMode> mode = {};
};

struct EvaluateOptions {
  Candidates candidates;
  Limits limits;
  int jobs = 1;
  bool on_devices = false;  ///< whether devices score what they can, and the host the rest
  DeviceOptions device = {};
  MatchTaker take_match = {};        ///< empty: the matches are enough
  bool counts_seconds = false;       ///< whether the time in programs is counted, which takes time itself
  Interrupts* interrupts = nullptr;  ///< asked on every thread; null: none
};

class DeviceScoring;
struct ScoredSample;

/// Evaluates block after block of tasks.
class Evaluator {
 public:
  Evaluator(std::vector<ScoredEntry> entries, const EvaluateOptions& options);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  const std::vector<ScoredEntry>& entries() const { return entries_; }
  void set_interrupts(Interrupts* interrupts) { options_.interrupts = interrupts; }

  /// The scores of every task with every entry and every sample of the task, in this order, on several threads, and on
  /// devices if they are asked for.
  /// A sample for which there is no memory has that limit.
  std::vector<SampleScore> evaluate(const std::vector<Task>& tasks);

  /// The same part by part: begins a block, whose tasks must live until its last part.
  void begin(const std::vector<Task>& tasks);
  /// The scores that come next; empty after the last ones. On one thread a few at a time, so that they are still in the
  /// processor's caches when they are looked at, and the first ones come soon.
  std::vector<SampleScore> next_part();

  /// How many samples the next block should have, so that blocks take about a tenth of a second, and each thread has
  /// something to do.
  std::size_t block_size() const { return block_size_; }
  /// Seconds spent in programs, on all threads, and by all streams of devices; 0 if they are not counted.
  double computing_seconds() const;
  /// Seconds that evaluate() took, by the clock.
  double elapsed_seconds() const { return elapsed_seconds_; }

 private:
  struct Worker;

  void run_items(std::size_t first, std::size_t end);
  void adapt_block_size();

  std::vector<ScoredEntry> entries_;
  EvaluateOptions options_;
  std::size_t block_size_, part_size_;
  double elapsed_seconds_ = 0;
  // The block.
  std::vector<ScoredSample> items_;
  std::size_t next_item_ = 0;
  double block_seconds_ = 0;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::unique_ptr<DeviceScoring> devices_;  ///< null: none
};

}  // namespace batt
