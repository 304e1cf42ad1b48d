// Measures what runs cost on this machine's host and device, for --path auto.
#include <fmt/core.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "compiler/driver/commands.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/entries.h"
#include "compiler/driver/failure.h"
#include "runtime/task/cost_model.h"
#include "runtime/task/sample_run.h"

namespace battc {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

/// What solvers mostly do: objects, what is selected among them, painting, transforms.
constexpr const char* usual_program = R"(
def solve(S, I, C):
    x1 = o_g(I, R5)
    x2 = get_arg_rank_f(x1, size, L1)
    x3 = get_arg_rank_f(x1, size, F0)
    x4 = subgrid(x2, I)
    x5 = subgrid(x3, I)
    x6 = toindices(x2)
    x7 = fill(I, FIVE, x6)
    x8 = rot90(x7)
    x9 = vmirror_t(x8)
    x10 = hmirror_t(x9)
    x11 = shift(x3, UNITY)
    x12 = paint(x10, x11)
    x13 = normalize(x2)
    x14 = upscale_t(x4, TWO)
    x15 = replace(x12, ZERO, FOUR)
    x16 = palette_t(x15)
    x17 = o_g(x15, R1)
    x18 = mapply(toindices, x17)
    x19 = difference(x18, x6)
    O = fill(x15, THREE, x19)
    return O
)";

constexpr const char* empty_program = R"(
def solve(S, I, C):
    O = identity(I)
    return O
)";

constexpr std::size_t few = 1, many = 4096;

batt::Entry entry_of(const char* text) {
  CompiledSource compiled{SourceFile("tune", text), {}};
  Diagnostics diagnostics;
  auto graphs = build_graphs(compiled.source, diagnostics, "", {});
  if (!graphs) throw CommandFailure(exit_internal, "the program that battc tune measures does not compile");
  compiled.graphs = *std::move(graphs);
  return in_process_entries(compiled, {})[0];
}

/// Grids of 12 x 12 cells with some shapes, no two alike.
batt::Task samples(std::size_t count) {
  constexpr std::size_t side = 12;
  json inputs = json::array();
  for (std::size_t k = 0; k < count; ++k) {
    json grid = json::array();
    for (std::size_t i = 0; i < side; ++i) {
      json row = json::array();
      for (std::size_t j = 0; j < side; ++j) row.push_back((i / 3 + 2 * (j / 4) + k) % 5 == 0 ? (i + j + k) % 3 : 0);
      grid.push_back(std::move(row));
    }
    inputs.push_back({{"task_id", "tune"}, {"S", json::array()}, {"I", grid}, {"C", grid}});
  }
  return batt::Task::from_json({{"inputs", std::move(inputs)}}, "the samples of battc tune");
}

/// Seconds of one run over so many samples, reading of results included.
double seconds_of(const batt::Entry& entry, std::size_t count, batt::Path path) {
  const batt::Task task = samples(count);
  batt::RunOptions options;
  options.paths.path = path;
  options.repeat = 5;
  return batt::time_samples(entry, task, options);
}

void measure_device(const batt::Entry& usual, const batt::Entry& empty, batt::CostModel& model) {
  const auto start = Clock::now();
  if (const std::string why = usual.device->unavailable(); !why.empty()) {
    fmt::print("No device was measured: {}.\n", why);
    return;
  }
  batt::RunOptions once;
  once.paths.path = batt::Path::Device;
  batt::run_samples(empty, samples(few), once);
  model.device_start = std::chrono::duration<double>(Clock::now() - start).count();
  model.device_block = seconds_of(empty, few, batt::Path::Device);
  const double transfers = std::max(0.0, seconds_of(empty, many, batt::Path::Device) - model.device_block);
  const double work = std::max(0.0, seconds_of(usual, many, batt::Path::Device) - model.device_block - transfers);
  model.device_sample = transfers / many;
  model.device_statement = work / many / static_cast<double>(usual.statements);
}

}  // namespace

int run_tune(const TuneOptions& options) {
  batt::CostModel model;
  if (options.from.empty()) {
    const batt::Entry usual = entry_of(usual_program), empty = entry_of(empty_program);
    constexpr std::size_t enough = 512;
    model.host_statement = seconds_of(usual, enough, batt::Path::Fast) / enough / static_cast<double>(usual.statements);
    measure_device(usual, empty, model);
  } else {
    model = batt::read_cost_model(options.from);
  }
  const std::string file = options.output.empty() ? batt::tuning_file() : options.output;
  if (file.empty())
    throw CommandFailure(exit_usage, "there is no folder for the result: set HOME or BATTC_TUNING, or say -o FILE");
  batt::write_cost_model(file, model);
  fmt::print("host: {:.0f} ns a statement\n", model.host_statement * 1e9);
  fmt::print("device: {:.0f} ms to start, {:.0f} us a launch, {:.2f} us a sample, {:.1f} ns a statement\n",
             model.device_start * 1e3, model.device_block * 1e6, model.device_sample * 1e6,
             model.device_statement * 1e9);
  fmt::print("written to {}\n", file);
  return exit_ok;
}

}  // namespace battc
