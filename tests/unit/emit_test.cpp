// Emitted C++: nothing of a hostile source comes through, the same input gives the same bytes, long programs are split.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <iterator>
#include <limits>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/driver/dependencies.h"
#include "compiler/emit/cpp.h"
#include "compiler/emit/cpp_text.h"
#include "compiler/frontend/parser.h"
#include "compiler/frontend/resolve.h"
#include "compiler/ir/build_graph.h"
#include "compiler/passes/pipeline.h"

using namespace battc;

namespace {

std::vector<LoweredFunction> functions_of(const SourceFile& source, int level) {
  Diagnostics diagnostics;
  auto module = parse(source, diagnostics);
  const bool good = module && resolve(*module, diagnostics);
  INFO(render(diagnostics, source));
  REQUIRE(good);
  std::vector<LoweredFunction> functions;
  for (const FunctionDefinition& function : module->functions)
    functions.push_back(
        lower_graph(optimize(build_graph(*module, function, source), {.level = level, .dump_after = {}})));
  return functions;
}

std::string emit(const std::string& text, const std::string& name = "test.py", const CppOptions& options = {},
                 int level = 0) {
  const SourceFile source(name, text);
  return emit_cpp(functions_of(source, level), source, options);
}

std::string program(const std::string& body) {
  return "def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n" + body + "    return o, s\n";
}

/// A program of so many statements.
std::string long_batt(std::size_t statements) {
  std::string body;
  for (std::size_t k = 1; k <= statements; ++k)
    body += fmt::format(
        "    try:\n        t{0} = o_g(I, R{1})\n    except (TypeError, ValueError):\n        t{0} = "
        "_get_safe_default(o_g)\n"
        "    o.append(({0}, False, 'task', t{0}))\n",
        k, k % 8);
  return program(body);
}

/// The C++ without its comments, and with its string literals emptied.
std::string code_of(const std::string& cpp) {
  std::string code;
  for (std::size_t k = 0; k < cpp.size(); ++k) {
    if (cpp.compare(k, 2, "//") == 0) {
      k = cpp.find('\n', k);
      code += '\n';
    } else if (cpp[k] == '"') {
      for (++k; cpp[k] != '"'; ++k)
        if (cpp[k] == '\\') ++k;
      code += "\"\"";
    } else {
      code += cpp[k];
    }
  }
  return code;
}

std::set<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// The names in the C++ that no emitted program should have.
std::set<std::string> foreign_names(const std::string& cpp) {
  static const std::set<std::string> known = words_of(
      "include namespace using batt emitted constexpr struct extern const return if BATT_PART BATT_HD BATT_CONSTANT "
      "BATT_KERNEL "
      "maybe_unused Value Piled TextRep std uint64_t Context Run EmittedEntry EmittedProgram Exception Op Input "
      "c r f t ok true false entries program interface batt_program batt_program_v1 make_program "
      "BATT_EXPORT none boolean integer pair cell empty_tuple empty_set text error is_error function "
      "runs_unused set_line is_ok store_pile_result caught caught_by_default call_value tuple joined first_error "
      "okt_of "
      "okt_field "
      "part_of "
      "other_name safe_default_of truth argument answer append_to_o append_to_s new_frame ended "
      "Part PartStage Task Sample Call Results EmittedStages make_stages "
      "TaskId S I C LogPath UnboundLocalError ");
  static const std::regex ours(
      "(kernel[0-9]+|batt_program_v1_run[0-9]+|v_[A-Za-z][0-9]*(_[0-9]+)?|n_[0-9]+(_[0-9]+)?|okt_[0-9]+|p[0-9]+_[A-Za-"
      "z]+|Frame[0-9]+|run[0-9]+|parts[0-9]+|stages[0-9]+|"
      "part[0-9]+_[0-9]+|text[0-9]+_[0-9]+|handler[0-9]+_[0-9]+|op_[a-z0-9_]+)");
  static const std::regex word("[A-Za-z_][A-Za-z0-9_]*");
  const std::string code = std::regex_replace(code_of(cpp), std::regex("\\b0x[0-9a-f]+"), "");
  std::set<std::string> foreign;
  for (auto found = std::sregex_iterator(code.begin(), code.end(), word); found != std::sregex_iterator(); ++found)
    if (!known.contains(found->str()) && !std::regex_match(found->str(), ours)) foreign.insert(found->str());
  return foreign;
}

void check_harmless(const std::string& cpp) {
  CHECK(std::all_of(cpp.begin(), cpp.end(), [](char c) { return c == '\n' || (c >= 0x20 && c < 0x7f); }));
  CHECK(cpp.find("\\\n") == std::string::npos);
  CHECK(cpp.find("?\?") == std::string::npos);
  CHECK(cpp.find("*/") == std::string::npos);
  CHECK(cpp.find("/*") == std::string::npos);
  CHECK(foreign_names(cpp) == std::set<std::string>{});
  const std::string code = code_of(cpp);
  CHECK(code.find('#') == code.find("#include \"\"\n"));
  CHECK(code.find('#', code.find('#') + 1) == std::string::npos);
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t k = text.find(part); k != std::string::npos; k = text.find(part, k + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("batt_batch is exported for the batt of a source", "[emit]") {
  const std::string text = "def solve_a(S, I, C):\n    return I\n\n\n" + program("    t1 = rot90(I)\n");
  CHECK(emit(text, "test.py", {.batch = true}).find("\nBATT_BATCH(program, 1)\n") != std::string::npos);
  CHECK(emit(text).find("BATT_BATCH") == std::string::npos);
}

TEST_CASE("names of the source are no names of the C++", "[emit]") {
  for (const char* name : {"int",  "template", "asm",    "NULL",     "errno", "EOF",   "__FILE__",    "__attribute__",
                           "main", "std",      "system", "op_rot90", "Value", "c",     "f",           "r",
                           "I2",   "v_t1",     "_Exit",  "offsetof", "unix",  "linux", "x1234567890", "t_1"}) {
    INFO(name);
    const std::string cpp = emit(program(fmt::format(
        "    {0} = rot90(I)\n    t2 = rot180({0})\n    {0} = rot270(t2)\n    o.append((2, False, 'task', {0}))\n",
        name)));
    check_harmless(cpp);
  }
  const std::string longest(1 << 20, 'x');
  const std::string cpp =
      emit(program("    " + longest + " = rot90(I)\n    o.append((1, False, 'task', " + longest + "))\n"));
  check_harmless(cpp);
  CHECK(cpp.size() < 4096);
}

TEST_CASE("function names are only text", "[emit]") {
  const std::string cpp = emit("def solve_asm(S, I, C):\n    return I\ndef differ_namespace(S, I, C):\n    return C\n");
  check_harmless(cpp);
  CHECK(cpp.find("{\"solve_asm\", false, run1, kernel1,\n") != std::string::npos);
  CHECK(cpp.find("{\"differ_namespace\", false, run2, kernel2,\n") != std::string::npos);
}

TEST_CASE("texts, comments and file names are escaped", "[emit]") {
  for (const char* text : {"'\"; system(\"x\"); \"'", "'*/ int main() {} /*'", "'?\?/'", "'a\\\\'",
                           "'\\x00\\n\\r\\x7f'", "'caf\xc3\xa9'", "'// x'", "'%s{}'", "\"R\\\"x(\""}) {
    INFO(text);
    check_harmless(emit(program(
        fmt::format("    t1 = rot90(I)  # \\\n    # */ ?\?/ {0} \\\n    o.append((1, False, {0}, t1))\n", text))));
  }
  check_harmless(emit(program(""), "a/b\\\n?\?/*/\"\xff.py"));
}

TEST_CASE("what stands after // stays there", "[emit]") {
  CHECK(cpp_comment("t1 = rot90(I)") == "t1 = rot90(I)");
  CHECK(cpp_comment("  try:\r\n    t1\t= x \n") == "try: t1 = x");
  CHECK(cpp_comment("a\\") == "a\\x5c");
  CHECK(cpp_comment("*/?\?/") == "\\x2a/\\x3f\\x3f/");
  CHECK(cpp_comment(std::string("a\0b", 3)) == "a\\x00b");
  CHECK(cpp_comment("\xc3\xa9\x7f") == "\\xc3\\xa9\\x7f");
  CHECK(cpp_comment("abcdef", 3) == "abc ...");
}

TEST_CASE("string literals hold every byte", "[emit]") {
  CHECK(cpp_string("abc") == "\"abc\"");
  CHECK(cpp_string("\"\\?*") == "\"\\042\\134\\077\\052\"");
  CHECK(cpp_string(std::string("\0"
                               "1",
                               2)) == "\"\\0001\"");
  CHECK(cpp_string("\n\xff") == "\"\\012\\377\"");
  CHECK(cpp_integer(-5) == "-5");
  CHECK(cpp_integer(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775807 - 1");
}

TEST_CASE("only short plain variables lend their names", "[emit]") {
  for (const char* name : {"t1", "x77", "O", "t1234567"}) CHECK(is_plain_variable(name));
  for (const char* name : {"", "t12345678", "t1a", "ab", "1t", "t_1", "_", "\xc3\xa9"})
    CHECK_FALSE(is_plain_variable(name));
}

TEST_CASE("the same source gives the same bytes wherever it lies", "[emit]") {
  const std::string text = long_batt(50);
  CHECK(emit(text, "a.py", {}, 2) == emit(text, "a.py", {}, 2));
  CHECK(emit(text, "/some/where/a.py") == emit(text, "else/a.py"));
}

TEST_CASE("every statement has its source beside it", "[emit]") {
  const std::string cpp = emit(
      program("    t1 = rot90(I)\n    t2 = t1(I, 5)\n    t2 = fill(t1, 3)\n    o.append((2, True, 'task', t2))\n"));
  CHECK(
      cpp.find("  // 4: t1 = rot90(I)\n  set_line(c, 4);\n  Value v_t1 = op_rot90(c, f.p3_I);\n  if (v_t1.is_error()) "
               "return v_t1;\n") != std::string::npos);
  CHECK(cpp.find("Value v_t2 = call_value(c, v_t1, {f.p3_I, Value::integer(5)});") != std::string::npos);
  CHECK(cpp.find("f.v_t2_2 = call_value(c, function(Op::op_fill), {v_t1, Value::integer(3)});") != std::string::npos);
  CHECK(cpp.find("append_to_o(r, Value::integer(2), Value::boolean(true), Value::text(&text1_1), f.v_t2_2);") !=
        std::string::npos);
}

TEST_CASE("every guard has its form", "[emit]") {
  const std::string caught = emit(long_batt(1));
  CHECK(caught.find(
            "  if (f.v_t1.is_error()) {\n    f.v_t1 = caught_by_default(c, f.v_t1, handler1_1, function(Op::op_o_g));\n"
            "    if (f.v_t1.is_error()) return f.v_t1;\n  }\n") != std::string::npos);
  const std::string piled =
      emit(program("    env = Env(1.5, task_id, S, log_path)\n    t1 = env.do_pile(1, [rot90, I], True)\n"
                   "    t2 = env.do_pile(2, [t1.t, I], t1.ok)\n    o.append((2, True, 'task', t2))\n"));
  CHECK(piled.find("  Piled v_t1 = {};\n  v_t1.t = op_rot90(c, f.p3_I);\n  store_pile_result(c, r, v_t1, "
                   "function(Op::op_rot90));") != std::string::npos);
  CHECK(piled.find("  Piled v_t2 = {};\n  if (is_ok(v_t1.ok)) {\n    v_t2.t = call_value(c, v_t1.t, {f.p3_I});\n    "
                   "store_pile_result(c, r, v_t2, v_t1.t);\n  }\n") != std::string::npos);
  CHECK(piled.find(" = okt_of(c, v_t2.ok, v_t2.t);") != std::string::npos);
  const std::string nested = emit(program("    t1 = fill(rot90(I), 3, (1, 2))\n"));
  CHECK(nested.find(" = first_error({n_") != std::string::npos);
  CHECK(nested.find("Value::pair(1, 2)") != std::string::npos);
  check_harmless(caught + piled.substr(piled.find("namespace {")) + nested.substr(nested.find("namespace {")));
}

TEST_CASE("comments say what the lowering chose", "[emit]") {
  const std::string cpp = emit(
      "def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n    t1 = apply(rbind(shift, UP), I)\n    t2 = "
      "apply(t1, I)\n"
      "    o.append((1, False, 'x', t2))\n    return o, s\n");
  CHECK(count(cpp, "// 1 loop; 1 statement (\"interpreted\")") == 1);
  CHECK(count(cpp, "  // as loop\n") == 1);
  CHECK(count(cpp, "  // interpreted: apply\n") == 1);
}

TEST_CASE("a set of which a loop asks the size alone is counted", "[emit]") {
  const auto loop = [](const std::string& function) {
    return emit(program("    t1 = rbind(difference, C)\n" + function +
                        "    t3 = apply(t2, S)\n    o.append((1, True, 'task', t3))\n"));
  };
  CHECK(count(loop("    t2 = compose(size, t1)\n"), "size_of_difference(c, n_") == 1);
  CHECK(count(loop("    t2 = fork(astuple, compose(size, t1), t1)\n"), "size_of_difference(c, n_") == 1);
  CHECK(count(loop("    t2 = chain(size, t1, rbind(shift, DOWN))\n"), "size_of_shifted_difference(c, n_") == 1);
  const std::string twice = "    t4 = fork(astuple, size, identity)\n    t2 = compose(t4, t1)\n";
  CHECK(count(loop(twice), "size_of_difference") == 0);
}

TEST_CASE("single cells are sought without the objects", "[emit]") {
  const std::string cpp =
      emit(program("    t1 = o_g(I, R5)\n    t2 = sizefilter(t1, 1)\n    o.append((1, True, 'task', t2))\n"));
  CHECK(count(cpp, " = objects_or_none(c, ") == 1);
  CHECK(count(cpp, " = single_cells_of(c, ") == 1);
}

TEST_CASE("a part has statements of one stage", "[emit]") {
  const std::string cpp =
      emit(program("    t1 = apply(first, S)\n    t2 = rot90(I)\n    t3 = fill(C, 5, t1)\n    t4 = rot90(t2)\n"
                   "    o.append((3, True, 'task', t3))\n    o.append((4, True, 'task', t4))\n"));
  CHECK(cpp.find("constexpr Part<Frame1> parts1[] = {\n    {PartStage::Task, part1_1},\n    {PartStage::Sample, "
                 "part1_2},\n    {PartStage::Call, part1_3},\n    {PartStage::Sample, part1_4},\n    "
                 "{PartStage::Results, part1_5},\n};\n") != std::string::npos);
  // The parameters, and what Task sets, stand first.
  CHECK(cpp.find("  Value p1_TaskId, p2_S, p3_I, p4_C, p5_LogPath;\n  Value v_t1;\n") != std::string::npos);
  CHECK(cpp.find("make_stages<Frame1, parts1>(\n    \"task_id,S,I,C,log_path,\", 1, ") != std::string::npos);
}

TEST_CASE("long programs are split", "[emit]") {
  const std::string whole = emit(long_batt(60));
  CHECK(count(whole, "BATT_PART Value part1_") == 4);
  // What a part reads of another one lies in the frame, the rest does not.
  CHECK(whole.find("  f.v_t1 = op_o_g(") != std::string::npos);
  CHECK(emit(program("    t1 = rot90(I)\n    t2 = rot90(t1)\n    o.append((2, True, 'task', t2))\n"))
            .find("  Value v_t1 = op_rot90(") != std::string::npos);
  CppOptions options;
  options.statements_per_function = 10;
  const std::string split = emit(long_batt(60), "test.py", options);
  CHECK(count(split, "BATT_PART Value part1_") == 12);
  CHECK(count(split, "op_o_g(c, ") == 60);
  CHECK(split.find("if (!ended.is_error()) ended = part1_12(c, r, f);\n  return ended;\n") != std::string::npos);
  std::size_t longest = 0, lines = 0;
  for (std::size_t k = 0; k < split.size(); k = split.find('\n', k) + 1) {
    lines = split.compare(k, 9, "BATT_PART") == 0 ? 0 : lines + 1;
    if (split.compare(k, 2, "}\n") == 0) longest = std::max(longest, lines);
  }
  CHECK(longest < 80);
}

TEST_CASE("long tuples are made in pieces", "[emit]") {
  std::string items;
  for (int k = 0; k < 1000; ++k) items += std::to_string(k) + ", ";
  const std::string cpp = emit("def solve_x(S, I, C):\n    O = totuple((" + items + "))\n    return O\n");
  check_harmless(cpp);
  CHECK(count(cpp, " = tuple(c, {") == 5);
  CHECK(count(cpp, " = joined(c, {n_") == 1);
}

TEST_CASE("the text grows with the program", "[emit]") {
  const std::size_t small = emit(long_batt(100)).size(), large = emit(long_batt(1000)).size();
  CHECK(large < 11 * small);
}

TEST_CASE("depfiles are what make reads", "[emit]") {
  CHECK(make_quoted("a b#c$d:e") == "a\\ b\\#c$$d\\:e");
  CHECK(make_quoted("a\\ b\\c") == "a\\\\\\ b\\c");
  CHECK(make_rule({"x.so", "y"}, {"a b.py"}) == "x.so y: a\\ b.py\n");
  CHECK(make_rule({"x"}, {}) == "x:\n");
}
