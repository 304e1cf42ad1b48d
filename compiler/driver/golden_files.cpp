#include "compiler/driver/golden_files.h"

#include <fmt/core.h>

#include <algorithm>
#include <new>

#include "compiler/driver/failure.h"
#include "runtime/task/files.h"

namespace battc {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view programs_text = "programs with their answers (X.py beside X.json)";

bool is_golden(const fs::path& file, GoldenKind kind) {
  return (kind == GoldenKind::VectorsAndPrograms && file.extension() == ".jsonl") || is_golden_program(file);
}

std::vector<fs::path> files_below(const fs::path& folder, GoldenKind kind) {
  std::vector<fs::path> files;
  std::error_code error;
  auto entry = fs::recursive_directory_iterator(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error))
    if (is_golden(entry->path(), kind)) files.push_back(entry->path());
  if (error) throw io_failure(fmt::format("cannot read all of {}: {}", folder.string(), error.message()));
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

bool is_golden_program(const fs::path& file) {
  std::error_code error;
  return file.extension() == ".py" && fs::exists(fs::path(file).replace_extension(".json"), error);
}

std::vector<fs::path> golden_files(const std::string& path, GoldenKind kind) {
  std::error_code error;
  if (!fs::exists(path, error))
    throw io_failure(fmt::format("{}: {}", path, error ? error.message() : "no such file or folder"));
  const bool is_folder = fs::is_directory(path, error);
  const std::vector<fs::path> files = is_folder ? files_below(path, kind) : std::vector<fs::path>{path};
  if (!files.empty() && is_golden(files[0], kind)) return files;
  const std::string wanted =
      kind == GoldenKind::Programs ? std::string(programs_text) : fmt::format("vectors (*.jsonl) or {}", programs_text);
  throw CommandFailure(exit_usage, is_folder ? fmt::format("{}: nothing to do: the folder holds no {}", path, wanted)
                                             : fmt::format("{}: nothing to do: battc looks for {}", path, wanted));
}

TestCounts count_failure(const fs::path& file, std::FILE* out) {
  TestCounts counts;
  counts.failed = 1;
  try {
    throw;
  } catch (const batt::FileError& error) {
    counts.unreadable = 1;
    fmt::print(out, "{}\n", error.what());
  } catch (const batt::TaskError& error) {
    fmt::print(out, "{}\n", error.what());
  } catch (const CommandFailure& failure) {
    if (failure.code() == exit_usage) throw;
    counts.unreadable = failure.code() == exit_io ? 1 : 0;
    fmt::print(out, "{}: {}\n", file.string(), *failure.what() != '\0' ? failure.what() : "the program has errors");
  } catch (const std::bad_alloc&) {
    fmt::print(out, "{}: out of memory\n", file.string());
  } catch (const std::exception& error) {
    fmt::print(out, "{}: internal error: {}\n", file.string(), error.what());
  }
  return counts;
}

int exit_code_of(const TestCounts& counts) {
  if (counts.unreadable != 0) return exit_io;
  return counts.failed == 0 ? exit_ok : exit_difference;
}

}  // namespace battc
