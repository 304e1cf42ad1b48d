// Smaller inputs of a program, one after the other.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>

namespace battc {

/// Proposes smaller inputs to `accept`, and goes on from those that it accepts: other values for S, I and C, fewer
/// rows and columns, black cells.
void shrink_inputs(const nlohmann::json& golden, const std::function<bool(const nlohmann::json&)>& accept);

}  // namespace battc
