// Runs work that may crash, hang or eat the machine in a process of its own.
#pragma once

#include <functional>
#include <string>

namespace battc {

struct ChildEnd {
  enum class Kind { Exited, Crashed, TimedOut };
  Kind kind = Kind::Exited;
  int code = 0;        ///< of Exited: what `work` returned
  std::string output;  ///< what it printed, on standard output and standard error
};

/// Forks; the child runs `work` and exits with what it returns, without running destructors or exit handlers. An exit
/// code of `sanitizer_exit_code` or a signal counts as a crash. Throws std::system_error if there can be no child.
ChildEnd run_in_child(const std::function<int()>& work, double seconds);

/// How a program that links this ends when a sanitizer finds something.
inline constexpr int sanitizer_exit_code = 99;

/// The lines of a crash that tell it from others: the sanitizer's or library's message and the innermost calls.
std::string crash_summary(const std::string& output);

}  // namespace battc
