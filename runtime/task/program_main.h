// How battc and built programs begin and end: signals, standard output, and failures as one line and an exit code.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace batt {

enum ExitCode : int {
  exit_ok = 0,
  exit_difference = 1,    ///< `battc test`, `--verify`: a result differs, or a golden file is malformed
  exit_source_error = 1,  ///< the program has errors
  exit_usage = 2,         ///< also: nothing to test
  exit_io = 3,            ///< input that cannot be read or is malformed, output that cannot be written; no memory
  exit_internal = 4,      ///< a bug in battc
};

/// Ends the program with one clear line for the user, or none if that has been said, and an exit code.
class CommandFailure : public std::runtime_error {
 public:
  CommandFailure(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// Runs what main() is for and returns the exit code. Messages begin with `name`. Text
/// that could not be written to standard output is a failure as well.
int run_main(const std::string& name, const std::function<int()>& run);

}  // namespace batt
