// What battc's exit code says.
#pragma once

namespace battc {

enum ExitCode : int {
  exit_ok = 0,
  exit_difference = 1,   ///< `battc test`, `--verify`: an answer differs
  exit_source_error = 1, ///< the program has errors
  exit_usage = 2,
  exit_io = 3,           ///< input that cannot be read or is malformed, output that cannot be written
  exit_internal = 4,     ///< a bug in battc
};

}  // namespace battc
