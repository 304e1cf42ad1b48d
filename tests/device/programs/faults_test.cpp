// Whatever goes wrong with a device costs time, not answers: each fault, with the answers of the host and a count of
// who fell back.
#include <catch2/catch.hpp>

#include <algorithm>

#include "dsl_kernels/object_search/object_tables.h"
#include "tests/device/cudart/control.h"
#include "tests/device/programs/golden.h"

namespace {

using namespace batt;

/// A program that the device answers for all of its samples, with its samples several times over.
const testing::Golden& subject() {
  static const std::unique_ptr<testing::Golden> chosen = [] {
    testing::set_up();
    for (const auto& source : testing::golden_programs()) {
      auto golden = testing::load(source);
      const DeviceRun run = run_on_device(golden->program, golden->mode, golden->inputs, {});
      const auto answered = [](const SampleStatus& status) { return status.answered != 0; };
      if (golden->inputs.size() >= 3 && golden->inputs.size() <= 12 &&
          std::all_of(run.status.begin(), run.status.end(), answered))
        return golden;
    }
    return std::unique_ptr<testing::Golden>();
  }();
  REQUIRE(chosen != nullptr);
  return *chosen;
}

/// Slabs are small, so that chunks can be.
DeviceOptions small() {
  DeviceOptions options;
  options.slab_bytes = std::size_t{1} << 20;
  options.result_bytes = std::size_t{32} << 10;
  return options;
}

struct Expectation {
  std::size_t fallen_back;
  Reason reason = Reason::Device;
};

/// Runs the subject and checks its answers, and who fell back why.
DeviceRun check(const DeviceOptions& options, const Expectation& expected) {
  const testing::Golden& golden = subject();
  DeviceRun run = run_on_device(golden.program, golden.mode, golden.inputs, options);
  const testing::Finished finished = testing::finish(golden, run);
  INFO(golden.name << ": " << run.trouble);
  CHECK(testing::as_recorded(golden, finished));
  CHECK(finished.fallen_back == expected.fallen_back);
  if (expected.fallen_back > 0) CHECK(finished.reasons.at(expected.reason) == expected.fallen_back);
  CHECK(run.trouble.empty() == (expected.fallen_back == 0 || expected.reason != Reason::Device));
  return run;
}

std::size_t all() { return subject().inputs.size(); }

/// Memory for so many samples of small().
std::uint64_t memory_for(std::size_t samples) {
  const DeviceOptions options = small();
  return static_cast<std::uint64_t>(static_cast<double>(samples * (options.slab_bytes + options.result_bytes) +
                                                        sizeof(ObjectTables) + (std::size_t{256} << 10)) /
                                    options.memory_share);
}

}  // namespace

TEST_CASE("without a fault everything is answered, with one transfer each way") {
  subject();
  testing::set_up();
  const DeviceRun run = check(small(), {0});
  CHECK(device_unavailable().empty());
  CHECK(run.stats.launches == 1);
  CHECK(run.stats.transfers_in == 1);
  CHECK(run.stats.transfers_out == 1);
  CHECK(run.stats.devices == 1);
  const fake_cuda::Counters counters = fake_cuda::counters();
  CHECK(counters.transfers_in == 1);
  CHECK(counters.bytes_in == run.stats.bytes_in);
  CHECK(counters.transfers_out == 1);
  CHECK(counters.bytes_out == run.stats.bytes_out);
}

TEST_CASE("no device, no driver, no code for it") {
  for (const char* fault : {"nodevice", "nodriver", "noimage"}) {
    subject();
    testing::set_up();
    fake_cuda::set_fault(fault);
    CHECK_FALSE(device_unavailable().empty());
    const DeviceRun run = check(small(), {all()});
    CHECK(run.stats.launches == 0);
  }
}

TEST_CASE("out of memory at each allocation of a run") {
  for (const char* fault : {"malloc:1", "malloc:2", "malloc:3"}) {
    subject();
    testing::set_up();
    fake_cuda::set_fault(fault);
    check(small(), {all()});
    check(small(), {0});
  }
}

TEST_CASE("a transfer, a launch or a kernel that fails") {
  for (const char* fault : {"memcpy:1", "memcpy:2", "launch:1", "sync:1"}) {
    subject();
    testing::set_up();
    fake_cuda::set_fault(fault);
    check(small(), {all()});
    check(small(), {0});
  }
}

TEST_CASE("samples that do not fit at once run in chunks") {
  subject();
  testing::set_up();
  fake_cuda::set_memory(memory_for(1));
  const DeviceRun run = check(small(), {0});
  CHECK(run.stats.launches == all());
  CHECK(fake_cuda::counters().peak_memory[0] == run.stats.memory);
}

TEST_CASE("not even one sample fits") {
  subject();
  testing::set_up();
  fake_cuda::set_memory(std::size_t{2} << 20);
  check(small(), {all()});
}

TEST_CASE("a context that dies in mid-batch loses what comes behind") {
  subject();
  testing::set_up();
  fake_cuda::set_memory(memory_for(1));
  fake_cuda::set_fault("dead:2");
  check(small(), {all() - 1});
  check(small(), {all()});
}

TEST_CASE("out of memory in a later chunk") {
  subject();
  testing::set_up();
  fake_cuda::set_memory(memory_for(1));
  fake_cuda::set_fault("malloc:5");
  check(small(), {all() - 1});
}

TEST_CASE("a slab that is too small flags every sample") {
  subject();
  testing::set_up();
  DeviceOptions options = small();
  options.slab_bytes = 2048;
  check(options, {all(), Reason::Memory});
  options.slab_bytes = 256;
  check(options, {all(), Reason::Memory});
}

TEST_CASE("samples end at whatever allocation, and no lane is left waiting") {
  subject();
  for (const std::uint64_t seed : {0, 5}) {
    testing::set_up(seed);
    std::size_t answered = 0, ended = 0;
    for (std::size_t slab = 4096; slab <= std::size_t{1} << 20; slab += slab / 4) {
      DeviceOptions options = small();
      options.slab_bytes = slab;
      options.samples_per_warp = 1;
      const testing::Golden& golden = subject();
      const DeviceRun run = run_on_device(golden.program, golden.mode, golden.inputs, options);
      INFO("a slab of " << slab << ": " << run.trouble << " " << fake_cuda::last_diagnosis());
      CHECK(run.trouble.empty());
      const testing::Finished finished = testing::finish(golden, run);
      CHECK(testing::as_recorded(golden, finished));
      ended += finished.fallen_back;
      answered += golden.inputs.size() - finished.fallen_back;
    }
    CHECK(answered > 0);
    CHECK(ended > 0);
  }
}

TEST_CASE("work ends after whatever number of steps, and no lane is left waiting") {
  subject();
  for (const std::uint64_t seed : {0, 5}) {
    testing::set_up(seed);
    for (std::uint64_t steps = 1; steps <= 1 << 16; steps *= 4) {
      DeviceOptions options = small();
      options.steps = steps;
      options.samples_per_warp = 1;
      const testing::Golden& golden = subject();
      const DeviceRun run = run_on_device(golden.program, golden.mode, golden.inputs, options);
      INFO(steps << " steps: " << run.trouble << " " << fake_cuda::last_diagnosis());
      CHECK(run.trouble.empty());
      CHECK(testing::as_recorded(golden, testing::finish(golden, run)));
    }
  }
}

TEST_CASE("an answer that is too large flags its sample") {
  subject();
  testing::set_up();
  DeviceOptions options = small();
  options.result_bytes = 256;
  const testing::Golden& golden = subject();
  const DeviceRun run = run_on_device(golden.program, golden.mode, golden.inputs, options);
  const testing::Finished finished = testing::finish(golden, run);
  CHECK(testing::as_recorded(golden, finished));
  CHECK(finished.reasons.size() <= 1);
  CHECK(finished.reasons.count(Reason::Result) == 1);
}

TEST_CASE("work without end flags every sample") {
  subject();
  testing::set_up();
  DeviceOptions options = small();
  options.steps = 1;
  check(options, {all(), Reason::Steps});
}

TEST_CASE("samples are split over all devices") {
  subject();
  testing::set_up(0, 3);
  DeviceOptions options = small();
  options.split_from = 3;
  DeviceRun run = check(options, {0});
  CHECK(run.stats.devices == 3);
  CHECK(run.stats.launches == 3);
  options.devices = 2;
  run = check(options, {0});
  CHECK(run.stats.devices == 2);
  options.split_from = all() + 1;
  run = check(options, {0});
  CHECK(run.stats.devices == 1);
}

TEST_CASE("one of several devices fails") {
  for (const char* fault : {"malloc:1@1", "dead:1@1", "launch:1@1"}) {
    subject();
    testing::set_up(0, 3);
    fake_cuda::set_fault(fault);
    DeviceOptions options = small();
    options.split_from = 3;
    check(options, {all() * 2 / 3 - all() / 3});
  }
}
