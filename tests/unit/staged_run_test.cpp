// Calls that share work give what whole runs give, in both error modes.
#include "runtime/exec/staged_run.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "compiler/driver/compile.h"
#include "runtime/task/task.h"

using namespace battc;

namespace {

namespace fs = std::filesystem;
using batt::exec::Outputs;
using StagedPointer = std::shared_ptr<const batt::exec::StagedProgram>;

nlohmann::json whole(const batt::exec::Program& program, batt::ErrorMode mode, const batt::Inputs& inputs) {
  batt::Context context(mode, {.seconds = 10});
  return batt::encode(context, batt::exec::run(program, context, inputs));
}

StagedPointer staged(const Graph& graph) {
  return std::make_shared<const batt::exec::StagedProgram>(
      std::make_shared<const batt::exec::Program>(lower_graph(graph).program));
}

StagedPointer staged(std::string text) {
  const SourceFile source("test.py", std::move(text));
  Diagnostics diagnostics;
  return staged(build_graphs(source, diagnostics, "", {})->at(0));
}

/// Several candidates for each sample, samples of one S one after the other, s at once and on demand.
void check_samples(const StagedPointer& program, batt::ErrorMode mode, const batt::Task& task) {
  batt::Context context(mode, {.seconds = 10});
  batt::exec::StagedRun run(program, context);
  const batt::Value S = task.samples()[0].inputs.S;
  for (std::size_t k = 0; k < task.samples().size(); ++k) {
    batt::Inputs inputs = task.samples()[k].inputs;
    if (k % 3 == 1) inputs.S = S;
    bool is_first = true;
    for (const batt::Value candidate : {batt::Value::none(), inputs.I, inputs.C, batt::Value::none()}) {
      inputs.C = candidate;
      const Outputs outputs = (k + (is_first ? 0 : 1)) % 2 == 0 ? Outputs::Both : Outputs::O;
      batt::Outcome outcome = is_first ? run.run_sample(inputs, outputs) : run.run_candidate(inputs, outputs);
      is_first = false;
      const auto expected = whole(*program->program, mode, inputs);
      if (outputs == Outputs::O) {
        if (expected.contains("o")) CHECK(batt::encode(context, outcome).at("o") == expected.at("o"));
        run.add_s(outcome);
      }
      CHECK(batt::encode(context, outcome) == expected);
    }
  }
}

}  // namespace

TEST_CASE("stages give what whole runs give") {
  for (const char* folder : {"programs-safe", "programs-raw"}) {
    for (const auto& file : fs::directory_iterator(fs::path(BATT_TEST_DIR) / "golden" / folder)) {
      if (file.path().extension() != ".py") continue;
      INFO(file.path());
      const CompiledSource source = compile(file.path().string(), {.function = {}, .warnings = false}, {});
      const StagedPointer program = staged(source.graphs[0]);
      const batt::Task task = batt::Task::load(fs::path(file.path()).replace_extension(".json"));
      for (const batt::ErrorMode mode : {batt::ErrorMode::Safe, batt::ErrorMode::Raw})
        check_samples(program, mode, task);
    }
  }
}

TEST_CASE("a program that some candidates end gives what whole runs give") {
  // C = None ends it at t3, other candidates at t5, at t6, or not at all.
  const StagedPointer program = staged(
      "def batt(task_id, S, I, C, log_path):\n"
      "    s = []\n    o = []\n"
      "    t1 = apply(first, S)\n"
      "    t2 = rot90(I)\n"
      "    t3 = get_nth_t(C, ONE)\n"
      "    t4 = get_nth_t(t1, TWO)\n"
      "    t5 = get_nth_t(t3, FOUR)\n"
      "    t6 = get_nth_t(I, FIVE)\n"
      "    t7 = get_nth_t(S, TWO)\n"
      "    t8 = vmirror_t(t4)\n"
      "    o.append((3, False, 'x', t5))\n"
      "    o.append((6, False, 'x', t6))\n"
      "    s.append((8, 'x', 'y', t8))\n"
      "    s.append((7, 'x', 'y', t7))\n"
      "    return o, s\n");
  for (const auto& file : fs::directory_iterator(fs::path(BATT_TEST_DIR) / "golden/programs-raw")) {
    if (file.path().extension() != ".json") continue;
    INFO(file.path());
    check_samples(program, batt::ErrorMode::Raw, batt::Task::load(file.path()));
  }
}

TEST_CASE("a schedule knows the stages, and leaves out what is unused") {
  const StagedPointer program = staged(
      "def batt(task_id, S, I, C, log_path):\n"
      "    s = []\n    o = []\n"
      "    t1 = apply(first, S)\n"
      "    t2 = rot90(I)\n"
      "    t3 = rot90(C)\n"
      "    t4 = vmirror_t(I)\n"
      "    t5 = hmirror_t(I)\n"
      "    o.append((1, False, 'x', t1))\n"
      "    o.append((2, False, 'x', t2))\n"
      "    o.append((3, False, 'x', t3))\n"
      "    s.append((4, 'x', 'y', t4))\n"
      "    return o, s\n");
  using batt::exec::Stage;
  const auto lines = [&](const std::vector<std::uint32_t>& instructions) {
    std::vector<std::uint32_t> found;
    for (const std::uint32_t k : instructions) found.push_back(program->program->instructions[k].line);
    return found;
  };
  using Lines = std::vector<std::uint32_t>;
  CHECK(lines(program->safe.o[0]) == Lines{4});
  CHECK(lines(program->safe.o[1]) == Lines{5});
  CHECK(lines(program->safe.o[2]) == Lines{6});
  CHECK(lines(program->safe.s[1]) == Lines{7});
  CHECK(program->safe.may_end == std::array{false, false, false});
  CHECK(lines(program->raw.o[1]) == Lines{5, 7, 8});
  CHECK(program->raw.s[1].empty());
  CHECK(program->raw.may_end == std::array{true, true, true});
  CHECK(program->safe.outputs == std::vector{Stage::Task, Stage::Sample, Stage::Call, Stage::Sample});
}
