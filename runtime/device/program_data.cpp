#include "runtime/device/program_data.h"

#include <set>

#include "runtime/device/device_code.h"
#include "runtime/device/program_image.h"
#include "runtime/device/shared_writer.h"

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

exec::ProgramView write_program(ValueWriter& writer, const exec::Program& program) {
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

/// The arguments of all samples.
const Value* write_parameters(ValueWriter& writer, const exec::Program& program, std::span<const Inputs> samples) {
  SharedWriter shared(writer);
  std::vector<Value> arguments;
  for (const Inputs& inputs : samples)
    for (const std::string& name : program.parameters)
      arguments.push_back(shared.write(exec::parameter_value(name, inputs)));
  return writer.write_raw(arguments.data(), arguments.size());
}

}  // namespace

const void* ProgramData::kernel() const { return device::kernel(); }

std::size_t ProgramData::write(const LaunchParameters& request, std::byte* block, std::size_t capacity,
                               std::uint64_t base) const {
  Arena work;
  ValueWriter writer(block, capacity, base, work);
  const std::size_t head = writer.claim(sizeof(ProgramImage));
  const std::vector<std::uint32_t> answered = answered_slots(program_);
  ProgramImage image{};
  image.program = write_program(writer, program_);
  image.parameters = write_parameters(writer, program_, request.samples);
  image.answered = write_all(writer, answered);
  image.parameter_count = static_cast<std::uint32_t>(program_.parameters.size());
  image.answered_count = static_cast<std::uint32_t>(answered.size());
  image.batch = write_batch(writer, request);
  writer.put(head, &image, sizeof(ProgramImage));
  return writer.used();
}

std::vector<std::uint32_t> answered_slots(const exec::Program& program) {
  std::set<std::uint32_t> slots;
  if (!program.collects) slots.insert(program.result);
  for (const exec::OutputFields& output : program.outputs)
    slots.insert(std::begin(output.slots), std::end(output.slots));
  for (const auto& constant : program.constants) slots.erase(constant.first);
  return {slots.begin(), slots.end()};
}

}  // namespace batt::device
