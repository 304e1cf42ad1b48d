#include "runtime/task/cleanup.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iterator>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/task/files.h"

namespace batt {
namespace {

namespace fs = std::filesystem;

constexpr int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};

// ---- the list of what is to be cleaned up
// -----------------------------------------------------------------------------

struct Leftover {
  enum class Kind { File, Folder, ProcessGroup } kind;
  std::string path;
  pid_t group;
};

/// Never destroyed: a signal may come as late as it likes.
std::vector<Leftover>& leftovers() {
  static auto& list = *new std::vector<Leftover>;
  return list;
}

/// Who holds it may look at the list. The handler takes it for good.
std::atomic<bool> list_is_taken = false;
static_assert(std::atomic<bool>::is_always_lock_free);

/// While one exists, no signal ends the program, so that a thing and its place in the list come and go together.
class Uninterrupted {
 public:
  Uninterrupted() {
    sigset_t ending;
    sigemptyset(&ending);
    for (const int signal : ending_signals) sigaddset(&ending, signal);
    // The handler waits for the list: it must not run on the thread that has it.
    pthread_sigmask(SIG_BLOCK, &ending, &before_);
    while (list_is_taken.exchange(true)) std::this_thread::yield();
  }
  ~Uninterrupted() {
    list_is_taken = false;
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  Uninterrupted(const Uninterrupted&) = delete;
  Uninterrupted& operator=(const Uninterrupted&) = delete;

  /// The next `add` allocates nothing.
  void reserve() { leftovers().reserve(leftovers().size() + 1); }
  void add(Leftover leftover) { leftovers().push_back(std::move(leftover)); }
  /// What was added last with this path and group. Allocates nothing.
  void remove(std::string_view path, pid_t group) noexcept {
    const auto found = std::find_if(leftovers().rbegin(), leftovers().rend(), [&](const Leftover& leftover) {
      return leftover.path == path && leftover.group == group;
    });
    if (found != leftovers().rend()) leftovers().erase(std::next(found).base());
  }

 private:
  sigset_t before_;
};

/// Makes a file or folder and puts it on the list; returns 0 or what errno says.
int make(const Leftover& leftover, const std::function<bool()>& work) {
  Uninterrupted list;
  list.add(leftover);
  if (work()) return 0;
  const int error = errno;
  list.remove(leftover.path, leftover.group);
  return error;
}

// ---- the signal handler: nothing below may allocate, or take a lock of a library
// ----------------------------------------

void sleep_milliseconds(long milliseconds) {
  const timespec time{0, milliseconds * 1'000'000};
  nanosleep(&time, nullptr);
}

void remove_all_in(int folder) {
  alignas(dirent64) char buffer[4096];
  for (long size = 0; (size = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0;) {
    for (long at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const dirent64*>(buffer + at);
      at += entry->d_reclen;
      if (std::strcmp(entry->d_name, ".") == 0 || std::strcmp(entry->d_name, "..") == 0) continue;
      if (unlinkat(folder, entry->d_name, 0) == 0) continue;
      const int inner = openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0) continue;
      remove_all_in(inner);
      close(inner);
      unlinkat(folder, entry->d_name, AT_REMOVEDIR);
    }
  }
}

void remove_folder(const char* path) {
  // A process that is about to end may still add a file.
  constexpr int tries = 50;
  for (int k = 0; k < tries; ++k) {
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return;
    remove_all_in(folder);
    close(folder);
    if (rmdir(path) == 0) return;
    sleep_milliseconds(10);
  }
}

/// Compilers remove their own temporary files when they are asked to end; who does not listen is killed.
void end_group(pid_t group) {
  constexpr int patience = 100;
  kill(-group, SIGTERM);
  for (int k = 0; k < patience && waitpid(group, nullptr, WNOHANG) == 0; ++k) sleep_milliseconds(10);
  kill(-group, SIGKILL);
}

extern "C" void clean_up_and_end(int signal) {
  constexpr int patience = 2000;
  for (int k = 0; list_is_taken.exchange(true) && k < patience; ++k) sleep_milliseconds(1);
  for (const Leftover& leftover : leftovers())
    if (leftover.kind == Leftover::Kind::ProcessGroup) end_group(leftover.group);
  for (const Leftover& leftover : leftovers()) {
    if (leftover.kind == Leftover::Kind::File) unlink(leftover.path.c_str());
    if (leftover.kind == Leftover::Kind::Folder) remove_folder(leftover.path.c_str());
  }
  std::signal(signal, SIG_DFL);
  raise(signal);
  sigset_t this_one;
  sigemptyset(&this_one);
  sigaddset(&this_one, signal);
  pthread_sigmask(SIG_UNBLOCK, &this_one, nullptr);
}

// ---- names
// --------------------------------------------------------------------------------------------------------------

std::string random_name() {
  unsigned char bytes[8] = {};
  std::size_t filled = 0;
  while (filled < sizeof bytes) {
    const ssize_t count = getrandom(bytes + filled, sizeof bytes - filled, 0);
    if (count < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "getrandom");
    if (count > 0) filled += static_cast<std::size_t>(count);
  }
  char text[2 * sizeof bytes + 1];
  for (std::size_t k = 0; k < sizeof bytes; ++k) std::snprintf(text + 2 * k, 3, "%02x", bytes[k]);
  return text;
}

}  // namespace

void clean_up_on_signals() {
  leftovers();  // The handler must not be the first to ask.
  struct sigaction action = {};
  action.sa_handler = clean_up_and_end;
  sigemptyset(&action.sa_mask);
  for (const int signal : ending_signals) sigaddset(&action.sa_mask, signal);
  for (const int signal : ending_signals) {
    struct sigaction before = {};
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

TemporaryFile::TemporaryFile(const fs::path& folder, mode_t mode) {
  int error = EEXIST;
  while (error == EEXIST) {
    path_ = (folder / (".battc-" + random_name() + ".part")).string();
    error = make({Leftover::Kind::File, path_, 0}, [&] {
      descriptor_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
      return descriptor_ >= 0;
    });
  }
  if (error != 0) throw std::system_error(error, std::generic_category());
}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (path_.empty()) return;
  Uninterrupted list;
  unlink(path_.c_str());
  list.remove(path_, 0);
}

void TemporaryFile::move_to(const fs::path& target) {
  // Some file systems tell only now that a disk is full.
  if (close(std::exchange(descriptor_, -1)) != 0) throw std::system_error(errno, std::generic_category());
  Uninterrupted list;
  if (rename(path_.c_str(), target.c_str()) != 0) throw std::system_error(errno, std::generic_category());
  list.remove(path_, 0);
  path_.clear();
}

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const fs::path system_folder = fs::temp_directory_path(error);
  const fs::path parent = error ? fs::path("/tmp") : system_folder;
  int failed = EEXIST;
  while (failed == EEXIST) {
    path_ = parent / ("battc-" + random_name());
    failed = make({Leftover::Kind::Folder, path_.string(), 0}, [&] { return mkdir(path_.c_str(), S_IRWXU) == 0; });
  }
  if (failed != 0) throw FileError("cannot make the temporary folder " + path_.string() + ": " + std::strerror(failed));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  Uninterrupted list;
  list.remove(path_.native(), 0);
}

int run_process_group(const std::function<pid_t()>& start) {
  pid_t process = 0;
  {
    Uninterrupted list;
    list.reserve();
    process = start();
    if (process <= 0) return 0;
    list.add({Leftover::Kind::ProcessGroup, "", process});
  }
  // Its number must not be another's while it stands in the list, so it is waited for in two steps.
  siginfo_t ended;
  while (waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  Uninterrupted list;
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  list.remove("", process);
  return status;
}

std::optional<int> run_in_copy(const std::function<int()>& work) {
  std::fflush(nullptr);  // or both would write it
  sigset_t signals;
  pthread_sigmask(SIG_SETMASK, nullptr, &signals);
  const pid_t original = getpid();
  bool exists = false;
  const int status = run_process_group([&]() -> pid_t {
    const pid_t copy = fork();
    if (copy > 0) setpgid(copy, copy);  // whoever comes first
    exists = copy > 0;
    if (copy != 0) return exists ? copy : 0;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != original) _exit(1);
    // What is to be cleaned up is the original's, and the signals have waited for its list.
    leftovers().clear();
    list_is_taken = false;
    pthread_sigmask(SIG_SETMASK, &signals, nullptr);
    std::exit(work());
  });
  return exists ? std::optional(status) : std::nullopt;
}

}  // namespace batt
