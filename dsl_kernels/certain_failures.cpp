#include "dsl_kernels/certain_failures.h"

#include <algorithm>

#include "dsl_kernels/op_rows.h"

namespace batt {
namespace {

constexpr FailureRow failures[] = {
#define FAILS(op, exception, ...) {OpId::op_##op, Exception::exception, {__VA_ARGS__}},
#include "dsl_kernels/certain_failures.def"
#undef FAILS
};

/// Whether it names as many arguments as the op has.
constexpr bool fits(const FailureRow& row) {
  for (std::size_t k = 0; k < max_arity; ++k)
    if (row.arguments[k].empty() != (k >= op_rows[static_cast<std::size_t>(row.op)].arity)) return false;
  return true;
}
static_assert(std::ranges::all_of(failures, fits));

}  // namespace

std::span<const FailureRow> failure_rows() { return failures; }

}  // namespace batt
