// The inputs that a part of a program depends on: see schedule.h.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace batt::exec {

/// By the inputs that it depends on.
enum class Stage : std::uint8_t {
  Task,    ///< none, or S
  Sample,  ///< I or task_id
  Call,    ///< C or log_path
};
inline constexpr std::size_t stage_count = 3;
std::string_view to_string(Stage stage);
/// Seconds by stage.
using StageTimes = std::array<double, stage_count>;

}  // namespace batt::exec
