#include "runtime/task/compare_paths.h"

#include "runtime/task/agreement.h"
#include "runtime/task/json_text.h"

namespace batt {
namespace {

using nlohmann::json;

std::size_t count_cells(Value v) {
  if (v.is_grid()) return static_cast<std::size_t>(v.height()) * static_cast<std::size_t>(v.width());
  if (v.kind() != Kind::Tuple && v.kind() != Kind::List) return 1;
  std::size_t cells = 0;
  for (std::int32_t k = 0; k < v.tuple_size(); ++k) cells += count_cells(v.item(k));
  return cells;
}

std::size_t count_cells(const Inputs& inputs) {
  return count_cells(inputs.S) + count_cells(inputs.I) + count_cells(inputs.C);
}

bool is_comparable(const json& answer) {
  if (answer.contains("unanswered")) return false;
  return !answer.contains("limit") || answer["limit"] == to_string(Limit::Integer);
}

/// A batt's entries begin with the number of their statement.
std::string statement_of(const json& answer, const std::string& place) {
  const bool is_entry = place.starts_with(".o[") || place.starts_with(".s[");
  if (!is_entry) return "";
  const std::size_t entry = std::stoul(place.substr(3));
  const json& entries = answer.value(place.substr(1, 1), json::array());
  if (entry >= entries.size() || !entries[entry].is_array() || entries[entry].empty() || !entries[entry][0].is_number())
    return "";
  return "t" + json_text(entries[entry][0]);
}

std::string shortened(const json& answer) {
  constexpr std::size_t most = 400;
  const std::string text = json_text(answer);
  return text.size() <= most ? text : text.substr(0, most - 3) + "...";
}

/// The options of the run that is compared with.
RunOptions checked(RunOptions options) {
  options.paths = {Path::Checked, Fallback::Auto};
  options.repeat = 1;
  options.log = nullptr;
  return options;
}

}  // namespace

std::optional<Difference> find_difference(const Task& task, const std::vector<json>& answers,
                                          const std::vector<json>& checked) {
  std::optional<Difference> found;
  std::size_t count = 0;
  for (std::size_t k = 0; k < answers.size(); ++k) {
    if (!is_comparable(answers[k]) || !is_comparable(checked[k])) continue;
    if (compare(checked[k], answers[k]) != Agreement::Different) continue;
    ++count;
    const std::size_t cells = count_cells(task.samples()[k].inputs);
    if (found && found->cells <= cells) continue;
    const std::string place = first_fixed_difference(checked[k], answers[k]);
    found = Difference{0, k, cells, place, statement_of(checked[k], place), answers[k], checked[k]};
  }
  if (found) found->count = count;
  return found;
}

std::optional<Difference> verify(const Entry& entry, const Task& task, const RunOptions& options,
                                 const std::vector<json>& answers) {
  return find_difference(task, answers, run_samples(entry, task, checked(options)).answers);
}

std::optional<Difference> verify_text(const Entry& entry, const Task& task, const RunOptions& options,
                                      const std::vector<std::string>& answers) {
  const std::vector<std::string> expected = run_samples_as_text(entry, task, checked(options)).answers;
  // Equal texts are left out: two values that are null are equal as well.
  std::vector<json> got_values(answers.size()), expected_values(answers.size());
  for (std::size_t k = 0; k < answers.size(); ++k) {
    if (answers[k] == expected[k]) continue;
    got_values[k] = parse_json(answers[k], "an answer");
    expected_values[k] = parse_json(expected[k], "an answer");
  }
  return find_difference(task, got_values, expected_values);
}

std::string describe(const Difference& difference) {
  std::string text = std::to_string(difference.count) +
                     (difference.count == 1 ? " sample differs" : " samples differ") +
                     " from the checked path; the smallest is sample " + std::to_string(difference.sample) + " (" +
                     std::to_string(difference.cells) + " cells)";
  if (!difference.place.empty()) text += ", at " + difference.place;
  if (!difference.statement.empty()) text += ", statement " + difference.statement;
  return text + "\n  checked  " + shortened(difference.checked) + "\n  got      " + shortened(difference.answer) + "\n";
}

}  // namespace batt
