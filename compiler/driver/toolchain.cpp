#include "compiler/driver/toolchain.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "batt/runner.h"
#include "compiler/driver/failure.h"

extern char** environ;

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

bool is_in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((fs::path(folder) / program).c_str(), X_OK) == 0) return true;
  return false;
}

std::vector<std::string> find_compiler() {
  if (const char* chosen = std::getenv("CXX"))
    if (auto words = words_of(chosen); !words.empty()) return words;
  for (const char* known : {"c++", "g++"})
    if (is_in_path(known)) return {known};
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

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

std::string read_all(const Descriptor& from) {
  std::string text;
  char buffer[4096];
  while (true) {
    const ssize_t count = read(from.number(), buffer, sizeof buffer);
    if (count > 0)
      text.append(buffer, static_cast<std::size_t>(count));
    else if (count == 0 || errno != EINTR)
      return text;
  }
}

struct Finished {
  int status;        ///< as of waitpid
  std::string said;  ///< on standard output and standard error
};

/// Runs a program without a shell, so that no character of a file name means anything.
Finished run_process(const std::vector<std::string>& words) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw io_failure(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  Descriptor reading(ends[0]), writing(ends[1]);

  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, writing.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, writing.number(), STDERR_FILENO);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw io_failure(fmt::format("cannot run {}: {}", words[0], std::strerror(failed)));

  writing.close();
  Finished finished{0, read_all(reading)};
  while (waitpid(child, &finished.status, 0) < 0 && errno == EINTR) {
  }
  return finished;
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

std::vector<std::string> Toolchain::command(Artifact artifact, const fs::path& cpp, const fs::path& output) const {
  std::vector<std::string> words = compiler_;
  // The time goes into the ops, which are compiled already: -O1 and -O2 make nothing quicker but take two and four
  // times as long to compile.
  for (const char* option : {"-std=c++20", "-Og", "-fPIC", "-fvisibility=hidden"}) words.push_back(option);
  for (const std::string& option : words_of(BATTC_BUILD_OPTIONS)) words.push_back(option);
  for (const fs::path& folder : include_folders_) words.push_back("-I" + folder.string());
  if (artifact == Artifact::Object) words.push_back("-c");
  if (artifact == Artifact::SharedObject) words.push_back("-shared");
  words.insert(words.end(), {"-o", output.string(), cpp.string()});
  if (artifact == Artifact::Object) return words;
  if (artifact == Artifact::Program) words.push_back((library_folder_ / "libbatt_main.a").string());
  words.insert(words.end(), {(library_folder_ / "libbatt.a").string(), "-Wl,--exclude-libs,ALL", "-pthread"});
  return words;
}

void Toolchain::build(Artifact artifact, const fs::path& cpp, const fs::path& output) const {
  const bool replaces = is_replaceable(output);
  const fs::path beside = replaces ? fs::path(fmt::format("{}.{}.part", output.string(), getpid())) : output;
  const std::vector<std::string> words = command(artifact, cpp, beside);
  if (verbose_) fmt::print(stderr, "{}\n", shell_quoted(words));
  const Finished finished = run_process(words);
  std::error_code error;
  if (finished.status != 0) {
    if (replaces) fs::remove(beside, error);
    throw io_failure(
        fmt::format("the C++ compiler failed; battc ran\n  {}\nwhich said\n{}", shell_quoted(words), finished.said));
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

std::string shell_quoted(const std::vector<std::string>& words) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
}

}  // namespace battc
