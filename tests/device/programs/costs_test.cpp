// What device code costs may not grow unnoticed: measured again, and compared with tests/device/costs.tsv.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "tests/device/cudart/control.h"
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
      {{{"program", "warp instructions a sample", "a lane each"}, {}, {}},
       {{"function", "registers", "stack bytes", "spill bytes"}, {large_registers, large_stack, large_spills}, {}}}};
}

/// The device code of this build, as its first text and the names of the files tell.
struct Build {
  std::string toolkit, architecture;
  std::filesystem::path linked;
  std::vector<std::filesystem::path> logs;
};

/// What follows `mark` on the first line that has it.
std::string after(const std::filesystem::path& file, const std::string& mark) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);)
    if (const auto place = line.find(mark); place != std::string::npos) return line.substr(place + mark.size());
  return {};
}

Build this_build() {
  Build build;
  std::ifstream list(BATT_PTX_LIST);
  for (std::string name; std::getline(list, name);) {
    if (name.empty()) continue;
    const std::filesystem::path file = name;
    if (build.logs.empty()) {
      build.toolkit = after(file, "release ");
      build.architecture = after(file, ".target sm_");
      build.linked = file.parent_path() / ("device_code." + build.architecture + ".cubin");
    }
    build.logs.push_back(std::filesystem::path(file).replace_extension(build.architecture + ".cubin.log"));
  }
  return build;
}

std::uint64_t instructions_of_a_sample(const testing::Golden& golden, unsigned samples_per_warp) {
  DeviceOptions options;
  options.samples_per_warp = samples_per_warp;
  fake_cuda::reset_counters();
  const DeviceRun run = golden.run(options);
  INFO(golden.name << " " << run.trouble << " " << fake_cuda::last_diagnosis());
  REQUIRE(run.trouble.empty());
  return fake_cuda::counters().warp_instructions / std::max<std::size_t>(1, golden.inputs.size());
}

void measure_programs(CostSection& section) {
  testing::set_up();
  for (const auto& source : testing::golden_programs()) {
    const auto golden = testing::load(source);
    const std::string name = (source.parent_path().filename() / source.stem()).string();
    section.rows[name] = {instructions_of_a_sample(*golden, 1), instructions_of_a_sample(*golden, 32)};
  }
}

/// The kernel, the large functions, and all of them together: the most registers, and sums of the rest.
void measure_functions(const Build& build, CostSection& section) {
  Figures& all = section.rows["(all functions)"] = {0, 0, 0};
  for (const auto& [name, needs] : testing::resources(build.linked, build.logs)) {
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
  const Build build = this_build();
  CostTable now = empty_table();
  now.toolkit = build.toolkit + ", sm_" + build.architecture;
  const bool renew = std::getenv("BATT_RENEW_COSTS") != nullptr;
  if (renew) REQUIRE(build.architecture == "75");
  const CostTable kept = renew ? now : testing::read_costs(BATT_COSTS, now);
  if (kept.toolkit != now.toolkit) {
    WARN("costs were not compared: the table is for nvcc " << kept.toolkit << ", this build for " << now.toolkit);
    return;
  }
  measure_programs(now.sections[0]);
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
  CHECK(changes({}, {}, {{"x", {1, 1}}}) == std::pair(Sentences{"x: not in the table"}, none));
  CHECK(changes({10, 10}, {}, {{"x", {11, 1}}}) == std::pair(none, none));
  CHECK(changes({10, 10}, {}, {{"x", {12, 1}}}) == std::pair(Sentences{"x: not in the table"}, none));
  CHECK(changes({}, {{"x", {1, 1}}}, {}) == std::pair(none, Sentences{"x: gone, or no longer large"}));
}
