// Who wants to know of the exceptions that a program swallows.
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
  /// In safe mode: an op, possibly one inside another op, answered its default. In raw mode: an op raised; what it
  /// raises goes on to the statement's guard.
  virtual void op_failed(std::uint32_t line, OpId op, std::span<const Value> arguments, Exception exception) = 0;
};

}  // namespace batt
