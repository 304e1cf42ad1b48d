// Runs as battc makes them, on several stand-in devices and threads of the host at once.
#include <catch2/catch.hpp>

#include <chrono>
#include <cstdlib>
#include <numeric>
#include <thread>

#include "compiler/driver/entries.h"
#include "compiler/driver/programs.h"
#include "runtime/task/cost_model.h"
#include "runtime/task/runner.h"
#include "tests/device/cudart/control.h"
#include "tests/device/programs/golden.h"

namespace {

using namespace batt;

/// By which --path auto uses devices.
constexpr CostModel free_device{1e-6, 0, 0, 0, 0};

constexpr std::uint64_t plenty = std::uint64_t{1} << 30;

/// Small golden programs of the same error mode, with the entries that battc would run.
struct Programs {
  std::vector<std::unique_ptr<testing::Golden>> golden;
  std::vector<Entry> entries;
  std::vector<Inputs> samples;  ///< of all of them

  std::vector<const Entry*> all() const {
    std::vector<const Entry*> pointers;
    for (const Entry& entry : entries) pointers.push_back(&entry);
    return pointers;
  }
};

const Programs& programs() {
  static const Programs chosen = [] {
    Programs found;
    for (const auto& source : testing::golden_programs()) {
      auto golden = testing::load(source);
      if (golden->mode != ErrorMode::Safe || golden->program.instructions.size() > 40) continue;
      found.entries.push_back(battc::in_process_entries(battc::compile_golden(source, {}), {})[0]);
      found.golden.push_back(std::move(golden));
      if (found.golden.size() == 3) break;
    }
    for (const auto& golden : found.golden)
      found.samples.insert(found.samples.end(), golden->inputs.begin(), golden->inputs.end());
    return found;
  }();
  REQUIRE(chosen.entries.size() == 3);
  return chosen;
}

/// So many samples in all, with every program run over each of them.
std::vector<Inputs> samples(std::size_t calls) {
  std::vector<Inputs> all;
  for (std::size_t k = 0; k < calls / programs().entries.size(); ++k)
    all.push_back(programs().samples[k % programs().samples.size()]);
  return all;
}

std::vector<TextResult> run(const std::vector<Inputs>& inputs, RunOptions options) {
  options.warnings = false;
  return run_samples_as_text(programs().all(), inputs, options);
}

/// The same with threads of the host that wait before each sample, so that devices come to do something, too.
std::vector<TextResult> run_with_slow_host(const std::vector<Inputs>& inputs, RunOptions options,
                                           std::chrono::microseconds wait) {
  std::vector<Entry> slow = programs().entries;
  std::vector<const Entry*> pointers;
  for (Entry& entry : slow) {
    entry.run = [wait, run = entry.run](Context& context, const Inputs& sample) {
      std::this_thread::sleep_for(wait);
      return run(context, sample);
    };
    entry.staged = nullptr;  // whole programs run by `run`
    pointers.push_back(&entry);
  }
  options.warnings = false;
  return run_samples_as_text(pointers, inputs, options);
}

RunOptions on(Path path) {
  RunOptions options;
  options.paths.path = path;
  return options;
}

void check_answers(const std::vector<TextResult>& results, const std::vector<Inputs>& inputs) {
  const std::vector<TextResult> expected = run(inputs, on(Path::Fast));
  for (std::size_t k = 0; k < results.size(); ++k) CHECK(results[k].answers == expected[k].answers);
}

std::size_t answered_by_device(const std::vector<TextResult>& results) {
  std::size_t sum = 0;
  for (const TextResult& result : results) sum += result.stats.answered_by[static_cast<std::size_t>(Path::Device)];
  return sum;
}

}  // namespace

TEST_CASE("devices of different speed and memory share samples of several programs") {
  const char* many = std::getenv("BATT_TEST_SAMPLES");
  const std::size_t calls = many != nullptr ? std::strtoull(many, nullptr, 10) : 1200;
  const std::vector<Inputs> inputs = samples(calls);
  testing::set_up(0, 4);
  fake_cuda::set_device(0, plenty, 1);
  fake_cuda::set_device(1, plenty, 2);
  fake_cuda::set_device(2, plenty / 16, 1);
  fake_cuda::set_device(3, plenty, 12);
  const std::vector<TextResult> results = run(inputs, on(Path::Device));
  check_answers(results, inputs);
  const DeviceStats& stats = results[0].stats.device;
  CHECK(stats.devices == 4);
  const std::vector<std::uint64_t> warps = fake_cuda::counters().instructions;
  REQUIRE(warps.size() == 4);
  const std::uint64_t all = std::accumulate(warps.begin(), warps.end(), std::uint64_t{0});
  std::printf("shares of the devices: %.2f %.2f %.2f %.2f\n", static_cast<double>(warps[0]) / static_cast<double>(all),
              static_cast<double>(warps[1]) / static_cast<double>(all),
              static_cast<double>(warps[2]) / static_cast<double>(all),
              static_cast<double>(warps[3]) / static_cast<double>(all));
  CHECK(warps[3] > 0);
  CHECK(warps[3] < warps[0]);
}

TEST_CASE("threads of the host and devices take samples from one queue") {
  testing::set_up(0, 2);
  const std::vector<Inputs> inputs = samples(600);
  RunOptions options = on(Path::Auto);
  options.jobs = 2;
  options.costs = &free_device;
  const std::vector<TextResult> results = run_with_slow_host(inputs, options, std::chrono::milliseconds(10));
  check_answers(results, inputs);
  CHECK(results[0].stats.choice.find("device: the host would take") == 0);
  CHECK(answered_by_device(results) > 0);
  CHECK(answered_by_device(results) < 600);
}

TEST_CASE("a device that is slower than a thread of the host is dropped") {
  testing::set_up(0, 1);
  const std::vector<Inputs> inputs = samples(6000);
  RunOptions options = on(Path::Auto);
  options.jobs = 2;
  options.costs = &free_device;
  const std::vector<TextResult> results = run_with_slow_host(inputs, options, std::chrono::microseconds(20));
  check_answers(results, inputs);
  CHECK(results[0].stats.device.dropped > 0);
}

TEST_CASE("a few samples run on the host, and no device is looked for") {
  testing::set_up();
  const std::vector<Inputs> inputs = samples(9);
  const std::vector<TextResult> results = run(inputs, on(Path::Auto));
  check_answers(results, inputs);
  CHECK(results[0].stats.choice.find("fast: the host would take") == 0);
  CHECK(fake_cuda::counters().calls == 0);
}

TEST_CASE("several devices are used from the threshold on") {
  testing::set_up(0, 3);
  RunOptions options = on(Path::Device);
  options.device.split_from = 300;
  CHECK(run(samples(270), options)[0].stats.device.devices == 1);
  CHECK(run(samples(450), options)[0].stats.device.devices == 3);
  options.device.devices = 2;
  CHECK(run(samples(450), options)[0].stats.device.devices == 2);
}

TEST_CASE("a device that fails costs its block, and the others go on") {
  const std::vector<Inputs> inputs = samples(600);
  for (const char* fault : {"malloc:1@1", "dead:1@1", "dead:2@1", "launch:1@1", "hang:1@1", "lie:1@1", "sync:1@1"}) {
    testing::set_up(0, 3);
    fake_cuda::set_fault(fault);
    RunOptions options = on(Path::Device);
    options.device.launch_seconds = 0.2;
    INFO(fault);
    const std::vector<TextResult> results = run(inputs, options);
    check_answers(results, inputs);
    CHECK(answered_by_device(results) > 300);
    CHECK(answered_by_device(results) < 600);
  }
}

TEST_CASE("if all devices fail, the host runs what is left") {
  const std::vector<Inputs> inputs = samples(600);
  for (const char* fault : {"nodevice", "nodriver", "noimage", "dead:1", "dead:3"}) {
    testing::set_up();
    fake_cuda::set_fault(fault);
    INFO(fault);
    check_answers(run(inputs, on(Path::Device)), inputs);
  }
}
