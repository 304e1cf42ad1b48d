// Golden programs with unused and unreachable statements put between their own give what they give as written, whole,
// unoptimised and on the checked path: nothing that is left out, merged or moved to another stage may be missed.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "compiler/driver/compile.h"
#include "runtime/exec/staged_run.h"
#include "runtime/task/task.h"

using namespace battc;

namespace {

namespace fs = std::filesystem;

class DeadStatements {
 public:
  DeadStatements(std::string text, std::uint32_t seed) : text_(std::move(text)), random_(seed) {}

  /// The program with statements put before some of its own.
  std::string insert() {
    std::istringstream lines(text_);
    std::string line, result;
    while (std::getline(lines, line)) {
      if (begins_statement(line))
        while (pick(4) == 0) result += statement();
      result += line + "\n";
    }
    return result;
  }

 private:
  std::size_t pick(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_); }

  static bool begins_statement(const std::string& line) {
    return line.starts_with("    try:") || (line.starts_with("    t") && line.find(" = ") != std::string::npos) ||
           (line.starts_with("    x") && line.find(" = ") != std::string::npos);
  }

  std::string operand() {
    if (count_ != 0 && pick(2) == 0) return "d" + std::to_string(1 + pick(count_));
    constexpr const char* others[] = {"I", "C", "S", "FIVE", "R5", "ORIGIN", "first", "size"};
    return others[pick(std::size(others))];
  }

  std::string expression() {
    constexpr const char* calls[] = {"rot90(A)",      "o_g(A, R5)",       "apply(first, A)",  "mapply(p_g, A)",
                                     "rbind(o_g, A)", "fill(A, FIVE, A)", "size(A)",          "identity(A)",
                                     "astuple(A, A)", "compose(A, A)",    "get_nth_f(A, F0)", "first(A)",
                                     "divide(A, A)",  "sfilter(A, A)"};
    const std::size_t which = pick(120);
    // Ends the program, or what is guarded: a call of no function, of a closure, of whatever there is.
    std::string text = which == 0 ? "I(I)" : which < 8 ? "A(A)" : calls[pick(std::size(calls))];
    for (std::size_t at = text.find('A'); at != std::string::npos; at = text.find('A', at)) {
      const std::string by = operand();
      text.replace(at, 1, by);
      at += by.size();
    }
    return text;
  }

  std::string statement() {
    const std::string value = expression(), name = "d" + std::to_string(count_ + 1);
    ++count_;
    if (pick(3) == 0) return "    " + name + " = " + value + "\n";
    return "    try:\n        " + name + " = " + value +
           "\n    except (TypeError, AttributeError, ValueError, IndexError, KeyError):\n        " + name +
           " = _get_safe_default(rot90)\n";
  }

  std::string text_;
  std::mt19937 random_;
  std::size_t count_ = 0;
};

std::string read(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

LoweredFunction compiled(const SourceFile& source, int level, KnownCalls calls) {
  Diagnostics diagnostics;
  const auto graphs = build_graphs(source, diagnostics, "", {.level = level, .dump_after = {}});
  REQUIRE(graphs.has_value());
  return lower_graph(graphs->at(0), calls);
}

void check(const std::string& text, const batt::Task& task, batt::ErrorMode mode) {
  const SourceFile source("test.py", text);
  const auto staged = std::make_shared<const batt::exec::StagedProgram>(
      std::make_shared<const batt::exec::Program>(compiled(source, 2, KnownCalls::Inlined).program));
  const LoweredFunction written = compiled(source, 0, KnownCalls::Called);
  batt::Context context(mode, {.seconds = 10}), whole(mode, {.seconds = 10});
  whole.set_body_policy(batt::BodyPolicy::Checked);
  batt::exec::StagedRun run(staged, context);
  for (const batt::Task::Sample& sample : task.samples()) {
    batt::Inputs inputs = sample.inputs;
    bool is_first = true;
    for (const batt::Value candidate : {batt::Value::none(), sample.inputs.C}) {
      inputs.C = candidate;
      const auto got = batt::encode(context, is_first ? run.run_sample(inputs) : run.run_candidate(inputs));
      is_first = false;
      whole.reset();
      const auto expected = batt::encode(whole, batt::exec::run(written.program, whole, inputs));
      if (!got.contains("unfixed") && !expected.contains("unfixed")) CHECK(got == expected);
    }
  }
}

}  // namespace

TEST_CASE("unused and unreachable statements change nothing") {
  const char* const wanted = std::getenv("BATT_DEAD_STATEMENTS");  // how many programs
  const int programs = wanted != nullptr ? std::atoi(wanted) : 60;
  std::vector<fs::path> files;
  for (const char* folder : {"programs-safe", "programs-raw"})
    for (const auto& file : fs::directory_iterator(fs::path(BATT_TEST_DIR) / "golden" / folder))
      if (file.path().extension() == ".py" && !file.path().stem().string().starts_with("batch"))
        files.push_back(file.path());
  std::ranges::sort(files);
  for (int k = 0; k < programs; ++k) {
    const fs::path& file = files[static_cast<std::size_t>(k) * 7 % files.size()];
    const std::string text = DeadStatements(read(file), static_cast<std::uint32_t>(k)).insert();
    INFO(file << " with seed " << k << "\n" << text);
    const batt::Task task = batt::Task::load(fs::path(file).replace_extension(".json"));
    check(text, task, k % 2 == 0 ? batt::ErrorMode::Safe : batt::ErrorMode::Raw);
  }
}
