#include "runtime/exec/schedule.h"

#include <algorithm>

#include "runtime/exec/reads.h"

namespace batt::exec {
namespace {

using Guard = Instruction::Guard;

class Scheduler {
 public:
  Scheduler(const Program& program, ErrorMode mode)
      : program_(program), mode_(mode), stages_(program.slot_count, Stage::Task), facts_(program.instructions.size()) {
    for (std::size_t k = 0; k < program.parameters.size(); ++k) stages_[k] = stage_of_parameter(program.parameters[k]);
  }

  Schedule schedule() {
    schedule_.stages.resize(program_.instructions.size());
    for (std::uint32_t k = 0; k < program_.instructions.size(); k = after(program_, k)) analyse(k);
    std::vector<bool> wanted(program_.slot_count, false);
    if (!program_.collects) wanted[program_.result] = true;
    want_outputs(wanted, false);
    schedule_.o = take_needed(wanted);
    want_outputs(wanted, true);
    schedule_.s = take_needed(wanted);
    for (const OutputFields& output : program_.outputs) {
      Stage stage = Stage::Task;
      for (const std::uint32_t slot : output.slots) stage = std::max(stage, stages_[slot]);
      schedule_.outputs.push_back(stage);
    }
    return std::move(schedule_);
  }

 private:
  struct Facts {
    Stage stage = Stage::Task;
    bool may_end = false;  ///< may end the program
    bool counts = false;   ///< may change what later piles do
    bool taken = false;    ///< is part of the schedule
  };

  // ---- forward: what depends on which inputs, and what may end the program ------------------------------------

  void analyse(std::uint32_t k) {
    const Instruction& instruction = program_.instructions[k];
    Facts& facts = facts_[k];
    for_each_read(program_, k, [&](std::uint32_t slot) { facts.stage = std::max(facts.stage, stages_[slot]); });
    const bool raises = may_raise(instruction.raises, mode_);
    switch (instruction.guard) {
      case Guard::Escape:
      case Guard::Catch: facts.may_end = raises; break;
      case Guard::Pile:
        // The first two exceptions give a default: a pile that may raise depends on all before it that may.
        if (!raises) break;
        facts.counts = true;
        facts.stage = pile_stage_ = std::max(facts.stage, pile_stage_);
        break;
      case Guard::Propagate:
      case Guard::Leave:
      case Guard::Result: break;
    }
    schedule_.stages[k] = facts.stage;
    stages_[instruction.result] = facts.stage;
    if (instruction.guard == Guard::Pile) stages_[instruction.result + 1] = facts.stage;
  }

  // ---- backward: what is needed -------------------------------------------------------------------------------

  void want_outputs(std::vector<bool>& wanted, bool of_s) const {
    for (const OutputFields& output : program_.outputs)
      if (output.to_s == of_s)
        for (const std::uint32_t slot : output.slots) wanted[slot] = true;
  }

  /// The instructions that set wanted slots or act by themselves, and those that they need in turn; each is taken once.
  Schedule::ByStage take_needed(std::vector<bool>& wanted) {
    std::vector<std::uint32_t> starts;
    for (std::uint32_t k = 0; k < program_.instructions.size(); k = after(program_, k)) starts.push_back(k);
    Schedule::ByStage part;
    for (auto start = starts.rbegin(); start != starts.rend(); ++start) {
      const std::uint32_t k = *start;
      const Instruction& instruction = program_.instructions[k];
      const bool is_pile = instruction.guard == Guard::Pile;
      const bool is_needed = wanted[instruction.result] || (is_pile && wanted[instruction.result + 1]) ||
                             facts_[k].may_end || facts_[k].counts;
      if (!is_needed || facts_[k].taken) continue;
      take(k, part);
      for_each_read(program_, k, [&](std::uint32_t slot) { wanted[slot] = true; });
    }
    for (std::vector<std::uint32_t>& list : part) std::ranges::reverse(list);
    return part;
  }

  void take(std::uint32_t k, Schedule::ByStage& part) {
    const auto stage = static_cast<std::size_t>(facts_[k].stage);
    facts_[k].taken = true;
    part[stage].push_back(k);
    schedule_.is_used[stage] = true;
    schedule_.may_end[stage] = schedule_.may_end[stage] || facts_[k].may_end;
    if (facts_[k].stage == Stage::Task) schedule_.task_slots.push_back(program_.instructions[k].result);
  }

  const Program& program_;
  const ErrorMode mode_;
  std::vector<Stage> stages_;  ///< by slot
  std::vector<Facts> facts_;   ///< by instruction
  Stage pile_stage_ = Stage::Task;
  Schedule schedule_;
};

}  // namespace

std::string_view to_string(Stage stage) {
  switch (stage) {
    case Stage::Task: return "task";
    case Stage::Sample: return "sample";
    case Stage::Call: return "call";
  }
  return "";
}

Stage stage_of_parameter(const std::string& name) {
  if (name == "S") return Stage::Task;
  return name == "C" || name == "log_path" ? Stage::Call : Stage::Sample;
}

Schedule make_schedule(const Program& program, ErrorMode mode) { return Scheduler(program, mode).schedule(); }

}  // namespace batt::exec
