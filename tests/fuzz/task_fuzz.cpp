// Any bytes as a file of inputs: read, or refused by a TaskError. What was read can be written down again, and what was
// read from text at once is what JSON makes of it.
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "runtime/task/codec.h"
#include "runtime/task/json_text.h"
#include "runtime/task/task.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

void check_same(const batt::Task& task, const batt::Task& by_json) {
  if (task.samples().size() != by_json.samples().size()) std::abort();
  for (std::size_t k = 0; k < task.samples().size(); ++k) {
    const batt::Inputs &read = task.samples()[k].inputs, &made = by_json.samples()[k].inputs;
    for (batt::Value batt::Inputs::*const input : {&batt::Inputs::S, &batt::Inputs::I, &batt::Inputs::C})
      if (!batt::agree(batt::encode(made.*input), batt::encode(read.*input))) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const batt::testing::MemoryFile file(data, size);
  try {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const batt::Task task = batt::Task::load(file.path());
    check_same(task, batt::Task::from_json(batt::parse_json(text, file.path()), file.path()));
    batt::Context context(batt::ErrorMode::Safe, {.memory = std::size_t{1} << 28});
    for (const batt::Task::Sample& sample : task.samples())
      for (const batt::Value value : {sample.inputs.S, sample.inputs.I, sample.inputs.C}) {
        batt::Outcome outcome;
        outcome.result = value;
        batt::encode(context, outcome);
      }
  } catch (const batt::TaskError&) {
  }
  return 0;
}
