// --verify finds a bug in a packed body: the checked path does not share it. See docs/decisions/0010.
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "compiler/driver/entries.h"
#include "compiler/frontend/parser.h"
#include "compiler/frontend/resolve.h"
#include "compiler/ir/build_graph.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/task/compare_paths.h"
#include "runtime/task/runner.h"

namespace {

using namespace batt;
using nlohmann::json;

/// The op whose packed body is wrong now.
std::string faulty_op;
/// Ops whose packed bodies returned something wrong.
std::set<std::string> faults;

/// Something else than the result, which no op returns for the programs below.
Value distorted(const char* op, Value result) {
  if (faulty_op != op || result.is_declined()) return result;
  faults.insert(op);
  return Value::integer(7777);
}

}  // namespace

#define FAULTY(op, arity, symbol)                                                                     \
  Value real_##op(Context& context, BATT_PARAMETERS_##arity) asm("__real_" #symbol);                  \
  [[gnu::used]] Value wrapped_##op(Context& context, BATT_PARAMETERS_##arity) asm("__wrap_" #symbol); \
  Value wrapped_##op(Context& context, BATT_PARAMETERS_##arity) {                                     \
    return distorted(#op, real_##op(context, BATT_ARGUMENTS_##arity));                                \
  }
#include "faulty_ops.def"
#undef FAULTY

namespace {

/// Statements that call each op with arguments that its packed body takes, and end with O.
const std::map<std::string, std::string> programs = {
    {"hconcat", "O = hconcat(I, I)"},
    {"replace", "O = replace(I, ONE, TWO)"},
    {"trim", "O = trim(I)"},
    {"palette_t", "O = palette_t(I)"},
    {"recolor_i", "x1 = asindices(I)\n    O = recolor_i(TWO, x1)"},
    {"o_g", "O = o_g(I, R5)"},
    {"f_ofcolor", "O = f_ofcolor(I, ONE)"},
    {"underfill", "x1 = f_ofcolor(I, ONE)\n    O = underfill(I, TWO, x1)"},
    {"gravitate", "x1 = f_ofcolor(I, ONE)\n    x2 = f_ofcolor(I, THREE)\n    O = gravitate(x1, x2)"},
    {"shoot", "O = shoot(UNITY, UP)"},
    {"hperiod", "x1 = asobject(I)\n    O = hperiod(x1)"},
    {"upscale_f", "x1 = asobject(I)\n    O = upscale_f(x1, TWO)"},
};

battc::CompiledSource compiled(const std::string& text) {
  battc::CompiledSource result{battc::SourceFile("test.py", text), {}};
  battc::Diagnostics diagnostics;
  auto module = battc::parse(result.source, diagnostics);
  const bool good = module && battc::resolve(*module, diagnostics);
  INFO(battc::render(diagnostics, result.source));
  REQUIRE(good);
  for (const battc::FunctionDefinition& function : module->functions)
    result.graphs.push_back(battc::build_graph(*module, function, result.source));
  return result;
}

std::optional<Difference> verified(const std::string& statements) {
  const Task task = Task::from_json({{"inputs",
                                      {{{"task_id", "small"},
                                        {"S", json::array()},
                                        {"I", {{0, 0, 0, 0, 3}, {0, 1, 0, 0, 0}, {0, 0, 0, 0, 0}}},
                                        {"C", json::array()}}}}},
                                    "small");
  RunOptions options;
  options.paths.path = Path::Fast;
  const std::string text = "def solve_x(S, I, C):\n    " + statements + "\n    return O\n";
  const Entry entry = battc::in_process_entries(compiled(text), options.paths)[0];
  const Entry checked = battc::in_process_entries(compiled(text), {Path::Checked, Fallback::Auto})[0];
  return verify(checked, task, options, run_samples(entry, task, options).answers);
}

}  // namespace

TEST_CASE("a bug in a packed body is found by --verify") {
#define FAULTY(op, arity, symbol)                  \
  SECTION(#op) {                                   \
    const std::string& program = programs.at(#op); \
    faulty_op.clear();                             \
    CHECK_FALSE(verified(program));                \
    faulty_op = #op;                               \
    const auto difference = verified(program);     \
    faulty_op.clear();                             \
    CHECK(faults.count(#op) == 1);                 \
    CHECK(difference);                             \
  }
#include "faulty_ops.def"
#undef FAULTY
}
