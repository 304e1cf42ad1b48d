// Golden vectors: one op call a line, with what CPython returned.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "compiler/driver/test_counts.h"
#include "runtime/task/path.h"
#include "runtime/value/context.h"

namespace battc {

struct VectorTestOptions {
  batt::ErrorMode mode;
  std::string op = {};  ///< only the lines of this op; empty: all
  batt::PathOptions paths = {};
  bool verify = false;
};

/// Runs every line of a .jsonl file on the host; prints each difference, and each line that is malformed, which is a
/// failure as well. Throws FileError.
TestCounts test_vectors(const std::filesystem::path& file, const VectorTestOptions& options);

/// The error mode that a file's name tells (-safe, -raw).
std::optional<batt::ErrorMode> mode_of_name(const std::filesystem::path& file);

}  // namespace battc
