#include "runtime/task/draw.h"

#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "runtime/task/codec.h"
#include "runtime/task/json_text.h"

namespace batt {
namespace {

using nlohmann::json;

/// The nearest of the terminal's 256 colours to ARC's ten.
constexpr int arc_colors[] = {16, 32, 160, 34, 226, 245, 201, 208, 51, 88};

bool is_grid(const json& value) {
  if (!value.is_array() || value.empty()) return false;
  return std::ranges::all_of(value, [&](const json& row) {
    return row.is_array() && row.size() == value[0].size() && !row.empty() &&
           std::ranges::all_of(row,
                               [](const json& cell) { return cell.is_number_integer() && cell >= 0 && cell <= 9; });
  });
}

std::string cell(int color) {
  static const bool colors = isatty(STDOUT_FILENO) != 0;
  if (!colors) return std::to_string(color) + " ";
  return "\x1b[48;5;" + std::to_string(arc_colors[color]) + "m  \x1b[0m";
}

/// Line k of a grid, or as many blanks.
std::string line(const json& grid, std::size_t k) {
  std::string text;
  for (std::size_t j = 0; j < grid[0].size(); ++j) text += k < grid.size() ? cell(grid[k][j].get<int>()) : "  ";
  return text;
}

/// The value of an entry of o: that of its OKT, if it is one.
const json& collected_value(const json& entry) {
  const json& value = entry[3];
  return value.is_object() && value.contains("okt") ? value["okt"][1] : value;
}

std::string side_by_side(const json& left, const json& right) {
  std::string text;
  for (std::size_t k = 0; k < std::max(left.size(), right.size()); ++k)
    text += "  " + line(left, k) + "   " + line(right, k) + "\n";
  return text;
}

}  // namespace

std::string draw_answer(const json& answer, const Task::Sample& sample) {
  if (!sample.expected_grid) return "  " + json_text(answer) + "\n";
  const json expected = encode(*sample.expected_grid);
  if (answer.contains("o")) {
    const auto right =
        std::ranges::count_if(answer["o"], [&](const json& entry) { return collected_value(entry) == expected; });
    return "  " + std::to_string(right) + " of " + std::to_string(answer["o"].size()) +
           " answers are the expected grid\n";
  }
  if (!answer.contains("O") || !is_grid(answer["O"]) || !is_grid(expected)) return "  " + json_text(answer) + "\n";
  return side_by_side(answer["O"], expected) +
         (answer["O"] == expected ? "  as expected\n" : "  not as expected (right)\n");
}

}  // namespace batt
