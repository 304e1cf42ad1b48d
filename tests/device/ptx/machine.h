// Executes kernels of a module on the CPU. Every lane has its own program counter; *.sync waits for all lanes of its
// mask.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/device/ptx/diagnosis.h"
#include "tests/device/ptx/meter.h"
#include "tests/device/ptx/module.h"

namespace batt::ptx {

struct Buffer {
  const void* data = nullptr;
  std::size_t bytes = 0;
};

struct Launch {
  std::string kernel;
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{32, 1, 1};
  std::uint32_t dynamic_shared_bytes = 0;
  void* const* arguments = nullptr;  // one pointer for each parameter of the kernel
};

/// In which order lanes run that may.
struct Schedule {
  /// 0 runs the deepest call and lowest address first, and always counts the same number of warp instructions; every
  /// other seed is a random interleaving of lanes, warps and blocks.
  std::uint64_t seed = 0;
  /// Lanes that part at a branch wait for each other at its post-dominator (see convergence.h); without it, lanes run
  /// together whenever they are at the same place.
  bool strict_reconvergence = false;
};

/// Warp instructions, and the same once for each lane that takes part.
struct Steps {
  std::uint64_t of_warps = 0, of_lanes = 0;

  void add(const Steps& other) {
    of_warps += other.of_warps;
    of_lanes += other.of_lanes;
  }
};

/// What a function took: by itself, and with all that it calls.
struct FunctionCost {
  Steps own, all;
};
using Profile = std::map<std::string, FunctionCost>;

class Machine {
 public:
  /// The module must outlive the machine. One machine runs one launch at a time.
  explicit Machine(const Module& module) : module_(module) {}

  /// Global accesses must lie in one of these, or in a variable of the module.
  void set_buffers(std::vector<Buffer> buffers) { buffers_ = std::move(buffers); }
  void set_schedule(const Schedule& schedule) { schedule_ = schedule; }
  /// Who watches; null: no one. It must outlive the launches.
  void set_meter(Meter* meter) { meter_ = meter; }
  /// The most warp instructions one launch may take.
  void set_step_budget(std::uint64_t budget) { step_budget_ = budget; }

  /// Nothing when the grid ran to its end.
  std::optional<Diagnosis> launch(const Launch& launch);

  /// Over all launches.
  std::uint64_t warp_instructions() const { return warp_instructions_; }
  /// Of all launches since it was last taken.
  Profile take_profile() { return std::exchange(profile_, {}); }

 private:
  const Module& module_;
  std::vector<Buffer> buffers_;
  Schedule schedule_;
  Meter* meter_ = nullptr;
  std::uint64_t step_budget_ = std::uint64_t{1} << 32;
  std::uint64_t warp_instructions_ = 0;
  Profile profile_;
};

}  // namespace batt::ptx
