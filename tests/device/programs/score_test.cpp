// Samples that a device scores: what it says of their calls is what the host finds.
#include <catch2/catch.hpp>

#include <deque>

#include "compiler/driver/programs.h"
#include "runtime/device/scores.h"
#include "runtime/exec/staged_run.h"
#include "runtime/task/evaluate.h"
#include "tests/device/cudart/control.h"
#include "tests/device/programs/golden.h"

namespace {

using namespace batt;

/// The samples of a program with expected outputs: half of them, where there are any, values that o holds.
std::vector<Task::Sample> with_expected(const testing::Golden& golden, std::deque<Context>& contexts) {
  std::vector<Task::Sample> samples;
  for (std::size_t k = 0; k < golden.inputs.size(); ++k) {
    Inputs inputs = golden.inputs[k];
    inputs.C = Value::none();
    Value expected = golden.inputs[k].C.is_none() ? inputs.I : golden.inputs[k].C;
    const Outcome outcome = exec::run(golden.program, contexts.emplace_back(golden.mode), inputs);
    if (k % 2 == 0 && outcome.kind == Outcome::Kind::Result) expected = outcome.result;
    if (k % 2 == 0 && !outcome.o.empty()) expected = outcome.o[outcome.o.size() / 2].fields[3];
    if (expected.is_okt()) expected = expected.item(1);
    Task::Sample sample = golden.task.samples()[k];
    sample.inputs = inputs;
    sample.expected_grid = expected;
    samples.push_back(sample);
  }
  return samples;
}

struct Counts {
  std::size_t samples = 0, answered = 0, matches = 0, exceptions = 0;
};

void check_call(const device::ScoredCall& scored, const CallScore& expected, Counts& counts) {
  CHECK(scored.has_match == !expected.matches().empty());
  CHECK(scored.exception.has_value() == (expected.kind == Outcome::Kind::Raised));
  if (scored.exception) CHECK(*scored.exception == expected.exception);
  counts.matches += scored.has_match ? 1 : 0;
  counts.exceptions += scored.exception ? 1 : 0;
}

void score(const testing::Golden& golden, unsigned samples_per_warp, Counts& counts) {
  std::deque<Context> contexts;  // of the expected values
  const std::vector<Task::Sample> samples = with_expected(golden, contexts);
  std::vector<DeviceCall> calls;
  for (const Task::Sample& sample : samples)
    calls.push_back({golden.device.get(), &sample.inputs, &*sample.expected_grid});
  DeviceOptions options;
  options.samples_per_warp = samples_per_warp;
  const DeviceRun run = golden.device->score({}, golden.mode, calls, {true, true}, options);
  INFO(golden.name << " " << run.trouble << " " << fake_cuda::last_diagnosis());
  REQUIRE(run.trouble.empty());
  CHECK(run.stats.bytes_out <= 512 + 32 * samples.size());

  const std::shared_ptr<const exec::Program> unowned(std::shared_ptr<void>(), &golden.program);
  const Entry entry{.name = golden.name,
                    .run = [&](Context& context, const Inputs& in) { return exec::run(golden.program, context, in); },
                    .staged = std::make_shared<const exec::StagedProgram>(unowned)};
  Context context(golden.mode);
  for (std::size_t k = 0; k < samples.size(); ++k) {
    ++counts.samples;
    if (run.status[k].answered == 0) continue;
    ++counts.answered;
    const SampleScore expected = evaluate_sample(entry, context, samples[k], {});
    check_call(device::score_of(run.status[k], device::scores::none), expected.none, counts);
    check_call(device::score_of(run.status[k], device::scores::expected), expected.expected, counts);
  }
}

void score_every_third(unsigned samples_per_warp, bool strict) {
  testing::set_up();
  fake_cuda::set_strict_reconvergence(strict);
  Counts counts;
  const auto sources = testing::golden_programs();
  for (std::size_t k = 0; k < sources.size(); k += 3) score(*testing::load(sources[k]), samples_per_warp, counts);
  CHECK(counts.samples > 50);
  CHECK(100 * counts.answered >= 95 * counts.samples);
  CHECK(counts.matches > counts.samples / 3);
  CHECK(counts.exceptions > 0);
}

}  // namespace

TEST_CASE("a device scores samples as the host does, a warp each") { score_every_third(1, false); }
TEST_CASE("a device scores samples as the host does, in shared warps") { score_every_third(32, true); }

TEST_CASE("an evaluator with devices finds what it finds without them, whatever a device does") {
  testing::set_up();
  const auto sources = testing::golden_programs();
  const auto first = testing::load(sources[0]), second = testing::load(sources[1]);
  std::vector<ScoredEntry> entries;
  for (const auto* golden : {first.get(), second.get()}) {
    const std::shared_ptr<const exec::Program> unowned(std::shared_ptr<void>(), &golden->program);
    entries.push_back(
        {{.name = golden->name,
          .run = [unowned](Context& context, const Inputs& in) { return exec::run(*unowned, context, in); },
          .staged = std::make_shared<const exec::StagedProgram>(unowned),
          .device = make_device_program(unowned)}});
  }
  std::vector<Task> tasks;
  for (std::size_t k = 0; k < 12; ++k) tasks.push_back(battc::load_golden(sources[7 * k]));
  const std::vector<SampleScore> on_host = Evaluator(entries, {}).evaluate(tasks);
  for (const char* fault : {"", "nodevice", "launch:1", "lie:1", "memcpy:1"}) {
    testing::set_up(0, 2);
    fake_cuda::set_fault(fault);
    EvaluateOptions options;
    options.on_devices = true;
    Evaluator evaluator(entries, options);
    const std::vector<SampleScore> scores = evaluator.evaluate(tasks);
    REQUIRE(scores.size() == on_host.size());
    for (std::size_t k = 0; k < scores.size(); ++k)
      for (CallScore SampleScore::*const call : {&SampleScore::none, &SampleScore::expected}) {
        const CallScore &found = scores[k].*call, &expected = on_host[k].*call;
        INFO(fault << " sample " << k);
        CHECK(found.is_made == expected.is_made);
        CHECK(found.matches().size() == expected.matches().size());
        CHECK((found.kind == Outcome::Kind::Raised) == (expected.kind == Outcome::Kind::Raised));
        CHECK(found.exception == expected.exception);
      }
    if (*fault == '\0') CHECK(fake_cuda::counters().transfers_out > 0);
  }
}
