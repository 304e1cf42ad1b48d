// A compiled source as entries that run in-process.
#pragma once

#include <vector>

#include "compiler/driver/compile.h"
#include "runtime/task/runner.h"

namespace battc {

/// The entry that interprets a program, on the host and on devices.
batt::Entry interpreted_entry(const std::shared_ptr<const batt::exec::StagedProgram>& program);

/// Entries that can take the path, and the checked one as well if they are to be verified.
std::vector<batt::Entry> in_process_entries(const CompiledSource& compiled, const batt::PathOptions& paths,
                                            bool verify = false);

}  // namespace battc
