// Every golden program as data in the precompiled kernel, under the plain and under random schedules.
#include <catch2/catch.hpp>

#include <chrono>

#include "tests/device/cudart/control.h"
#include "tests/device/programs/golden.h"

namespace {

using namespace batt;

void run_everything(std::uint64_t seed, unsigned samples_per_warp) {
  testing::set_up(seed);
  std::size_t samples = 0, answered = 0;
  for (const auto& source : testing::golden_programs()) {
    const auto golden = testing::load(source);
    DeviceOptions options;
    options.samples_per_warp = samples_per_warp;
    const DeviceRun run = golden->run(options);
    INFO(golden->name << " " << run.trouble << " " << fake_cuda::last_diagnosis());
    REQUIRE(run.trouble.empty());
    const testing::Finished finished = testing::finish(*golden, run);
    CHECK(testing::as_recorded(*golden, finished));
    samples += golden->inputs.size();
    answered += golden->inputs.size() - finished.fallen_back;
  }
  const fake_cuda::Counters counters = fake_cuda::counters();
  std::printf("seed %llu: %zu of %zu samples answered on the device, %llu warp instructions a sample\n",
              static_cast<unsigned long long>(seed), answered, samples,
              static_cast<unsigned long long>(counters.warp_instructions / samples));
}

}  // namespace

TEST_CASE("golden programs on the device, plain schedule") { run_everything(0, 1); }
TEST_CASE("golden programs on the device, samples that share warps") { run_everything(0, 32); }
TEST_CASE("golden programs on the device, random schedule 1") { run_everything(1, 1); }
TEST_CASE("golden programs on the device, random schedule 2") { run_everything(2, 32); }
TEST_CASE("golden programs on the device, random schedule 3") { run_everything(3, 1); }
