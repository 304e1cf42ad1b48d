#include "tools/reduce/paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "compiler/driver/built_programs.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/entries.h"
#include "compiler/driver/failure.h"
#include "compiler/frontend/parser.h"
#include "compiler/frontend/resolve.h"
#include "compiler/ir/build_graph.h"
#include "runtime/task/agreement.h"
#include "runtime/task/cleanup.h"
#include "runtime/task/files.h"
#include "runtime/task/runner.h"
#include "runtime/task/task.h"
#include "tools/reduce/isolate.h"
#include "tools/reduce/staged_calls.h"

namespace battc {
namespace {

using nlohmann::json;

/// Programs grow without bound: what ends at these is not compared.
constexpr batt::Limits run_limits{.seconds = 20, .memory = std::size_t{1} << 28, .steps = 1'000'000};

struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Source to one graph, without optimisation.
CompiledSource compile_text(const std::string& text, int level) {
  CompiledSource compiled{SourceFile("program.py", text), {}};
  Diagnostics diagnostics;
  diagnostics.keep_warnings(false);
  auto module = parse(compiled.source, diagnostics);
  if (!module || !resolve(*module, diagnostics) || module->functions.size() != 1)
    throw Rejected(render(diagnostics, compiled.source, {.colour = false}));
  PipelineOptions pipeline;
  pipeline.level = level;
  compiled.graphs.push_back(optimize(build_graph(*module, module->functions[0], compiled.source), pipeline));
  return compiled;
}

/// Which limits a run meets depends on the way it takes: some ways leave out unused calls, and with them those past
/// the limit of integers.
bool is_comparable(const json& answer) { return !answer.contains("limit") && !answer.contains("unanswered"); }

std::string shortened(const std::string& text) {
  constexpr std::size_t most = 300;
  return text.size() <= most ? text : text.substr(0, most - 3) + "...";
}

bool differs(const std::string& expected, const std::string& got, PathCounts* counts) {
  const auto count = [&](std::atomic<std::uint64_t> PathCounts::*which) {
    if (counts != nullptr) ++(counts->*which);
  };
  // Most are the same text, and to parse it takes longer than to make it.
  const bool is_answer = expected.starts_with("{\"O\"") || expected.starts_with("{\"o\"");
  if (expected == got && is_answer) return count(&PathCounts::compared), false;
  const json one = json::parse(expected), other = json::parse(got);
  if (!is_comparable(one) || !is_comparable(other)) return count(&PathCounts::limited), false;
  count(&PathCounts::compared);
  const batt::Agreement agreement = batt::compare(one, other);
  if (agreement == batt::Agreement::NotFixed) count(&PathCounts::unfixed);
  return agreement == batt::Agreement::Different;
}

batt::ErrorMode mode_of(const batt::Task& task) { return task.mode().value_or(batt::ErrorMode::Safe); }

std::vector<std::string> run_path(const CompiledSource& compiled, const batt::Task& task, batt::Path path) {
  batt::RunOptions options;
  options.mode = mode_of(task);
  options.limits = run_limits;
  options.paths.path = path;
  const batt::Entry entry = in_process_entries(compiled, options.paths, false)[0];
  return batt::run_samples_as_text(entry, task, options).answers;
}

PathFailure difference(const std::string& where, const std::string& expected, const std::string& got,
                       const std::pair<std::string, std::string>& names) {
  return {PathFailure::Kind::Difference,
          fmt::format("{} at {}\n  {}: {}\n  {}: {}\n", where,
                      batt::first_fixed_difference(json::parse(expected), json::parse(got)), names.first,
                      shortened(expected), names.second, shortened(got))};
}

std::optional<PathFailure> compare_path(const std::vector<std::string>& expected, const CompiledSource& compiled,
                                        int level, const batt::Task& task, batt::Path path, PathCounts* counts) {
  const std::vector<std::string> got = run_path(compiled, task, path);
  for (std::size_t k = 0; k < got.size(); ++k)
    if (differs(expected[k], got[k], counts))
      return difference(fmt::format("sample {}", k), expected[k], got[k],
                        {"checked at -O0", fmt::format("{} at -O{}", batt::path_name(path), level)});
  return std::nullopt;
}

std::optional<PathFailure> compare_stages(const CompiledSource& compiled, const batt::Task& task, PathCounts* counts) {
  std::optional<PathFailure> failure;
  make_staged_calls(compiled.graphs[0], task, mode_of(task), run_limits,
                    [&](const std::string& call, const std::string& whole, const std::string& staged) {
                      if (differs(whole, staged, counts))
                        failure = difference(call, whole, staged, {"as a whole", "in stages"});
                      return !failure;
                    });
  return failure;
}

/// The samples that every path must answer alike.
json comparable_part(const json& golden, const json& answers) {
  json part = golden;
  part["inputs"] = json::array();
  part["answers"] = json::array();
  for (std::size_t k = 0; k < answers.size(); ++k)
    if (is_comparable(answers[k])) {
      part["inputs"].push_back(golden["inputs"][k]);
      part["answers"].push_back(answers[k]);
    }
  return part;
}

/// In a child of its own. The exit code says which kind of failure it was.
int report(const std::optional<PathFailure>& failure) {
  if (!failure) return 0;
  fmt::print("{}", failure->what);
  return failure->kind == PathFailure::Kind::Rejected ? 2 : 1;
}

std::optional<PathFailure> compare_all(const ProgramCase& program, bool built) {
  json reference = json::array();
  auto failure = compare_paths(program, Ways::All, &reference);
  if (failure || !built) return failure;
  for (const int level : {0, 2})
    if (compare_built({&program, 1}, {&reference, 1}, {level, level}) != 0)
      return PathFailure{PathFailure::Kind::Difference, fmt::format("built at -O{}\n", level)};
  return std::nullopt;
}

}  // namespace

std::string_view to_string(PathFailure::Kind kind) {
  switch (kind) {
    case PathFailure::Kind::Difference: return "difference";
    case PathFailure::Kind::Rejected: return "rejected";
    case PathFailure::Kind::Crash: return "crash";
    case PathFailure::Kind::Hang: return "hang";
  }
  return "";
}

std::optional<PathFailure> compare_paths(const ProgramCase& program, Ways ways, json* reference, PathCounts* counts) {
  try {
    const batt::Task task = batt::Task::from_json(program.golden, "inputs");
    const CompiledSource plain = compile_text(program.source, 0), optimised = compile_text(program.source, 2);
    const std::vector<std::string> expected = run_path(plain, task, batt::Path::Checked);
    if (reference != nullptr)
      for (const std::string& answer : expected) reference->push_back(json::parse(answer));
    auto failure = compare_path(expected, plain, 0, task, batt::Path::Fast, counts);
    if (!failure) failure = compare_path(expected, optimised, 2, task, batt::Path::Fast, counts);
    if (!failure && ways == Ways::All)
      failure = compare_path(expected, optimised, 2, task, batt::Path::Checked, counts);
    return failure ? failure : compare_stages(optimised, task, counts);
  } catch (const Rejected& rejected) {
    return PathFailure{PathFailure::Kind::Rejected, rejected.what()};
  } catch (const batt::TaskError& error) {
    return PathFailure{PathFailure::Kind::Rejected, fmt::format("{}\n", error.what())};
  }
}

std::optional<PathFailure> try_paths(const ProgramCase& program, bool built, double seconds) {
  const ChildEnd end = run_in_child([&] { return report(compare_all(program, built)); }, seconds);
  using Kind = PathFailure::Kind;
  switch (end.kind) {
    case ChildEnd::Kind::Crashed: return PathFailure{Kind::Crash, crash_summary(end.output)};
    case ChildEnd::Kind::TimedOut: return PathFailure{Kind::Hang, fmt::format("still running after {} s\n", seconds)};
    case ChildEnd::Kind::Exited: break;
  }
  if (end.code == 0) return std::nullopt;
  return PathFailure{end.code == 2 ? Kind::Rejected : Kind::Difference, end.output};
}

std::size_t compare_built(std::span<const ProgramCase> programs, std::span<const json> references, BuildLevels levels,
                          Ways ways) {
  const batt::TemporaryFolder folder;
  std::vector<std::filesystem::path> sources;
  for (std::size_t k = 0; k < programs.size(); ++k) {
    const json part = comparable_part(programs[k].golden, references[k]);
    if (part["inputs"].empty()) continue;
    sources.push_back(folder.path() / fmt::format("program{}.py", k));
    batt::write_file(sources.back().string(), programs[k].source);
    batt::write_file(std::filesystem::path(sources.back()).replace_extension(".json").string(), part.dump());
  }
  if (sources.empty()) return 0;
  ProgramTestOptions options;
  options.pipeline.level = levels.battc;
  options.cpp_level = levels.cpp;
  options.trusts_emitted = !levels.sanitized;
  options.paths.path = batt::Path::Fast;
  options.verify = ways == Ways::All;
  return test_built_programs(sources, options, 1).failed;
}

}  // namespace battc
