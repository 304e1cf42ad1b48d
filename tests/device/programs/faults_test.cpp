// Whatever goes wrong with a device costs time, not answers: each fault, with the answers of the host and a count of
// who fell back.
#include <catch2/catch.hpp>

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>

#include "dsl_kernels/object_search/object_tables.h"
#include "runtime/device/device_code.h"
#include "runtime/device/packed_answers.h"
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
      const DeviceRun run = golden->run({});
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

/// Samples that outgrow their memory run on the host.
DeviceOptions small() {
  DeviceOptions options;
  options.slab_bytes = std::size_t{1} << 20;
  options.answer_bytes = std::size_t{32} << 10;
  options.large_slab_bytes = 0;
  return options;
}

struct Expectation {
  std::size_t fallen_back;
  Reason reason = Reason::Device;
};

/// Runs the subject and checks its answers, and who fell back why.
DeviceRun check(const DeviceOptions& options, const Expectation& expected) {
  const testing::Golden& golden = subject();
  DeviceRun run = golden.run(options);
  const testing::Finished finished = testing::finish(golden, run);
  INFO(golden.name << ": " << run.trouble);
  CHECK(testing::as_recorded(golden, finished));
  CHECK(finished.fallen_back == expected.fallen_back);
  if (expected.fallen_back > 0) CHECK(finished.reasons.at(expected.reason) == expected.fallen_back);
  CHECK(run.trouble.empty() == (expected.fallen_back == 0 || expected.reason != Reason::Device));
  return run;
}

std::size_t all() { return subject().inputs.size(); }

/// Memory for so many samples of small(), on a stream of two.
std::uint64_t memory_for(std::size_t samples) {
  const DeviceOptions options = small();
  const double bytes = static_cast<double>(samples * (options.slab_bytes + options.answer_bytes)) * 1.5;
  return static_cast<std::uint64_t>(2 * bytes / options.memory_share);
}

}  // namespace

TEST_CASE("the first run uploads the tables, the program and the samples, others the samples alone") {
  subject();
  testing::set_up();
  const DeviceStats first = check(small(), {0}).stats;
  CHECK(device_unavailable().empty());
  CHECK(first.launches == 1);
  CHECK(first.transfers_in == 3);
  CHECK(first.transfers_out == 2);
  CHECK(first.devices == 1);
  const fake_cuda::Counters counters = fake_cuda::counters();
  CHECK(counters.transfers_in == first.transfers_in);
  CHECK(counters.bytes_in == first.bytes_in);
  CHECK(counters.transfers_out == first.transfers_out);
  CHECK(counters.bytes_out == first.bytes_out);
  CHECK(counters.peak_memory[0] == first.memory);

  const DeviceStats second = check(small(), {0}).stats;
  CHECK(second.transfers_in == 1);
  CHECK(second.bytes_in + sizeof(ObjectTables) < first.bytes_in);
  CHECK(second.memory == first.memory);
  CHECK(fake_cuda::counters().memory == first.memory);
  release_devices();
  CHECK(fake_cuda::counters().memory == 0);
  CHECK(fake_cuda::counters().host_memory == 0);
}

TEST_CASE("samples that outgrow their memory run again with more of it") {
  subject();
  testing::set_up();
  DeviceOptions options;
  options.slab_bytes = 2048;
  DeviceRun run = check(options, {0});
  CHECK(run.stats.launches == 2);
  CHECK(run.stats.outgrown == all());
  options = {};
  options.answer_bytes = 256;
  run = check(options, {0});
  CHECK(run.stats.launches == 2);
}

TEST_CASE("what a run found of the device is there again after it") {
  subject();
  testing::set_up(0, 3);
  REQUIRE(cudaSetDevice(2) == cudaSuccess);
  check(small(), {0});
  int device = 0;
  CHECK(cudaGetDevice(&device) == cudaSuccess);
  CHECK(device == 2);
  for (device = 0; device < 3; ++device) {
    std::size_t stack = 0;
    REQUIRE(cudaSetDevice(device) == cudaSuccess);
    CHECK(cudaDeviceGetLimit(&stack, cudaLimitStackSize) == cudaSuccess);
    CHECK(stack == 1024);
  }
  CHECK(cudaSetDevice(0) == cudaSuccess);
}

TEST_CASE("many loads and runs leave nothing behind") {
  subject();
  testing::set_up();
  const testing::Golden& golden = subject();
  const std::vector<Inputs> one(1, golden.inputs[0]);
  const char* many = std::getenv("BATT_TEST_LOADS");
  const int loads = many != nullptr ? std::atoi(many) : 50;
  std::uint64_t memory = 0, host_memory = 0;
  for (int k = 0; k < loads; ++k) {
    const auto program =
        make_device_program(std::shared_ptr<const exec::Program>(std::shared_ptr<void>(), &golden.program));
    const DeviceRun run = testing::run(*program, golden.mode, one, small());
    REQUIRE(run.trouble.empty());
    const fake_cuda::Counters counters = fake_cuda::counters();
    if (k == 0) memory = counters.memory, host_memory = counters.host_memory;
    REQUIRE(counters.memory == memory);
    REQUIRE(counters.host_memory == host_memory);
    REQUIRE(counters.streams == 1);
    REQUIRE(counters.events == 1);
  }
  release_devices();
  const fake_cuda::Counters counters = fake_cuda::counters();
  CHECK(counters.memory == 0);
  CHECK(counters.host_memory == 0);
  CHECK(counters.streams == 0);
  CHECK(counters.events == 0);
}

TEST_CASE("code that is loaded and unloaded is known to the runtime no longer than that") {
  testing::set_up();
  const std::uint64_t before = fake_cuda::counters().modules;
  const char handle = 0;
  const device::CodeRegistration::LinkedKernel kernels[] = {{&handle, "batt_run_programs"}};
  cudaFuncAttributes attributes;
  for (int k = 0; k < 1000; ++k) {
    const device::CodeRegistration registration("", kernels);
    REQUIRE(fake_cuda::counters().modules == before + 1);
    if (k == 0) CHECK(cudaFuncGetAttributes(&attributes, &handle) == cudaSuccess);
  }
  CHECK(fake_cuda::counters().modules == before);
  CHECK(cudaFuncGetAttributes(&attributes, &handle) == cudaErrorInvalidDeviceFunction);
  cudaGetLastError();
}

TEST_CASE("no device, no driver, an old one, no code for it") {
  const std::pair<const char*, const char*> faults[] = {
      {"nodevice", "no CUDA-capable device is detected"},
      {"nodriver", "there is no CUDA driver"},
      {"olddriver", "the driver knows CUDA up to 11.4, and this was built with CUDA "},
      {"noimage", "no kernel image is available"},
      {"oldptx",
       "there is no machine code for this GPU, and the driver knows CUDA up to 11.4, and this was built with"}};
  for (const auto& [fault, why] : faults) {
    subject();
    testing::set_up();
    fake_cuda::set_fault(fault);
    CHECK(device_unavailable().find(why) != std::string::npos);
    const DeviceRun run = check(small(), {all()});
    CHECK(run.trouble.find(why) != std::string::npos);
    CHECK(run.stats.launches == 0);
  }
}

TEST_CASE("out of memory at each allocation of a run") {
  // Without the tables or the program nothing runs; without memory for all samples half of them do, then the others.
  for (const char* fault : {"malloc:1", "malloc:2"}) {
    subject();
    testing::set_up();
    fake_cuda::set_fault(fault);
    check(small(), {all()});
    check(small(), {0});
  }
  for (const char* fault : {"malloc:3", "malloc:4", "malloc:5", "hostmalloc:1", "hostmalloc:2", "hostmalloc:3"}) {
    subject();
    testing::set_up();
    fake_cuda::set_fault(fault);
    CHECK(check(small(), {0}).stats.launches > 1);
  }
}

TEST_CASE("a transfer, a launch or a kernel that fails") {
  for (const char* fault :
       {"memcpy:1", "memcpy:2", "memcpy:3", "memcpy:4", "memcpy:5", "launch:1", "sync:1", "sync:2"}) {
    subject();
    testing::set_up();
    fake_cuda::set_fault(fault);
    check(small(), {all()});
    check(small(), {0});
  }
}

TEST_CASE("a kernel that does not end is given up, and its device with it") {
  subject();
  testing::set_up();
  fake_cuda::set_fault("hang:2");
  DeviceOptions options = small();
  options.launch_seconds = 0.01;
  check(options, {0});
  CHECK(check(options, {all()}).trouble.find("did not end in time") != std::string::npos);
  fake_cuda::set_fault("");
  CHECK(check(options, {all()}).stats.launches == 0);
  CHECK(fake_cuda::counters().endless_waits == 0);
  release_devices();
  CHECK(fake_cuda::counters().endless_waits == 0);
}

TEST_CASE("a sample and a launch past their time end on the device") {
  subject();
  testing::set_up();
  DeviceOptions options = small();
  options.sample_seconds = 1e-8;  // The clock of the stand-in counts warp instructions.
  check(options, {all(), Reason::Time});
  options.sample_seconds = 0;
  options.launch_seconds = 1e-8;
  check(options, {all(), Reason::Time});
  options.launch_seconds = 1;
  check(options, {0});
}

TEST_CASE("results that no kernel writes are not believed") {
  for (const char* fault : {"lie:1", "lie:2"}) {
    subject();
    testing::set_up();
    fake_cuda::set_fault(fault);
    check(small(), {all()});
    check(small(), {0});
  }
}

TEST_CASE("answers with wrong lengths and offsets lead nowhere") {
  subject();
  testing::set_up();
  const testing::Golden& golden = subject();
  const DeviceRun run = golden.run(small());
  std::mt19937 random(7);
  std::size_t refused = 0;
  for (std::size_t k = 0; k < golden.inputs.size(); ++k)
    for (int round = 0; round < 200; ++round) {
      DeviceRun wrong;
      std::vector<std::byte> bytes(run.answers[k].begin(), run.answers[k].end());
      const std::uint32_t words[] = {0xffffffff, 0x7fffffff, 0x10000, static_cast<std::uint32_t>(bytes.size())};
      std::memcpy(bytes.data() + random() % (bytes.size() / 4) * 4, &words[random() % 4], 4);
      wrong.answers.push_back(device::PackedAnswers(bytes).take(0));
      if (wrong.answers[0].empty() || !golden.device->read(wrong, 0)) ++refused;
    }
  CHECK(refused > 0);
}

TEST_CASE("answers that overlap, or that nobody wrote, are not found") {
  alignas(16) std::array<std::byte, 96> memory{};
  const auto write_length = [&](std::size_t place, std::uint32_t bytes) {
    const device::AnswerHeader header{bytes, 0, {}, 0, 0, 0};
    std::memcpy(memory.data() + place, &header, sizeof header);
  };
  write_length(0, 48);
  write_length(16, 32);  // inside the first
  write_length(48, 32);
  write_length(80, 32);  // leads out of the memory
  device::PackedAnswers answers(memory);
  CHECK(answers.take(8).empty());
  CHECK(answers.take(16).empty());
  CHECK(answers.take(80).empty());
  CHECK(answers.take(4096).empty());
  CHECK(answers.take(48).size() == 32);
  CHECK(answers.take(48).empty());
  CHECK(answers.take(0).size() == 48);
}

TEST_CASE("the memory of answers is used again when their run is no more") {
  subject();
  testing::set_up();
  std::uint64_t of_one = 0;
  for (int k = 0; k < 3; ++k) {
    const DeviceRun run = subject().run(small());
    if (k == 0) of_one = fake_cuda::counters().host_memory;
    CHECK(fake_cuda::counters().host_memory == of_one);
  }
  const DeviceRun one = subject().run(small()), other = subject().run(small());
  CHECK(one.answers[0].data() != other.answers[0].data());
  CHECK(fake_cuda::counters().host_memory > of_one);
}

TEST_CASE("samples that do not fit at once run in chunks") {
  subject();
  testing::set_up();
  fake_cuda::set_memory(memory_for(1));
  const DeviceRun run = check(small(), {0});
  CHECK(run.stats.launches == all());
}

TEST_CASE("not even one sample fits") {
  subject();
  testing::set_up();
  fake_cuda::set_memory(std::size_t{2} << 20);
  check(small(), {all()});
}

TEST_CASE("a context that dies in mid-batch loses what follows") {
  subject();
  testing::set_up();
  fake_cuda::set_memory(memory_for(1));
  fake_cuda::set_fault("dead:2");
  check(small(), {all() - 1});
  check(small(), {all()});
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
      DeviceRun run = golden.run(options);
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
      DeviceRun run = golden.run(options);
      INFO(steps << " steps: " << run.trouble << " " << fake_cuda::last_diagnosis());
      CHECK(run.trouble.empty());
      CHECK(testing::as_recorded(golden, testing::finish(golden, run)));
    }
  }
}

TEST_CASE("answers that do not fit flag their samples") {
  subject();
  testing::set_up();
  DeviceOptions options = small();
  options.answer_bytes = 256;
  const testing::Golden& golden = subject();
  DeviceRun run = golden.run(options);
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
