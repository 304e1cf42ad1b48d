#include "runtime/device/program_data.h"

#include <algorithm>
#include <set>
#include <span>

#include "runtime/device/device_code.h"
#include "runtime/device/program_image.h"
#include "runtime/exec/schedule.h"

namespace batt::device {
namespace {

template <class T>
const T* write_all(ValueWriter& writer, const std::vector<T>& items) {
  return writer.write_raw(items.data(), items.size());
}

const std::pair<std::uint32_t, Value>* write_constants(ValueWriter& writer, const exec::Program& program) {
  auto constants = program.constants;
  for (auto& [slot, value] : constants) value = writer.write(value);
  return write_all(writer, constants);
}

exec::ProgramView write_view(ValueWriter& writer, const exec::Program& program) {
  exec::ProgramView view{};
  view.instructions = write_all(writer, program.instructions);
  view.operands = write_all(writer, program.operands);
  view.handlers = write_all(writer, program.handlers);
  view.piles = write_all(writer, program.piles);
  view.conditions = write_all(writer, program.conditions);
  view.constants = write_constants(writer, program);
  view.instruction_count = static_cast<std::uint32_t>(program.instructions.size());
  view.constant_count = static_cast<std::uint32_t>(program.constants.size());
  view.slot_count = program.slot_count;
  view.loop_depth = program.loop_depth;
  return view;
}

/// Those of several lists, in program order.
Statements write_statements(ValueWriter& writer,
                            std::initializer_list<std::span<const std::vector<std::uint32_t>>> lists) {
  std::vector<std::uint32_t> places;
  for (const auto& stages : lists)
    for (const std::vector<std::uint32_t>& stage : stages) places.insert(places.end(), stage.begin(), stage.end());
  std::ranges::sort(places);
  return {write_all(writer, places), static_cast<std::uint32_t>(places.size())};
}

ScoredStatements write_scored(ValueWriter& writer, const exec::Schedule& schedule) {
  const std::span all(schedule.o);
  const bool may_end = std::ranges::find(schedule.may_end, true) != schedule.may_end.end();
  const std::size_t shared = may_end ? 0 : static_cast<std::size_t>(exec::Stage::Call);
  return {write_statements(writer, {all.first(shared)}), write_statements(writer, {all.subspan(shared)})};
}

/// The slots of a solver's result or of the values in o.
std::vector<std::uint32_t> compared_slots(const exec::Program& program) {
  if (!program.collects) return {program.result};
  std::vector<std::uint32_t> slots;
  for (const exec::OutputFields& output : program.outputs)
    if (!output.to_s) slots.push_back(output.slots[3]);
  return slots;
}

/// Those whose values are results, but for constants.
std::vector<std::uint32_t> answered_slots(const exec::Program& program) {
  std::set<std::uint32_t> slots;
  if (!program.collects) slots.insert(program.result);
  for (const exec::OutputFields& output : program.outputs)
    slots.insert(std::begin(output.slots), std::end(output.slots));
  for (const auto& constant : program.constants) slots.erase(constant.first);
  return {slots.begin(), slots.end()};
}

/// By slot, whether something reads it.
std::vector<bool> slots_read(const exec::Program& program, const std::vector<std::uint32_t>& answered) {
  std::vector<bool> read(program.slot_count, false);
  for (const std::uint32_t slot : program.operands) read[slot] = true;
  for (const std::uint32_t slot : program.conditions) read[slot] = true;
  for (const std::uint32_t slot : answered) read[slot] = true;
  for (const exec::Handler& handler : program.handlers) read[handler.fallback] = true;
  for (const exec::PileCall& pile : program.piles) read[pile.callee] = true;
  return read;
}

}  // namespace

ProgramData::ProgramData(std::shared_ptr<const exec::Program> program)
    : program_(std::move(program)), answered_(answered_slots(*program_)) {
  const std::vector<bool> read = slots_read(*program_, answered_);
  for (std::size_t k = 0; k < program_->parameters.size(); ++k)
    parameters_.push_back(read[k] ? exec::input_of(program_->parameters[k]) : nullptr);
  if (parameters_.empty()) parameters_.push_back(nullptr);  // no arguments would be no call
}

const void* ProgramData::kernel() const { return device::kernel(); }

const void* ProgramData::write_program(ValueWriter& writer) const {
  ResidentProgram resident{};
  resident.program = write_view(writer, *program_);
  for (const ErrorMode mode : {ErrorMode::Safe, ErrorMode::Raw}) {
    const exec::Schedule schedule = exec::make_schedule(*program_, mode);
    resident.statements[static_cast<std::size_t>(mode)] = write_statements(writer, {schedule.o, schedule.s});
    resident.scored[static_cast<std::size_t>(mode)] = write_scored(writer, schedule);
  }
  const std::vector<std::uint32_t> compared = compared_slots(*program_);
  resident.compared = write_all(writer, compared);
  resident.compared_count = static_cast<std::uint32_t>(compared.size());
  const auto candidate = std::ranges::find(parameters_, &Inputs::C);
  resident.candidate =
      candidate == parameters_.end() ? no_slot : static_cast<std::uint32_t>(candidate - parameters_.begin());
  resident.answered = write_all(writer, answered_);
  resident.expected = static_cast<std::uint32_t>(parameters_.size());
  resident.parameter_count = static_cast<std::uint32_t>(program_->parameters.size());
  resident.answered_count = static_cast<std::uint32_t>(answered_.size());
  return writer.write_raw(&resident, 1);
}

const void* ProgramData::write_arguments(SharedWriter& writer, const Inputs& inputs, const Value* expected) const {
  const std::size_t count = parameters_.size() + (expected != nullptr ? 1 : 0);
  return writer.write_all(count, [&](std::size_t k) {
    if (k == parameters_.size()) return *expected;
    Value Inputs::*const parameter = parameters_[k];
    const bool is_set_later = expected != nullptr && parameter == &Inputs::C;
    return parameter == nullptr || is_set_later ? Value::none() : inputs.*parameter;
  });
}

}  // namespace batt::device
