// Makes a failing program small: drops statements and samples, puts simpler arguments for others, shrinks grids.
#pragma once

#include <cstddef>
#include <functional>

#include "tools/reduce/paths.h"

namespace battc {

/// Whether a program still shows the failure.
using Predicate = std::function<bool(const ProgramCase&)>;

struct ReduceOptions {
  double seconds = 120;  ///< what is found by then is returned
};

struct Reduced {
  ProgramCase program;
  std::size_t statements = 0;
  std::size_t attempts = 0;
};

/// The smallest program that it finds for which `fails` holds. The given one must fail, also as write_python() writes
/// it: throws DraftError if it does not, or if it is no program.
Reduced reduce(const ProgramCase& program, const Predicate& fails, const ReduceOptions& options = {});

}  // namespace battc
