#include "runtime/module/entries.h"

#include "runtime/module/run.h"

namespace batt::emitted {

std::vector<batt::Entry> entries_of(const batt_program& interface) {
  const auto& program = reinterpret_cast<const Program&>(interface);
  std::vector<batt::Entry> entries;
  for (std::uint32_t k = 0; k < interface.entry_count; ++k) {
    const Entry& entry = program.entries[k];
    entries.push_back(
        {entry.name, [&entry](Context& context, const Inputs& inputs) { return run(entry, context, inputs); }});
  }
  return entries;
}

}  // namespace batt::emitted
