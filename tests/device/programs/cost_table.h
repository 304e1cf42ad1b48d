// The committed table of what device code costs, tests/device/costs.tsv: a row a golden program and a row a large
// function.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace batt::testing {

using Figures = std::vector<std::uint64_t>;

/// Rows of one kind: their figures by name.
struct CostSection {
  std::vector<std::string> columns;  // the first names the rows; more of "+..." is better, less of all others
  Figures unlisted;                  // what a row without a place in the table may cost; empty if each must have one
  std::map<std::string, Figures> rows;
};

struct CostTable {
  std::string toolkit;  // figures of two toolkits cannot be compared
  std::vector<CostSection> sections;
};

/// Reads rows into the sections of `shape`, which are told apart by their columns. Throws std::runtime_error.
CostTable read_costs(const std::filesystem::path& file, const CostTable& shape);
void write_costs(const std::filesystem::path& file, const CostTable& costs);

/// Sentences on rows that cost over 10 % more or are new, and on rows that cost over 10 % less or are gone.
struct CostChanges {
  std::vector<std::string> worse, better;
};
CostChanges compare(const CostSection& kept, const CostSection& now);

}  // namespace batt::testing
