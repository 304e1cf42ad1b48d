// Calls of one sample that share work give what whole runs give, in both error modes.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "compiler/driver/compile.h"
#include "runtime/exec/staged_run.h"
#include "runtime/task/task.h"

using namespace battc;

namespace {

namespace fs = std::filesystem;

nlohmann::json whole(const batt::exec::Program& program, batt::ErrorMode mode, const batt::Inputs& inputs) {
  batt::Context context(mode, {.seconds = 10});
  return batt::encode(context, batt::exec::run(program, context, inputs));
}

void check_calls(const batt::exec::StagedProgram& program, batt::ErrorMode mode, const batt::Task::Sample& sample) {
  batt::Context context(mode, {.seconds = 10});
  batt::exec::StagedRun run(program, context);
  batt::Inputs inputs = sample.inputs;
  for (const batt::Value candidate : {batt::Value::none(), sample.inputs.I, sample.inputs.C, batt::Value::none()}) {
    inputs.C = candidate;
    batt::Outcome outcome = run.call(inputs);
    const auto expected = whole(*program.program, mode, inputs);
    if (expected.contains("o")) CHECK(batt::encode(context, outcome).at("o") == expected.at("o"));
    run.add_s(outcome);
    CHECK(batt::encode(context, outcome) == expected);
  }
}

}  // namespace

TEST_CASE("calls of one sample with several candidates give what whole runs give") {
  for (const char* folder : {"programs-safe", "programs-raw"}) {
    for (const auto& file : fs::directory_iterator(fs::path(BATT_TEST_DIR) / "golden" / folder)) {
      if (file.path().extension() != ".py") continue;
      INFO(file.path());
      const CompiledSource source = compile(file.path().string(), {.function = {}, .warnings = false}, {});
      const batt::exec::StagedProgram program(
          std::make_shared<const batt::exec::Program>(lower_graph(source.graphs[0]).program));
      const batt::Task task = batt::Task::load(fs::path(file.path()).replace_extension(".json"));
      for (const batt::Task::Sample& sample : task.samples())
        for (const batt::ErrorMode mode : {batt::ErrorMode::Safe, batt::ErrorMode::Raw})
          check_calls(program, mode, sample);
    }
  }
}
