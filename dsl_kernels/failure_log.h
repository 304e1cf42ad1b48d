// Who wants to know of what does not end a run: exceptions that a program swallows, calls that packed bodies decline,
// and samples that the device leaves to the host. May be called from several threads.
#pragma once

#include <cstdint>
#include <span>

#include "batt/status.h"
#include "batt/value.h"
#include "dsl_kernels/op_table.h"

namespace batt {

class FailureLog {
 public:
  virtual ~FailureLog() = default;
  /// In safe mode: an op, possibly one inside another op, returned its default. In raw mode: an op raised; what it
  /// raises goes on to the statement's guard.
  virtual void op_failed(std::uint32_t line, OpId op, std::span<const Value> arguments, Exception exception) = 0;
  /// The op's packed body declined the arguments, so its general body ran.
  virtual void op_declined(std::uint32_t line, OpId op, std::span<const Value> arguments) = 0;
  /// The device did not finish the sample, so the host ran it. `op` is no_op if none is to blame.
  virtual void sample_fell_back(std::size_t sample, std::uint32_t line, std::uint16_t op, Reason reason) = 0;
};

}  // namespace batt
