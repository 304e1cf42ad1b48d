// tools/reduce: planted failures become small, programs survive being taken apart, and crashes stay in their process.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "compiler/driver/golden_files.h"
#include "compiler/frontend/dump.h"
#include "compiler/frontend/parser.h"
#include "compiler/frontend/resolve.h"
#include "tools/reduce/draft.h"
#include "tools/reduce/isolate.h"
#include "tools/reduce/reduce.h"

namespace {

using namespace battc;
using nlohmann::json;

std::string normal_form(const SourceFile& source) {
  Diagnostics diagnostics;
  auto module = parse(source, diagnostics);
  REQUIRE(module);
  REQUIRE(resolve(*module, diagnostics));
  return dump(*module);
}

/// 24 statements in a program's form, one of which matters.
std::string long_program(bool guarded) {
  std::string text = "def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n";
  for (int k = 1; k <= 24; ++k) {
    const std::string name = "t" + std::to_string(k);
    const std::string before = k > 1 ? "t" + std::to_string(k - 1) : "I";
    const std::string call = k == 17 ? "cmirror_t(" + before + ")" : "hconcat(" + before + ", rot90(I))";
    if (guarded)
      text += "    try:\n        " + name + " = " + call + "\n    except (TypeError, ValueError):\n        " + name +
              " = _get_safe_default(rot90)\n";
    else
      text += "    " + name + " = " + call + "\n";
    text += "    o.append((" + std::to_string(k) + ", False, 'a', " + name + "))\n";
  }
  return text + "    return o, s\n";
}

json two_samples() {
  const json plain = json::parse("[[1,2,3],[4,5,6],[1,1,1]]");
  const json marked = json::parse("[[1,2,3,4],[4,5,16,4],[1,1,1,9]]");
  const auto sample = [](const json& grid, const json& examples) {
    return json{{"task_id", "a"}, {"S", examples}, {"I", grid}, {"C", grid}};
  };
  return {{"mode", "safe"},
          {"inputs",
           json::array({sample(plain, json::array()), sample(marked, json::array({json::array({plain, marked})}))})}};
}

/// A failure that needs one op and one odd cell of I.
bool has_planted(const ProgramCase& program) {
  if (program.source.find("cmirror_t(") == std::string::npos) return false;
  for (const json& input : program.golden["inputs"])
    if (input["I"].dump().find("16") != std::string::npos) return true;
  return false;
}

}  // namespace

TEST_CASE("a planted failure is reduced to the statement and the cell that it needs", "[reduce]") {
  for (const bool guarded : {false, true}) {
    const Reduced reduced = reduce({long_program(guarded), two_samples()}, has_planted);
    CHECK(reduced.statements == 1);
    CHECK(reduced.program.source.find("cmirror_t(())\n") != std::string::npos);
    CHECK(reduced.program.source.find("try") == std::string::npos);
    CHECK(reduced.program.golden["inputs"] == json::parse(R"([{"task_id": "a", "S": [], "I": [[16]], "C": null}])"));
  }
}

TEST_CASE("a solver keeps what it returns", "[reduce]") {
  const std::string source =
      "def solve(S, I, C):\n    x1 = rot90(I)\n    x2 = asobject(x1)\n    x3 = totuple(x2)\n    O = astuple(x3, x1)\n  "
      "  return O\n";
  const auto fails = [](const ProgramCase& program) {
    return program.source.find("totuple(x2)") != std::string::npos &&
           program.source.find("asobject(") != std::string::npos;
  };
  const Reduced reduced = reduce({source, two_samples()}, fails);
  CHECK(reduced.statements == 2);
  CHECK(read_draft(SourceFile("reduced.py", reduced.program.source)).statements[1].callee == "totuple");
}

TEST_CASE("what does not fail is not reduced", "[reduce]") {
  CHECK_THROWS_AS(reduce({long_program(false), two_samples()}, [](const ProgramCase&) { return false; }), DraftError);
  CHECK_THROWS_AS(
      reduce({"def solve(S, I, C):\n    return frob(I)\n", two_samples()}, [](const ProgramCase&) { return true; }),
      DraftError);
}

TEST_CASE("programs of every form survive being taken apart", "[reduce]") {
  std::size_t programs = 0;
  for (const auto& file : golden_files(BATT_TEST_DIR "/golden")) {
    if (!is_golden_program(file)) continue;
    const SourceFile source = SourceFile::load(file.string());
    const SourceFile again("again.py", write_python(read_draft(source)));
    INFO(file.string() << "\n" << again.text());
    CHECK(normal_form(again) == normal_form(source));
    ++programs;
  }
  CHECK(programs > 50);
}

TEST_CASE("a variable is found and replaced where it is used, not in texts or longer names", "[reduce]") {
  CHECK(replace_name("f(t1, t11, 't1', t1.t, t1.ok)", "t1", "I") == "f(I, t11, 't1', I, I)");
  CHECK(uses_name("astuple(t2.t, t3)", "t2"));
  CHECK_FALSE(uses_name("astuple(t22, \"t2\")", "t2"));
}

TEST_CASE("a child's end is told apart: its code, a crash, no end", "[reduce]") {
  const ChildEnd well = run_in_child([] { return std::printf("said") == 4 ? 3 : 0; }, 20);
  CHECK(well.kind == ChildEnd::Kind::Exited);
  CHECK(well.code == 3);
  CHECK(well.output == "said");
  CHECK(run_in_child([]() -> int { std::abort(); }, 20).kind == ChildEnd::Kind::Crashed);
  CHECK(run_in_child([] { return pause(); }, 0.2).kind == ChildEnd::Kind::TimedOut);
}

TEST_CASE("all paths of a program are compared in a child", "[reduce]") {
  const std::string solver = "def solve(S, I, C):\n    O = o_g(I, R5)\n    return O\n";
  CHECK_FALSE(try_paths({solver, two_samples()}, false, 60));
  const auto rejected = try_paths({"def solve(S, I, C):\n    return frob(I)\n", two_samples()}, false, 60);
  REQUIRE(rejected);
  CHECK(rejected->kind == PathFailure::Kind::Rejected);
}
