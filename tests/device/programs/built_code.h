// The device code of this build: where its files lie, and what they tell of themselves.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace batt::testing {

struct BuiltCode {
  std::string toolkit;       // "13.0, V13.0.88"
  std::string architecture;  // of the PTX: the oldest one, "75"
  std::vector<std::filesystem::path> texts;
  std::vector<std::filesystem::path> linked;  // for each architecture
  std::vector<std::filesystem::path> logs;    // of ptxas, for the oldest one

  /// The linked code of the oldest architecture.
  std::filesystem::path linked_oldest() const;
};

const BuiltCode& built_code();

}  // namespace batt::testing
