// Finds golden data: files of vectors (.jsonl), and programs X.py with their answers in X.json.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace battc {

bool is_golden_program(const std::filesystem::path& file);

/// The golden files that a path stands for: itself, or what a folder holds, in the order of their names.
/// Throws CommandFailure if there is no such path.
std::vector<std::filesystem::path> golden_files(const std::string& path);

}  // namespace battc
