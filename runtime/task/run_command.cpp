#include <algorithm>
#include <cstdio>
#include <iterator>

#include "runtime/task/answer_output.h"
#include "runtime/task/compare_paths.h"
#include "runtime/task/log_file.h"
#include "runtime/task/program_main.h"
#include "runtime/task/progress.h"
#include "runtime/task/runner.h"
#include "runtime/task/task_sources.h"

namespace batt {
namespace {

void print_stats(const Entry& entry, const RunStats& stats) {
  std::fprintf(stderr, "%s: %zu samples in %.6f s\n%s", entry.name.c_str(), stats.samples, stats.seconds,
               to_text(stats).c_str());
}

std::vector<const Entry*> chosen_entries(const std::vector<Entry>& entries, const std::string& function) {
  std::vector<const Entry*> chosen;
  for (const Entry& entry : entries)
    if (function.empty() || entry.name == function) chosen.push_back(&entry);
  if (chosen.empty()) throw TaskError("no function '" + function + "' in this program");
  return chosen;
}

/// Runs tasks in blocks, so that a few samples of each are enough work for many threads or for a device, and only one
/// block is in memory.
class TaskRun {
 public:
  TaskRun(const std::vector<const Entry*>& entries, const RunCommand& command, AnswerOutput& output)
      : entries_(entries), command_(command), output_(output), stats_(entries.size()) {
    options_.limits = limits_of(command.timeout, command.memory_megabytes * 1024 * 1024);
    options_.paths = command.paths;
    options_.device = command.device;
    options_.jobs = command.jobs;
    options_.repeat = command.repeat;
    const bool may_use_device = !command.paths.is_checked() && command.paths.path != Path::Fast;
    if (may_use_device && std::ranges::any_of(entries, [](const Entry* entry) { return has_device_code(*entry); }))
      block_samples_ = samples_of_a_device_block;
    if (command.log.empty()) return;
    log_ = std::make_unique<LogFile>(command.log);
    options_.log = log_.get();
  }

  void add(Task&& task) {
    const ErrorMode mode = command_.mode.value_or(task.mode().value_or(ErrorMode::Safe));
    if (mode != options_.mode) run();
    options_.mode = mode;
    samples_ += task.samples().size();
    block_.push_back(std::move(task));
    // The log names the task of its lines, and a difference its sample: both are one task's.
    if (log_ || command_.verify || samples_ * entries_.size() >= block_samples_) run();
  }

  void run() {
    if (block_.empty()) return;
    if (log_) log_->set_task(block_[0].samples().empty() ? "" : block_[0].samples()[0].task_id);
    std::vector<Inputs> inputs;
    for (const Task& task : block_) std::ranges::move(inputs_of(task), std::back_inserter(inputs));
    std::vector<std::vector<std::string>> answers;
    std::vector<TextResult> results = run_samples_as_text(entries_, inputs, options_);
    for (std::size_t k = 0; k < entries_.size(); ++k) {
      stats_[k].add(results[k].stats);
      if (command_.verify) agrees_ = verified(*entries_[k], block_[0], results[k].answers) && agrees_;
      answers.push_back(std::move(results[k].answers));
    }
    write(answers);
    output_.end_block();
    block_.clear();
    samples_ = 0;
  }

  /// True if all answers that were looked at are those of the checked path.
  bool finish() {
    run();
    if (command_.stats)
      for (std::size_t k = 0; k < entries_.size(); ++k) print_stats(*entries_[k], stats_[k]);
    output_.close();
    if (log_) log_->close();
    return agrees_;
  }

 private:
  /// A device takes thousands at once.
  static constexpr std::size_t samples_of_a_block = 128, samples_of_a_device_block = 8192;

  bool verified(const Entry& entry, const Task& task, const std::vector<std::string>& answers) const {
    const auto difference = verify_text(entry, task, options_, answers);
    if (difference) std::fprintf(stderr, "error: %s: %s", entry.name.c_str(), describe(*difference).c_str());
    return !difference;
  }

  void write(std::vector<std::vector<std::string>>& answers) {
    std::ptrdiff_t first = 0;
    for (const Task& task : block_) {
      const auto count = static_cast<std::ptrdiff_t>(task.samples().size());
      for (std::size_t k = 0; k < entries_.size(); ++k) {
        const auto begin = std::make_move_iterator(answers[k].begin() + first);
        output_.add(*entries_[k], task, {begin, begin + count});
      }
      first += count;
    }
  }

  const std::vector<const Entry*>& entries_;
  const RunCommand& command_;
  AnswerOutput& output_;
  RunOptions options_;
  std::unique_ptr<LogFile> log_;
  std::vector<Task> block_;
  std::size_t samples_ = 0;  ///< of the block
  std::size_t block_samples_ = samples_of_a_block;
  std::vector<RunStats> stats_;
  bool agrees_ = true;
};

}  // namespace

bool run_command(const std::vector<Entry>& entries, const RunCommand& command) {
  const TaskSources sources(command.inputs);
  const std::vector<const Entry*> chosen = chosen_entries(entries, command.function);
  // A single task that is not one leaves no file.
  std::optional<Task> only;
  if (sources.size() == 1) only = sources.load(0, command.candidate);
  const auto output = open_answer_output(command.answers, chosen.size() > 1);
  TaskRun run(chosen, command, *output);
  Progress progress(sources.size(), "tasks");
  std::size_t failures = 0;
  for (std::size_t k = 0; k < sources.size(); ++k) {
    std::optional<Task> task;
    try {
      task = only ? std::move(*only) : sources.load(k, command.candidate);
    } catch (const TaskError& error) {
      progress.clear();
      std::fprintf(stderr, "error: %s\n", error.what());
      ++failures;
    }
    if (task) run.add(std::move(*task));
    if (!command.answers.empty()) progress.advance();
  }
  progress.clear();
  const bool agrees = run.finish();
  if (failures != 0)
    throw CommandFailure(exit_io, std::to_string(failures) + " of " + std::to_string(sources.size()) +
                                      " tasks could not be used; the others were run");
  return agrees;
}

}  // namespace batt
