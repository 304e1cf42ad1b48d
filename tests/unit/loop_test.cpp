// Ops that call a function over items return the same whether the function is a closure or a block of instructions, in
// both error modes, whatever the function raises.
#include <fmt/format.h>
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "compiler/frontend/parser.h"
#include "compiler/frontend/resolve.h"
#include "compiler/ir/build_graph.h"
#include "compiler/passes/pipeline.h"
#include "dsl_kernels/calls/loop_table.h"
#include "runtime/exec/lowered_program.h"
#include "runtime/task/codec.h"

using namespace battc;
using batt::exec::Instruction;

namespace {

Graph graph_of(const std::string& text) {
  const SourceFile source("test.py", text);
  Diagnostics diagnostics;
  auto module = parse(source, diagnostics);
  const bool good = module && resolve(*module, diagnostics);
  INFO(render(diagnostics, source));
  REQUIRE(good);
  return build_graph(*module, module->functions.front(), source);
}

Graph solver(const std::string& lines) { return graph_of("def solve_1(S, I, C):\n" + lines + "    return O\n"); }

std::size_t count_kind(const batt::exec::Program& program, Instruction::Kind kind) {
  return static_cast<std::size_t>(std::ranges::count(program.instructions, kind, &Instruction::kind));
}

std::string answer(const batt::exec::Program& program, batt::ErrorMode mode, const std::string& input) {
  batt::Context context(mode);
  batt::Inputs inputs{};
  inputs.I = batt::decode(context, nlohmann::json::parse(input));
  inputs.S = inputs.C = batt::Value::empty_tuple();
  const batt::Outcome outcome = batt::exec::run(program, context, inputs);
  switch (outcome.kind) {
    case batt::Outcome::Kind::Raised: return std::string(batt::to_string(outcome.exception));
    case batt::Outcome::Kind::Limited: return std::string(batt::to_string(outcome.limit));
    default: return batt::encode(outcome.result).dump();
  }
}

struct Applied {
  const char* lines;  ///< that define x1
  const char* name = "x1";
};

/// Some raise for some items, some for all; the last but two call what is no function, or with a wrong number of
/// arguments: that no safe mode catches.
const Applied unary[] = {
    {"", "size"},
    {"", "first"},
    {"", "identity"},
    {"    x1 = rbind(add, ONE)\n"},
    {"    x1 = lbind(divide, TEN)\n"},
    {"    x1 = rbind(greater, ONE)\n"},
    {"    x1 = matcher(size, TWO)\n"},
    {"    x1 = compose(last, first)\n"},
    {"    x1 = chain(flip, positive, decrement)\n"},
    {"    x1 = fork(astuple, identity, size)\n"},
    {"    x1 = power(increment, THREE)\n"},
    {"    x2 = lbind(apply, size)\n    x1 = compose(size, x2)\n"},
    {"    x2 = rbind(sfilter, identity)\n    x1 = compose(initset, x2)\n"},
    {"    x2 = lbind(rbind, equality)\n    x3 = fork(sfilter, identity, x2)\n    x1 = compose(size, x3)\n"},
    {"    x2 = lbind(lbind, astuple)\n    x3 = compose(x2, size)\n    x1 = fork(apply, x3, identity)\n"},
    {"    x1 = compose(lbind, initset)\n"},
    {"    x1 = compose(I, size)\n"},
    {"    x1 = rbind(branch, ONE)\n"},
    {"    x2 = rbind(size, ONE)\n    x1 = compose(x2, identity)\n"},
};

const Applied binary[] = {
    {"", "astuple"},
    {"", "divide"},
    {"", "size"},
    {"    x1 = lbind(astriple, ONE)\n"},
    {"    x1 = rbind(branch, ONE)\n"},
    {"    x1 = rbind(I, ONE)\n"},
};

const char* const inputs[] = {
    "[]",
    "[3, 1, 2]",
    "[[1, 2], [3, 4, 5], []]",
    "[[0, 1], [1, 0]]",
    "[1, [2], 0, true]",
    "[[[1, 2], [1, 2]], [[3, 4], [5, 6]]]",
    "[{\"s\": [1]}, {\"s\": [1, 2]}, {\"s\": []}]",
    "{\"s\": []}",
    "{\"s\": [1, 0, 7]}",
    "{\"s\": [[1, 2], [0, 3], [2, 2]]}",
    "{\"s\": [[5, [0, 0]], [1, [0, 1]]]}",
    "{\"l\": [1, {\"l\": [2]}]}",
    "7",
    "null",
    "{\"fn\": \"size\"}",
};

/// The op's arguments, with the function in its place; ranks are -1, 0 and 5.
std::vector<std::string> calls_of(batt::OpId op, const std::string& function, const std::string& container) {
  const batt::OpInfo& info = batt::op_info(op);
  const batt::LoopInfo& loop = batt::loop_info(op);
  std::vector<std::string> calls;
  for (const char* rank : {"NEG_ONE", "ZERO", "FIVE"}) {
    std::string arguments;
    for (std::size_t k = 0; k < info.arity; ++k) {
      const bool is_rank = info.parameters()[k].name == "rank";
      arguments += (k == 0 ? "" : ", ") + (k == loop.function ? function : is_rank ? rank : container);
    }
    calls.push_back(fmt::format("{}({})", info.name, arguments));
  }
  calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
  return calls;
}

/// Runs both ways over all inputs. A function that goes through branch() is not known.
void check_both_ways(batt::OpId op, const Applied& function, const std::string& preamble,
                     const std::string& container) {
  const std::string hidden = fmt::format("    x9 = branch(I, {0}, {0})\n", function.name);
  const std::string lines = function.lines + preamble;
  const auto known = calls_of(op, function.name, container), unknown = calls_of(op, "x9", container);
  for (std::size_t k = 0; k < known.size(); ++k) {
    const auto loop = lower_graph(solver(lines + "    O = " + known[k] + "\n")).program;
    const auto closure = lower_graph(solver(lines + hidden + "    O = " + unknown[k] + "\n")).program;
    CHECK(count_kind(closure, Instruction::Kind::Loop) == 0);
    for (const char* input : inputs) {
      for (const auto mode : {batt::ErrorMode::Safe, batt::ErrorMode::Raw}) {
        INFO(lines << known[k] << " of " << input << (mode == batt::ErrorMode::Safe ? ", safe" : ", raw"));
        CHECK(answer(loop, mode, input) == answer(closure, mode, input));
      }
    }
  }
}

}  // namespace

TEST_CASE("every op that loops answers alike with a closure and with a block", "[loop]") {
  for (std::size_t k = 0; k < batt::op_count; ++k) {
    const auto op = static_cast<batt::OpId>(k);
    const batt::LoopInfo& info = batt::loop_info(op);
    if (info.shape == batt::LoopShape::None) continue;
    if (info.call_arity() == 2) {
      for (const Applied& function : binary) check_both_ways(op, function, "", "I");
    } else {
      for (const Applied& function : unary) {
        check_both_ways(op, function, "", "I");
        check_both_ways(op, function, "    x8 = f_ofcolor(I, ONE)\n", "x8");
      }
    }
  }
}

TEST_CASE("a known function becomes a loop, and its closure is not made", "[loop]") {
  const auto program =
      lower_graph(solver("    x1 = rbind(add, ONE)\n    x2 = compose(double, x1)\n    O = apply(x2, I)\n")).program;
  CHECK(count_kind(program, Instruction::Kind::Loop) == 1);
  CHECK(program.instructions.size() == 3);
  CHECK(answer(program, batt::ErrorMode::Raw, "[1, 2]") == "[4,6]");
}

TEST_CASE("the parts of a pair made inside a block are used without it", "[loop]") {
  const std::string pair = "    x1 = rbind(astuple, TWO)\n";
  const auto result = [&](const char* rank, std::size_t steps) {
    const auto program = lower_graph(solver(pair + "    x2 = rbind(get_nth_f, " + rank +
                                            ")\n    x3 = chain(increment, x2, x1)\n    O = apply(x3, I)\n"))
                             .program;
    CHECK(program.instructions.size() == 1 + steps);
    return answer(program, batt::ErrorMode::Raw, "[5, 6]");
  };
  CHECK(result("ZERO", 1) == "[6,7]");
  CHECK(result("NEG_TWO", 1) == "[6,7]");
  CHECK(result("ONE", 1) == "[3,3]");
  CHECK(result("NEG_ONE", 1) == "[3,3]");
  CHECK(result("FIVE", 3) == "TypeError");  // a frozenset() that is incremented
}

TEST_CASE("functions that a loop made are known to who calls them", "[loop]") {
  // Each defines x1, a container of functions.
  const char* const makers[] = {
      "    x2 = lbind(lbind, add)\n    x1 = apply(x2, I)\n",
      "    x2 = lbind(rbind, divide)\n    x3 = apply(x2, I)\n    x4 = lbind(compose, double)\n    x1 = apply(x4, x3)\n",
      "    x2 = lbind(rbind, greater)\n    x3 = apply(x2, I)\n    x4 = lbind(lbind, subtract)\n    x5 = apply(x4, I)\n"
      "    x1 = papply(compose, x3, x5)\n",
      "    x2 = lbind(rbind, contained)\n    x1 = apply(x2, I)\n",
      "    x2 = lbind(matcher, size)\n    x3 = apply(x2, I)\n    x1 = apply(identity, x3)\n",
      "    x2 = lbind(lbind, astuple)\n    x3 = apply(x2, I)\n    x4 = rbind(fork, identity)\n    x5 = lbind(x4, add)\n"
      "    x1 = apply(x5, x3)\n",
      "    x2 = lbind(compose, size)\n    x1 = apply(x2, I)\n",  // calls what may be no function
  };
  const char* const callers[] = {"rapply(x1, TWO)",        "rapply_t(x1, I)",         "rapply_f(x1, I)",
                                 "papply(apply, x1, I)",   "prapply(sfilter, I, x1)", "mpapply(mapply, x1, I)",
                                 "papply(extract, I, x1)", "papply(order, I, x1)",    "valmax(x1, x8)"};
  for (const char* const made : makers) {
    const std::string maker = std::string(made) + "    x8 = rbind(apply, UNITY)\n";
    for (const std::string caller : callers) {
      const auto known = lower_graph(solver(maker + "    O = " + caller + "\n")).program;
      const std::string unknown_call = std::regex_replace(caller, std::regex("x1"), "x9");
      const auto unknown =
          lower_graph(solver(maker + "    x9 = branch(True, x1, x1)\n    O = " + unknown_call + "\n")).program;
      // valmax calls its function with 0, too.
      CHECK((count_kind(known, Instruction::Kind::Part) > 0) != caller.starts_with("valmax"));
      for (const char* input : inputs) {
        for (const auto mode : {batt::ErrorMode::Safe, batt::ErrorMode::Raw}) {
          INFO(maker << caller << " of " << input << (mode == batt::ErrorMode::Safe ? ", safe" : ", raw"));
          CHECK(answer(known, mode, input) == answer(unknown, mode, input));
        }
      }
    }
  }
}

TEST_CASE("functions that a loop inside a block made", "[loop]") {
  const auto program = lower_graph(solver("    x1 = lbind(lbind, add)\n    x2 = lbind(apply, x1)\n"
                                          "    x3 = fork(rapply, x2, size)\n    O = x3(I)\n"))
                           .program;
  CHECK(count_kind(program, Instruction::Kind::Loop) == 2);
  CHECK(count_kind(program, Instruction::Kind::Part) == 1);
  CHECK(answer(program, batt::ErrorMode::Raw, "[10, 20, 30]") == "[13,23,33]");
}

TEST_CASE("the first and the last of equal keys", "[loop]") {
  const auto result = [](const char* call) {
    const auto program = lower_graph(solver(std::string("    O = ") + call + "\n")).program;
    return answer(program, batt::ErrorMode::Raw, "[[2, 2, 0], [3, 1, 0], [1, 0, 2], [0, 2, 1]]");
  };
  CHECK(result("get_arg_rank(I, first, F0)") == "[3,1,0]");
  CHECK(result("get_arg_rank(I, last, F0)") == "[1,0,2]");
  CHECK(result("get_arg_rank(I, last, L1)") == "[3,1,0]");
  CHECK(result("get_arg_rank_t(I, maximum, L1)") == "[0,2,1]");
  CHECK(result("get_arg_rank_t(I, maximum, F1)") == "[2,2,0]");
  CHECK(result("get_val_rank(I, maximum, F0)") == "2");
  CHECK(result("get_val_rank(I, maximum, L1)") == "3");
  CHECK(result("get_arg_rank(I, identity, F0)") == "[3,1,0]");
}

TEST_CASE("loops inside loops, and functions made inside of them", "[loop]") {
  const auto program =
      lower_graph(solver("    x1 = lbind(lbind, add)\n    x2 = fork(apply, x1, initset)\n    O = mapply(x2, I)\n"))
          .program;
  CHECK(count_kind(program, Instruction::Kind::Loop) == 2);
  CHECK(program.loop_depth == 2);
  CHECK(answer(program, batt::ErrorMode::Raw, "{\"s\": [1, 2]}") == "{\"s\":[2,4]}");
}

TEST_CASE("a call of a closure is written out under each guard", "[loop]") {
  const std::string lines = "    x1 = fork(divide, size, first)\n";
  const auto program = lower_graph(solver(lines + "    O = x1(I)\n")).program;
  CHECK(count_kind(program, Instruction::Kind::Block) == 1);
  CHECK(answer(program, batt::ErrorMode::Raw, "[1, 2]") == "2");
  CHECK(answer(program, batt::ErrorMode::Raw, "[0, 2]") == "ZeroDivisionError");
  CHECK(answer(program, batt::ErrorMode::Safe, "[0, 2]") == "[]");
  const auto wrong = lower_graph(solver(lines + "    O = x1(I, I)\n")).program;
  CHECK(answer(wrong, batt::ErrorMode::Safe, "[1, 2]") == "TypeError");
}

TEST_CASE("functions that would grow without end stay closures", "[loop]") {
  std::string lines = "    x1 = fork(add, size, size)\n";
  for (int k = 2; k <= 40; ++k) lines += fmt::format("    x{0} = fork(x{1}, x{1}, x{1})\n", k, k - 1);
  const auto program = lower_graph(solver(lines + "    O = apply(x40, I)\n")).program;
  CHECK(program.instructions.size() < 200);
}

TEST_CASE("a pile's function is known where its ok is asked for", "[loop]") {
  const auto batt_of = [](const std::string& conditions) {
    return graph_of(
        "def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n    env = Env(1.5, task_id, S, log_path)\n"
        "    t1 = env.do_pile(1, [size, I], True)\n"
        "    t2 = env.do_pile(2, [rbind, add, t1.t], t1.ok)\n"
        "    t3 = env.do_pile(3, [apply, t2.t, I], " +
        conditions + ")\n    o.append((3, False, 'task', t3))\n    return o, s\n");
  };
  CHECK(count_kind(lower_graph(batt_of("t2.ok")).program, Instruction::Kind::Loop) == 1);
  CHECK(count_kind(lower_graph(batt_of("True")).program, Instruction::Kind::Loop) == 0);
}
