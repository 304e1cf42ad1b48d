// What device code costs may not grow unnoticed: measured again, and compared with tests/device/costs.tsv.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "tests/device/cudart/control.h"
#include "tests/device/model/counting_meter.h"
#include "tests/device/programs/built_code.h"
#include "tests/device/programs/cost_table.h"
#include "tests/device/programs/golden.h"
#include "tests/device/programs/resources.h"

namespace {

using namespace batt;
using testing::CostChanges;
using testing::CostSection;
using testing::CostTable;
using testing::Figures;

constexpr std::uint64_t large_registers = 128, large_stack = 384, large_spills = 384;

CostTable empty_table() {
  return {
      "",
      {{{"program", "warp instructions a sample", "32 in a warp", "+active lanes in hundredths", "+leading lane in %",
         "sectors", "spill operations"},
        {},
        {}},
       {{"function", "registers", "stack bytes", "spill bytes"}, {large_registers, large_stack, large_spills}, {}}}};
}

/// What the samples of a program cost on the stand-in device, for each of them.
model::Counts measure(const testing::Golden& golden, const std::vector<Inputs>& samples, unsigned samples_per_warp,
                      model::CountingMeter& meter) {
  DeviceOptions options;
  options.samples_per_warp = samples_per_warp;
  fake_cuda::set_meter(&meter);
  const DeviceRun run = testing::run(*golden.device, golden.mode, samples, options);
  fake_cuda::set_meter(nullptr);
  INFO(golden.name << " " << run.trouble << " " << fake_cuda::last_diagnosis());
  REQUIRE(run.trouble.empty());
  return meter.take();
}

/// The figures of samples, with a warp for each and with 32 different ones in a warp.
Figures figures_of(const model::Counts& alone, std::uint64_t alone_count, const model::Counts& shared,
                   std::uint64_t shared_count) {
  return {alone.warp_instructions / alone_count,
          shared.warp_instructions / shared_count,
          static_cast<std::uint64_t>(shared.active_lanes() * 100),
          static_cast<std::uint64_t>(shared.leading_share() * 100),
          shared.sectors / shared_count,
          shared.spill_operations / shared_count};
}

/// Each program, and the mean of all samples of all programs.
void measure_programs(const testing::BuiltCode& build, CostSection& section) {
  constexpr std::size_t samples_of_a_program = 32;
  testing::set_up();
  fake_cuda::set_strict_reconvergence(true);  // as the barriers of ptxas bring lanes together
  model::CountingMeter meter(testing::spilled_bytes(build.logs));
  model::Counts all_alone, all_shared;
  std::uint64_t all_alone_count = 0, all_count = 0;
  for (const auto& source : testing::golden_programs()) {
    const auto golden = testing::load(source);
    const std::vector<Inputs> inputs = testing::different_inputs(source, samples_of_a_program);
    const std::uint64_t alone_count = golden->inputs.size(), count = inputs.size();
    const model::Counts alone = measure(*golden, golden->inputs, 1, meter),
                        shared = measure(*golden, inputs, 32, meter);
    const std::string name = (source.parent_path().filename() / source.stem()).string();
    section.rows[name] = figures_of(alone, alone_count, shared, count);
    all_alone.add(alone);
    all_shared.add(shared);
    all_alone_count += alone_count;
    all_count += count;
  }
  section.rows["(all programs)"] = figures_of(all_alone, all_alone_count, all_shared, all_count);
  std::printf("32 different samples in a warp: %llu warp instructions a sample, %.1f active lanes\n",
              static_cast<unsigned long long>(all_shared.warp_instructions / all_count), all_shared.active_lanes());
}

/// The kernel, the large functions, and all of them together: the most registers, and sums of the rest.
void measure_functions(const testing::BuiltCode& build, CostSection& section) {
  Figures& all = section.rows["(all functions)"] = {0, 0, 0};
  for (const auto& [name, needs] : testing::resources(build.linked_oldest(), build.logs)) {
    all = {std::max(all[0], needs.registers), all[1] + needs.stack_bytes, all[2] + needs.spill_bytes};
    const bool large =
        needs.registers >= large_registers || needs.stack_bytes >= large_stack || needs.spill_bytes >= large_spills;
    if (large || name == "batt_run_programs")
      section.rows[name] = {needs.registers, needs.stack_bytes, needs.spill_bytes};
  }
  REQUIRE(section.rows.count("batt_run_programs") == 1);
}

}  // namespace

TEST_CASE("device code costs what the table says") {
  const testing::BuiltCode& build = testing::built_code();
  CostTable now = empty_table();
  now.toolkit = build.toolkit + ", sm_" + build.architecture;
  const bool renew = std::getenv("BATT_RENEW_COSTS") != nullptr;
  if (renew) REQUIRE(build.architecture == "75");
  const CostTable kept = renew ? now : testing::read_costs(BATT_COSTS, now);
  if (kept.toolkit != now.toolkit) {
    WARN("costs were not compared: the table is for nvcc " << kept.toolkit << ", this build for " << now.toolkit);
    return;
  }
  measure_programs(build, now.sections[0]);
  measure_functions(build, now.sections[1]);
  if (renew) {
    testing::write_costs(BATT_COSTS, now);
    return;
  }
  bool better = false;
  for (std::size_t k = 0; k < now.sections.size(); ++k) {
    const CostChanges changes = testing::compare(kept.sections[k], now.sections[k]);
    for (const std::string& each : changes.worse) FAIL_CHECK(each << " (if it must be: scripts/renew-costs)");
    for (const std::string& each : changes.better) std::printf("costs less: %s\n", each.c_str());
    better |= !changes.better.empty();
  }
  if (better) std::printf("device code became cheaper; keep it so: scripts/renew-costs\n");
}

TEST_CASE("costs are worse from over a tenth on") {
  const auto changes = [](const Figures& unlisted, const std::map<std::string, Figures>& kept,
                          const std::map<std::string, Figures>& now) {
    const CostChanges found = testing::compare({{"row", "a", "b"}, unlisted, kept}, {{"row", "a", "b"}, unlisted, now});
    return std::pair(found.worse, found.better);
  };
  using Sentences = std::vector<std::string>;
  const Sentences none;
  CHECK(changes({}, {{"x", {100, 0}}}, {{"x", {110, 0}}}) == std::pair(none, none));
  CHECK(changes({}, {{"x", {100, 0}}}, {{"x", {111, 1}}}) ==
        std::pair(Sentences{"x: a 100 -> 111", "x: b 0 -> 1"}, none));
  CHECK(changes({}, {{"x", {100, 5}}}, {{"x", {90, 5}}}) == std::pair(none, Sentences{"x: a 100 -> 90"}));
  CHECK(testing::compare({{"row", "+a"}, {}, {{"x", {100}}}}, {{"row", "+a"}, {}, {{"x", {80}}}}).worse ==
        Sentences{"x: +a 100 -> 80"});
  CHECK(changes({}, {}, {{"x", {1, 1}}}) == std::pair(Sentences{"x: not in the table"}, none));
  CHECK(changes({10, 10}, {}, {{"x", {11, 1}}}) == std::pair(none, none));
  CHECK(changes({10, 10}, {}, {{"x", {12, 1}}}) == std::pair(Sentences{"x: not in the table"}, none));
  CHECK(changes({}, {{"x", {1, 1}}}, {}) == std::pair(none, Sentences{"x: gone, or no longer large"}));
}
