// Every golden program as data in the precompiled kernel, under the plain and under random schedules.
#include <catch2/catch.hpp>

#include <algorithm>

#include "dsl_kernels/object_search/object_tables.h"
#include "runtime/device/stack.h"
#include "tests/device/cudart/control.h"
#include "tests/device/programs/golden.h"

namespace {

using namespace batt;

void run_everything(std::uint64_t seed, unsigned samples_per_warp, bool strict = false) {
  testing::set_up(seed);
  fake_cuda::set_strict_reconvergence(strict);
  std::size_t samples = 0, answered = 0, small = 0;
  std::uint64_t returned = 0, results = 0;
  std::map<Reason, std::size_t> reasons;
  for (const auto& source : testing::golden_programs()) {
    const auto golden = testing::load(source);
    DeviceOptions options;
    options.samples_per_warp = samples_per_warp;
    DeviceRun run = golden->run(options);
    INFO(golden->name << " " << run.trouble << " " << fake_cuda::last_diagnosis());
    REQUIRE(run.trouble.empty());
    const testing::Finished finished = testing::finish(*golden, run);
    CHECK(testing::as_recorded(*golden, finished));
    samples += golden->inputs.size();
    answered += golden->inputs.size() - finished.fallen_back;
    for (const auto& [reason, count] : finished.reasons) reasons[reason] += count;
    returned += run.stats.bytes_out;
    for (const auto& answer : run.answers) results += answer.size();
    // What came in is the program, too, and once the tables.
    const std::uint64_t bytes_in = run.stats.bytes_in - (samples == golden->inputs.size() ? sizeof(ObjectTables) : 0);
    const std::uint64_t memory = options.slab_bytes + options.answer_bytes + bytes_in / golden->inputs.size();
    if (memory < std::uint64_t{160} << 10) small += golden->inputs.size() - run.stats.outgrown;
  }
  for (const auto& [reason, count] : reasons)
    std::printf("%zu samples fell back: %s\n", count, std::string(to_string(reason)).c_str());
  std::printf("%llu bytes came back for %llu bytes of results; %zu of %zu samples took less than 160 KiB\n",
              static_cast<unsigned long long>(returned), static_cast<unsigned long long>(results), small, samples);
  CHECK(4 * returned <= 5 * results);
  CHECK(100 * small >= 95 * samples);
  const fake_cuda::Counters counters = fake_cuda::counters();
  std::printf("seed %llu: %zu of %zu samples answered on the device, %llu warp instructions a sample\n",
              static_cast<unsigned long long>(seed), answered, samples,
              static_cast<unsigned long long>(counters.warp_instructions / samples));
}

/// Some samples of one golden program in so few warps that a hang shows at once.
void run_few(std::size_t samples, unsigned samples_per_warp) {
  testing::set_up();
  const auto golden = testing::load(testing::golden_programs().front());
  golden->inputs.resize(std::min(samples, golden->inputs.size()));
  DeviceOptions options;
  options.samples_per_warp = samples_per_warp;
  DeviceRun run = golden->run(options);
  INFO(run.trouble << " " << fake_cuda::last_diagnosis());
  REQUIRE(run.trouble.empty());
  const testing::Finished finished = testing::finish(*golden, run);
  CHECK(testing::as_recorded(*golden, finished));
  CHECK(finished.fallen_back == 0);
  CHECK(run.stats.reserved >= device::stack_bytes * 32);
}

}  // namespace

TEST_CASE("one sample alone in a warp") { run_few(1, 1); }
TEST_CASE("a few samples in one warp") { run_few(4, 32); }
TEST_CASE("golden programs on the device, plain schedule") { run_everything(0, 1); }
TEST_CASE("golden programs on the device, samples that share warps") { run_everything(0, 32); }
TEST_CASE("golden programs on the device, random schedule 1") { run_everything(1, 1); }
TEST_CASE("golden programs on the device, random schedule 2") { run_everything(2, 32); }
TEST_CASE("golden programs on the device, random schedule 3", "[.full]") { run_everything(3, 1); }
TEST_CASE("golden programs on the device, lanes that wait for each other after branches") {
  run_everything(0, 1, true);
}
TEST_CASE("golden programs on the device, the same with samples that share warps") { run_everything(0, 32, true); }
