// The frontend from bytes to names: every form, every kind of diagnostic (tests/errors), and hostile input.
#include <fmt/format.h>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/frontend/dump.h"
#include "compiler/frontend/lexer.h"
#include "compiler/frontend/literals.h"
#include "compiler/frontend/parser.h"
#include "compiler/frontend/resolve.h"
#include "compiler/support/spelling.h"
#include "compiler/support/text.h"

using namespace battc;

namespace {

struct Outcome {
  std::optional<Module> module;
  Diagnostics diagnostics;
};

Outcome compile(const SourceFile& source) {
  Outcome outcome;
  outcome.module = parse(source, outcome.diagnostics);
  if (outcome.module) resolve(*outcome.module, outcome.diagnostics);
  return outcome;
}

Outcome compile(std::string text) { return compile(SourceFile("test.py", std::move(text))); }

/// The dump of a program that must have no errors.
std::string normal_form(std::string text) {
  const SourceFile source("test.py", std::move(text));
  const Outcome outcome = compile(source);
  INFO(render(outcome.diagnostics, source));
  REQUIRE(outcome.module);
  REQUIRE_FALSE(outcome.diagnostics.has_errors());
  return dump(*outcome.module);
}

std::string batt(std::string_view body) {
  return fmt::format("def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n{}    return o, s\n", body);
}

std::string batt_form(std::string_view lines) {
  return fmt::format("batt batt(task_id, S, I, C, log_path):\n{}  return o, s\n", lines);
}

std::string summary(const Diagnostic& diagnostic, const SourceFile& source) {
  static constexpr const char* severities[] = {"error", "warning", "note"};
  std::string where = "-";
  if (diagnostic.span) {
    const auto [line, column] = source.position(diagnostic.span->begin);
    where = fmt::format("{}:{}", line, column);
  }
  return fmt::format("{} {} {}", severities[static_cast<int>(diagnostic.severity)], where, diagnostic.message);
}

std::string first_message(const std::string& text) {
  const Outcome outcome = compile(text);
  return outcome.diagnostics.all().empty() ? "" : outcome.diagnostics.all()[0].message;
}

std::vector<Token::Kind> kinds(const std::string& text) {
  const SourceFile source("test.py", text);
  Diagnostics diagnostics;
  Lexer lexer(source, diagnostics);
  std::vector<Token::Kind> out;
  do out.push_back(lexer.next().kind);
  while (out.back() != Token::Kind::End);
  return out;
}

std::string repeat(std::string_view text, std::size_t count) {
  std::string out;
  out.reserve(text.size() * count);
  for (std::size_t k = 0; k < count; ++k) out += text;
  return out;
}

const std::string try_program = batt(
    "    # a comment\n"
    "    try:\n        t1 = o_g(I, R5)\n    except (TypeError, AttributeError, ValueError):\n"
    "        t1 = _get_safe_default(o_g)\n"
    "    t2, t3, t4, t5 = batch_process_samples_gpu(S)\n"
    "    o.append((1, False, '7982f9b9', t1))\n    s.append((1, 'None', 'differ_x', t1))\n");
const std::string pile_program = batt(
    "    env = Env(1760025744.4947672, task_id, S, log_path)\n"
    "    t1 = env.do_pile(1, [compose, rot90, rot180], True) # 25de1cd2 - [None]\n"
    "    t2 = env.do_pile(2, [t1.t, I], t1.ok)\n"
    "    t3 = env.do_pile(3, [hconcat, t1.t, t2.t], t1.ok and t2.ok)\n"
    "    o.append((3, True, 'task', t3.t))\n");
const std::string solver_program =
    "\"\"\"Doc.\"\"\"\r\nfrom dsl import *\r\n\r\ndef solve_00000000(S, I, C):\r\n    '''Doc.'''\r\n"
    "    x1 = fill(I, (1, -2), compose(rot90, \\\r\n        rot180)(I))\r\n    return x1\r\n";

}  // namespace

TEST_CASE("every file of tests/errors gives exactly the diagnostics it expects", "[frontend]") {
  static const std::regex expectation(R"(# expect-(error|warning|note) (-|\d+:\d+) (.*))");
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(BATT_TEST_DIR) / "errors")) {
    if (entry.path().extension() != ".py") continue;
    ++files;
    const SourceFile source = SourceFile::load(entry.path().string());
    std::vector<std::string> expected;
    std::istringstream lines{std::string(source.text())};
    for (std::string line; std::getline(lines, line);) {
      std::smatch match;
      if (std::regex_match(line, match, expectation))
        expected.push_back(fmt::format("{} {} {}", match.str(1), match.str(2), match.str(3)));
    }
    const Outcome outcome = compile(source);
    INFO(entry.path().filename().string() << "\n" << render(outcome.diagnostics, source));
    const auto& given = outcome.diagnostics.all();
    for (std::size_t k = 0; k < std::max(given.size(), expected.size()); ++k) {
      const std::string is = k < given.size() ? summary(given[k], source) : "nothing";
      const std::string should_be = k < expected.size() ? expected[k] : "nothing";
      CHECK(is.substr(0, should_be.size()) == should_be);
    }
  }
  CHECK(files > 20);
}

TEST_CASE("the lexer follows Python's lines", "[frontend]") {
  using Kind = Token::Kind;
  CHECK(kinds("") == std::vector{Kind::End});
  CHECK(kinds("\n\n  # only a comment\n\n") == std::vector{Kind::End});
  CHECK(kinds("a\n") == std::vector{Kind::Name, Kind::Newline, Kind::End});
  CHECK(kinds("a") == std::vector{Kind::Name, Kind::Newline, Kind::End});
  CHECK(kinds("a\rb") == kinds("a\nb"));
  CHECK(kinds("a:\n  b\n\n # c\n  d\ne") == std::vector{Kind::Name, Kind::Colon, Kind::Newline, Kind::Indent,
                                                        Kind::Name, Kind::Newline, Kind::Name, Kind::Newline,
                                                        Kind::Dedent, Kind::Name, Kind::Newline, Kind::End});
  CHECK(kinds("a:\n  b:\n\tc") == std::vector{Kind::Name, Kind::Colon, Kind::Newline, Kind::Indent, Kind::Name,
                                              Kind::Colon, Kind::Newline, Kind::Indent, Kind::Name, Kind::Newline,
                                              Kind::Dedent, Kind::Dedent, Kind::End});
  CHECK(kinds("(a,\n   b)") ==
        std::vector{Kind::LeftParen, Kind::Name, Kind::Comma, Kind::Name, Kind::RightParen, Kind::Newline, Kind::End});
  CHECK(kinds("a \\\n = 1") == std::vector{Kind::Name, Kind::Assign, Kind::Integer, Kind::Newline, Kind::End});
  CHECK(kinds("1_000 0xFF 1.5 1e-3 .5 1e 0x 08 1__0") ==
        std::vector{Kind::Integer, Kind::Integer, Kind::Float, Kind::Float, Kind::Float, Kind::Invalid, Kind::Invalid,
                    Kind::Invalid, Kind::Invalid, Kind::Newline, Kind::End});
  CHECK(kinds("'a\\'' \"\"\"c\n\"\"\" f'' rb'x'") ==
        std::vector{Kind::Text, Kind::Text, Kind::Text, Kind::Text, Kind::Newline, Kind::End});
  CHECK(kinds("== -> := = -") == std::vector{Kind::OtherOperator, Kind::OtherOperator, Kind::OtherOperator,
                                             Kind::Assign, Kind::Minus, Kind::Newline, Kind::End});
  CHECK(kinds("def define") == std::vector{Kind::KeywordDef, Kind::Name, Kind::Newline, Kind::End});
}

TEST_CASE("literals have Python's values", "[frontend]") {
  CHECK(integer_value("1_000", false) == 1000);
  CHECK(integer_value("0xff", true) == -255);
  CHECK(integer_value("0b101", false) == 5);
  CHECK(integer_value("9223372036854775807", false) == INT64_MAX);
  CHECK(integer_value("9223372036854775808", true) == INT64_MIN);
  CHECK_FALSE(integer_value("9223372036854775808", false));
  CHECK_FALSE(integer_value("99999999999999999999999", true));
  const auto text = [](std::string_view literal) { return std::get<std::string>(text_value(literal)); };
  CHECK(text("'a'") == "a");
  CHECK(text("''") == "");
  CHECK(text("\"\"\"a\r\nb\"\"\"") == "a\nb");
  CHECK(text(R"('\n\t\\\'\"\x41\101\u00e9\q')") == "\n\t\\'\"AA\xC3\xA9\\q");
  CHECK(text(R"(r'\n')") == "\\n");
  CHECK(text("'a\\\nb'") == "ab");
  CHECK(std::holds_alternative<TextProblem>(text_value(R"('\x4')")));
  CHECK(std::holds_alternative<TextProblem>(text_value(R"('\N{DASH}')")));
}

TEST_CASE("a solver keeps its chain", "[frontend]") {
  CHECK(normal_form(solver_program) ==
        "solver solve_00000000(S, I, C):\n  x1 = fill(I, (1, -2), compose(rot90, rot180)(I))\n  return x1\n");
  CHECK(normal_form("def differ_1(S, I, C) -> 'Grid': return (I), C,") ==
        "differ differ_1(S, I, C):\n  return (I, C)\n");
  CHECK(normal_form("def solve(S: 'Samples', I: Tuple[int, int] = None, C=()):\n  x = (True, None, 'a' 'b', "
                    "(), (1,)); return x") ==
        "solver solve(S, I, C):\n  x = (True, None, 'ab', (), (1,))\n  return x\n");
}

TEST_CASE("guards, samples and appends", "[frontend]") {
  CHECK(normal_form(try_program) ==
        batt_form("  t1 = o_g(I, R5) except (TypeError, AttributeError, ValueError) default of o_g\n"
                  "  t2, t3, t4, t5 = samples S\n"
                  "  append o (1, False, '7982f9b9', t1)\n  append s (1, 'None', 'differ_x', t1)\n"));
  CHECK(normal_form(batt("    try: t1 = rot90(I)\n    except: t1 = ()\n    try:\n        t2 = t1\n    except Exception "
                         "as e: t2 = I\n")) ==
        batt_form("  t1 = rot90(I) except (BaseException) ()\n  t2 = t1 except (Exception) I\n"));
  CHECK(normal_form(pile_program) ==
        batt_form("  t1 = pile 1 compose(rot90, rot180)\n  t2 = pile 2 t1.t(I) if t1.ok\n"
                  "  t3 = pile 3 hconcat(t1.t, t2.t) if t1.ok, t2.ok\n  append o (3, True, 'task', t3.t)\n"));
  CHECK(normal_form(batt(
            "    e = GPUEnv(1.0)\n    t1 = e.do_pile(1, [rot90, I])\n    t2 = e.do_pile(2, [rot90, t1.t], False)\n")) ==
        batt_form("  t1 = pile 1 rot90(I)\n  t2 = pile 2 rot90(t1.t) if False\n"));
}

TEST_CASE("exceptions are known by kind", "[frontend]") {
  const Outcome outcome =
      compile(batt("    try: t1 = rot90(I)\n    except (KeyError, Exception, Strange): t1 = None\n"));
  REQUIRE(outcome.module);
  const auto& guard = std::get<TryGuard>(std::get<Assign>(outcome.module->functions[0].statements[0].form).guard);
  REQUIRE(guard.caught.size() == 3);
  CHECK(guard.caught[0].kind == ExceptionKind::KeyError);
  CHECK(guard.caught[1].kind == ExceptionKind::Exception);
  CHECK(guard.caught[2].kind == ExceptionKind::Other);
  CHECK_FALSE(guard.safe_default);
}

TEST_CASE("the batch form has the names of the plain one", "[frontend]") {
  CHECK(normal_form("def batt_batch(task_ids, Ss, Is, Cs, log_paths):\n    s = []\n    o = []\n"
                    "    t1s = batch_mapply(rot90, Ss)\n    t2s = corners(t1)\n    x = batch_o_g(I, R5)\n"
                    "    t3, t4, t5s, t6s = batch_process_samples_gpu(S)\n"
                    "    o.append((1, True, 'task', t2s))\n    return o, s\n") ==
        "batt_batch batt_batch(task_id, S, I, C, log_path):\n  t1 = mapply(rot90, S)\n  t2 = corners(t1)\n  x = o_g(I, "
        "R5)\n"
        "  t3, t4, t5, t6 = samples S\n  append o (1, True, 'task', t2)\n  return o, s\n");
  CHECK(normal_form(batt("    t1 = batch_mapply(rot90, [S])[0]\n")) == batt_form("  t1 = mapply(rot90, S)\n"));
}

TEST_CASE("names are bound as in Python", "[frontend]") {
  const Outcome outcome = compile("def solve(S, I, C):\n    rot90 = rot180(I)\n    x = rot90(FIVE)\n    return x\n");
  REQUIRE(outcome.module);
  const Module& module = *outcome.module;
  std::vector<Binding> bindings;
  for (const Expression& expression : module.expressions) {
    if (expression.kind == Expression::Kind::Name) bindings.push_back(expression.binding);
  }
  CHECK(bindings == std::vector{Binding::Op, Binding::Parameter, Binding::Local, Binding::Constant, Binding::Local});
  CHECK(module.functions[0].locals.size() == 2);
}

TEST_CASE("module-level lines mean nothing", "[frontend]") {
  CHECK(normal_form(
            "import os\nx = {'a': [1, 2],\n 'def': f\"{x}\"}\nclass A:\n    def solve(self):\n        return 1\n"
            "try:\n    import cupy\nexcept ImportError:\n    cupy = None\nif __name__ == '__main__':\n    main()\n"
            "def solve(S, I, C):\n    return I\nprint(solve)\n") == "solver solve(S, I, C):\n  return I\n");
}

TEST_CASE("lines outside of programs are accepted where no program can notice them", "[frontend]") {
  const std::string program = "def solve(S, I, C):\n    x1 = rot90(I)\n    return fill(x1, ONE, x1)\n";
  const auto form = normal_form(program);
  for (const char* lines : {
           "rot90 = 1\nfrom dsl import *\n",
           "from helpers import *\nONE = 2\nfrom pile import *\n",
           "import math, os.path as path\nfrom typing import *\nfrom utils import *\nfrom dsl import rot90, fill\n",
           "from gpu_env import GPUEnv as Env\nfrom batt_gpu import batch_process_samples_gpu\n",
           "x = rot90\nx.rot90 = x[ONE] = 1\ny: rot90 = 3\nprint(rot90, fill=ONE)\nz = lambda rot90=ONE: rot90\n",
           "class A:\n    rot90 = ONE\n    def fill(self, ONE):\n        rot90 = 2\n        del rot90\n",
           "def differ(S, I, C):\n    rot90 = I\n    return rot90\n",
           "if __name__ == '__main__':\n    rot90 = 1\n    exec('ONE = 3')\n    if x:\n        import fill\n",
           "if \"__main__\" == __name__: import fill\n",
           "for k in range(ONE):\n    with open(rot90) as f:\n        f.fill, g = fill, 3\n",
           "try:\n    import cupy\nexcept ImportError as e:\n    cupy = None\n",
           "match = {}\nmatch[ONE] = rot90 == fill\ncase = 3\n",
           "x = f'{rot90:>3}' + 'fill := 3'\n",
           "Env = gpu.Env\n_get_safe_default = safe._get_safe_default\n",
           "x = y == fill != ONE <= rot90\n",
       }) {
    INFO(lines);
    const std::string found = normal_form(lines + program);
    CHECK(found.substr(found.size() - form.size()) == form);
    const Outcome outcome = compile(lines + program);
    CHECK(outcome.diagnostics.all().empty());
  }
}

TEST_CASE("a program is refused where lines outside change a name that it uses", "[frontend]") {
  const std::string program = "def solve(S, I, C):\n    x1 = rot90(I)\n    return fill(x1, ONE, x1)\n";
  for (const char* lines : {
           "from dsl import *\nif ONE:\n    rot90 = 1\n",
           "rot90 = 1\nif ONE:\n    from dsl import *\n",
           "ONE = 1\nfrom dsl import *\n",
           "rot90 = 1\nfrom constants import *\n",
           "from helpers import *\nfrom dsl import *\n",
           "from numpy import fill\n",
           "from dsl import hmirror_t as fill\n",
           "import fill.rot180\n",
           "try:\n    pass\nexcept OSError as ONE:\n    pass\n",
           "while 0:\n  if 1:\n    try: x = 1; ONE += 1\n    finally: pass\n",
           "async def rot90(): pass\n",
           "class A:\n    class B:\n        def f(self):\n            global x, ONE\n            ONE = 2\n",
           "if x: y = 3; del (rot90)\n",
           "(x, [*fill]) = ONE, 2\n",
           "x = [rot90 := 3 for y in z]\n",
           "print(f'{(rot90 := 3)}')\n",
           "def differ(S, I, C=(ONE := 2)):\n    return I\n",
           "def rot90(S, I, C):\n    return I\n",
           "setattr(dsl, 'rot90', None)\n",
           "sys.modules['dsl'].rot90 = None\n",
           "constants.ONE, x = 2, 3\n",
           "if __name__ != '__main__':\n    rot90 = 1\n",
           "if __name__ == '__main__':\n    pass\nelse:\n    rot90 = 1\n",
       }) {
    INFO(lines);
    CHECK(compile(lines + program).diagnostics.has_errors());
    CHECK(compile(program + lines).diagnostics.has_errors());
  }
  for (const char* lines : {"solve = None\n", "from dsl import *\nsolve = None\n", "del solve\n", "import solve\n"}) {
    INFO(lines);
    CHECK(compile(program + lines).diagnostics.has_errors());
    CHECK_FALSE(compile(lines + program).diagnostics.has_errors());
  }
}

TEST_CASE("a declared encoding is UTF-8, or makes no difference", "[frontend]") {
  const std::string plain = "def solve(S, I, C):\n    return 'e'\n",
                    accents = "def solve(S, I, C):\n    return '\xC3\xA9'\n";
  for (const char* line :
       {"# -*- coding: utf-8 -*-\n", "#!python\n# vim: set fileencoding=UTF_8 :\n", "x = 1\n# coding: latin-1\n",
        "# coding\n", "# decoding it: utf-7\n", "\n\n# coding: utf-7\n"}) {
    INFO(line);
    CHECK_FALSE(compile(line + accents).diagnostics.has_errors());
  }
  CHECK_FALSE(compile("# coding: latin-1\n" + plain).diagnostics.has_errors());
  CHECK(first_message("# coding: latin-1\n" + accents) == "battc does not read the encoding 'latin-1'");
  CHECK(first_message("\n  # coding=utf-7\n" + plain) == "battc does not read the encoding 'utf-7'");
}

TEST_CASE("line ends and a byte order mark change nothing", "[frontend]") {
  std::string carriage_returns, with_both;
  for (const char c : try_program) {
    carriage_returns += c == '\n' ? '\r' : c;
    with_both += c == '\n' ? "\r\n" : std::string(1, c);
  }
  CHECK(normal_form(with_both) == normal_form(try_program));
  CHECK(normal_form(carriage_returns) == normal_form(try_program));
  CHECK(normal_form("\xEF\xBB\xBF" + try_program) == normal_form(try_program));
  const SourceFile source("x", "ab\r\nc\rd\ne");
  CHECK(source.line_count() == 4);
  CHECK(source.text(source.line(1)) == "ab");
  CHECK(source.text(source.line(3)) == "d");
  CHECK(source.position(4).line == 2);
  CHECK(source.position(9).column == 2);
}

TEST_CASE("what cannot be read is refused", "[frontend]") {
  CHECK_THROWS_AS(SourceFile::load(std::string(BATT_TEST_DIR)), SourceError);
  CHECK_THROWS_WITH(SourceFile::load("does/not/exist.py"),
                    Catch::Contains("does/not/exist.py") && Catch::Contains("No such file"));
}

TEST_CASE("diagnostics point at the source", "[frontend]") {
  const SourceFile source("a.py", "def solve(S, I, C):\n\tx1 = rot9(I)\n\treturn x1\n");
  const Outcome outcome = compile(source);
  CHECK(render(outcome.diagnostics, source) ==
        "a.py:2:7: error: unknown op 'rot9': did you mean 'rot90'?\n"
        "   x1 = rot9(I)\n"
        "        ^~~~\n");
  CHECK(render(outcome.diagnostics, source, {.colour = true}).find("\x1b[1;31merror:\x1b[0m") != std::string::npos);
  const auto json = nlohmann::json::parse(render_json(outcome.diagnostics, source));
  REQUIRE(json.size() == 1);
  CHECK(json[0]["file"] == "a.py");
  CHECK(json[0]["line"] == 2);
  CHECK(json[0]["column"] == 7);
  CHECK(json[0]["end_line"] == 2);
  CHECK(json[0]["end_column"] == 11);
  CHECK(json[0]["severity"] == "error");
  CHECK(json[0]["hint"] == "");
}

TEST_CASE("nothing raw reaches the terminal", "[frontend]") {
  const SourceFile source("a\x1b.py", std::string("x\x1b[31m\0\xFF\xE2\x80\xAE", 11) + "é\n");
  Diagnostics diagnostics;
  diagnostics.error(Span{9, 10}, "control \x07 in a message", "hint \x1b");
  diagnostics.note(std::nullopt, "of the whole file");
  const std::string shown = render(diagnostics, source);
  CHECK(std::ranges::none_of(shown, [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n'; }));
  CHECK(shown.find("x\\x1b[31m\\x00\\xff") != std::string::npos);
  CHECK(shown.find("é") != std::string::npos);
  CHECK_NOTHROW(nlohmann::json::parse(render_json(diagnostics, source)));
  CHECK(python_literal("a'\n\\") == "'a\\'\\n\\\\'");
}

TEST_CASE("long lines are cut around the span", "[frontend]") {
  const std::string text = "def solve(S, I, C):\n    x = " + repeat("rot90(", 50) + "I" + repeat(")", 50) + " $ " +
                           std::string(1 << 20, 'y') + "\n";
  const SourceFile source("a.py", text);
  const Outcome outcome = compile(source);
  const std::string shown = render(outcome.diagnostics, source);
  CHECK(shown.size() < 600);
  CHECK(shown.find("...") != std::string::npos);
  CHECK(shown.find("^\n") != std::string::npos);
}

TEST_CASE("errors and warnings are capped", "[frontend]") {
  const SourceFile source("a.py", "def solve(S, I, C):\n" + repeat("    x = rot90(I, I)\n", 30) +
                                      repeat("    1\n", 100) + "    return x\n");
  Outcome outcome = compile(source);
  CHECK(outcome.diagnostics.all().size() == Diagnostics::limit);
  CHECK(render(outcome.diagnostics, source).find("error: too many errors") != std::string::npos);
  outcome = compile("def solve(S, I, C):\n" + repeat("    x = rot90(I, I)\n", 30) + "    return x\n");
  CHECK(outcome.diagnostics.warning_count() == 30);
  CHECK(render(outcome.diagnostics, source).find("10 more warnings") != std::string::npos);
  Diagnostics quiet;
  quiet.keep_warnings(false);
  quiet.warning(std::nullopt, "dropped");
  quiet.note(std::nullopt, "dropped with it");
  CHECK(quiet.all().empty());
}

TEST_CASE("spelling", "[frontend]") {
  CHECK(edit_distance("rot9", "rot90", 3) == 1);
  CHECK(edit_distance("sizef", "size_f", 3) == 1);
  CHECK(edit_distance("hte", "the", 3) == 1);
  CHECK(edit_distance("abc", "xyz", 2) == 3);
  CHECK(edit_distance("", "", 2) == 0);
  CHECK(edit_distance(std::string(1 << 20, 'a'), std::string(1 << 20, 'a'), 2) == 3);
}

TEST_CASE("bytes that are no text are refused at once", "[frontend]") {
  CHECK(first_message(std::string("def solve(S, I, C):\n    return I\0\n", 34)) ==
        "a program cannot contain NUL bytes");
  CHECK(first_message("# \xC3\x28\n") == "the file is not valid UTF-8");
  CHECK(first_message("# \xED\xA0\x80\n") == "the file is not valid UTF-8");
  CHECK(first_message("# \xF0\x9F\x98") == "the file is not valid UTF-8");
  CHECK(normal_form("# \xF0\x9F\x98\x80 é\ndef solve(S, I, C): return 'é'\n") ==
        "solver solve(S, I, C):\n  return 'é'\n");
}

TEST_CASE("nesting has a limit", "[frontend]") {
  const auto nested = [](std::size_t depth) {
    return "def solve(S, I, C):\n    return " + repeat("rot90(", depth) + "I" + repeat(")", depth) + "\n";
  };
  CHECK_FALSE(normal_form(nested(max_nesting - 1)).empty());
  CHECK(first_message(nested(max_nesting)) == "the expression is nested more than 200 levels deep");
  CHECK(first_message("def solve(S, I, C):\n    return I" + repeat("(I)", 10'000) + "\n") ==
        "the expression is nested more than 200 levels deep");
  for (const char* bracket : {"(", "[", "{", "f(", "((", ")"}) {
    CHECK(compile("def solve(S, I, C):\n    x = " + repeat(bracket, 10'000) + "\n    return I\n")
              .diagnostics.has_errors());
    CHECK(compile(repeat(bracket, 10'000) + "\ndef solve(S, I, C):\n    return I\n").diagnostics.all().size() < 4);
  }
}

TEST_CASE("hostile input is diagnosed or parsed, and its diagnostics stay short", "[frontend]") {
  constexpr std::size_t megabyte = 1 << 20;
  std::vector<std::string> texts{
      repeat("\n", megabyte),
      repeat(" ", megabyte),
      repeat("'''", megabyte / 3),
      repeat("'", megabyte),
      repeat("(", megabyte),
      repeat("\\\n", megabyte / 2),
      repeat("def ", megabyte / 4),
      repeat("x=(\n", megabyte / 4),
      repeat("$", megabyte),
      repeat("\xC3\xA9 ", megabyte / 3),
      repeat("a:\n ", megabyte / 4),
      repeat("9", megabyte),
      repeat("# \n", megabyte / 3),
      "def solve(S, I, C):\n    return " + std::string(megabyte, 'a') + "(" + std::string(megabyte, 'b') + ")\n",
      "def solve(S, I, C):\n" + repeat("    x = (\n", megabyte / 10),
      "def solve(S, I, C):\n" + repeat("    try:\n", megabyte / 9),
      "def solve(S, I, C):\n    return add(" + repeat("1,", megabyte / 2) + "1)\n",
      "def solve(S, I, C):\n    return " + repeat("'a' ", megabyte / 4) + "\n",
      "def solve(S, I, C): return " + std::string(megabyte, '1') + "\n",
      repeat("def solve(S, I, C): return I\n", megabyte / 30),
  };
  std::string staircase, distinct = "def solve(S, I, C):\n", functions;
  for (std::size_t k = 0; k < 1400; ++k) staircase += std::string(k, ' ') + "if x:\n";
  for (std::size_t k = 0; k < 50'000; ++k) distinct += fmt::format("    x{} = unknown{}(I)\n", k, k);
  for (std::size_t k = 0; k < 20'000; ++k)
    functions += fmt::format("def solve_{}(S, I, C):\n    y{} = I\n    return y{}\n", k, k, k);
  texts.insert(texts.end(), {staircase, distinct + "    return x1\n", functions});
  for (std::size_t k = 0; k < texts.size(); ++k) {
    INFO("text " << k);
    const SourceFile source("test.py", texts[k]);
    const Outcome outcome = compile(source);
    const std::string shown = render(outcome.diagnostics, source) + render_json(outcome.diagnostics, source);
    CHECK(shown.size() < 100'000);
    CHECK((outcome.module || outcome.diagnostics.has_errors()));
  }
}

TEST_CASE("every beginning of a program is parsed or diagnosed", "[frontend]") {
  for (const std::string& text : {try_program, pile_program, solver_program}) {
    for (std::size_t length = 0; length <= text.size(); ++length) {
      const Outcome outcome = compile(text.substr(0, length));
      INFO(text.substr(0, length));
      REQUIRE((outcome.module || outcome.diagnostics.has_errors()));
    }
    for (std::size_t cut = 0; cut < text.size(); ++cut) {
      std::string without = text;
      without.erase(cut, 1);
      const SourceFile source("test.py", without);
      const Outcome outcome = compile(source);
      REQUIRE((outcome.module || outcome.diagnostics.has_errors()));
      REQUIRE_FALSE(render_json(outcome.diagnostics, source).empty());
    }
  }
}

TEST_CASE("two errors in one program do not hide each other", "[frontend]") {
  const SourceFile source("test.py", batt("    t1 = rot90(I\n    try:\n        t2 = rot90(I) +\n    except "
                                          "TypeError:\n        t2 = None\n    t3 = = 5\n"));
  const Outcome outcome = compile(source);
  INFO(render(outcome.diagnostics, source));
  CHECK(outcome.diagnostics.error_count() == 3);
}
