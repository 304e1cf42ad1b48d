// Runs an emitted entry over a batch of samples on several threads, or on a device; answer k belongs to sample k.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "batt/program.h"
#include "runtime/task/runner.h"

namespace batt::emitted {

struct BatchAnswer {
  std::uint32_t status;  ///< BATT_ANSWER_..
  std::string json;
};

/// Throws std::bad_alloc if memory is missing outside of any sample, and what is a bug.
std::vector<BatchAnswer> run_batch(const batt_program& program, std::uint32_t entry, const std::vector<Inputs>& samples,
                                   const RunOptions& options);

}  // namespace batt::emitted
