#include "compiler/driver/toolchain.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "batt/runner.h"
#include "compiler/driver/failure.h"
#include "compiler/driver/process.h"

namespace battc {
namespace {

namespace fs = std::filesystem;

/// Words separated by blanks, as in a list of folders or $CXX.
std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::vector<std::string> find_compiler() {
  if (const char* chosen = std::getenv("CXX"))
    if (auto words = words_of(chosen); !words.empty()) return words;
  for (const char* known : {"c++", "g++"})
    if (!find_in_path(known).empty()) return {known};
  throw io_failure("no C++ compiler: neither c++ nor g++ is in the PATH, and CXX is not set");
}

/// One place where the runtime may be.
struct Runtime {
  std::vector<fs::path> include_folders;
  fs::path library_folder;

  bool exists() const {
    std::error_code error;
    return fs::exists(include_folders[0] / "batt" / "emitted.h", error) &&
           fs::exists(library_folder / "libbatt.a", error);
  }
};

Runtime find_runtime() {
  std::error_code error;
  const fs::path prefix = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path();
  std::vector<Runtime> candidates;
  for (const char* folder : {BATTC_LIBRARY_FOLDER, "lib"})
    candidates.push_back({{prefix / "include"}, prefix / folder});
  candidates.push_back({{BATTC_BUILD_INCLUDE, BATTC_BUILD_SOURCE}, BATTC_BUILD_LIBRARIES});
  std::vector<std::string> looked;
  for (const Runtime& candidate : candidates) {
    if (candidate.exists()) return candidate;
    looked.push_back(candidate.include_folders[0].string() + ", " + candidate.library_folder.string());
  }
  throw io_failure(
      fmt::format("cannot find the runtime (batt/emitted.h, libbatt.a); looked in {}", fmt::join(looked, "; ")));
}

/// Whether a rename may put a new file there. A device or a pipe is written to instead: /dev/null has to stay what it
/// is.
bool is_replaceable(const fs::path& output) {
  std::error_code error;
  return !fs::exists(output, error) || fs::is_regular_file(output, error);
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  std::string pattern = ((error ? fs::path("/tmp") : parent) / "battc-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr)
    throw io_failure(fmt::format("cannot make the temporary folder {}: {}", pattern, std::strerror(errno)));
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Toolchain::Toolchain() : compiler_(find_compiler()) {
  Runtime runtime = find_runtime();
  include_folders_ = std::move(runtime.include_folders);
  library_folder_ = std::move(runtime.library_folder);
}

void Toolchain::use_device(const DeviceChoice& choice) { device_ = find_device_toolchain(choice, include_folders_, library_folder_); }

std::vector<std::string> Toolchain::command(Artifact artifact, const fs::path& cpp, const fs::path& output,
                                            const fs::path& device_code) const {
  std::vector<std::string> words = compiler_;
  // The time goes into the ops, which are compiled already: -O1 and -O2 make nothing quicker but take two and four
  // times as long to compile.
  for (const char* option : {"-std=c++20", "-Og", "-fPIC", "-fvisibility=hidden"}) words.push_back(option);
  for (const std::string& option : words_of(BATTC_BUILD_OPTIONS)) words.push_back(option);
  for (const fs::path& folder : include_folders_) words.push_back("-I" + folder.string());
  if (!device_code.empty()) words.push_back("-DBATT_DEVICE_CODE=\"" + device_code.string() + "\"");
  if (artifact == Artifact::Object) words.push_back("-c");
  if (artifact == Artifact::SharedObject) words.push_back("-shared");
  // A .cu is C++ as well.
  words.insert(words.end(), {"-o", output.string(), "-x", "c++", cpp.string(), "-x", "none"});
  if (artifact == Artifact::Object) return words;
  if (artifact == Artifact::Program) words.push_back((library_folder_ / "libbatt_main.a").string());
  if (!device_code.empty())
    for (const std::string& word : device_->link_words()) words.push_back(word);
  words.insert(words.end(), {(library_folder_ / "libbatt.a").string(), "-Wl,--exclude-libs,ALL", "-pthread"});
  if (!device_code.empty()) words.insert(words.end(), {"-ldl", "-lrt"});
  return words;
}

void Toolchain::build(Artifact artifact, const fs::path& cpp, const fs::path& output) const {
  const bool replaces = is_replaceable(output);
  const fs::path beside = replaces ? fs::path(fmt::format("{}.{}.part", output.string(), getpid())) : output;
  std::error_code error;
  try {
    const TemporaryFolder folder;
    const fs::path device_code = device_ ? device_->build(cpp, folder.path(), verbose_) : fs::path();
    run_tool("the C++ compiler", command(artifact, cpp, beside, device_code), verbose_);
  } catch (const CommandFailure&) {
    if (replaces) fs::remove(beside, error);
    throw;
  }
  if (!replaces) return;
  fs::rename(beside, output, error);
  if (!error) return;
  const std::string why = error.message();
  fs::remove(beside, error);
  throw io_failure(fmt::format("cannot write {}: {}", output.string(), why));
}

void write_output(const std::string& path, std::string_view content) {
  if (!is_replaceable(path)) {
    std::ofstream stream(path, std::ios::binary);
    stream << content << std::flush;
    if (!stream) throw io_failure(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
    return;
  }
  try {
    batt::write_file(path, content);
  } catch (const batt::TaskError& error) {
    throw io_failure(error.what());
  }
}

}  // namespace battc
