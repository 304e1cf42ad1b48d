#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "compiler/driver/built_programs.h"
#include "compiler/driver/commands.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/entries.h"
#include "compiler/driver/failure.h"
#include "compiler/driver/golden_files.h"
#include "runtime/task/compare_paths.h"
#include "runtime/task/json_text.h"

namespace battc {
namespace {

struct Timing {
  std::string name;
  std::size_t samples;
  std::size_t ops;
  double seconds;
  double built_seconds = 0;  ///< as emitted C++, if that was asked for
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

struct Totals {
  double seconds = 0, built_seconds = 0;
};

void print_table(const std::vector<Timing>& timings, const Totals& totals, bool built) {
  fmt::print("{:<28} {:>8} {:>6} {:>14} {:>10}", "program", "samples", "ops", "ns/sample", "ns/op");
  fmt::print("{}\n", built ? fmt::format(" {:>16}", "built, ns/sample") : "");
  for (const Timing& timing : timings) {
    const double per_second = timing.samples == 0 ? 0 : 1e9 / static_cast<double>(timing.samples);
    const double per_sample = timing.seconds * per_second;
    fmt::print("{:<28} {:>8} {:>6} {:>14.0f} {:>10.1f}", timing.name, timing.samples, timing.ops, per_sample,
               timing.ops == 0 ? 0 : per_sample / static_cast<double>(timing.ops));
    fmt::print("{}\n", built ? fmt::format(" {:>16.0f}", timing.built_seconds * per_second) : "");
  }
  fmt::print("{} programs, {:.6f} s for one run of every input{}\n", timings.size(), totals.seconds,
             built ? fmt::format(", built {:.6f} s", totals.built_seconds) : "");
}

void print_json(const std::vector<Timing>& timings, const Totals& totals, bool built, const batt::RunStats* stats) {
  nlohmann::json programs = nlohmann::json::array();
  for (const Timing& timing : timings) {
    programs.push_back(
        {{"name", timing.name}, {"samples", timing.samples}, {"ops", timing.ops}, {"seconds", timing.seconds}});
    if (built) programs.back()["built_seconds"] = timing.built_seconds;
  }
  nlohmann::json all = {{"programs", std::move(programs)}, {"seconds", totals.seconds}};
  if (built) all["built_seconds"] = totals.built_seconds;
  if (stats != nullptr) all["stats"] = to_json(*stats);
  fmt::print("{}\n", batt::json_text(all));
}

/// What cannot be timed is told, and left out.
std::vector<Timing> time_programs(const std::vector<std::filesystem::path>& files, const BenchOptions& options,
                                  TestCounts& failures) {
  std::vector<Timing> timings;
  const auto time = [&](const std::filesystem::path& file, const std::function<double()>& built_seconds) {
    try {
      Timing timing = time_program(file, options);
      timing.built_seconds = built_seconds();
      timings.push_back(std::move(timing));
    } catch (...) {
      failures.add(count_failure(file, stderr));
    }
  };
  if (!options.built) {
    for (const auto& file : files) time(file, [] { return 0.0; });
    return timings;
  }
  // Each program right after the other way to run it: what else the machine does is then the same for both.
  BuiltTimeOptions built{{}, options.paths, options.repeat};
  built.pipeline.level = options.level;
  time_built_programs(files, built, time);
  return timings;
}

}  // namespace

int run_bench(const BenchOptions& options) {
  std::vector<std::filesystem::path> files;
  for (const std::string& path : options.files)
    for (const auto& file : golden_files(path, GoldenKind::Programs)) files.push_back(file);
  TestCounts failures;
  const std::vector<Timing> timings = time_programs(files, options, failures);
  batt::RunStats stats;
  Totals totals;
  bool differs = false;
  for (const Timing& timing : timings) {
    stats.add(timing.stats);
    totals.seconds += timing.seconds;
    totals.built_seconds += timing.built_seconds;
    differs = differs || timing.differs;
  }
  if (options.json) {
    print_json(timings, totals, options.built, options.stats ? &stats : nullptr);
  } else {
    print_table(timings, totals, options.built);
    if (options.stats) fmt::print(stderr, "{}", batt::to_text(stats));
  }
  return differs && failures.unreadable == 0 ? exit_difference : exit_code_of(failures);
}

}  // namespace battc
