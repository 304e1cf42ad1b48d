// Temporary files and folders, and the processes that write them: all of them are gone when the program ends, also if
// SIGINT, SIGTERM or SIGHUP ends it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace batt {

/// From now on these signals clean up before they end the program. For main functions alone: a library leaves its
/// host's signals as they are. A signal that is ignored stays ignored.
void clean_up_on_signals();

/// A new file of its own name in a folder, open for writing. It is removed with the object unless it is kept.
class TemporaryFile {
 public:
  /// `mode` as for open(), so that the umask counts. Throws std::system_error.
  TemporaryFile(const std::filesystem::path& folder, mode_t mode);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  int descriptor() const { return descriptor_; }
  /// Closes the file and moves it to `target`, whatever is there. Throws std::system_error.
  void move_to(const std::filesystem::path& target);

 private:
  std::string path_;
  int descriptor_ = -1;
};

/// A folder of its own below the system's folder for temporary files; removed, with all it holds, with the object.
class TemporaryFolder {
 public:
  /// Throws FileError.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Starts a process that leads a process group of its own, waits for it and returns its status as of waitpid(). Does
/// not wait for processes that it leaves. A signal that ends this program ends the whole group. `start` returns the
/// process's number, or 0 if there is none, which is then the status, too.
int run_process_group(const std::function<pid_t()>& start);

/// The same for a copy of this process, which exits with what `work` returns, and ends with this one. None: the system
/// gives no process. For programs of one thread.
std::optional<int> run_in_copy(const std::function<int()>& work);

}  // namespace batt
