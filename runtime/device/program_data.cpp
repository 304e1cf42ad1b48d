#include "runtime/device/program_data.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <span>

#include "runtime/device/device_code.h"
#include "runtime/device/program_image.h"
#include "runtime/exec/reads.h"
#include "runtime/exec/schedule.h"

namespace batt::device {
namespace {

template <class T>
const T* write_all(ValueWriter& writer, const std::vector<T>& items) {
  return writer.write_raw(items.data(), items.size());
}

exec::ProgramView write_view(ValueWriter& writer, const exec::Program& program) {
  exec::ProgramView view{};
  view.instructions = write_all(writer, program.instructions);
  view.handlers = write_all(writer, program.handlers);
  view.piles = write_all(writer, program.piles);
  view.conditions = write_all(writer, program.conditions);
  view.instruction_count = static_cast<std::uint32_t>(program.instructions.size());
  view.slot_count = program.slot_count;
  view.loop_depth = program.loop_depth;
  return view;
}

/// Those of several lists, in program order.
std::vector<std::uint32_t> in_program_order(std::initializer_list<std::span<const std::vector<std::uint32_t>>> lists) {
  std::vector<std::uint32_t> places;
  for (const auto& stages : lists)
    for (const std::vector<std::uint32_t>& stage : stages) places.insert(places.end(), stage.begin(), stage.end());
  std::ranges::sort(places);
  return places;
}

Statements write_statements(ValueWriter& writer, const std::vector<std::uint32_t>& places) {
  return {write_all(writer, places), static_cast<std::uint32_t>(places.size())};
}

ScoredStatements write_scored(ValueWriter& writer, const ProgramData::InMode& in_mode) {
  const exec::Schedule& schedule = in_mode.schedule;
  const std::span all(schedule.o);
  const bool may_end = std::ranges::find(schedule.may_end, true) != schedule.may_end.end();
  const std::size_t shared = may_end ? 0 : static_cast<std::size_t>(exec::Stage::Call);
  const auto write = [&](std::span<const std::vector<std::uint32_t>> stages) {
    return write_statements(writer, in_mode.fixed.without_fixed(in_program_order({stages})));
  };
  return {write(all.first(shared)), write(all.subspan(shared))};
}

/// The slots of a solver's result or of the values in o.
std::vector<std::uint32_t> compared_slots(const exec::Program& program) {
  if (!program.collects) return {program.result};
  std::vector<std::uint32_t> slots;
  for (const exec::OutputFields& output : program.outputs)
    if (!output.to_s) slots.push_back(output.slots[3]);
  return slots;
}

/// Those whose values are results, but for constants and what is fixed.
std::vector<std::uint32_t> answered_slots(const exec::Program& program, const exec::FixedValues& fixed) {
  std::set<std::uint32_t> slots;
  if (!program.collects) slots.insert(program.result);
  for (const exec::OutputFields& output : program.outputs)
    slots.insert(std::begin(output.slots), std::end(output.slots));
  for (const auto& constant : program.constants) slots.erase(constant.first);
  for (const auto& each : fixed.values()) slots.erase(each.first);
  return {slots.begin(), slots.end()};
}

/// By slot, whether one of these statements reads it.
std::vector<bool> slots_read(const exec::Program& program, const std::vector<std::uint32_t>& statements) {
  std::vector<bool> read(program.slot_count, false);
  for (const std::uint32_t k : statements)
    exec::for_each_read(program, k, [&](std::uint32_t slot) { read[slot] = true; });
  return read;
}

/// By slot, whether it is read as such, and not only as an operand: by guards, and where values are compared.
std::vector<bool> slots_needed(const exec::Program& program) {
  std::vector<bool> needed(program.slot_count, false);
  for (const exec::Handler& handler : program.handlers) needed[handler.fallback] = true;
  for (const exec::PileCall& pile : program.piles) needed[pile.callee] = true;
  for (const std::uint32_t slot : program.conditions) needed[slot] = true;
  for (const std::uint32_t slot : compared_slots(program)) needed[slot] = true;
  return needed;
}

/// By slot, whether it matters to a call that is scored.
std::vector<bool> slots_scored(const exec::Program& program, const exec::Schedule& schedule) {
  std::vector<bool> scored = slots_read(program, in_program_order({schedule.o}));
  for (const std::uint32_t slot : compared_slots(program)) scored[slot] = true;
  return scored;
}

/// By slot, whether anything reads it, or it is a result.
std::vector<bool> slots_used(const exec::Program& program) {
  std::vector<bool> used(program.slot_count, false);
  for (std::uint32_t k = 0; k < program.instructions.size(); k = exec::after(program, k))
    exec::for_each_read(program, k, [&](std::uint32_t slot) { used[slot] = true; });
  if (!program.collects) used[program.result] = true;
  for (const exec::OutputFields& output : program.outputs)
    for (const std::uint32_t slot : output.slots) used[slot] = true;
  return used;
}

}  // namespace

ProgramData::ProgramData(std::shared_ptr<const exec::Program> program) : program_(std::move(program)) {
  const std::vector<bool> used = slots_used(*program_);
  for (std::size_t k = 0; k < program_->parameters.size(); ++k)
    parameters_.push_back(used[k] ? exec::input_of(program_->parameters[k]) : nullptr);
  if (parameters_.empty()) parameters_.push_back(nullptr);  // no arguments would be no call
}

ProgramData::InMode::InMode(const exec::Program& program, ErrorMode mode)
    : schedule(exec::make_schedule(program, mode)),
      fixed(program, schedule, mode),
      answered(answered_slots(program, fixed)),
      scored(slots_scored(program, schedule)),
      sources(program.slot_count) {
  for (const auto& [slot, value] : program.constants) sources[slot].known = &value;
  for (const auto& [slot, value] : fixed.values()) sources[slot].known = &value;
  for (std::size_t k = 0; k < answered.size(); ++k) sources[answered[k]].place = k;
}

const ProgramData::InMode& ProgramData::in_mode(ErrorMode mode) const {
  const auto place = static_cast<std::size_t>(mode);
  std::call_once(made_[place], [&] { modes_[place] = std::make_unique<const InMode>(*program_, mode); });
  return *modes_[place];
}

const void* ProgramData::kernel() const { return device::kernel(); }

/// All but the program's instructions, which do not depend on the mode.
void ProgramData::write_mode(ValueWriter& writer, ErrorMode mode, ResidentMode& resident) const {
  const InMode& in_mode = this->in_mode(mode);
  const std::vector<std::uint32_t> statements =
      in_mode.fixed.without_fixed(in_program_order({in_mode.schedule.o, in_mode.schedule.s}));
  std::vector<bool> read = slots_read(*program_, statements);
  for (const std::uint32_t slot : compared_slots(*program_)) read[slot] = true;
  // Constants that are operands lie in one place for all samples. The others are copied to the slots of each.
  const std::vector<bool> needed = slots_needed(*program_);
  std::vector<std::pair<std::uint32_t, Value>> constants;
  std::vector<Value> shared;
  std::vector<std::uint32_t> places(program_->slot_count);  // of operands, by slot
  std::iota(places.begin(), places.end(), 0u);
  for (const auto* known : {&program_->constants, &in_mode.fixed.values()})
    for (const auto& [slot, value] : *known) {
      if (!read[slot]) continue;
      const Value written = writer.write(value);
      if (needed[slot]) constants.emplace_back(slot, written);
      shared.push_back(written);
      places[slot] = -static_cast<std::uint32_t>(shared.size());
    }
  std::ranges::reverse(shared);
  resident.program.shared_constants_end = write_all(writer, shared) + shared.size();
  std::vector<std::uint32_t> operands;
  for (const std::uint32_t slot : program_->operands) operands.push_back(places[slot]);
  resident.program.operands = write_all(writer, operands);
  resident.program.constants = write_all(writer, constants);
  resident.program.constant_count = static_cast<std::uint32_t>(constants.size());
  resident.statements = write_statements(writer, statements);
  resident.scored = write_scored(writer, in_mode);
  resident.answered = write_all(writer, in_mode.answered);
  resident.answered_count = static_cast<std::uint32_t>(in_mode.answered.size());
}

const void* ProgramData::write_program(ValueWriter& writer) const {
  ResidentProgram resident{};
  const exec::ProgramView view = write_view(writer, *program_);
  ValueWriter::KnownCopies copies;
  writer.keep_identity(&copies);
  for (const ErrorMode mode : {ErrorMode::Safe, ErrorMode::Raw}) {
    ResidentMode& in_mode = resident.modes[static_cast<std::size_t>(mode)];
    in_mode.program = view;
    write_mode(writer, mode, in_mode);
  }
  writer.keep_identity(nullptr);
  const std::vector<std::uint32_t> compared = compared_slots(*program_);
  resident.compared = write_all(writer, compared);
  resident.compared_count = static_cast<std::uint32_t>(compared.size());
  const auto candidate = std::ranges::find(parameters_, &Inputs::C);
  resident.candidate =
      candidate == parameters_.end() ? no_slot : static_cast<std::uint32_t>(candidate - parameters_.begin());
  resident.expected = static_cast<std::uint32_t>(parameters_.size());
  resident.parameter_count = static_cast<std::uint32_t>(program_->parameters.size());
  return writer.write_raw(&resident, 1);
}

const void* ProgramData::write_arguments(SharedWriter& writer, ErrorMode mode, const Inputs& inputs,
                                         const Value* expected) const {
  if (expected == nullptr)
    return writer.write_all(parameters_.size(), [&](std::size_t k) {
      return parameters_[k] == nullptr ? Value::none() : inputs.*parameters_[k];
    });
  const std::vector<bool>& scored = in_mode(mode).scored;
  return writer.write_all(parameters_.size() + 1, [&](std::size_t k) {
    if (k == parameters_.size()) return *expected;
    const bool is_set_later = parameters_[k] == &Inputs::C;
    return parameters_[k] == nullptr || is_set_later || !scored[k] ? Value::none() : inputs.*parameters_[k];
  });
}

bool ProgramData::reads_examples(ErrorMode mode, bool is_scored) const {
  const auto place = std::ranges::find(parameters_, &Inputs::S);
  return place != parameters_.end() &&
         (!is_scored || in_mode(mode).scored[static_cast<std::size_t>(place - parameters_.begin())]);
}

}  // namespace batt::device
