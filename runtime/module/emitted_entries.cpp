#include "runtime/module/emitted_entries.h"

#include <algorithm>
#include <numeric>

#include "runtime/exec/dependences.h"
#include "runtime/exec/staged_program.h"
#include "runtime/module/emitted_run.h"

namespace batt::emitted {
namespace {

/// What a run in stages is made with: its inputs are in the slots.
const Inputs no_inputs{};

/// The parts of an emitted function as stages.
class EmittedCode : public exec::StageCode {
 public:
  EmittedCode(const EmittedEntry& entry, EntryFunction whole) : entry_(entry), whole_(std::move(whole)) {}

  bool has_stages(ErrorMode mode) const override {
    return mode == ErrorMode::Safe ? entry_.stages->safe.has_stages : entry_.stages->raw.has_stages;
  }
  Value run(Context& context, Value* slots, exec::Stage stage, Pile& pile, std::uint32_t& end) const override {
    Run state(context, no_inputs);
    state.pile = pile;
    const Value ended = entry_.stages->run(context, state, slots, static_cast<PartStage>(stage), end);
    pile = state.pile;
    return ended;
  }
  Outcome outcome(Context& context, Value* slots, SpareLists spare) const override {
    Run state(context, no_inputs);
    std::uint32_t end = ~std::uint32_t{0};
    entry_.stages->run(context, state, slots, PartStage::Results, end);
    return outcome_of(entry_, state, std::move(spare));
  }
  Outcome run_whole(Context& context, const Inputs& inputs) const override { return whole_(context, inputs); }

 private:
  const EmittedEntry& entry_;
  const EntryFunction whole_;
};

std::vector<std::string> names_of(std::string_view list) {
  std::vector<std::string> names;
  for (; !list.empty(); list.remove_prefix(names.back().size() + 1)) names.emplace_back(list.substr(0, list.find(',')));
  return names;
}

exec::Schedule schedule_of(const StageFacts& facts, const EmittedStages& stages, std::size_t parameter_count) {
  exec::Schedule schedule;
  std::ranges::copy(facts.is_used, schedule.is_used.begin());
  std::ranges::copy(facts.may_end, schedule.may_end.begin());
  schedule.task_slots.resize(stages.task_value_count);
  std::iota(schedule.task_slots.begin(), schedule.task_slots.end(), static_cast<std::uint32_t>(parameter_count));
  return schedule;
}

std::shared_ptr<const exec::StagedProgram> staged_program(const EmittedEntry& entry, const EntryFunction& whole) {
  const EmittedStages& stages = *entry.stages;
  auto program = std::make_shared<exec::Program>();
  program->name = entry.name;
  program->collects = entry.collects;
  program->parameters = names_of(stages.parameters);
  program->slot_count = stages.value_count;
  program->dependences = entry.dependences;
  const std::size_t parameter_count = program->parameters.size();
  return std::make_shared<const exec::StagedProgram>(
      std::move(program), std::make_shared<const EmittedCode>(entry, whole),
      schedule_of(stages.safe, stages, parameter_count), schedule_of(stages.raw, stages, parameter_count));
}

}  // namespace

Entry entry_of(const batt_program& interface, std::uint32_t k) {
  const auto& program = reinterpret_cast<const EmittedProgram&>(interface);
  const EmittedEntry& entry = program.entries[k];
  auto dependences = std::make_shared<const Dependences>(entry.dependences);
  Entry made{entry.name, [&entry, dependences](Context& context, const Inputs& inputs) {
               return run(entry, *dependences, context, inputs);
             }};
  if (entry.stages != nullptr) made.staged = staged_program(entry, made.run);
  if (program.on_device != nullptr) made.device.reset(program.on_device(program, k));
  return made;
}

std::vector<Entry> entries_of(const batt_program& program) {
  std::vector<Entry> entries;
  for (std::uint32_t k = 0; k < program.entry_count; ++k) entries.push_back(entry_of(program, k));
  return entries;
}

}  // namespace batt::emitted
