// What a program computes of no input is known before it runs, unless it raises.
#include "runtime/exec/fixed_values.h"

#include <catch2/catch.hpp>

#include "compiler/driver/compile.h"
#include "runtime/task/task.h"

using namespace battc;

namespace {

batt::exec::Program lowered(std::string text) {
  const SourceFile source("test.py", std::move(text));
  Diagnostics diagnostics;
  return lower_graph(build_graphs(source, diagnostics, "", {})->at(0)).program;
}

}  // namespace

TEST_CASE("values that depend on no input are fixed") {
  const batt::exec::Program program = lowered(R"(from dsl import *
def solve(S, I, C):
    x1 = astuple(TWO, TWO)
    x2 = crop(I, ORIGIN, x1)
    x3 = divide(ONE, ZERO)
    x4 = canvas(x3, x1)
    x5 = hconcat(x2, x4)
    return x5
)");
  for (const batt::ErrorMode mode : {batt::ErrorMode::Safe, batt::ErrorMode::Raw}) {
    const batt::exec::Schedule schedule = batt::exec::make_schedule(program, mode);
    const batt::exec::FixedValues fixed(program, schedule, mode);
    const bool is_safe = mode == batt::ErrorMode::Safe;
    const auto left = [&](batt::exec::Stage stage) {
      return fixed.without_fixed(schedule.o[static_cast<std::size_t>(stage)]).size();
    };
    // In raw mode the division ends the program, each time it runs.
    CHECK(left(batt::exec::Stage::Task) == (is_safe ? 0 : 1));
    CHECK(left(batt::exec::Stage::Sample) == 2);
  }
}
