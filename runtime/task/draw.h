// Grids on a terminal, in ARC's colours.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "runtime/task/task.h"

namespace batt {

/// An answer beside what was expected, if it is a grid; otherwise as text. Colours only on a terminal.
std::string draw_answer(const nlohmann::json& answer, const Task::Sample& sample);

}  // namespace batt
