// Failures that end a command: one clear line for the user, and an exit code.
#pragma once

#include "runtime/task/program_main.h"

namespace battc {

using batt::CommandFailure;
using batt::exit_difference;
using batt::exit_internal;
using batt::exit_io;
using batt::exit_ok;
using batt::exit_source_error;
using batt::exit_usage;

/// Something on disk could not be read or is not what it should be.
inline CommandFailure io_failure(const std::string& message) { return {exit_io, message}; }

}  // namespace battc
