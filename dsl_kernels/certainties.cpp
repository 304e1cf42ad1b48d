#include "dsl_kernels/certainties.h"

namespace batt {
namespace {

constexpr FailureRow failures[] = {
#define ANSWERS(op, types)
#define FAILS(op, exception, ...) {OpId::op_##op, Exception::exception, {__VA_ARGS__}},
#include "dsl_kernels/certainties.def"
#undef FAILS
#undef ANSWERS
};

constexpr auto answers = [] {
  std::array<std::string_view, op_count> table;
  table.fill("any");
#define ANSWERS(op, types) table[static_cast<std::size_t>(OpId::op_##op)] = types;
#define FAILS(op, exception, ...)
#include "dsl_kernels/certainties.def"
#undef FAILS
#undef ANSWERS
  return table;
}();

/// A row that names more or fewer arguments than the op has does not compile.
constexpr bool rows_fit() {
  for (const FailureRow& row : failures)
    for (std::size_t k = 0; k < max_arity; ++k) {
      constexpr std::size_t arities[] = {
#define OP(name, arity, ...) arity,
#include "dsl_kernels/ops.def"
#undef OP
      };
      if (row.arguments[k].empty() != (k >= arities[static_cast<std::size_t>(row.op)])) return false;
    }
  return true;
}
static_assert(rows_fit());

}  // namespace

std::span<const FailureRow> failure_rows() { return failures; }

std::string_view certain_answers(OpId op) { return answers[static_cast<std::size_t>(op)]; }

}  // namespace batt
