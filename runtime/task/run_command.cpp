#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "batt/draw.h"
#include "batt/runner.h"
#include "batt/verify.h"
#include "runtime/task/log_file.h"

namespace batt {
namespace {

using nlohmann::json;

void print_answers(const Entry& entry, const Task& task, const RunResult& result, bool named) {
  for (std::size_t k = 0; k < result.answers.size(); ++k) {
    const Task::Sample& sample = task.samples()[k];
    if (task.is_arc()) {
      std::printf("%s, sample %zu%s%s\n", sample.task_id.c_str(), k, named ? ", " : "",
                  named ? entry.name.c_str() : "");
      std::fputs(draw_answer(result.answers[k], sample).c_str(), stdout);
    } else {
      std::printf("%s%s%s\n", named ? entry.name.c_str() : "", named ? " " : "", result.answers[k].dump().c_str());
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
  options.limits.seconds = command.timeout;
  options.limits.memory = static_cast<std::size_t>(command.memory_megabytes * 1024 * 1024);
  options.paths = command.paths;
  options.jobs = command.jobs;
  options.repeat = command.repeat;
  return options;
}

/// True if the answers are those of the checked path.
bool verified(const Entry& entry, const Task& task, const RunOptions& options, const RunResult& result) {
  const auto difference = verify(entry, task, options, result.answers);
  if (difference) std::fprintf(stderr, "error: %s: %s", entry.name.c_str(), describe(*difference).c_str());
  return !difference;
}

}  // namespace

bool run_command(const std::vector<Entry>& entries, const RunCommand& command) {
  const Task task = Task::load(command.inputs);
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
  json written = json::object();
  for (const Entry* entry : chosen) {
    const RunResult result = run_samples(*entry, task, options);
    if (command.answers.empty())
      print_answers(*entry, task, result, chosen.size() > 1);
    else if (chosen.size() > 1)
      written["functions"][entry->name] = result.answers;
    else
      written["answers"] = result.answers;
    if (command.stats) print_stats(*entry, result.stats);
    if (command.verify) agrees = verified(*entry, task, options, result) && agrees;
  }
  if (!command.answers.empty()) write_file(command.answers, written.dump() + "\n");
  return agrees;
}

void write_file(const std::string& path, std::string_view content) {
  // A device or a pipe is written to; renaming over it would replace it.
  std::error_code unknown;
  const bool special = std::filesystem::exists(path, unknown) && !std::filesystem::is_regular_file(path, unknown);
  const std::string beside = special ? path : path + ".part";
  {
    std::ofstream stream(beside, std::ios::binary);
    stream.write(content.data(), static_cast<std::streamsize>(content.size()));
    stream.close();
    if (!stream) {
      const std::string why = std::strerror(errno);
      if (!special) std::remove(beside.c_str());
      throw TaskError("cannot write " + path + ": " + why);
    }
  }
  if (special) return;
  std::error_code error;
  std::filesystem::rename(beside, path, error);
  if (error) {
    std::remove(beside.c_str());
    throw TaskError("cannot write " + path + ": " + error.message());
  }
}

}  // namespace batt
