// What a real GPU takes, for scripts/gpu-check: lines of JSON in the file that BATT_TIMES names. The programs and
// inputs are those of scripts/gpu-model.
#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "runtime/exec/lowered_program.h"
#include "tests/device/programs/golden.h"

namespace {

using namespace batt;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double host_seconds(const testing::Golden& golden, const std::vector<Inputs>& inputs, unsigned threads) {
  std::atomic<std::size_t> next = 0;
  const auto start = Clock::now();
  std::vector<std::thread> workers;
  for (unsigned k = 0; k < threads; ++k)
    workers.emplace_back([&] {
      Context context(golden.mode);
      for (std::size_t sample; (sample = next++) < inputs.size();) {
        context.reset();
        exec::run(golden.program, context, inputs[sample]);
      }
    });
  for (std::thread& worker : workers) worker.join();
  return seconds_since(start);
}

json device_times(const testing::Golden& golden, const std::vector<Inputs>& inputs, unsigned samples_per_warp) {
  DeviceOptions options;
  options.samples_per_warp = samples_per_warp;
  const auto start = Clock::now();
  DeviceRun run = testing::run(*golden.device, golden.mode, inputs, options);
  const double all = seconds_since(start);
  const auto decoding_start = Clock::now();
  std::size_t answered = 0;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    if (run.status[k].answered == 0) continue;
    golden.device->read(run, k);
    ++answered;
  }
  const double decoding = seconds_since(decoding_start);
  options.measures = true;
  const DeviceSeconds parts = testing::run(*golden.device, golden.mode, inputs, options).stats.seconds;
  return {{"device_seconds", all},
          {"answered", answered},
          {"decoding", decoding},
          {"memory", parts.memory},
          {"in", parts.in},
          {"kernel", parts.kernel},
          {"out", parts.out},
          {"trouble", run.trouble},
          {"bytes_in", run.stats.bytes_in},
          {"bytes_out", run.stats.bytes_out}};
}

}  // namespace

TEST_CASE("times on this GPU", "[.times]") {
  const char* file = std::getenv("BATT_TIMES");
  REQUIRE(file != nullptr);
  std::ofstream lines(file);
  constexpr std::size_t every = 8;
  const auto sources = testing::golden_programs();
  const std::size_t programs = (sources.size() + every - 1) / every;
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  for (std::size_t place = 0; place < sources.size(); place += every) {
    const auto golden = testing::load(sources[place]);
    const std::vector<Inputs> different = testing::different_inputs(sources[place], 32);
    for (const std::size_t count : {1, 10, 100, 1000, 10000}) {
      std::vector<Inputs> inputs;
      for (std::size_t k = 0; k < count; ++k) inputs.push_back(different[k % different.size()]);
      device_times(*golden, inputs, 0);  // the first run loads the program and allocates
      for (const unsigned layout : {0u, 1u, 8u, 16u, 32u}) {
        if (layout != 0 && count < 1000) continue;
        json line = device_times(*golden, inputs, layout);
        line["program"] = golden->name;
        line["programs"] = programs;
        line["samples"] = layout == 0 ? count : 0;  // only what the launcher chose counts for the calibration
        line["layout"] = layout;
        line["run"] = count;
        if (layout == 0)
          for (unsigned threads = 1; threads <= cores; threads *= 2)
            line["host_seconds"][std::to_string(threads)] = host_seconds(*golden, inputs, threads);
        lines << line.dump() << "\n" << std::flush;
        CHECK(line["trouble"].get<std::string>().empty());
      }
    }
  }
}
