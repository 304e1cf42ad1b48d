// Any bytes as golden data: as a file of vectors, and as the inputs and answers of a program. Both are run and
// compared, or refused by an error that says why.
#include <fstream>
#include <nlohmann/json.hpp>

#include "compiler/driver/failure.h"
#include "compiler/driver/programs.h"
#include "compiler/driver/vectors.h"
#include "runtime/task/cleanup.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

constexpr const char* program = "def solve(S, I, C):\n    x1 = asobject(I)\n    O = astuple(x1, C)\n    return O\n";

/// X.py is always the same; X.json is what the fuzzer says.
class GoldenProgram {
 public:
  GoldenProgram() { std::ofstream(source()) << program; }
  std::filesystem::path source() const { return folder_.path() / "golden.py"; }
  void write_answers(const std::uint8_t* data, std::size_t size) {
    std::ofstream stream(folder_.path() / "golden.json", std::ios::binary);
    stream.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  }

 private:
  batt::TemporaryFolder folder_;
};

template <class Work>
void refusing(const Work& work) {
  try {
    work();
  } catch (const battc::CommandFailure&) {
  } catch (const batt::TaskError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static GoldenProgram golden;
  if (size > 0 && data[0] == '[') {
    const batt::testing::MemoryFile file(data + 1, size - 1);
    refusing([&] { battc::test_vectors(file.path(), {.mode = batt::ErrorMode::Raw}); });
  } else {
    golden.write_answers(data, size);
    battc::ProgramTestOptions options;
    options.limits = {.seconds = 2, .memory = std::size_t{1} << 28};
    refusing([&] { battc::test_program(golden.source(), options); });
  }
  return 0;
}
