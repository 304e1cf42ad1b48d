// `--verify`: holds the answers of one path against those of the checked path.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "runtime/task/runner.h"

namespace batt {

struct Difference {
  std::size_t count = 0;   ///< of samples that differ
  std::size_t sample = 0;  ///< the smallest of them: fewest cells, then first
  std::size_t cells = 0;   ///< of its inputs
  std::string place;       ///< where in the answer, as `.o[3][3]`
  std::string statement;   ///< of a batt: `t12`, the one whose value differs, if it is known
  nlohmann::json answer;
  nlohmann::json checked;  ///< what the checked path returns
};

/// Compares answers sample by sample. Those without an answer are no difference; nor are limits of time, memory and
/// steps, as the paths take different ways to them; nor is what CPython does not fix.
std::optional<Difference> find_difference(const Task& task, const std::vector<nlohmann::json>& answers,
                                          const std::vector<nlohmann::json>& checked);

/// Runs the samples on the checked path as well, and compares with the answers given.
std::optional<Difference> verify(const Entry& entry, const Task& task, const RunOptions& options,
                                 const std::vector<nlohmann::json>& answers);

/// The same for answers as text.
std::optional<Difference> verify_text(const Entry& entry, const Task& task, const RunOptions& options,
                                      const std::vector<std::string>& answers);

/// The difference in words, a few lines.
std::string describe(const Difference& difference);

}  // namespace batt
