#include "compiler/driver/programs.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "compiler/driver/entries.h"
#include "runtime/task/agreement.h"
#include "runtime/task/compare_paths.h"
#include "runtime/task/json_text.h"

namespace battc {
namespace {

using nlohmann::json;

std::string shortened(const json& value) {
  const std::string text = batt::json_text(value);
  return text.size() <= 160 ? text : text.substr(0, 157) + "...";
}

/// The part of an answer that a path such as ".o[3][3]" leads to.
const json* follow(const json& answer, const std::string& path) {
  const json* at = &answer;
  for (std::size_t k = 0; k < path.size();) {
    const std::size_t end = path.find_first_of(".[", k + 1);
    const std::string part = path.substr(k + 1, (end == std::string::npos ? path.size() : end) - k - 1);
    k = end == std::string::npos ? path.size() : end;
    if (part.empty()) continue;
    if (part.back() == ']') {
      const std::size_t place = std::stoul(part);
      if (!at->is_array() || place >= at->size()) return nullptr;
      at = &(*at)[place];
    } else {
      if (!at->is_object() || !at->contains(part)) return nullptr;
      at = &at->at(part);
    }
  }
  return at;
}

void print_difference(const std::filesystem::path& source, std::size_t sample, const json& expected, const json& got) {
  const std::string path = batt::first_fixed_difference(expected, got);
  const json* wanted = follow(expected, path);
  const json* found = follow(got, path);
  fmt::print("{}: sample {} differs at {}\n  expected {}\n  got      {}\n", source.string(), sample, path,
             shortened(wanted != nullptr ? *wanted : expected), shortened(found != nullptr ? *found : got));
}

}  // namespace

batt::Task load_golden(const std::filesystem::path& source) {
  const std::filesystem::path golden = std::filesystem::path(source).replace_extension(".json");
  batt::Task task = batt::Task::load(golden);
  const json& answers = task.answers();
  const std::size_t inputs = task.samples().size();
  if (inputs == 0) throw batt::TaskError(fmt::format("{}: has no inputs", golden.string()));
  if (!answers.is_array() || answers.size() != inputs)
    throw batt::TaskError(fmt::format("{}: needs one answer for each of its {} inputs", golden.string(), inputs));
  return task;
}

CompiledSource compile_golden(const std::filesystem::path& source, const PipelineOptions& pipeline) {
  CompiledSource compiled =
      compile(source.string(), {.function = {}, .warnings = false, .diagnostics = "text"}, pipeline);
  if (compiled.graphs.size() != 1)
    throw batt::TaskError(fmt::format("{}: a golden program has one function", source.string()));
  return compiled;
}

TestCounts compare_answers(const std::filesystem::path& source, const batt::Task& task,
                           const ProgramTestOptions& options, const std::vector<json>& got,
                           const std::vector<json>* checked) {
  TestCounts samples;
  const json& expected = task.answers();
  for (std::size_t k = 0; k < expected.size(); ++k) {
    if (got[k].contains("unanswered")) {
      ++samples.unanswered;
      continue;
    }
    switch (batt::compare(expected[k], got[k])) {
      case batt::Agreement::Same: ++samples.passed; break;
      case batt::Agreement::NotFixed: ++samples.unfixed; break;
      case batt::Agreement::Different: ++samples.failed; print_difference(source, k, expected[k], got[k]);
    }
  }
  if (checked != nullptr)
    if (const auto difference = batt::find_difference(task, got, *checked)) {
      fmt::print("{}: {}", source.string(), batt::describe(*difference));
      const std::size_t failed = std::max(samples.failed, difference->count);
      samples.passed -= std::min(samples.passed, failed - samples.failed);
      samples.failed = failed;
    }
  if (options.counts_samples()) return samples;
  TestCounts program;
  ++(samples.failed != 0 ? program.failed : samples.unfixed != 0 ? program.unfixed : program.passed);
  return program;
}

TestCounts test_program(const std::filesystem::path& source, const ProgramTestOptions& options) {
  const batt::Task task = load_golden(source);
  const CompiledSource compiled = compile_golden(source, options.pipeline);
  const batt::Entry entry = in_process_entries(compiled, options.paths, options.verify)[0];
  batt::RunOptions run;
  run.mode = options.mode_for(task);
  run.limits = options.limits;
  run.paths = options.paths;
  run.jobs = options.jobs;
  const batt::RunResult result = batt::run_samples(entry, task, run);
  std::vector<json> checked;
  if (options.verify) {
    run.paths = {batt::Path::Checked, batt::Fallback::Auto};
    checked = batt::run_samples(entry, task, run).answers;
  }
  TestCounts counts = compare_answers(source, task, options, result.answers, options.verify ? &checked : nullptr);
  counts.stats = result.stats;
  return counts;
}

}  // namespace battc
