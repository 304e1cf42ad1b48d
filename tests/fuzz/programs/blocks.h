// Makes and runs programs in blocks, each in a process of its own: a crash or a hang is laid to one program, and the
// rest goes on.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/fuzz/programs/coverage.h"
#include "tools/reduce/paths.h"

namespace battc::fuzz {

struct BlockOptions {
  std::uint64_t seed = 1;
  std::uint64_t programs = 2000;
  double seconds = 0;  ///< starts blocks until then, however many programs that are; 0: by number
  int jobs = 1;
  int built_percent = 0;  ///< of the blocks that are also built, in turn at several levels of optimisation
  double hang = 120;      ///< seconds of the processor for one program
};

/// A program that did what none may do.
struct Finding {
  std::uint64_t index = 0;
  bool built = false;  ///< only its emitted C++ does
  ProgramCase program;
  PathFailure failure;
};

/// Lives in memory that all processes share.
struct Totals {
  std::atomic<std::uint64_t> programs, built;
  PathCounts answers;
  Coverage coverage;
};

/// Returns what was found; `totals` must be in shared memory.
std::vector<Finding> run_blocks(const BlockOptions& options, Totals& totals);

/// Zeroed memory that children share with this process, for as long as it lives.
void* share_memory(std::size_t size);

}  // namespace battc::fuzz
