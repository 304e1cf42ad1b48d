// The file of `--log`, which grows while the program runs: a line for each exception that a program swallows and for
// each fallback.
#pragma once

#include <fstream>
#include <mutex>
#include <string>

#include "dsl_kernels/failure_log.h"

namespace batt {

/// "line 7 rot90(int)": a call that failed, as logs name it.
std::string describe_call(std::uint32_t line, OpId op, std::span<const Value> arguments);

class LogFile : public FailureLog {
 public:
  /// Throws FileError if the file cannot be written.
  explicit LogFile(const std::string& path);

  /// Throws FileError if something could not be written.
  void close();

  /// What every line from now on begins with.
  void set_task(std::string task) { task_ = std::move(task); }

  void op_failed(std::uint32_t line, OpId op, std::span<const Value> arguments, Exception exception) override;
  void op_declined(std::uint32_t line, OpId op, std::span<const Value> arguments) override;
  void sample_fell_back(std::size_t sample, std::uint32_t line, std::uint16_t op, Reason reason) override;

 private:
  std::string path_;
  std::ofstream stream_;
  std::string task_;
  std::mutex mutex_;
};

}  // namespace batt
