// Samples to run a program on, read from a golden file or a plain ARC task, and a program's answers as JSON.
#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "batt/context.h"
#include "batt/run.h"

namespace batt {

/// A file that cannot be read or is not what it should be; the message names it.
struct TaskError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The samples of one file. Their values live as long as the Task.
class Task {
 public:
  struct Sample {
    std::string task_id;
    Inputs inputs;
    std::optional<Value> expected_grid;  ///< of an ARC task: the output that goes with the input
  };

  /// Reads {"inputs": [..]} (golden) or {"train": [..], "test": [..]} (ARC: S is train, one sample for each pair).
  static Task load(const std::filesystem::path& file);
  static Task from_json(const nlohmann::json& json, const std::string& name);

  const std::vector<Sample>& samples() const { return samples_; }
  /// Of a golden file, if it says so.
  std::optional<ErrorMode> mode() const { return mode_; }
  bool is_arc() const { return arc_; }
  /// A golden file's `answers`, one for each sample; null if it has none.
  const nlohmann::json& answers() const { return *answers_; }

 private:
  Task();
  void add_golden(const nlohmann::json& json);
  void add_arc(const nlohmann::json& json, const std::string& task_id);

  std::unique_ptr<Context> values_;
  std::vector<Sample> samples_;
  std::optional<ErrorMode> mode_;
  bool arc_ = false;
  std::shared_ptr<nlohmann::json> answers_;
};

/// {"O": v}, {"o": [..], "s": [..]}, {"exc": "IndexError"}, {"limit": "time"} or
/// {"unanswered": "type", "op": "fill", "line": 12}; op and line are left out if none is to blame. The first three have
/// a key "unfixed" if they depend on what CPython does not fix (batt/agreement.h). The context whose run it is the
/// outcome of is charged; if that ends at a limit, the limit is what is encoded.
nlohmann::json encode(Context& context, const Outcome& outcome);
nlohmann::json encode(const Unanswered& unanswered);

}  // namespace batt
