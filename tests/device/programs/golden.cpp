#include "tests/device/programs/golden.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <sstream>

#include "compiler/driver/golden_files.h"
#include "compiler/driver/programs.h"
#include "compiler/passes/pipeline.h"
#include "runtime/python/python.h"
#include "runtime/task/agreement.h"
#include "runtime/task/codec.h"
#include "tests/device/cudart/control.h"
#include "tests/device/programs/built_code.h"

namespace batt::testing {
namespace {

std::string read(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// The texts of the device code, in the order in which the build lists them.
const std::vector<std::string>& device_code() {
  static const std::vector<std::string> texts = [] {
    std::vector<std::string> all;
    for (const auto& file : built_code().texts) all.push_back(read(file));
    return all;
  }();
  return texts;
}

}  // namespace

DeviceRun run(const DeviceProgram& program, ErrorMode mode, const std::vector<Inputs>& samples,
              const DeviceOptions& options) {
  std::vector<DeviceCall> calls;
  for (const Inputs& inputs : samples) calls.push_back({&program, &inputs});
  return program.run({}, mode, calls, options);
}

std::vector<std::filesystem::path> golden_programs() {
  std::vector<std::filesystem::path> programs;
  const char* other = std::getenv("BATT_TEST_GOLDEN");
  const std::string golden = other != nullptr ? other : BATT_GOLDEN;
  for (const char* folder : {"/programs-safe", "/programs-raw"})
    for (const auto& file : battc::golden_files(golden + folder)) programs.push_back(file);
  return programs;
}

std::unique_ptr<Golden> load(const std::filesystem::path& source) {
  const battc::CompiledSource compiled = battc::compile_golden(source, {});
  Task task = battc::load_golden(source);
  const ErrorMode mode = task.mode().value_or(ErrorMode::Safe);
  auto golden = std::make_unique<Golden>(
      Golden{source.filename().string(), battc::lower_graph(compiled.graphs[0]).program, std::move(task), mode, {}});
  for (const Task::Sample& sample : golden->task.samples()) golden->inputs.push_back(sample.inputs);
  const std::shared_ptr<const exec::Program> unowned(std::shared_ptr<void>(), &golden->program);
  golden->device = make_device_program(unowned);
  return golden;
}

std::vector<Inputs> different_inputs(const std::filesystem::path& source, std::size_t count) {
  static std::deque<Task> kept;
  static std::map<std::filesystem::path, std::vector<Inputs>> known;
  const auto inputs_of = [](const std::filesystem::path& file) -> const std::vector<Inputs>& {
    auto [place, is_new] = known.try_emplace(file);
    if (is_new)
      for (const Task::Sample& sample : kept.emplace_back(battc::load_golden(file)).samples())
        place->second.push_back(sample.inputs);
    return place->second;
  };
  const std::vector<std::filesystem::path> sources = battc::golden_files(source.parent_path().string());
  const auto own = std::find(sources.begin(), sources.end(), source) - sources.begin();
  std::vector<Inputs> chosen;
  Context context(ErrorMode::Safe);
  for (std::size_t k = 0; k < sources.size() && chosen.size() < count; ++k)
    for (const Inputs& inputs : inputs_of(sources[(static_cast<std::size_t>(own) + k) % sources.size()])) {
      const bool is_new = std::none_of(chosen.begin(), chosen.end(),
                                       [&](const Inputs& other) { return equal(context, other.I, inputs.I); });
      if (is_new && chosen.size() < count) chosen.push_back(inputs);
    }
  return chosen;
}

void set_up(std::uint64_t seed, int devices, const std::vector<std::string>& more_ptx) {
  release_devices();
  fake_cuda::reset();
  fake_cuda::set_devices(devices);
  std::vector<std::string> texts = device_code();
  texts.insert(texts.end(), more_ptx.begin(), more_ptx.end());
  fake_cuda::set_ptx(std::move(texts));
  fake_cuda::set_seed(seed);
}

void set_up_with(const std::filesystem::path& ptx) {
  set_up();
  fake_cuda::set_ptx({read(ptx)});
}

Finished finish(const Golden& golden, DeviceRun& run) { return finish(golden, *golden.device, run); }

Finished finish(const Golden& golden, const DeviceProgram& device, DeviceRun& run) {
  Finished finished;
  Context context(golden.mode);
  for (std::size_t k = 0; k < golden.inputs.size(); ++k) {
    context.reset();
    std::optional<Outcome> outcome;
    if (run.status[k].answered != 0) outcome = device.read(run, k);
    if (!outcome) {
      ++finished.fallen_back;
      ++finished.reasons[run.status[k].answered != 0 ? Reason::Device : run.status[k].reason];
      outcome = exec::run(golden.program, context, golden.inputs[k]);
    }
    finished.answers.push_back(encode(context, *outcome));
  }
  return finished;
}

bool as_recorded(const Golden& golden, const Finished& finished) {
  const nlohmann::json& recorded = golden.task.answers();
  for (std::size_t k = 0; k < finished.answers.size(); ++k)
    if (compare(recorded[k], finished.answers[k]) == Agreement::Different) {
      std::printf("%s: sample %zu differs at %s\n", golden.name.c_str(), k,
                  first_fixed_difference(recorded[k], finished.answers[k]).c_str());
      return false;
    }
  return true;
}

}  // namespace batt::testing
