// Which calls of ops fail whatever the values are, made from certain_failures.def. Plain facts, as in op_table.h.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "batt/status.h"
#include "dsl_kernels/op_table.h"

namespace batt {

/// An op that raises this exception for every choice of arguments of these types.
struct FailureRow {
  OpId op;
  Exception exception;
  std::array<std::string_view, max_arity> arguments;  ///< types, as ops.def writes them; as many as the op takes
};

std::span<const FailureRow> failure_rows();

}  // namespace batt
