// Any bytes as a file of inputs: read, or refused by a TaskError. What was read can be written down again.
#include "runtime/task/codec.h"
#include "runtime/task/task.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const batt::testing::MemoryFile file(data, size);
  try {
    const batt::Task task = batt::Task::load(file.path());
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
