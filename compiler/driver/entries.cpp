#include "compiler/driver/entries.h"

#include <algorithm>
#include <memory>

#include "compiler/passes/pipeline.h"
#include "runtime/exec/staged_run.h"

namespace battc {
namespace {

using ProgramPointer = std::shared_ptr<const batt::exec::Program>;

ProgramPointer program_of(const Graph& graph, KnownCalls calls) {
  return std::make_shared<const batt::exec::Program>(lower_graph(graph, calls).program);
}

batt::EntryFunction interpreted(const ProgramPointer& program) {
  return [program](batt::Context& context, const batt::Inputs& inputs) {
    return batt::exec::run(*program, context, inputs);
  };
}

/// Instructions outside of blocks: those run once in a sample.
std::uint64_t count_statements(const batt::exec::Program& program) {
  std::uint64_t statements = 0;
  for (std::size_t k = 0; k < program.instructions.size(); k = program.last_of(k) + 1) ++statements;
  return statements;
}

}  // namespace

std::vector<batt::Entry> in_process_entries(const CompiledSource& compiled, const batt::PathOptions& paths,
                                            bool verify) {
  std::vector<batt::Entry> entries;
  for (const Graph& graph : compiled.graphs) {
    const ProgramPointer program = program_of(graph, paths.is_checked() ? KnownCalls::Called : KnownCalls::Inlined);
    batt::Entry entry{graph.name, interpreted(program)};
    entry.statements = count_statements(*program);
    entry.staged = std::make_shared<batt::exec::StagedProgram>(program);
    if (!paths.is_checked()) {
      entry.device = batt::make_device_program(program);
      if (verify) entry.run_checked = interpreted(program_of(graph, KnownCalls::Called));
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace battc
