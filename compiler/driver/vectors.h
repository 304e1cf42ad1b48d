// Golden vectors: one op call a line, with what CPython answered.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "batt/context.h"

namespace battc {

struct TestCounts {
  std::size_t passed = 0;
  std::size_t failed = 0;
};

/// Runs every line of a .jsonl file; prints each difference. With `op` only the lines of that op.
/// Throws CommandFailure, naming file and line, for what is malformed.
TestCounts test_vectors(const std::filesystem::path& file, batt::ErrorMode mode, const std::string& op);

/// The error mode that a file's name tells (-safe, -raw).
std::optional<batt::ErrorMode> mode_of_name(const std::filesystem::path& file);

}  // namespace battc
