// Long loops of quick steps, which go through many items a step, against the checked path, with items among them that
// are not the case of a step.
#include "runtime/exec/quick_columns.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "compiler/driver/compile.h"
#include "runtime/task/task.h"
#include "runtime/value/build.h"

namespace {

using namespace batt;

exec::Program compiled(const std::string& lines) {
  const battc::SourceFile source("test.py", "def solve_1(S, I, C):\n" + lines + "    return O\n");
  battc::Diagnostics diagnostics;
  const auto graphs = build_graphs(source, diagnostics, "", {.level = 2, .dump_after = {}});
  REQUIRE(graphs);
  return std::move(battc::lower_graph(graphs->front()).program);
}

const char* const functions[] = {
    "    x1 = fork(multiply, sign, identity)\n",
    "    x2 = rbind(subtract, THREE)\n    x1 = compose(even, x2)\n",
    "    x2 = rbind(get_nth_f, F0)\n    x3 = compose(even, x2)\n    x1 = compose(flip, x3)\n",
    "    x2 = rbind(get_nth_f, F0)\n    x3 = rbind(get_nth_f, L1)\n    x1 = fork(equality, x2, x3)\n",
    "    x2 = rbind(get_nth_f, L1)\n    x3 = rbind(add, TWO)\n    x1 = compose(x3, x2)\n",
    "    x2 = fork(multiply, sign, identity)\n    x1 = lbind(apply, x2)\n",
    "    x2 = chain(double, invert, increment)\n    x3 = lbind(apply, x2)\n    x4 = compose(positive, first)\n"
    "    x1 = compose(x4, x3)\n",
    "    x2 = rbind(add, UNITY)\n    x1 = lbind(apply, x2)\n",
    "    x2 = f_ofcolor(C, ONE)\n    x3 = lbind(shift, x2)\n    x4 = f_ofcolor(C, TWO)\n    x5 = rbind(intersection, "
    "x4)\n"
    "    x1 = chain(size, x5, x3)\n",
};

const char* const loops[] = {"apply(x1, I)", "sfilter(I, x1)", "order(I, x1)", "extract(I, x1)",
                             "get_arg_rank(I, x1, F0)"};

/// So many pairs or ints, of which one may be something else.
Value items(Context& context, std::mt19937& random, std::size_t count, bool as_set) {
  const auto below = [&random](unsigned limit) { return static_cast<std::int32_t>(random() % limit); };
  const bool are_pairs = below(3) != 0;
  std::vector<Value> items;
  for (std::size_t k = 0; k < count; ++k)
    items.push_back(are_pairs ? Value::pair(below(40) - 9, below(30) - 9) : Value::integer(below(1000) - 99));
  const Value others[] = {Value::empty_tuple(), Value::integer(std::int64_t{1} << 40), Value::cell(1, 2, 3),
                          Value::boolean(true), Value::pair(1 << 30, 1 << 30)};
  if (count != 0 && below(2) == 0) items[random() % count] = others[random() % std::size(others)];
  return as_set ? make_set(context, items.data(), count) : make_tuple(context, items.data(), count);
}

TEST_CASE("loops that go through many items a step return what the checked path does") {
  const std::int8_t grid[] = {1, 1, 2, 2, 0, 1, 2, 1, 1};
  std::mt19937 random(1);
  for (const char* function : functions)
    for (const char* loop : loops) {
      const exec::Program program = compiled(std::string(function) + "    O = " + loop + "\n");
      for (const std::size_t count : {0, 1, 7, 8, 9, 64, 65, 66, 200})
        for (const ErrorMode mode : {ErrorMode::Safe, ErrorMode::Raw}) {
          const bool as_set = random() % 2 == 0;
          const unsigned seed = random();
          const auto answer = [&](BodyPolicy bodies) {
            Context context(mode, {.seconds = 10});
            context.set_body_policy(bodies);
            std::mt19937 same(seed);
            Inputs inputs{};
            inputs.I = items(context, same, count, as_set);
            inputs.C = Value::grid_of(grid, 3, 3);
            return encode(context, exec::run(program, context, inputs));
          };
          INFO(function << loop << " " << count);
          CHECK(answer(BodyPolicy::Fast) == answer(BodyPolicy::Checked));
        }
    }
}

}  // namespace
