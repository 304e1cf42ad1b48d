// Where the answers of `battc run` and of built programs go: to standard output, or to a file.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/task/files.h"
#include "runtime/task/runner.h"
#include "runtime/task/task.h"

namespace batt {

class AnswerOutput {
 public:
  virtual ~AnswerOutput() = default;
  /// The answers of one function to the samples of one task.
  virtual void add(const Entry& entry, const Task& task, std::vector<std::string>&& answers) = 0;
  /// Other answers follow after a while: what was added should be where it goes by then.
  virtual void end_block() {}
  virtual void close() {}
};

/// An empty path: prints, and draws the grids of ARC tasks. X.jsonl: a line for each sample, written as they come.
/// Else {"answers": [..]}, or {"functions": {name: [..], ..}} of several, written by close(). Throws FileError.
std::unique_ptr<AnswerOutput> open_answer_output(const std::string& path, bool several_functions);

}  // namespace batt
