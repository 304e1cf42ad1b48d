// Any bytes as the text of a graph: parsed or refused with a reason. What parses survives its own text, and what is
// sound as well can be optimised and emitted.
#include <string>

#include "compiler/emit/cpp.h"
#include "compiler/ir/parse.h"
#include "compiler/ir/print.h"
#include "compiler/ir/verify.h"
#include "compiler/lower/parse_lowered.h"
#include "compiler/lower/print_lowered.h"
#include "compiler/lower/verify_lowered.h"
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

  const battc::Graph optimized = battc::optimize(*std::move(graph), {});
  if (!battc::verify(optimized).empty()) std::abort();
  std::vector<battc::LoweredFunction> functions;
  functions.push_back(battc::lower_graph(optimized));
  if (!battc::verify_lowered(functions[0]).empty()) std::abort();
  for (battc::InstructionNote& note : functions[0].notes.instructions) note.remark = {};  // a comment: not read back
  const std::string lowered = battc::print_lowered(functions[0]);
  const auto read = battc::parse_lowered(lowered, error);
  if (!read || battc::print_lowered(*read) != lowered) std::abort();
  battc::emit_cpp(functions, battc::SourceFile("fuzz.py", ""));
  return 0;
}
