#include <cstdio>
#include <map>

#include "batt/draw.h"
#include "batt/json_text.h"
#include "batt/runner.h"
#include "batt/verify.h"
#include "runtime/task/log_file.h"

namespace batt {
namespace {

void print_answers(const Entry& entry, const Task& task, const TextResult& result, bool named) {
  for (std::size_t k = 0; k < result.answers.size(); ++k) {
    const Task::Sample& sample = task.samples()[k];
    if (task.is_arc()) {
      std::printf("%s, sample %zu%s%s\n", sample.task_id.c_str(), k, named ? ", " : "",
                  named ? entry.name.c_str() : "");
      const LargeJson answer(parse_json(result.answers[k], "an answer"));
      std::fputs(draw_answer(answer.value, sample).c_str(), stdout);
    } else {
      std::printf("%s%s%s\n", named ? entry.name.c_str() : "", named ? " " : "", result.answers[k].c_str());
    }
  }
}

void print_stats(const Entry& entry, const RunStats& stats) {
  std::fprintf(stderr, "%s: %zu samples in %.6f s\n%s", entry.name.c_str(), stats.samples, stats.seconds,
               to_text(stats).c_str());
}

RunOptions options_of(const RunCommand& command, const Task& task) {
  RunOptions options;
  options.mode = command.mode.value_or(task.mode().value_or(ErrorMode::Safe));
  options.limits = limits_of(command.timeout, command.memory_megabytes * 1024 * 1024);
  options.paths = command.paths;
  options.jobs = command.jobs;
  options.repeat = command.repeat;
  return options;
}

/// True if the answers are those of the checked path.
bool verified(const Entry& entry, const Task& task, const RunOptions& options, const TextResult& result) {
  const auto difference = verify_text(entry, task, options, result.answers);
  if (difference) std::fprintf(stderr, "error: %s: %s", entry.name.c_str(), describe(*difference).c_str());
  return !difference;
}

void write_list(OutputFile& file, const std::vector<std::string>& answers) {
  file.write("[");
  for (std::size_t k = 0; k < answers.size(); ++k) {
    if (k != 0) file.write(",");
    file.write(answers[k]);
  }
  file.write("]");
}

using Answers = std::map<std::string, std::vector<std::string>>;

/// {"answers": [..]}, or {"functions": {name: [..], ..}} if there are several.
void write_answers(const std::string& path, const Answers& answers) {
  OutputFile file(path);
  if (answers.size() == 1) {
    file.write("{\"answers\":");
    write_list(file, answers.begin()->second);
    file.write("}\n");
  } else {
    const char* before = "{\"functions\":{";
    for (const auto& [name, list] : answers) {
      file.write(before + json_text(name) + ":");
      write_list(file, list);
      before = ",";
    }
    file.write("}}\n");
  }
  file.close();
}

}  // namespace

bool run_command(const std::vector<Entry>& entries, const RunCommand& command) {
  const Task task = Task::load(command.inputs, command.candidate);
  RunOptions options = options_of(command, task);
  std::unique_ptr<LogFile> log;
  if (!command.log.empty()) {
    log = std::make_unique<LogFile>(command.log);
    log->set_task(task.samples().empty() ? "" : task.samples()[0].task_id);
    options.log = log.get();
  }

  std::vector<const Entry*> chosen;
  for (const Entry& entry : entries)
    if (command.function.empty() || entry.name == command.function) chosen.push_back(&entry);
  if (chosen.empty()) throw TaskError("no function '" + command.function + "' in this program");

  bool agrees = true;
  Answers written;
  for (const Entry* entry : chosen) {
    TextResult result = run_samples_as_text(*entry, task, options);
    if (command.answers.empty()) print_answers(*entry, task, result, chosen.size() > 1);
    if (command.stats) print_stats(*entry, result.stats);
    if (command.verify) agrees = verified(*entry, task, options, result) && agrees;
    if (!command.answers.empty()) written[entry->name] = std::move(result.answers);
  }
  if (!command.answers.empty()) write_answers(command.answers, written);
  if (log) log->close();
  return agrees;
}

}  // namespace batt
