#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "batt/verify.h"
#include "compiler/driver/commands.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/entries.h"
#include "compiler/driver/failure.h"
#include "compiler/driver/golden_files.h"

namespace battc {
namespace {

struct Timing {
  std::string name;
  std::size_t samples;
  std::size_t ops;
  double seconds;
  batt::RunStats stats = {};
  bool differs = false;  ///< from the checked path, if that was looked at
};

/// Calls written in the source, whatever the passes make of them.
std::size_t count_calls(const Graph& graph) {
  std::size_t calls = 0;
  for (std::size_t k = 0; k < graph.size(); ++k) calls += graph.is(static_cast<NodeId>(k), NodeKind::Call) ? 1 : 0;
  return calls;
}

/// One run that is not timed.
void look_at_answers(const batt::Entry& entry, const batt::Task& task, const batt::RunOptions& run,
                     const BenchOptions& options, Timing& timing) {
  const batt::RunResult result = batt::run_samples(entry, task, run);
  timing.stats.add(result.stats);
  if (!options.verify) return;
  const auto difference = batt::verify(entry, task, run, result.answers);
  if (difference) fmt::print(stderr, "error: {}: {}", timing.name, batt::describe(*difference));
  timing.differs = timing.differs || difference.has_value();
}

Timing time_program(const std::filesystem::path& file, const BenchOptions& options) {
  const batt::Task task = batt::Task::load(std::filesystem::path(file).replace_extension(".json"));
  FrontOptions front;
  front.warnings = false;
  PipelineOptions unoptimised, optimised;
  unoptimised.level = 0;
  optimised.level = options.level;
  const CompiledSource source = compile(file.string(), front, unoptimised);
  const CompiledSource compiled = compile(file.string(), front, optimised);
  batt::RunOptions run;
  run.mode = task.mode().value_or(batt::ErrorMode::Safe);
  run.paths = options.paths;
  Timing timing{file.stem().string(), task.samples().size(), 0, 0};
  for (const Graph& graph : source.graphs) timing.ops += count_calls(graph);
  for (const batt::Entry& entry : in_process_entries(compiled, options.paths, options.verify)) {
    run.repeat = 1;
    if (options.stats || options.verify) look_at_answers(entry, task, run, options, timing);
    run.repeat = options.repeat;
    timing.seconds += batt::time_samples(entry, task, run);
  }
  return timing;
}

void print_table(const std::vector<Timing>& timings, double total) {
  fmt::print("{:<28} {:>8} {:>6} {:>14} {:>10}\n", "program", "samples", "ops", "ns/sample", "ns/op");
  for (const Timing& timing : timings) {
    const double per_sample = timing.samples == 0 ? 0 : timing.seconds * 1e9 / static_cast<double>(timing.samples);
    fmt::print("{:<28} {:>8} {:>6} {:>14.0f} {:>10.1f}\n", timing.name, timing.samples, timing.ops, per_sample,
               timing.ops == 0 ? 0 : per_sample / static_cast<double>(timing.ops));
  }
  fmt::print("{} programs, {:.6f} s for one run of every input\n", timings.size(), total);
}

void print_json(const std::vector<Timing>& timings, double total, const batt::RunStats* stats) {
  nlohmann::json programs = nlohmann::json::array();
  for (const Timing& timing : timings)
    programs.push_back(
        {{"name", timing.name}, {"samples", timing.samples}, {"ops", timing.ops}, {"seconds", timing.seconds}});
  nlohmann::json all = {{"programs", std::move(programs)}, {"seconds", total}};
  if (stats != nullptr) all["stats"] = to_json(*stats);
  fmt::print("{}\n", all.dump());
}

}  // namespace

int run_bench(const BenchOptions& options) {
  std::vector<Timing> timings;
  double total = 0;
  try {
    for (const std::string& path : options.files)
      for (const auto& file : golden_files(path)) {
        if (!is_golden_program(file)) continue;
        timings.push_back(time_program(file, options));
        total += timings.back().seconds;
      }
  } catch (const batt::TaskError& error) {
    throw io_failure(error.what());
  }
  batt::RunStats stats;
  bool differs = false;
  for (const Timing& timing : timings) {
    stats.add(timing.stats);
    differs = differs || timing.differs;
  }
  if (options.json) {
    print_json(timings, total, options.stats ? &stats : nullptr);
  } else {
    print_table(timings, total);
    if (options.stats) fmt::print(stderr, "{}", batt::to_text(stats));
  }
  return differs ? exit_difference : exit_ok;
}

}  // namespace battc
