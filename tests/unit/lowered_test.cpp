// Lowered functions: every golden program survives its printed form, and the verifier finds what is broken.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "compiler/driver/compile.h"
#include "compiler/lower/parse_lowered.h"
#include "compiler/lower/print_lowered.h"
#include "compiler/lower/verify_lowered.h"
#include "runtime/task/task.h"

using namespace battc;

namespace {

namespace fs = std::filesystem;

/// Remarks are comments, which are not read back: they are taken away first.
LoweredFunction reread(LoweredFunction& function) {
  for (InstructionNote& note : function.notes.instructions) note.remark = {};
  const std::string text = print_lowered(function);
  std::string error;
  auto read = parse_lowered(text, error);
  INFO(text << error);
  REQUIRE(read);
  CHECK(print_lowered(*read) == text);
  return std::move(*read);
}

void check_same_answers(const batt::exec::Program& a, const batt::exec::Program& b, const fs::path& golden) {
  const batt::Task task = batt::Task::load(golden);
  const auto answer = [&](const batt::exec::Program& program, const batt::Inputs& inputs) {
    batt::Context context(*task.mode(), {.seconds = 10});
    return batt::encode(context, batt::exec::run(program, context, inputs));
  };
  for (const batt::Task::Sample& sample : task.samples()) CHECK(answer(a, sample.inputs) == answer(b, sample.inputs));
}

LoweredFunction compiled(const std::string& lines, int level = 0) {
  const SourceFile source("test.py", "def solve_1(S, I, C):\n" + lines + "    return O\n");
  Diagnostics diagnostics;
  const auto graphs = build_graphs(source, diagnostics, "", {.level = level, .dump_after = {}});
  REQUIRE(graphs);
  return lower_graph(graphs->front());
}

std::string error_of(const std::string& text) {
  std::string error;
  CHECK_FALSE(parse_lowered(text, error));
  return error;
}

}  // namespace

TEST_CASE("lowered golden programs are sound, and survive their printed form") {
  for (const char* folder : {"programs-safe", "programs-raw"}) {
    for (const auto& file : fs::directory_iterator(fs::path(BATT_TEST_DIR) / "golden" / folder)) {
      if (file.path().extension() != ".py") continue;
      INFO(file.path());
      const CompiledSource source = compile(file.path().string(), {.function = {}, .warnings = false}, {});
      for (const KnownCalls calls : {KnownCalls::Inlined, KnownCalls::Called}) {
        LoweredFunction function = lower_graph(source.graphs[0], calls);
        CHECK(verify_lowered(function).empty());
        const LoweredFunction read = reread(function);
        check_same_answers(function.program, read.program, fs::path(file.path()).replace_extension(".json"));
      }
    }
  }
}

TEST_CASE("what closures hold is read by parts in the printed form, too") {
  LoweredFunction function = compiled(
      "    x1 = lbind(lbind, add)\n    x2 = apply(x1, I)\n    x3 = lbind(compose, double)\n    x4 = apply(x3, x2)\n"
      "    O = rapply(x4, ONE)\n");
  CHECK(print_lowered(function).find(" = part 1 $") != std::string::npos);
  reread(function);
}

TEST_CASE("a set of which only the size is used is counted") {
  const auto count = [](const std::string& lines, std::string_view what) {
    LoweredFunction function = compiled("    x1 = rbind(difference, C)\n" + lines);
    const std::string text = print_lowered(function);
    reread(function);
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
  };
  const std::string loop = "    O = apply(x2, S)\n";
  CHECK(count("    x2 = compose(size, x1)\n" + loop, " = size_of @difference $") == 1);
  CHECK(count("    x2 = compose(size_f, rbind(intersection, I))\n" + loop, " = size_f_of @intersection $") == 1);
  CHECK(count("    x2 = fork(astuple, compose(size, x1), x1)\n" + loop, " = size_of @difference $") == 1);
  const std::string twice = "    x3 = fork(astuple, size, identity)\n    x2 = compose(x3, x1)\n";
  CHECK(count(twice + loop, " = size_of ") == 0);
  CHECK(count("    x2 = compose(size, x1)\n    O = x2(I)\n", " = size_of @difference $1, $2 ") == 1);
}

TEST_CASE("what a loop computes the same for every item runs once") {
  const auto text_of = [](const std::string& lines) {
    LoweredFunction function = compiled(lines, 2);
    const std::string text = print_lowered(function);
    reread(function);
    return text;
  };
  const auto is_steady = [&](const std::string& lines) { return text_of(lines).find(" steady ") != std::string::npos; };
  const std::string loop = "    x3 = compose(x2, size)\n    O = apply(x3, S)\n";
  // A wrong number of arguments: the call fails whatever it is given.
  CHECK(is_steady("    x2 = argmax\n    O = apply(compose(size, x2), S)\n"));
  CHECK(text_of("    x2 = argmax\n" + loop).find(" = failed_call @argmax $") != std::string::npos);
  CHECK_FALSE(is_steady("    x2 = increment\n" + loop));
  // A new function each time.
  CHECK_FALSE(is_steady("    x2 = rbind\n    O = apply(compose(size, x2), S)\n"));
}

TEST_CASE("a call in a loop is kept if its operands may be those of the turn before") {
  const auto is_kept = [](const std::string& lines) {
    LoweredFunction function = compiled(lines, 2);
    const std::string text = print_lowered(function);
    reread(function);
    return text.find(" kept @") != std::string::npos;
  };
  CHECK(is_kept("    O = apply(compose(palette_t, asobject), S)\n"));
  CHECK(is_kept("    O = mapply(compose(rbind(shoot, UNITY), center), S)\n"));
  // Items differ.
  CHECK_FALSE(is_kept("    O = apply(asobject, S)\n"));
  // A new function each time; a step that takes less time than a look at its operands.
  CHECK_FALSE(is_kept("    O = apply(compose(rbind, size), S)\n"));
  CHECK_FALSE(is_kept("    O = apply(compose(double, height_t), S)\n"));
}

TEST_CASE("objects that are sought for single cells alone may be left out") {
  const auto text_of = [](const std::string& lines) {
    LoweredFunction function = compiled("    x1 = o_g(I, R5)\n" + lines);
    const std::string text = print_lowered(function);
    reread(function);
    return text;
  };
  const std::string text = text_of("    O = sizefilter(x1, ONE)\n");
  CHECK(text.find("x1 = objects @o_g $1, $3 escape") != std::string::npos);
  CHECK(text.find("O = single_cells @sizefilter $4, $5, $1, $3 escape") != std::string::npos);
  for (const char* lines :
       {"    O = sizefilter(x1, TWO)\n", "    O = sizefilter(x1, S)\n", "    O = colorfilter(x1, ONE)\n",
        "    x2 = sizefilter(x1, ONE)\n    O = astuple(x1, x2)\n"}) {
    INFO(lines);
    CHECK(text_of(lines).find("x1 = call @o_g $1") != std::string::npos);
  }
}

TEST_CASE("what of a merged result matters is known, and changes no answer") {
  const std::string shifted =
      "    x1 = asobject(I)\n    x2 = lbind(shift, x1)\n    x3 = astuple(UNITY, RIGHT)\n    x4 = mapply(x2, x3)\n";
  const std::string begin =
      shifted +
      "    x5 = f_ofcolor(I, TWO)\n    x6 = mapply(neighbors, x5)\n    x7 = lbind(recolor_i, THREE)\n"
      "    x8 = compose(x7, ineighbors)\n    x9 = mapply(x8, x5)\n    x10 = o_g(I, R5)\n    x11 = mfilter_f(x10, "
      "vline_o)\n"
      "    x12 = order(x10, size)\n    x13 = apply(color, x12)\n    x14 = mpapply(recolor_o, x13, x12)\n"
      "    x15 = astuple(-30, 5)\n    x16 = lbind(multiply, x15)\n    x17 = neighbors(ORIGIN)\n    x18 = apply(x16, "
      "x17)\n"
      "    x19 = mapply(x2, x18)\n    x23 = shift(x1, x15)\n    x24 = lbind(shift, x23)\n    x25 = mapply(x24, x3)\n";
  const auto needs = [&](const std::string& end) {
    LoweredFunction function = compiled(shifted + end, 2);
    reread(function);
    const std::string text = print_lowered(function);
    for (const std::string need : {"paint", "paint_on", "cells"})
      if (text.find(" for " + need + " $") != std::string::npos) return need;
    return std::string("value");
  };
  CHECK(needs("    O = paint(I, x4)\n") == "paint_on");
  CHECK(needs("    x20 = paint(I, x4)\n    O = fill(I, ONE, x4)\n") == "paint_on");
  CHECK(needs("    x20 = rot90(I)\n    O = paint(x20, x4)\n") == "paint");  // made after the loop
  CHECK(needs("    O = paint(C, x4)\n") == "paint");                        // would make it run for each C
  CHECK(needs("    x20 = paint(I, x4)\n    x21 = fill(S, ONE, x4)\n    O = astuple(x20, x21)\n") == "paint");
  CHECK(needs("    x20 = shift(x4, DOWN)\n    O = fill(I, ONE, x20)\n") == "cells");
  CHECK(needs("    x20 = paint(I, x4)\n    O = astuple(x20, x4)\n") == "value");
  CHECK(needs("    x20 = shift(x4, DOWN)\n    x21 = first(x20)\n    O = fill(I, x21, x20)\n") == "value");
  CHECK(needs("    O = paint(x4, I)\n") == "value");

  for (const char* made : {"x4", "x6", "x9", "x11", "x14", "x19", "x25"}) {
    for (const char* end :
         {"paint(I, X)", "underpaint(I, X)", "fill(I, FOUR, X)", "underfill(I, FOUR, X)", "cover(I, X)",
          "shift(X, DOWN)", "recolor_o(FOUR, X)", "recolor_i(FOUR, X)", "toindices(X)"}) {
      std::string call = end;
      call.replace(call.find('X'), 1, made);
      const std::string painted = "    x20 = " + call + "\n    O = paint(I, x20)\n";
      const bool is_patch = call.find("(I") == std::string::npos;
      LoweredFunction function = compiled(begin + (is_patch ? painted : "    O = " + call + "\n"), 2);
      INFO(print_lowered(function));
      std::uint32_t seed = 1;
      for (const int side : {1, 4, 9, 17, 40}) {
        std::vector<std::int8_t> bytes(static_cast<std::size_t>(side * side));
        for (std::int8_t& byte : bytes) byte = static_cast<std::int8_t>((seed = seed * 1664525 + 1013904223) >> 28 & 3);
        const auto answer = [&](batt::BodyPolicy bodies, batt::ErrorMode mode) {
          batt::Context context(mode, {.seconds = 10});
          context.set_body_policy(bodies);
          batt::Inputs inputs{};
          inputs.I = batt::Value::grid_of(bytes.data(), side, side);
          return batt::encode(context, batt::exec::run(function.program, context, inputs));
        };
        for (const batt::ErrorMode mode : {batt::ErrorMode::Safe, batt::ErrorMode::Raw})
          CHECK(answer(batt::BodyPolicy::Fast, mode) == answer(batt::BodyPolicy::Checked, mode));
      }
    }
  }
}

TEST_CASE("what an inlined call would compute again is computed once, unless Python could tell") {
  const auto count = [](const std::string& lines, std::string_view what, int level = 2) {
    LoweredFunction function = compiled(lines, level);
    const std::string text = print_lowered(function);
    reread(function);
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
  };
  const std::string difference = "    x1 = rbind(difference, C)\n";
  const std::string forked = difference + "    x2 = fork(astuple, compose(backdrop, x1), compose(box, x1))\n";
  CHECK(count(forked + "    O = apply(x2, S)\n", " @difference $") == 1);
  CHECK(count(forked + "    O = x2(I)\n", " @difference $") == 1);
  CHECK(count(forked + "    O = x2(I)\n", " @difference $", 0) == 2);
  // The results may meet in the result's `|`.
  CHECK(count(forked + "    x3 = apply(x2, S)\n    x4 = first(x3)\n    O = combine_f(x4, I)\n", " @difference $") == 1);
  CHECK(count(forked + "    x3 = x2(I)\n    x4 = first(x3)\n    x5 = last(x3)\n    O = combine_f(x4, x5)\n",
              " @difference $") == 2);
  CHECK(count(difference + "    x2 = fork(combine_f, x1, x1)\n    O = apply(x2, S)\n", " @difference $") == 2);
  // Loops that do the same.
  const std::string filter = "    x1 = matcher(size, ONE)\n    x2 = rbind(sfilter, x1)\n";
  CHECK(count(filter + "    x3 = fork(astuple, compose(first, x2), compose(last, x2))\n    O = apply(x3, S)\n",
              " = loop @sfilter ") == 1);
  // A nan is another one each time that it is computed, and so is a function.
  CHECK(count("    x1 = rbind(add, ONE)\n    x2 = fork(astuple, x1, x1)\n    O = apply(x2, S)\n", " @add $") == 2);
  CHECK(count("    x1 = lbind(rbind, add)\n    x2 = fork(astuple, x1, x1)\n    O = apply(x2, S)\n", " @rbind $") == 2);
}

TEST_CASE("functions that functions made are known") {
  const std::string lines =
      "    x1 = lbind(compose, size)\n    x2 = rbind(difference, C)\n    x3 = x1(x2)\n    O = apply(x3, S)\n";
  LoweredFunction function = compiled(lines);
  const std::string text = print_lowered(function);
  CHECK(text.find("call_value") == std::string::npos);
  CHECK(text.find(" = size_of @difference $") != std::string::npos);
  reread(function);
}

TEST_CASE("the verifier of lowered functions finds what is broken") {
  const std::string lines =
      "    x1 = rbind(add, ONE)\n    x2 = apply(x1, I)\n    x3 = size(x2)\n    O = astuple(x3, x2)\n";
  const LoweredFunction good = compiled(lines);
  REQUIRE(verify_lowered(good).empty());
  const auto broken_by = [&](auto change) {
    LoweredFunction function = compiled(lines);
    change(function.program);
    return !verify_lowered(function).empty();
  };
  using Instruction = batt::exec::Instruction;
  const auto loop_of = [](batt::exec::Program& program) -> Instruction& {
    for (Instruction& instruction : program.instructions)
      if (instruction.kind == Instruction::Kind::Loop) return instruction;
    throw std::logic_error("no loop");
  };
  CHECK(broken_by([](auto& program) { program.instructions.back().result = program.slot_count; }));
  CHECK(broken_by([](auto& program) { program.instructions.back().result = program.instructions.front().result; }));
  CHECK(broken_by([](auto& program) { std::swap(program.instructions.front(), program.instructions.back()); }));
  CHECK(broken_by([](auto& program) { program.instructions.back().operand_count = 1; }));
  CHECK(broken_by([](auto& program) { program.instructions.back().guard = Instruction::Guard::Leave; }));
  CHECK(broken_by([](auto& program) {
    program.instructions.back().guard = Instruction::Guard::Catch;
    program.instructions.back().guard_index = 7;
  }));
  CHECK(broken_by([](auto& program) { program.loop_depth = 0; }));
  CHECK(broken_by([](auto& program) { program.instructions.back().kind = Instruction::Kind::SizeOf; }));
  CHECK(broken_by([](auto& program) { program.instructions.back().kind = Instruction::Kind::Objects; }));
  CHECK(broken_by([](auto& program) { program.instructions.back().kind = Instruction::Kind::SingleCells; }));
  CHECK(broken_by([&](auto& program) { loop_of(program).end += 1000; }));
  CHECK(broken_by([&](auto& program) { loop_of(program).steady = 1; }));
  CHECK(broken_by([](auto& program) {
    program.instructions.back().kind = Instruction::Kind::CallOp;
    program.instructions.back().field = 1;
  }));
  CHECK(broken_by([](auto& program) { program.instructions.back().kind = Instruction::Kind::FailedCall; }));
  CHECK(broken_by([&](auto& program) { loop_of(program).op = static_cast<std::uint16_t>(batt::OpId::op_combine); }));
  CHECK(broken_by([](auto& program) { program.result = program.slot_count - 1 + 5; }));
}

TEST_CASE("a text that is no lowered function is refused with a reason") {
  CHECK(error_of("") == "line 1: expected another line, found the end");
  CHECK(error_of("solver f(S):\n  slots 2\n  $1 = fly $0 @ 1\n") ==
        "line 3: expected a kind of instruction, found '$0 @ 1'");
  CHECK(error_of("solver f(S):\n  slots 2\n  $1 = call @no_such_op $0 @ 1\n") ==
        "line 3: expected an op, found '$0 @ 1'");
  CHECK(error_of("solver f(S):\n  slots 2\n  $1 = pass $9 @ 1\n  return $1\n  dependences \"\"\n") ==
        "instruction 0: slot $9 is beyond the last");
  CHECK(error_of("solver f(S):\n  slots 3\n  $1 = block $0 { @ 1\n  return $0\n  dependences \"\"\n") ==
        "line 5: expected '}', found the end");
}
