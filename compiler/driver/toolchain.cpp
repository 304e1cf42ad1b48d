#include "compiler/driver/toolchain.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <sstream>

#include "compiler/driver/failure.h"
#include "compiler/driver/process.h"
#include "runtime/device/device.h"
#include "runtime/task/cleanup.h"
#include "runtime/task/files.h"

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

}  // namespace

Toolchain::Toolchain(int level) : compiler_(find_compiler()), level_(level) {
  Runtime runtime = find_runtime();
  include_folders_ = std::move(runtime.include_folders);
  library_folder_ = std::move(runtime.library_folder);
}

void Toolchain::use_device(const DeviceChoice& choice) {
  device_ = find_device_toolchain(choice, include_folders_, library_folder_);
}

std::vector<std::string> Toolchain::command(Artifact artifact, const fs::path& cpp, const fs::path& output,
                                            const fs::path& device_code) const {
  std::vector<std::string> words = compiler_;
  words.push_back(fmt::format("-O{}", level_));
  for (const char* option : {"-std=c++20", "-fPIC", "-fvisibility=hidden"}) words.push_back(option);
  if (sanitizes_)
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
  const batt::TemporaryFolder folder;
  const fs::path device_code = device_ ? device_->build(cpp, folder.path(), verbose_) : fs::path();
  const fs::path built = folder.path() / "built";
  const std::vector<std::string> words = command(artifact, cpp, built, device_code);
  run_tool("the C++ compiler", words, verbose_);
  std::error_code error;
  if (!fs::exists(built, error))
    throw io_failure(
        fmt::format("the C++ compiler reported no error, but wrote nothing; battc ran\n  {}", shell_quoted(words)));
  using Mode = batt::OutputFile::Mode;
  batt::write_file(output.string(), batt::read_file(built.string()),
                   artifact == Artifact::Object ? Mode::Data : Mode::Program);
}

}  // namespace battc
