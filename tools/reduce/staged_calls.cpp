#include "tools/reduce/staged_calls.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "compiler/passes/pipeline.h"
#include "runtime/exec/staged_run.h"

namespace battc {
namespace {

using batt::Value;
using batt::exec::Outputs;

struct Turn {
  std::size_t sample, samples_of;  ///< which input, and whose S
};

/// The values of S are kept from the third sample on, and forgotten at another S.
std::vector<Turn> turns_of(std::size_t samples) {
  const std::size_t last = samples - 1;
  return {{0, 0}, {last, 0}, {0, 0}, {last, last}};
}

std::string text_of(batt::Context& context, const batt::Outcome& outcome) {
  batt::Written written;
  return batt::encode_text(context, outcome, written);
}

/// Whole runs, each made once.
class WholeRuns {
 public:
  WholeRuns(const batt::exec::Program& program, batt::ErrorMode mode, const batt::Limits& limits)
      : program_(program), mode_(mode), limits_(limits) {}

  const std::string& answer(Turn turn, bool has_candidate, const batt::Inputs& inputs) {
    const auto [place, is_new] = answers_.try_emplace({{turn.sample, turn.samples_of}, has_candidate});
    if (is_new) {
      batt::Context context(mode_, limits_);
      place->second = text_of(context, batt::exec::run(program_, context, inputs));
    }
    return place->second;
  }

 private:
  const batt::exec::Program& program_;
  batt::ErrorMode mode_;
  batt::Limits limits_;
  std::map<std::pair<std::pair<std::size_t, std::size_t>, bool>, std::string> answers_;
};

std::string call_in_stages(batt::exec::StagedRun& run, batt::Context& context, const batt::Inputs& inputs,
                           bool is_first, bool later_s) {
  const Outputs outputs = later_s ? Outputs::O : Outputs::Both;
  batt::Outcome outcome = is_first ? run.run_sample(inputs, outputs) : run.run_candidate(inputs, outputs);
  try {
    if (later_s) run.add_s(outcome);
  } catch (const batt::LimitExceeded& exceeded) {
    outcome = batt::Outcome::limited(exceeded.limit);
  }
  return text_of(context, outcome);
}

}  // namespace

void make_staged_calls(const Graph& graph, const batt::Task& task, batt::ErrorMode mode, const batt::Limits& limits,
                       const AnswerPair& compare) {
  if (task.samples().empty()) return;
  const auto staged = std::make_shared<const batt::exec::StagedProgram>(
      std::make_shared<const batt::exec::Program>(lower_graph(graph).program));
  WholeRuns whole(*staged->program, mode, limits);
  batt::Context context(mode, limits);
  batt::exec::StagedRun run(staged, context);
  std::size_t turns = staged->program->instructions.size();  // s comes later in other turns of other programs
  for (const Turn turn : turns_of(task.samples().size())) {
    batt::Inputs inputs = task.samples()[turn.sample].inputs;
    inputs.S = task.samples()[turn.samples_of].inputs.S;
    const bool later_s = ++turns / 2 % 2 == 0;
    for (const bool has_candidate : {false, true}) {
      inputs.C = has_candidate ? task.samples()[turn.sample].inputs.C : Value::none();
      const std::string got = call_in_stages(run, context, inputs, !has_candidate, later_s);
      const std::string call = fmt::format("sample {} with the S of sample {} and {}{}", turn.sample, turn.samples_of,
                                           has_candidate ? "its C" : "no C", later_s ? ", s later" : "");
      if (!compare(call, whole.answer(turn, has_candidate, inputs), got)) return;
    }
  }
}

}  // namespace battc
