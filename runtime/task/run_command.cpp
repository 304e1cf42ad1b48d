#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>

#include "batt/draw.h"
#include "batt/failure_log.h"
#include "batt/runner.h"

namespace batt {
namespace {

using nlohmann::json;

std::string_view kind_name(Value v) {
  switch (v.kind()) {
    case Kind::None: return "None";
    case Kind::Bool: return "bool";
    case Kind::Int: return "int";
    case Kind::Float: return "float";
    case Kind::Text: return "str";
    case Kind::Tuple: return v.is_grid() ? "grid" : "tuple";
    case Kind::List: return "list";
    case Kind::Set: return "frozenset";
    case Kind::Function: return "function";
    case Kind::Okt: return "OKT";
    case Kind::Error:
    case Kind::Unanswered: break;
  }
  return "error";
}

/// One line for each exception: the task, the source line, the op, the exception, the kinds of the arguments.
class LogFile : public FailureLog {
 public:
  explicit LogFile(const std::string& path) : stream_(path) {
    if (!stream_) throw TaskError("cannot write " + path);
  }
  void set_task(std::string task) { task_ = std::move(task); }

  void op_failed(std::uint32_t line, OpId op, std::span<const Value> arguments, Exception exception) override {
    const std::lock_guard lock(mutex_);
    stream_ << task_ << " line " << line << " " << op_info(op).name << "(";
    for (std::size_t k = 0; k < arguments.size(); ++k) stream_ << (k == 0 ? "" : ", ") << kind_name(arguments[k]);
    stream_ << "): " << to_string(exception) << "\n";
  }

 private:
  std::ofstream stream_;
  std::string task_;
  std::mutex mutex_;
};

void print_answers(const Entry& entry, const Task& task, const RunResult& result, bool named) {
  for (std::size_t k = 0; k < result.answers.size(); ++k) {
    const Task::Sample& sample = task.samples()[k];
    if (task.is_arc()) {
      std::printf("%s, sample %zu%s%s\n", sample.task_id.c_str(), k, named ? ", " : "", named ? entry.name.c_str() : "");
      std::fputs(draw_answer(result.answers[k], sample).c_str(), stdout);
    } else {
      std::printf("%s%s%s\n", named ? entry.name.c_str() : "", named ? " " : "", result.answers[k].dump().c_str());
    }
  }
}

void print_stats(const Entry& entry, const Task& task, const RunResult& result) {
  std::fprintf(stderr, "%s: %zu samples in %.6f s; checked path: %zu; raised: %zu; past a limit: %zu; most memory of a sample: %zu bytes\n",
               entry.name.c_str(), task.samples().size(), result.seconds, task.samples().size(), result.raised, result.limited,
               result.peak_bytes);
}

}  // namespace

void run_command(const std::vector<Entry>& entries, const RunCommand& command) {
  const Task task = Task::load(command.inputs);
  RunOptions options;
  options.mode = command.mode.value_or(task.mode().value_or(ErrorMode::Safe));
  options.limits.seconds = command.timeout;
  options.limits.memory = static_cast<std::size_t>(command.memory_megabytes * 1024 * 1024);
  options.jobs = command.jobs;
  options.repeat = command.repeat;
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

  json written = json::object();
  for (const Entry* entry : chosen) {
    const RunResult result = run_samples(*entry, task, options);
    if (command.answers.empty())
      print_answers(*entry, task, result, chosen.size() > 1);
    else if (chosen.size() > 1)
      written["functions"][entry->name] = result.answers;
    else
      written["answers"] = result.answers;
    if (command.stats) print_stats(*entry, task, result);
  }
  if (!command.answers.empty()) write_file(command.answers, written.dump() + "\n");
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
