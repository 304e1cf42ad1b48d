// Tasks read from their text at once, without JSON in between: that of nearly all tasks consists of lists of ints. What
// holds anything else, or is wrong, is left to parse_json() and Task::from_json(), which take every task and say what
// is wrong with one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/task/task.h"

namespace batt {

/// An input of a golden file.
struct GoldenInput {
  std::string task_id;
  Value S, I, C;
};

/// What the text of a task holds: pairs, or the inputs of a golden file without answers.
struct TaskText {
  bool is_arc = false;
  ArcPairs pairs;
  std::vector<GoldenInput> inputs;
  std::optional<ErrorMode> mode = {};  ///< of a golden file
};

/// The values are made in `context`. `solutions`: the text of a list with the outputs of the tests; empty: they are in
/// the task. Nothing for a text that is left to the others. Throws std::bad_alloc.
std::optional<TaskText> read_task_text(Context& context, std::string_view text, std::string_view solutions);

}  // namespace batt
