#include "runtime/module/emitted_entries.h"

#include "runtime/exec/dependences.h"
#include "runtime/module/emitted_run.h"

namespace batt::emitted {

Entry entry_of(const batt_program& interface, std::uint32_t k) {
  const auto& program = reinterpret_cast<const EmittedProgram&>(interface);
  const EmittedEntry& entry = program.entries[k];
  auto dependences = std::make_shared<const Dependences>(entry.dependences);
  Entry made{entry.name, [&entry, dependences](Context& context, const Inputs& inputs) {
               return run(entry, *dependences, context, inputs);
             }};
  if (program.on_device != nullptr) made.device.reset(program.on_device(program, k));
  return made;
}

std::vector<Entry> entries_of(const batt_program& program) {
  std::vector<Entry> entries;
  for (std::uint32_t k = 0; k < program.entry_count; ++k) entries.push_back(entry_of(program, k));
  return entries;
}

}  // namespace batt::emitted
