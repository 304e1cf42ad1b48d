#include "compiler/driver/score_summary.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "runtime/task/value_text.h"

namespace battc {
namespace {

using nlohmann::json;

std::string counted(const std::map<std::string, std::size_t>& counts) {
  std::string text;
  for (const auto& [name, count] : counts) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, count);
  return text;
}

/// The most successful first; a solver that solved all samples stands without a number.
std::string solvers_text(const FunctionSummary::SolvedTask& task) {
  std::vector<std::pair<std::string, std::size_t>> solvers(task.solvers.begin(), task.solvers.end());
  std::ranges::stable_sort(solvers, [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (const auto& [solver, count] : solvers) {
    text += (text.empty() ? "" : ", ") + solver;
    if (count != task.samples) text += fmt::format(" ({})", count);
  }
  return text;
}

void append_number(std::string& line, const std::optional<std::int64_t>& t) { line += t ? std::to_string(*t) : "null"; }

void append_call(std::string& line, const char* name, const batt::CallScore& call) {
  if (!call.is_made) return;
  line += fmt::format(",\"{}\":{{", name);
  if (call.kind == batt::Outcome::Kind::Raised) {
    line += fmt::format("\"exc\":\"{}\"", to_string(call.exception));
  } else if (call.kind == batt::Outcome::Kind::Limited) {
    line += fmt::format("\"limit\":\"{}\"", to_string(call.limit));
  } else {
    line += "\"o\":";
    const char* before = "[[";
    for (const batt::Match& match : call.matches()) {
      line += before;
      append_number(line, match.t);
      line += ',';
      batt::append_quoted(line, match.solver);
      before = "],[";
    }
    line += call.matches().empty() ? "[],\"s\":" : "]],\"s\":";
    before = "[[";
    for (const batt::MatchedDiffer& differ : call.differs()) {
      line += before;
      append_number(line, differ.t);
      line += ',';
      batt::append_quoted(line, differ.solver);
      line += ',';
      batt::append_quoted(line, differ.differ);
      line += ',' + differ.value;
      before = "],[";
    }
    line += call.differs().empty() ? "[]" : "]]";
  }
  if (call.unfixed) line += ",\"unfixed\":true";
  line += '}';
}

}  // namespace

void FunctionSummary::add(const std::string& task, const batt::SampleScore* scores, std::size_t count) {
  SolvedTask found{task, count, 0, {}};
  for (std::size_t k = 0; k < count; ++k) {
    const batt::SampleScore& score = scores[k];
    for (const batt::CallScore* call : {&score.none, &score.expected}) {
      calls += call->is_made ? 1 : 0;
      if (call->kind == batt::Outcome::Kind::Raised) ++exceptions[std::string(to_string(call->exception))];
      if (call->kind == batt::Outcome::Kind::Limited) ++limits[std::string(to_string(call->limit))];
    }
    if (!score.is_solved()) continue;
    ++found.solved;
    // A solver may have several entries of o.
    std::set<std::string> solvers;
    for (const batt::Match& match : score.deciding().matches()) solvers.insert(match.solver);
    for (const std::string& solver : solvers) ++found.solvers[solver];
  }
  ++tasks;
  samples += count;
  solved_samples += found.solved;
  if (found.solved == 0) return;
  solved_tasks += found.solved == count ? 1 : 0;
  solved.push_back(std::move(found));
}

std::string to_text(const std::vector<FunctionSummary>& summaries) {
  std::size_t program_width = 7, function_width = 8, task_width = 4;
  bool is_any_solved = false;
  for (const FunctionSummary& summary : summaries)
    for (const auto& task : summary.solved) {
      program_width = std::max(program_width, summary.program.size());
      function_width = std::max(function_width, summary.function.size());
      task_width = std::max(task_width, task.task.size());
      is_any_solved = true;
    }
  const auto row = [&](const auto& program, const auto& function, const auto& task, const auto& samples,
                       const auto& solvers) {
    return fmt::format("{:<{}}  {:<{}}  {:<{}}  {:>7}  {}\n", program, program_width, function, function_width, task,
                       task_width, samples, solvers);
  };
  std::string text;
  if (is_any_solved) text += row("program", "function", "task", "solved", "by (of so many samples)");
  for (const FunctionSummary& summary : summaries)
    for (const auto& task : summary.solved)
      text += row(summary.program, summary.function, task.task, fmt::format("{}/{}", task.solved, task.samples),
                  solvers_text(task));
  for (const FunctionSummary& summary : summaries) {
    text += fmt::format("{} {}: {} of {} tasks solved, {} of {} samples", summary.program, summary.function,
                        summary.solved_tasks, summary.tasks, summary.solved_samples, summary.samples);
    if (!summary.exceptions.empty()) text += "; exceptions: " + counted(summary.exceptions);
    if (!summary.limits.empty()) text += "; limits: " + counted(summary.limits);
    text += "\n";
  }
  return text;
}

json to_json(const FunctionSummary& summary) {
  json solved = json::array();
  for (const auto& task : summary.solved)
    solved.push_back(
        {{"task", task.task}, {"samples", task.samples}, {"solved", task.solved}, {"solvers", task.solvers}});
  return {{"program", summary.program}, {"function", summary.function},
          {"tasks", summary.tasks},     {"solved_tasks", summary.solved_tasks},
          {"samples", summary.samples}, {"solved_samples", summary.solved_samples},
          {"calls", summary.calls},     {"exceptions", summary.exceptions},
          {"limits", summary.limits},   {"solved", std::move(solved)}};
}

std::string score_line(const FunctionSummary& summary, const batt::Task::Sample& sample,
                       const batt::SampleScore& score) {
  std::string line = "{\"program\":";
  batt::append_quoted(line, summary.program);
  line += ",\"function\":";
  batt::append_quoted(line, summary.function);
  line += ",\"task\":";
  batt::append_quoted(line, sample.task_id);
  line += fmt::format(",\"sample\":{},\"solved\":{}", sample.pair, score.is_solved());
  append_call(line, "none", score.none);
  append_call(line, "expected", score.expected);
  return line += "}\n";
}

}  // namespace battc
