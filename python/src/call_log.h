// What `log_path` gets: a line for each of the first exceptions that a call swallows, in the form of `battc run --log`.
#pragma once

#include <string>

#include "dsl_kernels/failure_log.h"

namespace batt::python {

class CallLog : public FailureLog {
 public:
  explicit CallLog(std::string task) : task_(std::move(task)) {}

  void op_failed(std::uint32_t line, OpId op, std::span<const Value> arguments, Exception exception) override;
  void op_declined(std::uint32_t, OpId, std::span<const Value>) override {}
  void sample_fell_back(std::size_t, std::uint32_t, std::uint16_t, Reason) override {}

  /// Appends all lines to the file at once, if there are any. False: the file cannot be written, and errno says why.
  bool append_to(const std::string& path) const;

 private:
  static constexpr std::size_t most_lines = 32;

  std::string task_;
  std::string text_;
  std::size_t failures_ = 0;
};

}  // namespace batt::python
