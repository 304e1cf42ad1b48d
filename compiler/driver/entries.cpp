#include "compiler/driver/entries.h"

#include <memory>

#include "compiler/emit/program_data.h"

namespace battc {

std::vector<batt::Entry> in_process_entries(const CompiledSource& compiled) {
  std::vector<batt::Entry> entries;
  for (const Graph& graph : compiled.graphs) {
    auto program = std::make_shared<const batt::exec::Program>(emit_program_data(graph));
    entries.push_back({graph.name, [program](batt::Context& context, const batt::Inputs& inputs) {
                         return batt::exec::run(*program, context, inputs);
                       }});
  }
  return entries;
}

}  // namespace battc
