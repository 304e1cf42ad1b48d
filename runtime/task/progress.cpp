#include "runtime/task/progress.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace batt {
namespace {

constexpr std::chrono::milliseconds quiet_time(1000), between_lines(200);

/// "8 s", "3:20 min", "2:05 h".
std::string duration_text(double seconds) {
  const auto whole = std::llround(seconds);
  const auto two_parts = [](long long large, long long small, const char* unit) {
    return std::to_string(large) + (small < 10 ? ":0" : ":") + std::to_string(small) + " " + unit;
  };
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return two_parts(whole / 60, whole % 60, "min");
  return two_parts(whole / 3600, whole / 60 % 60, "h");
}

}  // namespace

std::string progress_text(std::size_t done, std::size_t total, const std::string& unit, double seconds) {
  std::string text = std::to_string(done) + " of " + std::to_string(total) + " " + unit;
  if (done == 0 || seconds <= 0) return text;
  const double rate = static_cast<double>(done) / seconds;
  char number[32];
  std::snprintf(number, sizeof number, rate < 10 ? "%.2f" : "%.0f", rate);
  return text + ", " + number + "/s, " + duration_text(static_cast<double>(total - done) / rate) + " left";
}

Progress::Progress(std::size_t total, std::string unit)
    : total_(total),
      unit_(std::move(unit)),
      started_(Clock::now()),
      shown_(started_),
      is_terminal_(isatty(STDERR_FILENO) != 0) {}

void Progress::advance(std::size_t count) {
  done_ += count;
  if (!is_terminal_) return;
  const Clock::time_point now = Clock::now();
  if (now - started_ < quiet_time || now - shown_ < between_lines) return;
  shown_ = now;
  is_visible_ = true;
  const double seconds = std::chrono::duration<double>(now - started_).count();
  std::fprintf(stderr, "\r%s\x1b[K", progress_text(done_, total_, unit_, seconds).c_str());
  std::fflush(stderr);
}

void Progress::clear() {
  if (!is_visible_) return;
  is_visible_ = false;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
}

}  // namespace batt
