#include "tests/device/programs/cost_table.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace batt::testing {
namespace {

constexpr const char* toolkit_line = "# nvcc ";

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream rest(line);
  for (std::string cell; std::getline(rest, cell, '\t');) cells.push_back(cell);
  return cells;
}

bool over_a_tenth_more(std::uint64_t value, std::uint64_t than) { return value * 10 > than * 11; }

std::string sentence(const std::string& row, const std::string& column, std::uint64_t before, std::uint64_t after) {
  return row + ": " + column + " " + std::to_string(before) + " -> " + std::to_string(after);
}

void compare_row(const CostSection& section, const std::string& name, const Figures& before, const Figures& after,
                 CostChanges& changes) {
  for (std::size_t k = 0; k < after.size(); ++k) {
    const std::string said = sentence(name, section.columns[k + 1], before[k], after[k]);
    const bool more_is_better = section.columns[k + 1][0] == '+';
    if (over_a_tenth_more(after[k], before[k])) (more_is_better ? changes.better : changes.worse).push_back(said);
    if (over_a_tenth_more(before[k], after[k])) (more_is_better ? changes.worse : changes.better).push_back(said);
  }
}

void compare_unlisted(const CostSection& kept, const std::string& name, const Figures& after, CostChanges& changes) {
  bool large = kept.unlisted.empty();
  for (std::size_t k = 0; k < kept.unlisted.size(); ++k) large |= over_a_tenth_more(after[k], kept.unlisted[k]);
  if (large) changes.worse.push_back(name + ": not in the table");
}

}  // namespace

CostTable read_costs(const std::filesystem::path& file, const CostTable& shape) {
  CostTable costs = shape;
  costs.toolkit.clear();
  for (CostSection& each : costs.sections) each.rows.clear();
  CostSection* section = nullptr;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(toolkit_line, 0) == 0) costs.toolkit = line.substr(std::string(toolkit_line).size());
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> cells = cells_of(line);
    const auto headed = std::find_if(costs.sections.begin(), costs.sections.end(),
                                     [&](const CostSection& each) { return each.columns == cells; });
    if (headed != costs.sections.end()) {
      section = &*headed;
      continue;
    }
    if (section == nullptr || cells.size() != section->columns.size())
      throw std::runtime_error(file.string() + ": not a row: " + line);
    Figures& figures = section->rows[cells[0]];
    for (std::size_t k = 1; k < cells.size(); ++k) figures.push_back(std::stoull(cells[k]));
  }
  if (costs.toolkit.empty()) throw std::runtime_error(file.string() + " is no table of costs: scripts/renew-costs");
  return costs;
}

void write_costs(const std::filesystem::path& file, const CostTable& costs) {
  std::ofstream out(file);
  out << "# What device code costs. scripts/renew-costs writes this file.\n" << toolkit_line << costs.toolkit << "\n";
  for (const CostSection& section : costs.sections) {
    out << "\n" << section.columns[0];
    for (std::size_t k = 1; k < section.columns.size(); ++k) out << "\t" << section.columns[k];
    out << "\n";
    for (const auto& [name, figures] : section.rows) {
      out << name;
      for (const std::uint64_t figure : figures) out << "\t" << figure;
      out << "\n";
    }
  }
  if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
}

CostChanges compare(const CostSection& kept, const CostSection& now) {
  CostChanges changes;
  for (const auto& [name, after] : now.rows) {
    const auto before = kept.rows.find(name);
    if (before != kept.rows.end())
      compare_row(kept, name, before->second, after, changes);
    else
      compare_unlisted(kept, name, after, changes);
  }
  for (const auto& [name, before] : kept.rows)
    if (now.rows.count(name) == 0) changes.better.push_back(name + ": gone, or no longer large");
  return changes;
}

}  // namespace batt::testing
