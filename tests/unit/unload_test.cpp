// A built shared object gives back all of its memory when it is unloaded.
#include <dlfcn.h>
#include <malloc.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "batt/program.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/toolchain.h"
#include "compiler/emit/cpp.h"
#include "runtime/task/cleanup.h"
#include "runtime/task/files.h"

#ifdef __SANITIZE_ADDRESS__
/// Of the sanitizer's runtime; not every compiler brings the header that declares it.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();
#endif

namespace {

namespace fs = std::filesystem;

std::size_t allocated_bytes() {
#ifdef __SANITIZE_ADDRESS__
  return __sanitizer_get_current_allocated_bytes();
#else
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#endif
}

/// Looks for objects and their orders: the runtime keeps tables for that between samples.
constexpr const char* program_text = R"(
def solve_objects(S, I, C):
    x1 = o_g(I, R5)
    x2 = apply(totuple, x1)
    x3 = asindices(I)
    O = astuple(x2, x3)
    return O
)";

const std::string inputs =
    R"({"inputs": [{"task_id": "t", "S": [], "C": null, "I": [[1, 1, 0, 2], [1, 0, 2, 2], [3, 0, 2, 1], [3, 3, 1, 1]]}]})";

/// Loads the object, runs its program, and unloads it.
void run_once(const fs::path& object) {
  void* handle = dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE(handle != nullptr);
  const auto get = reinterpret_cast<const batt_program* (*)()>(dlsym(handle, BATT_PROGRAM_SYMBOL));
  REQUIRE(get != nullptr);
  const batt_program& program = *get();
  batt_answers answers;
  REQUIRE(program.run_json(&program, 0, inputs.data(), inputs.size(), nullptr, &answers) == BATT_OK);
  REQUIRE(answers.count > 0);
  program.free_answers(&answers);
  REQUIRE(dlclose(handle) == 0);
  REQUIRE(dlopen(object.c_str(), RTLD_NOW | RTLD_NOLOAD) == nullptr);
}

}  // namespace

TEST_CASE("a shared object that is loaded and unloaded a hundred times leaves no memory behind") {
  const batt::TemporaryFolder folder;
  const fs::path source = folder.path() / "program.py", cpp = folder.path() / "program.cpp",
                 object = folder.path() / "program.so";
  batt::write_file(source.string(), program_text);
  const battc::CompiledSource compiled = battc::compile(source.string(), {}, {});
  batt::write_file(cpp.string(), battc::emit_cpp(compiled.lowered(), compiled.source));
  battc::Toolchain(0).build(battc::Artifact::SharedObject, cpp, object);

  for (int warm_up = 0; warm_up < 5; ++warm_up) run_once(object);
  const std::size_t before = allocated_bytes();
  for (int cycle = 0; cycle < 100; ++cycle) run_once(object);
  const std::size_t after = allocated_bytes();
  CHECK(after < before + 100 * 100);  // bytes: the loader itself keeps a little
}
