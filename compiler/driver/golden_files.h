// Finds golden data: files of vectors (.jsonl), and programs X.py with their answers in X.json.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "compiler/driver/test_counts.h"

namespace battc {

bool is_golden_program(const std::filesystem::path& file);

enum class GoldenKind { VectorsAndPrograms, Programs };

/// The golden files that a path stands for: itself, or what a folder holds, in the order of their names. Throws
/// CommandFailure: exit_io if there is no such path, exit_usage if it holds none.
std::vector<std::filesystem::path> golden_files(const std::string& path,
                                                GoldenKind kind = GoldenKind::VectorsAndPrograms);

/// For a handler of whatever the work on one golden file threw: prints what is wrong with the file, and returns one
/// failure. Wrong usage is thrown again.
TestCounts count_failure(const std::filesystem::path& file, std::FILE* out);

/// How a command ends after it has looked at all files.
int exit_code_of(const TestCounts& counts);

}  // namespace battc
