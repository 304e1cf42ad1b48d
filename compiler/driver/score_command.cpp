#include <fmt/core.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>

#include "compiler/driver/commands.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/entries.h"
#include "compiler/driver/failure.h"
#include "compiler/driver/golden_files.h"
#include "compiler/driver/score_summary.h"
#include "runtime/task/files.h"
#include "runtime/task/json_text.h"
#include "runtime/task/progress.h"
#include "runtime/task/task_sources.h"

namespace battc {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// All that is scored: the functions of the programs that compile.
struct Functions {
  std::vector<batt::ScoredEntry> entries;
  std::vector<FunctionSummary> summaries;
  TestCounts failures;
};

Functions compile_all(const ScoreOptions& options) {
  Functions functions;
  const batt::PathOptions paths{.path = batt::Path::Fast, .stages = options.stages};
  for (const std::string& source : options.sources) {
    try {
      const FrontOptions front{.function = options.function, .warnings = false, .diagnostics = "text"};
      for (batt::Entry& entry : in_process_entries(compile(source, front, options.pipeline), paths)) {
        FunctionSummary summary;
        summary.program = source;
        summary.function = entry.name;
        functions.summaries.push_back(std::move(summary));
        functions.entries.push_back({std::move(entry), options.mode});
      }
    } catch (...) {
      if (options.sources.size() == 1) throw;
      functions.failures.add(count_failure(source, stderr));
    }
  }
  return functions;
}

class Scoring {
 public:
  Scoring(const ScoreOptions& options, Functions& functions)
      : functions_(functions), evaluator_(functions.entries, evaluate_options(options)) {
    if (!options.answers.empty()) answers_.emplace(options.answers, batt::OutputFile::Mode::Stream);
  }

  void run(const batt::TaskSources& sources) {
    batt::Progress progress(sources.size(), "tasks");
    std::size_t samples = 0;
    for (std::size_t k = 0; k < sources.size(); ++k) {
      try {
        block_.push_back(sources.load(k));
        samples += block_.back().samples().size() * functions_.entries.size();
      } catch (...) {
        progress.clear();
        functions_.failures.add(count_failure(sources.name(k), stderr));
        progress.advance();
      }
      if (samples < evaluator_.block_size() && k + 1 != sources.size()) continue;
      const std::size_t tasks = block_.size();
      evaluate_block();
      progress.advance(tasks);
      samples = 0;
    }
    if (answers_) answers_->close();
  }

  const batt::Evaluator& evaluator() const { return evaluator_; }

 private:
  static batt::EvaluateOptions evaluate_options(const ScoreOptions& options) {
    batt::EvaluateOptions evaluate;
    evaluate.candidates = options.candidates;
    evaluate.limits = batt::limits_of(options.timeout, options.memory_megabytes * 1024 * 1024);
    evaluate.jobs = options.jobs;
    evaluate.on_devices = options.on_devices;
    evaluate.device = options.device;
    evaluate.counts_seconds = options.stats;
    if (!options.answers.empty()) evaluate.take_match = batt::keep_differs;
    return evaluate;
  }

  void evaluate_block() {
    const std::vector<batt::SampleScore> scores = evaluator_.evaluate(block_);
    const batt::SampleScore* next = scores.data();
    for (const batt::Task& task : block_)
      for (FunctionSummary& summary : functions_.summaries) {
        const std::vector<batt::Task::Sample>& samples = task.samples();
        if (!samples.empty()) summary.add(samples[0].task_id, next, samples.size());
        for (const batt::Task::Sample& sample : samples) {
          if (answers_) answers_->write(score_line(summary, sample, *next));
          ++next;
        }
      }
    if (answers_) answers_->flush();
    block_.clear();
  }

  Functions& functions_;
  batt::Evaluator evaluator_;
  std::optional<batt::OutputFile> answers_;
  std::vector<batt::Task> block_;
};

void print_json(const Functions& functions) {
  nlohmann::json summaries = nlohmann::json::array();
  for (const FunctionSummary& summary : functions.summaries) summaries.push_back(to_json(summary));
  const nlohmann::json all = {{"functions", std::move(summaries)}, {"failures", functions.failures.failed}};
  fmt::print("{}\n", batt::json_text(all));
}

}  // namespace

int run_score(const ScoreOptions& options) {
  const auto start = Clock::now();
  const batt::TaskSources sources(options.tasks);
  Functions functions = compile_all(options);
  Scoring scoring(options, functions);
  const double prepared = seconds_since(start);
  if (!functions.entries.empty()) scoring.run(sources);
  if (options.json)
    print_json(functions);
  else
    fmt::print("{}", to_text(functions.summaries));
  if (functions.failures.failed != 0)
    fmt::print(stderr, "{} programs or tasks could not be used; the others were run\n", functions.failures.failed);
  if (options.stats)
    fmt::print(stderr,
               "computation {:.6f} s, on {} thread{}; scored in {:.6f} s; all {:.6f} s, of them {:.6f} s to compile\n",
               scoring.evaluator().computing_seconds(), options.jobs, options.jobs == 1 ? "" : "s",
               scoring.evaluator().elapsed_seconds(), seconds_since(start), prepared);
  return exit_code_of(functions.failures);
}

}  // namespace battc
