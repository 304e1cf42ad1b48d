// The suite on a real GPU, through the real CUDA runtime: what the tests set of the stand-in is nothing here.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include <cstdio>

#include "runtime/device/device.h"
#include "tests/device/cudart/control.h"

namespace batt::fake_cuda {

void reset() {}
void set_devices(int) {}
void set_seed(std::uint64_t) {}
void set_strict_reconvergence(bool) {}
void set_ptx(std::vector<std::string>) {}
Counters counters() { return {}; }
std::string last_diagnosis() { return {}; }

}  // namespace batt::fake_cuda

int main(int argc, char** argv) {
  constexpr int skipped = 77;
  if (const std::string why = batt::device_unavailable(); !why.empty()) {
    std::printf("Nothing was tested on a GPU: %s.\n", why.c_str());
    return skipped;
  }
  return Catch::Session().run(argc, argv);
}
