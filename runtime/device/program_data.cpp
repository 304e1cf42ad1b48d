#include "runtime/device/program_data.h"

#include <algorithm>
#include <set>

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

/// Stages are the host's matter: a device runs a sample once.
Statements write_statements(ValueWriter& writer, const exec::Program& program, ErrorMode mode) {
  const exec::Schedule schedule = exec::make_schedule(program, mode);
  std::vector<std::uint32_t> places;
  for (const exec::Schedule::ByStage* part : {&schedule.o, &schedule.s})
    for (const std::vector<std::uint32_t>& stage : *part) places.insert(places.end(), stage.begin(), stage.end());
  std::ranges::sort(places);
  return {write_all(writer, places), static_cast<std::uint32_t>(places.size())};
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
}

const void* ProgramData::kernel() const { return device::kernel(); }

const void* ProgramData::write_program(ValueWriter& writer) const {
  ResidentProgram resident{};
  resident.program = write_view(writer, *program_);
  for (const ErrorMode mode : {ErrorMode::Safe, ErrorMode::Raw})
    resident.statements[static_cast<std::size_t>(mode)] = write_statements(writer, *program_, mode);
  resident.answered = write_all(writer, answered_);
  resident.parameter_count = static_cast<std::uint32_t>(program_->parameters.size());
  resident.answered_count = static_cast<std::uint32_t>(answered_.size());
  return writer.write_raw(&resident, 1);
}

const void* ProgramData::write_arguments(SharedWriter& writer, const Inputs& inputs) const {
  std::vector<Value> arguments;
  arguments.reserve(parameters_.size() + 1);
  for (Value Inputs::*const parameter : parameters_)
    arguments.push_back(parameter != nullptr ? writer.write(inputs.*parameter) : Value::none());
  // Even without parameters: no arguments would be no call.
  arguments.resize(std::max<std::size_t>(arguments.size(), 1));
  return writer.write_raw(arguments.data(), arguments.size());
}

}  // namespace batt::device
