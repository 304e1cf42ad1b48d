// What `battc test` counts: programs and vectors, or, if the fast path is on its own, samples and vectors.
#pragma once

#include <cstddef>

#include "runtime/task/run_stats.h"

namespace battc {

struct TestCounts {
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t unanswered = 0;  ///< by the fast path alone; no failure
  std::size_t unfixed = 0;     ///< that differ, but only in what Python does not fix; neither passed nor failed
  std::size_t unreadable = 0;  ///< files among the failures
  batt::RunStats stats = {};

  void add(const TestCounts& other) {
    passed += other.passed;
    failed += other.failed;
    unanswered += other.unanswered;
    unfixed += other.unfixed;
    unreadable += other.unreadable;
    stats.add(other.stats);
  }
};

}  // namespace battc
