// Any bytes as the text of a graph: parsed or refused with a reason. What parses survives its own text, and what is
// sound as well can be optimised and emitted.
#include <string>

#include "compiler/emit/cpp.h"
#include "compiler/emit/program_data.h"
#include "compiler/ir/parse.h"
#include "compiler/ir/print.h"
#include "compiler/ir/verify.h"
#include "compiler/passes/pipeline.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::string error;
  auto graph = battc::parse_graph(text, error);
  if (!graph) {
    if (error.empty()) std::abort();
    return 0;
  }
  if (!battc::verify(*graph).empty()) return 0;
  const std::string printed = battc::print_graph(*graph);
  const auto again = battc::parse_graph(printed, error);
  if (!again || battc::print_graph(*again) != printed) std::abort();

  std::vector<battc::Graph> graphs;
  graphs.push_back(battc::optimize(*std::move(graph), {}));
  if (!battc::verify(graphs[0]).empty()) std::abort();
  battc::emit_program_data(graphs[0]);
  battc::emit_cpp(graphs, battc::SourceFile("fuzz.py", ""));
  return 0;
}
