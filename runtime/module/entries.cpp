#include "runtime/module/entries.h"

#include "runtime/module/run.h"

namespace batt::emitted {

std::vector<batt::Entry> entries_of(const batt_program& interface) {
  const auto& program = reinterpret_cast<const Program&>(interface);
  std::vector<batt::Entry> entries;
  for (std::uint32_t k = 0; k < interface.entry_count; ++k) {
    const Entry& entry = program.entries[k];
    batt::Entry made{entry.name, [&entry](Context& context, const Inputs& inputs) { return run(entry, context, inputs); }};
    if (program.on_device != nullptr) made.device.reset(program.on_device(program, k));
    entries.push_back(std::move(made));
  }
  return entries;
}

}  // namespace batt::emitted
