// The graph: what each form becomes, its text there and back, what the verifier refuses, and the other views.
#include <fmt/format.h>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "compiler/frontend/parser.h"
#include "compiler/frontend/resolve.h"
#include "compiler/ir/build_graph.h"
#include "compiler/ir/dot.h"
#include "compiler/ir/failures.h"
#include "compiler/ir/graph_json.h"
#include "compiler/ir/parse.h"
#include "compiler/ir/print.h"
#include "compiler/ir/verify.h"
#include "compiler/passes/pipeline.h"

using namespace battc;

/// A graph's text without the types: they have tests of their own.
std::string untyped(const std::string& text) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::size_t end = line.rfind(" ; : ");
    if (end == std::string::npos && line.rfind(" ; ") != std::string::npos) end = line.find(" : ", line.rfind(" ; "));
    if (end != std::string::npos) line.resize(end);
    const std::size_t last = line.find_last_not_of(' ');
    line.resize(last == std::string::npos ? 0 : last + 1);
    out += line + "\n";
  }
  return out;
}

namespace {

using Kind = NodeKind;

std::vector<Graph> graphs_of(const SourceFile& source) {
  Diagnostics diagnostics;
  auto module = parse(source, diagnostics);
  const bool good = module && resolve(*module, diagnostics);
  INFO(render(diagnostics, source));
  REQUIRE(good);
  std::vector<Graph> graphs;
  for (const FunctionDefinition& function : module->functions) graphs.push_back(build_graph(*module, function, source));
  return graphs;
}

Graph graph_of(std::string text) { return std::move(graphs_of(SourceFile("test.py", std::move(text))).front()); }

/// The lines of a graph between its header and its return, without origins.
std::string body(const Graph& graph) {
  std::string out;
  const std::string text = print_graph(graph);
  std::size_t begin = text.find('\n') + 1;
  while (text.compare(begin, 9, "  return ") != 0) {
    const std::size_t end = text.find('\n', begin);
    std::string line = text.substr(begin + 2, end - begin - 2);
    if (const std::size_t origin = line.rfind(" ; "); origin != std::string::npos) line.erase(origin);
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    begin = end + 1;
  }
  return out;
}

std::string solver_body(std::string_view statements) {
  return body(graph_of(fmt::format("def solve_1(S, I, C):\n{}", statements)));
}

std::string batt_source(std::string_view statements) {
  return fmt::format("def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n{}    return o, s\n", statements);
}
std::string batt_body(std::string_view statements) { return body(graph_of(batt_source(statements))); }

/// The text of what a text parses to, or the error.
std::string reprinted(std::string_view text) {
  std::string error;
  const auto graph = parse_graph(text, error);
  return graph ? print_graph(*graph) : error;
}

std::string parse_error(std::string_view text) {
  std::string error;
  return parse_graph(text, error) ? "none" : error;
}

void check_round_trip(const Graph& graph) {
  const std::string text = print_graph(graph);
  CHECK(reprinted(text) == text);
  CHECK(verify(graph) == std::vector<std::string>{});
}

Graph solver_graph() {
  Graph graph;
  graph.name = "solve_1";
  graph.parameters = {"S", "I", "C"};
  for (int k = 0; k < 3; ++k) graph.add(Kind::Parameter, k);
  graph.result = graph.add(Kind::None);
  return graph;
}

/// The only violation of a graph.
std::string violation(const Graph& graph) {
  const auto found = verify(graph);
  return found.size() == 1 ? found[0] : fmt::format("{} violations: {}", found.size(), fmt::join(found, "; "));
}

constexpr NodeId parameter_i{1};

}  // namespace

TEST_CASE("a solver's calls escape", "[ir]") {
  const Graph graph = graph_of("def solve_1(S, I, C):\n    x1 = o_g(I, R5)\n    O = fill(I, TWO, x1)\n    return O\n");
  CHECK(untyped(print_graph(graph)) ==
        "solver solve_1(S, I, C):\n"
        "  %0 = call @o_g %I, 5                           ; line 2\n"
        "  %1 = escape %0                                 ; x1, line 2\n"
        "  %2 = call @fill %I, 2, %1                      ; line 3\n"
        "  %3 = escape %2                                 ; O, line 3\n"
        "  return %3\n");
  CHECK(body(graph_of("def differ_1(S, I, C): return I")).empty());
}

TEST_CASE("nested calls, literals and constants", "[ir]") {
  CHECK(solver_body("    return fill(I, (1, -2), compose(rot90, rot180)(I))") ==
        "%0 = tuple 1, -2\n"
        "%1 = call @compose @rot90, @rot180\n"
        "%2 = call %1 %I\n"
        "%3 = call @fill %I, %0, %2\n"
        "%4 = escape %3\n");
  CHECK(solver_body("    x = (True, None, 'a\"\\n', (), (1,), UNITY, T)\n    return x") ==
        "%0 = tuple\n%1 = tuple 1\n%2 = tuple 1, 1\n%3 = tuple True, None, \"a\\\"\\x0a\", %0, %1, %2, True\n");
  CHECK(solver_body("    x = rot90()\n    return x") == "%0 = call @rot90\n%1 = escape %0\n");
}

TEST_CASE("a variable without a value is an error", "[ir]") {
  CHECK(solver_body("    x1 = rot90(x2)\n    x2 = I\n    return x2") ==
        "%0 = call @rot90 !UnboundLocalError\n%1 = escape %0\n");
}

TEST_CASE("try forms catch what they name", "[ir]") {
  CHECK(batt_body("    try:\n        t1 = o_g(I, R5)\n    except (TypeError, AttributeError, ValueError):\n"
                  "        t1 = _get_safe_default(o_g)\n    o.append((1, True, 'x', t1))\n") ==
        "%0 = call @o_g %I, 5\n%1 = default @o_g\n%2 = catch %0, %1 on TypeError, ValueError, AttributeError\n"
        "o 1, True, \"x\", %2\n");
  CHECK(batt_body("    try:\n        t1 = rot90(I)\n    except LookupError:\n        t1 = ()\n") ==
        "%0 = call @rot90 %I\n%1 = tuple\n%2 = catch %0, %1 on LookupError\n");
  CHECK(batt_body("    try:\n        t1 = rot90(I)\n    except:\n        t1 = I\n") ==
        "%0 = call @rot90 %I\n%1 = catch %0, %I on Exception\n");
  CHECK(batt_body("    try:\n        t1 = rot90(I)\n    except SystemExit:\n        t1 = I\n") ==
        "%0 = call @rot90 %I\n%1 = catch %0, %I\n");
  CHECK(batt_body("    try:\n        t1 = I\n    except TypeError:\n        t1 = _get_safe_default(rot90)\n"
                  "    s.append((1, 'None', 'differ_x', t1))\n") == "s 1, \"None\", \"differ_x\", %I\n");
}

TEST_CASE("pile keeps its number, its conditions and its fields", "[ir]") {
  CHECK(batt_body("    env = Env(1760025744.5, task_id, S, log_path)\n"
                  "    t1 = env.do_pile(1, [compose, rot90, rot180], True)\n"
                  "    t2 = env.do_pile(2, [t1.t, I], t1.ok)\n"
                  "    t3 = env.do_pile(3, [hconcat, t1.t, t2.t], t1.ok and t2.ok)\n"
                  "    t4 = env.do_pile(4, [rot90, I], False)\n"
                  "    o.append((3, True, 'task', t3))\n    o.append((3, True, 'task', t3.t))\n") ==
        "%0 = call @compose @rot90, @rot180\n%1 = pile 1 %0\n%2 = field %1.t\n%3 = call %2 %I\n%4 = field %1.ok\n"
        "%5 = pile 2 %3 if %4\n%6 = field %5.t\n%7 = call @hconcat %2, %6\n%8 = field %5.ok\n%9 = pile 3 %7 if %4, %8\n"
        "%10 = call @rot90 %I\n%11 = pile 4 %10 if False\n%12 = field %9.t\n"
        "o 3, True, \"task\", %9\no 3, True, \"task\", %12\n");
  CHECK(batt_body("    env = Env(1.5, task_id, S, log_path)\n    t1 = env.do_pile(1, [rot90, I.t], True)\n") ==
        "%0 = field %I.t\n%1 = escape %0\n%2 = call @rot90 %1\n%3 = pile 1 %2\n");
}

TEST_CASE("samples and batch", "[ir]") {
  CHECK(batt_body("    t1, t2, t3, t4 = batch_process_samples_gpu(S)\n    o.append((4, False, 'x', t4))\n") ==
        "%0 = call @apply @first, %S\n%1 = escape %0\n%2 = call @apply @second, %S\n%3 = escape %2\n"
        "%4 = call @mapply @p_g, %1\n%5 = escape %4\n%6 = call @mapply @p_g, %3\n%7 = escape %6\n"
        "o 4, False, \"x\", %7\n");
  const Graph batch = graph_of(
      "def batt_batch(task_ids, Ss, Is, Cs, log_paths):\n    s = []\n    o = []\n    t1s = batch_mapply(rot90, Ss)\n"
      "    return o, s\n");
  CHECK(untyped(print_graph(batch)) ==
        "batch batt batt_batch(task_id, S, I, C, log_path):\n"
        "  %0 = call @mapply @rot90, %S                   ; line 4\n"
        "  %1 = escape %0                                 ; t1, line 4\n"
        "  return o, s\n");
}

TEST_CASE("equal expressions are one node, calls and effects are not", "[ir]") {
  Graph graph = solver_graph();
  const std::size_t before = graph.size();
  const NodeId five = graph.add(Kind::Integer, 5);
  CHECK(graph.add(Kind::Integer, 5) == five);
  CHECK(graph.add(Kind::Integer, 6) != five);
  CHECK(graph.add(Kind::Boolean, 1) != graph.add(Kind::Integer, 1));
  CHECK(graph.text("a") == graph.text("a"));
  CHECK(graph.text("a") != graph.text("b"));
  CHECK(graph.add(Kind::Tuple, 0, {five, five}) == graph.add(Kind::Tuple, 0, {five, five}));
  CHECK(graph.add(Kind::Escape, 0, {five}) != graph.add(Kind::Escape, 0, {five}));
  const NodeId parts[] = {graph.function(batt::OpId::op_rot90), parameter_i};
  const NodeId own = graph.add(Kind::Call, 0, parts, true);
  const NodeId shared = graph.add(Kind::Call, 0, parts);
  CHECK(shared != own);
  CHECK(graph.add(Kind::Call, 0, parts) == shared);
  CHECK(graph.size() == before + 12);
}

TEST_CASE("errors reach as far as nothing guards them", "[ir]") {
  Graph graph = solver_graph();
  const NodeId call = graph.add(Kind::Call, 0, {graph.function(batt::OpId::op_rot90), parameter_i});
  const NodeId fallback = graph.add(Kind::Default, 0, {graph.function(batt::OpId::op_rot90)});
  const NodeId pile = graph.add(Kind::Pile, 1, {call});
  Failures failures(graph);
  CHECK(failures[call] == batt::Raises::InRawMode);
  CHECK(failures.may_be_error(graph.error(batt::Exception::IndexError)));
  CHECK(failures.may_be_error(graph.add(Kind::Tuple, 0, {parameter_i, call})));
  CHECK(failures.may_be_error(graph.add(Kind::Default, 0, {call})));
  CHECK(failures.may_be_error(graph.add(Kind::Field, 0, {parameter_i})));
  CHECK_FALSE(failures.may_be_error(parameter_i));
  CHECK_FALSE(failures.may_be_error(fallback));
  CHECK_FALSE(failures.may_be_error(pile));
  CHECK_FALSE(failures.may_be_error(graph.add(Kind::Field, 1, {pile})));
  CHECK_FALSE(failures.may_be_error(graph.add(Kind::Escape, 0, {call})));
  CHECK_FALSE(failures.may_be_error(graph.add(Kind::Catch, 0, {call, call})));
  NodeId tower = parameter_i;
  for (int k = 0; k < 100'000; ++k) tower = graph.add(Kind::Tuple, 0, {tower, tower});
  CHECK_FALSE(failures.may_be_error(tower));
}

TEST_CASE("in safe mode only calls of closures and of what is no function raise", "[ir]") {
  Graph graph = solver_graph();
  Failures failures(graph);
  const auto call = [&](std::initializer_list<NodeId> operands) { return graph.add(Kind::Call, 0, operands); };
  const NodeId rot90 = graph.function(batt::OpId::op_rot90), identity = graph.function(batt::OpId::op_identity);
  const NodeId rbind = graph.function(batt::OpId::op_rbind), o_g = graph.function(batt::OpId::op_o_g);
  CHECK(failures[call({rot90, parameter_i})] == batt::Raises::InRawMode);
  CHECK(failures[call({rot90})] == batt::Raises::InRawMode);
  CHECK(failures[call({identity, parameter_i})] == batt::Raises::Never);
  CHECK(failures[call({identity})] == batt::Raises::InRawMode);
  CHECK(failures[call({identity, call({rot90, parameter_i})})] == batt::Raises::InRawMode);
  CHECK(failures[call({identity, graph.error(batt::Exception::IndexError)})] == batt::Raises::InBothModes);
  const NodeId closure = call({rbind, o_g, graph.add(Kind::Integer, 5)});
  CHECK(failures[call({graph.add(Kind::Escape, 0, {closure}), parameter_i})] == batt::Raises::InBothModes);
  CHECK(failures[call({parameter_i, parameter_i})] == batt::Raises::InBothModes);
}

TEST_CASE("every golden program's graph is sound and survives its text", "[ir]") {
  std::size_t functions = 0;
  for (const char* folder : {"golden/programs-safe", "golden/programs-raw", "../../shared/golden/programs-safe",
                             "../../shared/golden/programs-raw"}) {
    const std::filesystem::path path = std::filesystem::path(BATT_TEST_DIR) / folder;
    if (!std::filesystem::exists(path)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      if (entry.path().extension() != ".py") continue;
      INFO(entry.path().string());
      for (Graph& graph : graphs_of(SourceFile::load(entry.path().string()))) {
        ++functions;
        check_round_trip(graph);
        graph = optimize(std::move(graph), {.level = 2, .dump_after = {}});
        check_round_trip(graph);
      }
    }
  }
  CHECK(functions > 60);
}

TEST_CASE("the committed texts are graphs", "[ir]") {
  std::size_t functions = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(BATT_TEST_DIR) / "snapshots")) {
    if (entry.path().extension() != ".ir") continue;
    INFO(entry.path().string());
    const SourceFile file = SourceFile::load(entry.path().string());
    std::string_view rest = file.text();
    while (!rest.empty()) {
      const std::string_view end = "\n  return ";
      const std::size_t size = rest.find('\n', rest.find(end) + end.size()) + 1;
      std::string error;
      const auto graph = parse_graph(rest.substr(0, size), error);
      INFO(error);
      REQUIRE(graph);
      CHECK(print_graph(*graph) == rest.substr(0, size));
      CHECK(verify(*graph) == std::vector<std::string>{});
      rest.remove_prefix(size);
      ++functions;
    }
  }
  CHECK(functions > 20);
}

TEST_CASE("every kind of node survives its text", "[ir]") {
  const std::string text =
      "batch batt \"a b\"(I, \"\\\"\\\\\\xff\", line):\n"
      "  %0 = call @rot90 %I, %\"\\\"\\\\\\xff\", %line\n"
      "  %1 = tuple None, True, False, -9223372036854775808, \"\\x00;\\x0a\xc3\xa9\", {}, !StopIteration, @fill\n"
      "  %2 = tuple                                     ; line, line 4294967295\n"
      "  %3 = tuple                                     ; line\n"
      "  %4 = default %0                                ; line 7\n"
      "  %5 = field !UnboundLocalError.ok               ; \"a;b\", line 7\n"
      "  %6 = field 5.t\n"
      "  %7 = field \"a\".t\n"
      "  %8 = catch %0, %4\n"
      "  %9 = catch %0, %4 on Exception\n"
      "  %10 = catch %0, %4 on only Exception, TypeError, LookupError, only ArithmeticError, OverflowError\n"
      "  %11 = pile -4 %0\n"
      "  %12 = pile 4 %0 if %11, False\n"
      "  %13 = escape !KeyError\n"
      "  o 1, True, %13, %11\n"
      "  s {}, @o_g, \"\", None\n"
      "  return o, s\n";
  CHECK(untyped(reprinted(text)) == text);
}

TEST_CASE("a text may be edited by hand", "[ir]") {
  CHECK(untyped(reprinted("; a comment\n\n solver f ( ) :\r\n\t%18446744073709551615 = tuple 1,2 ; x\n%3=escape "
                          "%18446744073709551615\n;\n return %3 \n\n; end")) ==
        "solver f():\n  %0 = tuple 1, 2                                ; x\n  %1 = escape %0\n  return %1\n");
}

TEST_CASE("what is no graph is explained", "[ir]") {
  CHECK(parse_error("") ==
        "line 1: expected a function: solver NAME(PARAMETER, …): or batt NAME(…):, found the end of the text");
  const auto in_solver = [](std::string_view lines) { return parse_error(fmt::format("solver f(I):\n{}", lines)); };
  CHECK(parse_error("solve f():") == "line 1: expected solver or batt, found 'solve f():'");
  CHECK(parse_error("batt 1():") == "line 1: expected the function's name, found '1():'");
  CHECK(parse_error("batt f(a b):") == "line 1: expected ')', found 'b):'");
  CHECK(parse_error("batt f(a, a):") == "line 1: expected a parameter of another name, found 'a):'");
  CHECK(parse_error("batt f()") == "line 1: expected ':', found the end of the line");
  CHECK(in_solver("") == "line 1: expected return, found the end of the text");
  CHECK(in_solver("x") == "line 2: expected %NUMBER = …, o …, s … or return …, found 'x'");
  CHECK(in_solver("%x = tuple") == "line 2: expected a node's number, found 'x = tuple'");
  CHECK(in_solver("%1 = tuple\n\n%1 = tuple") ==
        "line 4: expected a number that no other node has, found '%1 = tuple'");
  CHECK(in_solver("%1 = frob") ==
        "line 2: expected call, tuple, default, field, other_name, escape, catch or pile, found 'frob'");
  CHECK(in_solver("%1 = call") == "line 2: expected an operand, found the end of the line");
  CHECK(in_solver("%1 = call @rot9") == "line 2: expected an op, found '@rot9'");
  CHECK(in_solver("%1 = escape %1") == "line 2: expected a node that stands before, found '%1'");
  CHECK(in_solver("%1 = escape %J") == "line 2: expected a parameter of the function, found '%J'");
  CHECK(in_solver("%1 = escape %I, 3") == "line 2: expected the end of the line, found ', 3'");
  CHECK(in_solver("%1 = escape 9223372036854775808") ==
        "line 2: expected an integer of 64 bits, found '9223372036854775808'");
  CHECK(in_solver("%1 = escape 5x") == "line 2: expected an integer of 64 bits, found '5x'");
  CHECK(in_solver("%1 = escape {") == "line 2: expected '}', found the end of the line");
  CHECK(in_solver("%1 = escape !Oops") == "line 2: expected an exception's name, found 'Oops'");
  CHECK(in_solver("%1 = escape \"a") == "line 2: expected a text that ends with '\"', found '\"a'");
  CHECK(in_solver("%1 = escape \"\\q\"") == "line 2: expected \\\", \\\\ or \\xNN after a backslash, found '\"\\q\"'");
  CHECK(in_solver("%1 = field %I.x") == "line 2: expected t or ok, found 'x'");
  CHECK(in_solver("%1 = catch %I") == "line 2: expected ',', found the end of the line");
  CHECK(in_solver("%1 = catch %I, %I on") == "line 2: expected an exception's name, found the end of the line");
  CHECK(in_solver("%1 = pile %I") == "line 2: expected a t number, found '%I'");
  CHECK(in_solver("%1 = tuple ; line x") == "line 2: expected a line's number, found 'x'");
  CHECK(in_solver("%1 = tuple ; a, b") == "line 2: expected line NUMBER, found 'b'");
  CHECK(in_solver("o 1, 2, 3") == "line 2: expected ',', found the end of the line");
  CHECK(in_solver("return o, s") == "line 2: expected an operand, found 'o, s'");
  CHECK(in_solver("return 1\nreturn 2") == "line 3: expected nothing more after return, found 'return 2'");
  CHECK(parse_error("batt f():\nreturn 1") == "line 2: expected return o, s, found '1'");
}

TEST_CASE("no text crashes the parser", "[ir]") {
  const std::string text = print_graph(
      graph_of(batt_source("    try:\n        t1 = fill(I, (1, 2), 'a\\\\')\n    except (TypeError, ValueError):\n"
                           "        t1 = _get_safe_default(fill)\n    o.append((1, True, 'x', t1))\n")));
  for (std::size_t size = 0; size < text.size(); ++size) CHECK(parse_error(text.substr(0, size)) != "");
  std::uint32_t state = 1;
  for (int round = 0; round < 2'000; ++round) {
    std::string broken = text;
    for (int k = 0; k < 3; ++k) {
      state = state * 1664525u + 1013904223u;
      broken[(state >> 8) % broken.size()] = static_cast<char>(state >> 24);
    }
    std::string error;
    if (const auto graph = parse_graph(broken, error)) {
      const std::string printed = print_graph(*graph);
      CHECK(reprinted(printed) == printed);
    } else {
      CHECK(error.substr(0, 5) == "line ");
    }
  }
  std::string tower = "solver f(I):\n%0 = tuple %I\n";
  for (int k = 1; k < 50'000; ++k) tower += fmt::format("%{} = tuple %{}, %{}\n", k, k - 1, k - 1);
  std::string error;
  const auto graph = parse_graph(tower + "return %49999\n", error);
  REQUIRE(graph);
  check_round_trip(*graph);
}

TEST_CASE("the verifier accepts what it should", "[ir]") {
  CHECK(verify(solver_graph()).empty());
  for (const Graph& graph : graphs_of(SourceFile("test.py", batt_source("    t1 = rot90(rot90(I))\n"))))
    CHECK(verify(graph).empty());
}

TEST_CASE("the verifier refuses wrong operands", "[ir]") {
  Graph graph = solver_graph();
  SECTION("itself") {
    graph.add(Kind::Escape, 0, {NodeId{4}});
    CHECK(violation(graph) == "node 4 (escape): operand 0 does not stand before it");
  }
  SECTION("a later one") {
    graph.set_origin({{}, 17, {}});
    graph.name_node(graph.add(Kind::Tuple, 0, {parameter_i, NodeId{4'000'000'000}}), "t5");
    CHECK(violation(graph) == "node 4 (tuple, t5, line 17): operand 1 does not stand before it");
  }
  SECTION("a leaf with operands") {
    graph.add(Kind::EmptySet, 0, {parameter_i});
    CHECK(violation(graph) == "node 4 (empty_set): has 1 operands, needs 0");
  }
  SECTION("a call of nothing") {
    graph.add(Kind::Call);
    CHECK(violation(graph) == "node 4 (call): has 0 operands, needs at least 1");
  }
  SECTION("a default of two") {
    graph.add(Kind::Default, 0, {parameter_i, parameter_i});
    CHECK(violation(graph) == "node 4 (default): has 2 operands, needs 1");
  }
  SECTION("a field of nothing") {
    graph.add(Kind::Field);
    CHECK(violation(graph) == "node 4 (field): has 0 operands, needs 1");
  }
  SECTION("an escape of two") {
    graph.add(Kind::Escape, 0, {parameter_i, parameter_i});
    CHECK(violation(graph) == "node 4 (escape): has 2 operands, needs 1");
  }
  SECTION("a catch without a fallback") {
    graph.add(Kind::Catch, 0, {parameter_i});
    CHECK(violation(graph) == "node 4 (catch): has 1 operands, needs 2");
  }
  SECTION("a pile of nothing") {
    graph.add(Kind::Pile, 1);
    CHECK(violation(graph) == "node 4 (pile): has 0 operands, needs at least 1");
  }
}

TEST_CASE("the verifier refuses numbers out of range", "[ir]") {
  Graph graph = solver_graph();
  const auto added = [&](Kind kind, std::int64_t number, std::initializer_list<NodeId> operands = {}) {
    graph.add(kind, number, operands);
    return violation(graph);
  };
  SECTION("parameter") {
    CHECK(added(Kind::Parameter, 3) == "node 4 (parameter): its number is 3, but there are 3 parameters");
  }
  SECTION("boolean") {
    CHECK(added(Kind::Boolean, 2) == "node 4 (boolean): its number is 2, but there are 2 truth values");
  }
  SECTION("text") { CHECK(added(Kind::Text, -1) == "node 4 (text): its number is -1, but there are 0 texts"); }
  SECTION("function") {
    CHECK(added(Kind::Function, 30'000) ==
          fmt::format("node 4 (function): its number is 30000, but there are {} ops", batt::op_count));
  }
  SECTION("error") {
    CHECK(added(Kind::Error, 63) ==
          fmt::format("node 4 (error): its number is 63, but there are {} exceptions", exception_count));
  }
  SECTION("field") {
    const NodeId pile = graph.add(Kind::Pile, 1, {parameter_i});
    CHECK(added(Kind::Field, 2, {pile}) == "node 5 (field): its number is 2, but there are 2 fields");
  }
  SECTION("a tuple has none") { CHECK(added(Kind::Tuple, 7) == "node 4 (tuple): has the number 7, needs none"); }
  SECTION("unknown exceptions") {
    CHECK(added(Kind::Catch, std::numeric_limits<std::int64_t>::min(), {parameter_i, parameter_i}) ==
          "node 4 (catch): catches an exception that does not exist");
  }
  SECTION("a base without its subclasses") {
    const auto bits = static_cast<std::int64_t>(exception_bit(batt::Exception::LookupError));
    CHECK(added(Kind::Catch, bits, {parameter_i, parameter_i}) ==
          "node 4 (catch): catches a class without its subclasses");
  }
}

TEST_CASE("the verifier refuses what is there twice", "[ir]") {
  Graph graph = solver_graph();
  SECTION("a leaf") {
    graph.add(Kind::None, 0, {}, true);
    CHECK(violation(graph) == "node 4 (none): there is an equal node before it");
  }
  SECTION("a text") {
    graph.texts = {"a", "b", "a"};
    CHECK(violation(graph) == "the text \"a\" is there twice");
  }
  SECTION("a parameter") {
    graph.parameters = {"I", "I", "C"};
    CHECK(violation(graph) == "the parameter \"I\" is there twice");
  }
}

TEST_CASE("the verifier refuses errors without a guard", "[ir]") {
  Graph graph = solver_graph();
  const NodeId call = graph.add(Kind::Call, 0, {graph.function(batt::OpId::op_rot90), parameter_i});
  SECTION("the result") {
    graph.result = call;
    CHECK(violation(graph) == "the result %0 may be an error");
  }
  SECTION("an output") {
    graph.function_kind = FunctionKind::Batt;
    graph.outputs.push_back(
        {Output::To::O, {graph.result, graph.result, graph.result, graph.add(Kind::Tuple, 0, {call})}});
    CHECK(violation(graph) == "output 0 has the field %1, which may be an error");
  }
  SECTION("part of a pile's call") {
    graph.add(Kind::Pile, 1, {graph.add(Kind::Call, 0, {call, parameter_i})});
    CHECK(violation(graph) == "node 7 (pile): its call's part %0 may be an error");
  }
  SECTION("a pile's condition") {
    graph.add(Kind::Pile, 1, {call, call});
    CHECK(violation(graph) == "node 6 (pile): its condition %0 may be an error");
  }
  SECTION("a pile of something else") {
    graph.add(Kind::Pile, 1, {graph.add(Kind::Tuple, 0, {call})});
    CHECK(violation(graph) == "node 7 (pile): operand 0 may be an error, but is no call");
    Graph certain = solver_graph();
    certain.add(Kind::Pile, 1, {certain.error(batt::Exception::TypeError)});
    CHECK(verify(certain).empty());
  }
}

TEST_CASE("the verifier refuses effects in the wrong place", "[ir]") {
  Graph graph = solver_graph();
  const NodeId call = graph.add(Kind::Call, 0, {graph.function(batt::OpId::op_rot90), parameter_i});
  SECTION("escape of an escape") {
    graph.add(Kind::Escape, 0, {graph.add(Kind::Escape, 0, {call})});
    CHECK(violation(graph) == "node 7 (escape): guards an effect, whose value is never an error");
  }
  SECTION("catch of a pile") {
    graph.add(Kind::Catch, 0, {graph.add(Kind::Pile, 1, {call}), parameter_i});
    CHECK(violation(graph) == "node 7 (catch): guards an effect, whose value is never an error");
  }
}

TEST_CASE("the verifier refuses ends that do not fit", "[ir]") {
  Graph graph = solver_graph();
  SECTION("no node at all") { CHECK(violation(Graph()) == "the result does not exist"); }
  SECTION("a result from nowhere") {
    graph.result = NodeId{99};
    CHECK(violation(graph) == "the result does not exist");
  }
  SECTION("an output from nowhere") {
    graph.function_kind = FunctionKind::Batt;
    graph.outputs.push_back({Output::To::S, {graph.result, NodeId{99}, graph.result, graph.result}});
    CHECK(violation(graph) == "output 0 has a field that does not exist");
  }
  SECTION("a solver that collects") {
    graph.outputs.push_back({Output::To::S, {graph.result, graph.result, graph.result, graph.result}});
    CHECK(violation(graph) == "a solver has outputs");
  }
}

TEST_CASE("the graph as JSON", "[ir]") {
  const Graph graph = graph_of(batt_source(
      "    try:\n        t1 = o_g(I, R5)\n    except (TypeError, IndexError):\n        t1 = _get_safe_default(o_g)\n"
      "    o.append((1, True, 'ta\"sk', t1))\n"));
  const auto json = graph_as_json(graph);
  CHECK(json["function"] == "batt");
  CHECK(json["kind"] == "batt");
  CHECK(json["batch"] == false);
  CHECK(json["parameters"] == nlohmann::json({"task_id", "S", "I", "C", "log_path"}));
  CHECK(json["result"].is_null());
  CHECK(json["nodes"].size() == graph.size());
  const auto& fields = json["outputs"][0]["fields"];
  CHECK(json["outputs"][0]["to"] == "o");
  CHECK(json["nodes"][fields[2].get<std::size_t>()]["value"] == "ta\"sk");
  const auto& caught = json["nodes"][fields[3].get<std::size_t>()];
  CHECK(caught["kind"] == "catch");
  CHECK(caught["catches"] == nlohmann::json({"TypeError", "IndexError"}));
  CHECK(caught["variable"] == "t1");
  CHECK(caught["line"] == 4);
  const auto& call = json["nodes"][caught["operands"][0].get<std::size_t>()];
  CHECK(json["nodes"][call["operands"][0].get<std::size_t>()]["op"] == "o_g");

  Graph hostile = solver_graph();
  hostile.name = "\xff";
  CHECK(graph_as_json(hostile)["function"] == "\\xff");
  CHECK(graph_as_json(hostile)["result"] == 3);
}

TEST_CASE("the graph as a picture", "[ir]") {
  CHECK(
      graph_as_dot(graph_of("def solve_1(S, I, C):\n    return fill(I, 'a\"\\\\', S)\n")) ==
      "digraph \"solve_1\" {\n  label=\"solve_1\";\n  node [shape=box, fontname=monospace];\n"
      "  n0 [label=\"%S\", shape=ellipse];\n  n1 [label=\"%I\", shape=ellipse];\n  n2 [label=\"%C\", shape=ellipse];\n"
      "  n6 [label=\"%0 = call @fill %I, \\\"a\\\\\\\"\\\\\\\\\\\", %S\\lline 2\\l\"];\n  n1 -> n6;\n  n0 -> n6;\n"
      "  n7 [label=\"%1 = escape %0\\lline 2\\l\", style=filled, fillcolor=lightyellow];\n  n6 -> n7;\n"
      "  result [label=\"return %1\", style=rounded];\n  n7 -> result;\n}\n");
}
