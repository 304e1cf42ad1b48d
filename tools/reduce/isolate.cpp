#include "tools/reduce/isolate.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <sstream>
#include <system_error>
#include <thread>

// Read by the sanitizers before main(): a finding must not look like what a child returns.
extern "C" const char* __asan_default_options() { return "exitcode=99"; }
extern "C" const char* __ubsan_default_options() { return "exitcode=99:print_stacktrace=1"; }

namespace battc {
namespace {

using Clock = std::chrono::steady_clock;

std::string read_all(int file) {
  std::string text;
  char buffer[1 << 14];
  lseek(file, 0, SEEK_SET);
  for (ssize_t count = 0; (count = read(file, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(count));
  return text;
}

/// waitpid with a time limit; false if the child had to be killed.
bool wait_for(pid_t child, double seconds, int& status) {
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  auto pause = std::chrono::microseconds(200);
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (Clock::now() > deadline) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return false;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(20'000));
  }
  return true;
}

}  // namespace

ChildEnd run_in_child(const std::function<int()>& work, double seconds) {
  const int output = memfd_create("output", MFD_CLOEXEC);
  if (output < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) {
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    const int code = work();
    std::fflush(nullptr);
    _exit(code);
  }
  ChildEnd end;
  int status = 0;
  if (!wait_for(child, seconds, status))
    end.kind = ChildEnd::Kind::TimedOut;
  else if (!WIFEXITED(status) || WEXITSTATUS(status) == sanitizer_exit_code)
    end.kind = ChildEnd::Kind::Crashed;
  else
    end.code = WEXITSTATUS(status);
  end.output = read_all(output);
  close(output);
  return end;
}

std::string crash_summary(const std::string& output) {
  constexpr int most_calls = 12;
  std::istringstream lines(output);
  std::string summary;
  int calls = 0;
  for (std::string line; std::getline(lines, line);) {
    const bool message =
        line.find("ERROR: ") != std::string::npos || line.find("runtime error: ") != std::string::npos ||
        line.find("Assertion") != std::string::npos || line.find("terminate called") != std::string::npos ||
        line.find("what(): ") != std::string::npos;
    const bool call = line.find(" in ") != std::string::npos && line.find("    #") == 0;
    if (message || (call && calls++ < most_calls)) summary += line + "\n";
    if (!summary.empty() && line.empty() && calls > 0) break;
  }
  return summary.empty() ? output.substr(0, 600) : summary;
}

}  // namespace battc
