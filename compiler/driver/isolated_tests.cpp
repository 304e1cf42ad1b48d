#include "compiler/driver/isolated_tests.h"

#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#include "compiler/driver/failure.h"
#include "compiler/driver/golden_files.h"
#include "runtime/task/cleanup.h"

namespace battc {
namespace {

/// How far the tests are. Lives in memory that this process shares with the one that runs them.
struct SharedProgress {
  std::size_t next = 0;  ///< the file that is being tested
  bool finished = false;
  std::size_t passed = 0, failed = 0, unanswered = 0, unfixed = 0, unreadable = 0;
  batt::RunCounts run;
  char choice[256] = {};

  void add(const TestCounts& counts) {
    TestCounts sum = total();
    sum.add(counts);
    passed = sum.passed;
    failed = sum.failed;
    unanswered = sum.unanswered;
    unfixed = sum.unfixed;
    unreadable = sum.unreadable;
    run = sum.stats;
    sum.stats.choice.copy(choice, sizeof choice - 1);
  }
  TestCounts total() const { return {passed, failed, unanswered, unfixed, unreadable, {run, choice}}; }
};
static_assert(std::is_trivially_copyable_v<SharedProgress>);

struct Unmap {
  void operator()(SharedProgress* progress) const { munmap(progress, sizeof *progress); }
};

std::unique_ptr<SharedProgress, Unmap> share_progress() {
  void* const memory = mmap(nullptr, sizeof(SharedProgress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return std::unique_ptr<SharedProgress, Unmap>(new (memory) SharedProgress);
}

void test_rest(std::span<const std::filesystem::path> files, const std::function<TestCounts(std::size_t)>& test,
               SharedProgress& progress) {
  while (progress.next < files.size()) {
    TestCounts counts;
    try {
      counts = test(progress.next);
    } catch (...) {
      counts = count_failure(files[progress.next], stdout);
    }
    progress.add(counts);
    ++progress.next;
    std::fflush(stdout);  // the next file may be the last of this process
  }
}

/// What ended the process, given its status as of waitpid().
std::string cause_of(int status) {
  if (!WIFSIGNALED(status)) return fmt::format("ended the process with exit code {}", WEXITSTATUS(status));
  const char* const name = sigabbrev_np(WTERMSIG(status));
  return fmt::format("died of SIG{} ({})", name != nullptr ? name : "?", strsignal(WTERMSIG(status)));
}

/// Whether someone wants battc to end, not the file.
bool is_request(int status) {
  return WIFSIGNALED(status) &&
         (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM || WTERMSIG(status) == SIGHUP);
}

}  // namespace

TestCounts run_isolated(std::span<const std::filesystem::path> files,
                        const std::function<TestCounts(std::size_t file)>& test) {
  const auto progress = share_progress();
  while (progress->next < files.size()) {
    const auto status = batt::run_in_copy([&] {
      const int code = batt::run_main("battc", [&] {
        test_rest(files, test, *progress);
        return exit_ok;
      });
      progress->finished = true;
      return code;
    });
    if (!status) {
      test_rest(files, test, *progress);
    } else if (is_request(*status)) {
      std::raise(WTERMSIG(*status));
    } else if (progress->finished) {
      if (*status != 0) throw CommandFailure(static_cast<batt::ExitCode>(WEXITSTATUS(*status)), "");
    } else {
      fmt::print("{}: {}\n", files[progress->next].string(), cause_of(*status));
      progress->add({.failed = 1});
      ++progress->next;
    }
  }
  return progress->total();
}

}  // namespace battc
