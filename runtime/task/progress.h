// A line on a terminal that tells how far long work is.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace batt {

/// "120 of 400 tasks, 35.2/s, 8 s left".
std::string progress_text(std::size_t done, std::size_t total, const std::string& unit, double seconds);

/// Shows nothing in the first second, and nothing at all unless standard error is a terminal.
class Progress {
 public:
  Progress(std::size_t total, std::string unit);
  /// Removes the line.
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void advance(std::size_t count = 1);
  /// Removes the line, so that something else can be printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::size_t done_ = 0, total_;
  std::string unit_;
  Clock::time_point started_, shown_;
  bool is_terminal_;
  bool is_visible_ = false;
};

}  // namespace batt
