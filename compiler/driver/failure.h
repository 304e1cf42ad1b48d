// Failures that end a command: one clear line for the user, and an exit code.
#pragma once

#include <stdexcept>
#include <string>

#include "compiler/driver/exit_code.h"

namespace battc {

class CommandFailure : public std::runtime_error {
 public:
  CommandFailure(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// Something on disk could not be read or is not what it should be.
inline CommandFailure io_failure(const std::string& message) { return {exit_io, message}; }

}  // namespace battc
