#include "runtime/device/pack.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "runtime/device/value_writer.h"

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

/// The arguments of all samples. The samples of a task share its examples: they are copied once.
const Value* write_parameters(ValueWriter& writer, const exec::Program& program, std::span<const Inputs> samples) {
  struct BySource {
    bool operator()(const Value& a, const Value& b) const {
      return std::tuple(a.bytes(), a.kind(), a.form(), a.c()) < std::tuple(b.bytes(), b.kind(), b.form(), b.c());
    }
  };
  std::map<Value, Value, BySource> copies;
  std::vector<Value> arguments;
  for (const Inputs& inputs : samples)
    for (const std::string& name : program.parameters) {
      const Value argument = exec::parameter_value(name, inputs);
      if (!has_memory(argument)) {
        arguments.push_back(argument);
        continue;
      }
      auto found = copies.find(argument);
      if (found == copies.end()) found = copies.emplace(argument, writer.write(argument)).first;
      arguments.push_back(found->second);
    }
  return writer.write_raw(arguments.data(), arguments.size());
}

std::size_t write(const Request& request, std::byte* block, std::size_t bytes, std::uint64_t base) {
  Arena work;
  ValueWriter writer(block, bytes, base, work);
  const std::size_t head = writer.claim(sizeof(Image));
  const std::vector<std::uint32_t> answered = answered_slots(request.program);
  Image image{};
  image.program = write_program(writer, request.program);
  image.object_tables = writer.write_raw(&object_tables(), 1);
  image.parameters = write_parameters(writer, request.program, request.samples);
  image.answered = write_all(writer, answered);
  image.parameter_count = static_cast<std::uint32_t>(request.program.parameters.size());
  image.answered_count = static_cast<std::uint32_t>(answered.size());
  image.sample_count = static_cast<std::uint32_t>(request.samples.size());
  image.mode = request.mode;
  image.steps = request.steps;
  image.slabs = request.slabs;
  image.slab_bytes = request.slab_bytes;
  image.status = reinterpret_cast<SampleStatus*>(request.results);
  image.answers = request.results + answers_offset(request.samples.size());
  image.answer_bytes = request.answer_bytes;
  writer.put(head, &image, sizeof(Image));
  return writer.used();
}

}  // namespace

std::vector<std::uint32_t> answered_slots(const exec::Program& program) {
  std::set<std::uint32_t> slots;
  if (!program.collects) slots.insert(program.result);
  for (const exec::OutputFields& output : program.outputs)
    slots.insert(std::begin(output.slots), std::end(output.slots));
  for (const auto& constant : program.constants) slots.erase(constant.first);
  return {slots.begin(), slots.end()};
}

std::size_t answers_offset(std::size_t samples) { return (samples * sizeof(SampleStatus) + 255) & ~std::size_t{255}; }

std::size_t results_bytes(std::size_t samples, std::size_t answer_bytes) {
  return answers_offset(samples) + samples * answer_bytes;
}

std::size_t packed_bytes(const Request& request) { return write(request, nullptr, 0, 0); }

void pack(const Request& request, std::byte* block, std::size_t bytes, std::uint64_t base) {
  write(request, block, bytes, base);
}

}  // namespace batt::device
