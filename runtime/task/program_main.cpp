#include "runtime/task/program_main.h"

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <new>
#include <system_error>

#include "runtime/task/cleanup.h"
#include "runtime/task/files.h"

namespace batt {
namespace {

/// A file must not be opened under the number of a standard stream that is closed. Reading from what is put there gives
/// nothing, writing to it fails.
void occupy_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) open("/dev/null", O_RDONLY);
}

int report(const std::string& name, const char* message, int code) {
  if (*message != '\0') std::fprintf(stderr, "%s: %s\n", name.c_str(), message);
  return code;
}

int report_bug(const std::string& name, const char* message) {
  std::fprintf(
      stderr, "%s: internal error: %s\nThis is a bug in battc; please report it with the command line and the input.\n",
      name.c_str(), message);
  return exit_internal;
}

/// `reason`: why standard output could not be written, if that is known.
int run_guarded(const std::string& name, const std::function<int()>& run, std::string& reason) {
  try {
    return run();
  } catch (const CommandFailure& failure) {
    return report(name, failure.what(), failure.code());
  } catch (const TaskError& error) {
    return report(name, error.what(), exit_io);
  } catch (const std::filesystem::filesystem_error& error) {
    return report(name, error.what(), exit_io);
  } catch (const std::bad_alloc&) {
    return report(name, "out of memory", exit_io);
  } catch (const std::system_error& error) {
    // {fmt} throws it.
    if (std::ferror(stdout) == 0) return report_bug(name, error.what());
    reason = error.code().message();
    return exit_io;
  } catch (const std::exception& error) {
    return report_bug(name, error.what());
  }
}

/// Memory that was freed in small pieces is joined at once. Else that is put off until something large is allocated:
/// what is left of a task's JSON would be joined in the midst of its samples, while all threads wait.
void join_freed_memory_at_once() {
#ifdef M_MXFAST
  mallopt(M_MXFAST, 0);
#endif
}

/// Flushes and closes, as far as it can tell anything about what was written.
bool finish_standard_output(std::string& reason) {
  const bool failed = std::ferror(stdout) != 0;
  errno = 0;
  const int copy = std::fflush(stdout) == 0 ? dup(STDOUT_FILENO) : -1;
  const bool closed = copy >= 0 && close(copy) == 0;
  if (!closed && reason.empty() && errno != 0) reason = std::strerror(errno);
  return closed && !failed;
}

}  // namespace

int run_main(const std::string& name, const std::function<int()>& run) {
  occupy_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);  // Writing to a closed pipe is an error like others.
  clean_up_on_signals();
  join_freed_memory_at_once();
  std::string reason;
  const int code = run_guarded(name, run, reason);
  if (finish_standard_output(reason)) return code;
  return report(name, ("cannot write to standard output" + (reason.empty() ? "" : ": " + reason)).c_str(), exit_io);
}

}  // namespace batt
