// Small kernels written as PTX text, and their run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/device/ptx/machine.h"

namespace batt::ptx::testing {

inline constexpr const char* header = ".version 9.0\n.target sm_75\n.address_size 64\n";

/// A kernel `k` with the parameters p_in and p_out, whose addresses are in %in and %out, and the thread's number in %t.
/// Registers: %p0-7, %h0-15 (16 bits), %r0-31 (32 bits), %d0-31 (64 bits), %f0-7 and %g0-7 (reals).
inline std::string kernel(const std::string& body, const std::string& before = "") {
  return header + before + R"(
.visible .entry k(.param .u64 p_in, .param .u64 p_out)
{
  .reg .pred %p<8>; .reg .b16 %h<16>; .reg .b32 %r<32>; .reg .b64 %d<32>; .reg .f32 %f<8>; .reg .f64 %g<8>;
  .reg .b64 %in, %out; .reg .b32 %t;
  ld.param.u64 %in, [p_in]; ld.param.u64 %out, [p_out]; mov.u32 %t, %tid.x;
)" + body +
         "\n  ret;\n}\n";
}

/// Stores the 32-bit register %r0 as the thread's result.
inline constexpr const char* store_r0 =
    "  mul.wide.u32 %d30, %t, 4; add.u64 %d31, %out, %d30; st.global.u32 [%d31], %r0;";

struct Run {
  std::optional<Diagnosis> diagnosis;
  std::vector<std::uint32_t> results;
  std::uint64_t steps = 0;
};

/// One block; a result of 32 bits for each thread, 0xA5A5A5A5 where none was stored.
inline Run run(const std::string& text, std::uint32_t threads = 32, Schedule schedule = {},
               std::vector<std::uint32_t> input = {}, std::uint64_t budget = 1'000'000,
               std::uint32_t dynamic_shared = 0) {
  const std::vector<std::string> texts{text};
  const auto module = Module::load(texts);
  Machine machine(*module);
  Run result;
  result.results.assign(threads, 0xA5A5A5A5u);
  if (input.empty()) input.resize(1);
  machine.set_buffers({{input.data(), input.size() * 4}, {result.results.data(), threads * 4}});
  machine.set_schedule(schedule);
  machine.set_step_budget(budget);
  void* in = input.data();
  void* out = result.results.data();
  void* arguments[] = {&in, &out};
  Launch launch;
  launch.kernel = std::string("k");
  launch.block = {threads, 1, 1};
  launch.dynamic_shared_bytes = dynamic_shared;
  launch.arguments = arguments;
  result.diagnosis = machine.launch(launch);
  result.steps = machine.warp_instructions();
  return result;
}

}  // namespace batt::ptx::testing
