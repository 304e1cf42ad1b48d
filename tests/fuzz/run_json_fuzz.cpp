// Any bytes as the JSON of the C interface: run, or refused with a status and a message. The program is one that battc
// emitted (tests/snapshots), linked in.
#include <string>

#include "batt/program.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const batt_program* const program = batt_program_v1();
  batt_options options{};
  options.seconds = 2;
  options.memory_bytes = std::uint64_t{1} << 28;
  // The text ends where it ends: no byte after it may be read.
  const std::string json(reinterpret_cast<const char*>(data), size);
  for (const std::uint32_t errors : {BATT_ERRORS_SAFE, BATT_ERRORS_RAW}) {
    options.errors = errors;
    batt_answers answers;
    const std::int32_t status = program->run_json(program, 0, json.data(), json.size(), &options, &answers);
    if (status == BATT_INTERNAL_ERROR || (status != BATT_OK && answers.message == nullptr)) std::abort();
    program->free_answers(&answers);
  }
  return 0;
}
