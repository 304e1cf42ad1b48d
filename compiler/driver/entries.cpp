#include "compiler/driver/entries.h"

#include <algorithm>
#include <memory>

#include "compiler/emit/program_data.h"

namespace battc {
namespace {

using ProgramPointer = std::shared_ptr<const batt::exec::Program>;

ProgramPointer lower(const Graph& graph, KnownCalls calls) {
  return std::make_shared<const batt::exec::Program>(emit_program_data(graph, calls));
}

batt::EntryFunction interpreted(const ProgramPointer& program) {
  return [program](batt::Context& context, const batt::Inputs& inputs) {
    return batt::exec::run(*program, context, inputs);
  };
}

/// Instructions outside of blocks: those run once in a sample.
std::uint64_t count_statements(const batt::exec::Program& program) {
  std::uint64_t statements = 0;
  for (std::size_t k = 0; k < program.instructions.size(); ++k) {
    ++statements;
    k = std::max<std::size_t>(k, program.instructions[k].end);
  }
  return statements;
}

}  // namespace

std::vector<batt::Entry> in_process_entries(const CompiledSource& compiled, const batt::PathOptions& paths,
                                            bool verify) {
  std::vector<batt::Entry> entries;
  for (const Graph& graph : compiled.graphs) {
    const ProgramPointer program = lower(graph, paths.is_checked() ? KnownCalls::Called : KnownCalls::WrittenOut);
    batt::Entry entry{graph.name, interpreted(program)};
    entry.statements = count_statements(*program);
    if (!paths.is_checked()) {
      entry.program = program;
      entry.device = {batt::device_unavailable, batt::run_on_device, batt::read_outcome};
      if (verify) entry.run_checked = interpreted(lower(graph, KnownCalls::Called));
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace battc
