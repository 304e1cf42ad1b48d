#include "compiler/driver/process.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "compiler/driver/failure.h"
#include "runtime/task/cleanup.h"

extern char** environ;

namespace battc {
namespace {

namespace fs = std::filesystem;

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }

 private:
  int number_;
};

std::string read_all(const Descriptor& from) {
  std::string text;
  char buffer[4096];
  ssize_t count = 0;
  while ((count = pread(from.number(), buffer, sizeof buffer, static_cast<off_t>(text.size()))) > 0)
    text.append(buffer, static_cast<std::size_t>(count));
  return text;
}

/// How a process is started: what it reads and writes, and a process group of its own. Signals are as this program got
/// them.
class SpawnSettings {
 public:
  explicit SpawnSettings(const Descriptor& output) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, output.number(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output.number(), STDERR_FILENO);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes_, 0);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  /// Returns 0 or what errno would say.
  int spawn(pid_t& process, char* const* arguments) const {
    return posix_spawnp(&process, arguments[0], &actions_, &attributes_, arguments, environ);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

struct Finished {
  int status;        ///< as of waitpid
  std::string said;  ///< on standard output and standard error
};

/// Runs a program without a shell, so that no character of a file name means anything. It writes to a file, not a pipe:
/// a pipe would have to be read until every process that it leaves has ended.
Finished run_process(const std::vector<std::string>& words) {
  const Descriptor output(memfd_create("battc", MFD_CLOEXEC));
  if (output.number() < 0) throw io_failure(fmt::format("cannot run {}: {}", words[0], std::strerror(errno)));
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);

  const SpawnSettings settings(output);
  int failed = 0;
  const int status = batt::run_process_group([&] {
    pid_t process = 0;
    failed = settings.spawn(process, arguments.data());
    return failed == 0 ? process : 0;
  });
  if (failed != 0) throw io_failure(fmt::format("cannot run {}: {}", words[0], std::strerror(failed)));
  return {status, read_all(output)};
}

}  // namespace

fs::path find_in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const fs::path file = fs::path(folder) / program; access(file.c_str(), X_OK) == 0) return file;
  return {};
}

void run_tool(const std::string& name, const std::vector<std::string>& words, bool verbose) {
  if (verbose) fmt::print(stderr, "{}\n", shell_quoted(words));
  const Finished finished = run_process(words);
  if (finished.status != 0)
    throw io_failure(
        fmt::format("{} failed; battc ran\n  {}\nwhich said\n{}", name, shell_quoted(words), finished.said));
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
