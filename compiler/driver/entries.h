// A compiled source as entries that run in-process.
#pragma once

#include <vector>

#include "batt/runner.h"
#include "compiler/driver/compile.h"

namespace battc {

std::vector<batt::Entry> in_process_entries(const CompiledSource& compiled);

}  // namespace battc
