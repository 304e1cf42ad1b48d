// Samples to run a program on, read from a golden file or a plain ARC task, and a program's answers as JSON.
#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "runtime/exec/outcome.h"
#include "runtime/task/files.h"
#include "runtime/value/context.h"

namespace batt {

/// What the candidate C of an ARC task's samples is. A golden file says itself what its samples' is.
enum class Candidate : std::uint8_t {
  None,      ///< None
  Expected,  ///< the output that goes with the input; None for a test pair without one
  Both,      ///< a sample with None, then one with the output that goes with the input if there is one
};

/// One pair of an ARC task.
struct ArcPair {
  Value input;
  std::optional<Value> output;  ///< may be missing in a test pair
};
struct ArcPairs {
  std::vector<ArcPair> train, test;
};

struct LargeJson;

/// The samples of one file. Their values live as long as the Task.
class Task {
 public:
  struct Sample {
    std::string task_id;
    Inputs inputs;
    std::optional<Value> expected_grid;  ///< of an ARC task: the output that goes with the input
    std::size_t pair = 0;                ///< which of the task's pairs, or of a golden file's inputs
    bool is_candidate_expected = false;  ///< of an ARC task: C is the expected grid
  };

  /// Reads {"inputs": [..]} (golden) or {"train": [..], "test": [..]} (ARC: S is train, one sample for each pair).
  /// Throws FileError if the file cannot be read, TaskError if it is not what it should be.
  static Task load(const std::filesystem::path& file, Candidate candidate = Candidate::None);
  /// The same from text. `solutions` is the text of a list with the outputs of the tests; empty: they are in the task.
  static Task from_text(std::string_view text, const std::string& name, const std::string& task_id, Candidate candidate,
                        std::string_view solutions = {});
  static Task from_json(nlohmann::json json, const std::string& name, Candidate candidate = Candidate::None);
  /// The same for a task whose id is not in its name.
  static Task from_json(nlohmann::json json, const std::string& name, const std::string& task_id, Candidate candidate);
  /// An ARC task of values that `read` makes in the task's own memory.
  static Task from_pairs(const std::string& task_id, const std::function<ArcPairs(Context&)>& read,
                         Candidate candidate = Candidate::None);

  const std::vector<Sample>& samples() const { return samples_; }
  /// Of a golden file, if it says so.
  std::optional<ErrorMode> mode() const { return mode_; }
  bool is_arc() const { return arc_; }
  /// A golden file's `answers`, one for each sample; null if it has none.
  const nlohmann::json& answers() const;

 private:
  Task();
  void add_golden(nlohmann::json& json);
  void add_input(const std::string& task_id, Value S, Value I, Value C);
  void add_pairs(const ArcPairs& pairs, const std::string& task_id, Candidate candidate);

  std::unique_ptr<Context> values_;
  std::vector<Sample> samples_;
  std::optional<ErrorMode> mode_;
  bool arc_ = false;
  std::shared_ptr<LargeJson> answers_;
};

/// {"O": v}, {"o": [..], "s": [..]}, {"exc": "IndexError"}, {"limit": "time"} or
/// {"unanswered": "type", "op": "fill", "line": 12}; op and line are left out if none is to blame. The first three have
/// a key "unfixed" if they depend on what CPython does not fix (runtime/task/agreement.h). The context whose run it is
/// the outcome of is charged; if that ends at a limit, the limit is what is encoded.
nlohmann::json encode(Context& context, const Outcome& outcome);
nlohmann::json encode(const Unanswered& unanswered);

/// What an outcome was written down as.
struct Written {
  Outcome::Kind kind;  ///< the outcome's, or that of the limit at which encoding it ended
  bool unfixed;        ///< whether it is marked
};
Written written_as(const nlohmann::json& answer, const Outcome& outcome);
/// encode() as text.
std::string encode_text(Context& context, const Outcome& outcome, Written& written);

}  // namespace batt
