// The functions of an emitted program, for the runner that also runs programs in-process.
#pragma once

#include <vector>

#include "batt/program.h"
#include "runtime/task/runner.h"

namespace batt::emitted {

Entry entry_of(const batt_program& program, std::uint32_t entry);
std::vector<Entry> entries_of(const batt_program& program);

}  // namespace batt::emitted
