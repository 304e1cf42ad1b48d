#include "compiler/driver/entries.h"

#include <algorithm>
#include <memory>

#include "compiler/passes/pipeline.h"
#include "runtime/exec/staged_run.h"

namespace battc {
namespace {

std::shared_ptr<const batt::exec::StagedProgram> program_of(const Graph& graph, KnownCalls calls) {
  return std::make_shared<const batt::exec::StagedProgram>(
      std::make_shared<const batt::exec::Program>(lower_graph(graph, calls).program));
}

}  // namespace

batt::Entry interpreted_entry(const std::shared_ptr<const batt::exec::StagedProgram>& program) {
  const std::shared_ptr<const batt::exec::Program> lowered = program->program;
  batt::Entry entry{lowered->name, [lowered](batt::Context& context, const batt::Inputs& inputs) {
                      return batt::exec::run(*lowered, context, inputs);
                    }};
  entry.staged = program;
  entry.device = batt::make_device_program(lowered);
  // Instructions inside of blocks may run any number of times.
  for (std::size_t k = 0; k < lowered->instructions.size(); k = lowered->last_of(k) + 1) ++entry.statements;
  return entry;
}

std::vector<batt::Entry> in_process_entries(const CompiledSource& compiled, const batt::PathOptions& paths,
                                            bool verify) {
  std::vector<batt::Entry> entries;
  for (const Graph& graph : compiled.graphs) {
    const bool checked = paths.is_checked();
    batt::Entry entry = interpreted_entry(program_of(graph, checked ? KnownCalls::Called : KnownCalls::Inlined));
    if (checked || !paths.stages) entry.staged = nullptr;
    if (checked) entry.device = nullptr;
    if (verify && !checked) entry.run_checked = interpreted_entry(program_of(graph, KnownCalls::Called)).run;
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace battc
