#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "compiler/driver/commands.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/failure.h"
#include "runtime/exec/staged_run.h"
#include "runtime/task/files.h"
#include "runtime/task/json_text.h"
#include "runtime/task/task_sources.h"

namespace battc {
namespace {

using batt::exec::Instruction;
using batt::exec::Stage;

constexpr std::size_t most_events = 2'000'000;

struct Cost {
  std::uint64_t calls = 0, nanoseconds = 0;
};

/// A call of a function over a sample: where its events begin.
struct Call {
  std::string name;
  std::size_t first_event;
};

/// A function of the program, and what its instructions took.
struct ProfiledFunction {
  ProfiledFunction(LoweredFunction lowered, bool traces)
      : notes(std::move(lowered.notes)),
        staged(std::make_shared<batt::exec::StagedProgram>(
            std::make_shared<const batt::exec::Program>(std::move(lowered.program)))) {
    profile.calls.resize(program().instructions.size());
    profile.nanoseconds.resize(program().instructions.size());
    if (traces) profile.most_events = most_events;
  }

  const batt::exec::Program& program() const { return *staged->program; }

  LoweringNotes notes;
  std::shared_ptr<const batt::exec::StagedProgram> staged;
  batt::exec::Profile profile;
  std::vector<Call> calls;
  std::size_t samples = 0, ended = 0;
};

/// What reading the clock takes: every instruction's time holds it once.
std::uint64_t clock_cost() {
  using Clock = std::chrono::steady_clock;
  std::uint64_t least = 1000;
  for (int k = 0; k < 1000; ++k) {
    const auto start = Clock::now();
    least = std::min(least, static_cast<std::uint64_t>(
                                std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count()));
  }
  return least;
}

// ---- running --------------------------------------------------------------------------------------------------

void run_call(ProfiledFunction& function, batt::exec::StagedRun& run, const batt::Inputs& inputs, bool is_first,
              const std::string& name) {
  function.calls.push_back({name, function.profile.events.size()});
  const batt::Outcome outcome = is_first ? run.run_sample(inputs) : run.run_candidate(inputs);
  function.ended += outcome.kind > batt::Outcome::Kind::Collections ? 1 : 0;
}

void run_task(ProfiledFunction& function, const batt::Task& task, const ProfileOptions& options) {
  batt::Context context(options.mode.value_or(task.mode().value_or(batt::ErrorMode::Safe)));
  batt::exec::StagedRun run(function.staged, context);
  run.set_profile(&function.profile);
  for (std::size_t k = 0; k < task.samples().size(); ++k) {
    const batt::Task::Sample& sample = task.samples()[k];
    const std::optional<batt::Value> expected = expected_output(sample);
    const std::string name = fmt::format("{} sample {}", sample.task_id, k);
    batt::Inputs inputs = sample.inputs;
    const bool with_none = options.candidates.none || !expected;
    if (with_none) {
      inputs.C = batt::Value::none();
      run_call(function, run, inputs, true, name + ", C = None");
    }
    if (options.candidates.expected && expected) {
      inputs.C = *expected;
      run_call(function, run, inputs, !with_none, name + ", C = expected");
    }
    ++function.samples;
  }
}

// ---- reporting ------------------------------------------------------------------------------------------------

class Report {
 public:
  Report(const SourceFile& source, const ProfiledFunction& function, batt::ErrorMode mode)
      : source_(source), function_(function), stages_(function.program().instructions.size(), Stage::Task) {
    const batt::exec::Schedule& schedule = function.staged->schedule(mode);
    for (std::size_t stage = 0; stage < batt::exec::stage_count; ++stage)
      for (const auto* part : {&schedule.o, &schedule.s})
        for (const std::uint32_t k : (*part)[stage]) stages_[k] = static_cast<Stage>(stage);
    const std::uint64_t clock = clock_cost();
    costs_.resize(stages_.size());
    for (std::size_t k = 0; k < stages_.size(); ++k) {
      const std::uint64_t calls = function.profile.calls[k], spent = function.profile.nanoseconds[k];
      costs_[k] = {calls, spent > calls * clock ? spent - calls * clock : 0};
      total_ += costs_[k].nanoseconds;
    }
  }

  std::string text(int top) const {
    std::string text = fmt::format("{}: {} samples, {} calls, {} ended by an exception or a limit, {:.3f} ms\n",
                                   function_.program().name, function_.samples, function_.calls.size(), function_.ended,
                                   milliseconds(total_));
    const auto stage = [&](std::size_t k) { return std::string(to_string(stages_[k])); };
    text += table("stage", sum_by(stage), top);
    text += table("op", sum_by([&](std::size_t k) { return op_name(k); }), top);
    text +=
        table("line", sum_by([&](std::size_t k) {
                return fmt::format("{:>5} {:<6} {}", function_.program().instructions[k].line, stage(k), statement(k));
              }),
              top);
    return text;
  }

  /// A line for each instruction: its frames from the outermost on, and the nanoseconds.
  std::string folded() const {
    std::string text;
    for (std::size_t k = 0; k < costs_.size(); ++k) {
      if (costs_[k].nanoseconds == 0) continue;
      std::string line = fmt::format("line {}: {}", function_.program().instructions[k].line, statement(k));
      std::ranges::replace(line, ';', ',');
      text += fmt::format("{};{};{};{} {}\n", function_.program().name, to_string(stages_[k]), line, op_name(k),
                          costs_[k].nanoseconds);
    }
    return text;
  }

  /// Chrome trace events: a call of the function, and in it the instructions.
  void write_trace(batt::OutputFile& file, std::uint64_t origin, int process, bool& is_first) const {
    const auto& events = function_.profile.events;
    const auto write = [&](nlohmann::json event, std::uint64_t start, std::uint64_t end) {
      event["ph"] = "X";
      event["ts"] = static_cast<double>(start - origin) / 1000;
      event["dur"] = static_cast<double>(end - start) / 1000;
      event["pid"] = process;
      event["tid"] = 1;
      file.write((is_first ? "\n" : ",\n") + batt::json_text(event));
      is_first = false;
    };
    for (std::size_t n = 0; n < function_.calls.size(); ++n) {
      const Call& call = function_.calls[n];
      const std::size_t end = n + 1 < function_.calls.size() ? function_.calls[n + 1].first_event : events.size();
      if (call.first_event >= end) continue;
      write({{"name", call.name}, {"cat", function_.program().name}}, events[call.first_event].start,
            events[end - 1].start + events[end - 1].duration);
      for (std::size_t k = call.first_event; k < end; ++k) {
        const std::uint32_t place = events[k].instruction;
        write({{"name", op_name(place)},
               {"cat", to_string(stages_[place])},
               {"args", {{"line", function_.program().instructions[place].line}, {"statement", statement(place)}}}},
              events[k].start, events[k].start + events[k].duration);
      }
    }
  }

 private:
  static double milliseconds(std::uint64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e6; }

  std::string op_name(std::size_t k) const {
    const Instruction& instruction = function_.program().instructions[k];
    if (names_op(instruction.kind)) return std::string(batt::op_info(static_cast<batt::OpId>(instruction.op)).name);
    switch (instruction.kind) {
      case Instruction::Kind::Block:
      case Instruction::Kind::CallValue: return "(call of a variable)";
      default: return "(no op)";
    }
  }

  /// As it is written, on one line and not too long; of what is guarded, the line inside.
  std::string statement(std::size_t k) const {
    constexpr std::size_t longest = 60;
    const auto line_text = [&](std::uint32_t line) {
      std::string text(source_.text(source_.line(std::clamp(line, 1u, source_.line_count()))));
      return text.erase(0, std::min(text.find_first_not_of(" \t"), text.size()));
    };
    const std::uint32_t line = function_.program().instructions[k].line;
    std::string text = line_text(line);
    if (text.starts_with("try:")) text = line_text(line + 1);
    return text.size() <= longest ? text : text.substr(0, longest - 3) + "...";
  }

  template <class Name>
  std::vector<std::pair<std::string, Cost>> sum_by(Name name) const {
    std::map<std::string, Cost> sums;
    for (std::size_t k = 0; k < costs_.size(); ++k) {
      if (costs_[k].calls == 0) continue;
      Cost& sum = sums[name(k)];
      sum.calls += costs_[k].calls;
      sum.nanoseconds += costs_[k].nanoseconds;
    }
    std::vector<std::pair<std::string, Cost>> sorted(sums.begin(), sums.end());
    std::ranges::stable_sort(sorted, std::ranges::greater{}, [](const auto& each) { return each.second.nanoseconds; });
    return sorted;
  }

  std::string table(std::string_view name, const std::vector<std::pair<std::string, Cost>>& rows, int top) const {
    std::string text = fmt::format("\n{:>10} {:>12} {:>6} {:>10}  {}\n", "calls", "us", "%", "ns/call", name);
    for (std::size_t k = 0; k < std::min(rows.size(), static_cast<std::size_t>(top)); ++k) {
      const auto& [row, cost] = rows[k];
      text += fmt::format("{:>10} {:>12.1f} {:>6.1f} {:>10.0f}  {}\n", cost.calls,
                          static_cast<double>(cost.nanoseconds) / 1000,
                          total_ == 0 ? 0 : 100 * static_cast<double>(cost.nanoseconds) / static_cast<double>(total_),
                          static_cast<double>(cost.nanoseconds) / static_cast<double>(cost.calls), row);
    }
    if (rows.size() > static_cast<std::size_t>(top))
      text += fmt::format("{:>43}{} more\n", "", rows.size() - static_cast<std::size_t>(top));
    return text;
  }

  const SourceFile& source_;
  const ProfiledFunction& function_;
  std::vector<Stage> stages_;  ///< by instruction
  std::vector<Cost> costs_;    ///< by instruction
  std::uint64_t total_ = 0;
};

void write_trace(const std::string& path, const std::vector<ProfiledFunction>& functions,
                 const std::vector<Report>& reports) {
  std::uint64_t origin = std::numeric_limits<std::uint64_t>::max();
  for (const ProfiledFunction& function : functions)
    if (!function.profile.events.empty()) origin = std::min(origin, function.profile.events[0].start);
  batt::OutputFile file(path);
  file.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
  bool is_first = true;
  for (std::size_t k = 0; k < reports.size(); ++k) {
    reports[k].write_trace(file, origin, static_cast<int>(k) + 1, is_first);
    if (functions[k].profile.events.size() == most_events)
      fmt::print(stderr, "warning: {}: only the first {} instructions are traced\n", functions[k].program().name,
                 most_events);
  }
  file.write("\n]}\n");
  file.close();
}

}  // namespace

int run_profile(const ProfileOptions& options) {
  const batt::TaskSources sources(options.tasks);
  const FrontOptions front{.function = options.function, .warnings = false, .diagnostics = "text"};
  const CompiledSource compiled = compile(options.source, front, options.pipeline);
  std::vector<ProfiledFunction> functions;
  for (LoweredFunction& lowered : compiled.lowered(options.pipeline))
    functions.emplace_back(std::move(lowered), !options.trace.empty());
  batt::ErrorMode mode = options.mode.value_or(batt::ErrorMode::Safe);
  for (std::size_t k = 0; k < sources.size(); ++k) {
    const batt::Task task = sources.load(k);
    mode = options.mode.value_or(task.mode().value_or(batt::ErrorMode::Safe));
    for (ProfiledFunction& function : functions) run_task(function, task, options);
  }
  std::vector<Report> reports;
  reports.reserve(functions.size());
  for (const ProfiledFunction& function : functions) reports.emplace_back(compiled.source, function, mode);
  for (const Report& report : reports)
    fmt::print("{}{}", &report == reports.data() ? "" : "\n", report.text(options.top));
  if (!options.trace.empty()) write_trace(options.trace, functions, reports);
  if (options.folded.empty()) return exit_ok;
  std::string folded;
  for (const Report& report : reports) folded += report.folded();
  batt::write_file(options.folded, folded);
  return exit_ok;
}

}  // namespace battc
