#include "compiler/driver/golden_files.h"

#include <fmt/core.h>

#include <algorithm>

#include "compiler/driver/failure.h"

namespace battc {

namespace fs = std::filesystem;

bool is_golden_program(const fs::path& file) {
  return file.extension() == ".py" && fs::exists(fs::path(file).replace_extension(".json"));
}

std::vector<fs::path> golden_files(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error)) throw io_failure(fmt::format("{}: no such file or folder", path));
  if (!fs::is_directory(path, error)) return {path};
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(path))
    if (entry.path().extension() == ".jsonl" || is_golden_program(entry.path())) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace battc
