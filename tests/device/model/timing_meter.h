// How long warps take on a device, by a model: instructions issue in order, one result after the other becomes usable
// after its latency, loads find their sectors in L1, in L2 or in memory. What it leaves out: see docs/device.md.
#pragma once

#include <memory>

#include "tests/device/model/cache.h"
#include "tests/device/model/counting_meter.h"
#include "tests/device/model/machines.h"

namespace batt::model {

/// What the warps of a launch took, each as if it had its share of the caches and nothing to wait for but itself.
struct WarpTimes {
  std::uint64_t warps = 0;
  double cycles = 0, longest = 0;  ///< of all warps, and of the one that took longest
  double issued = 0;               ///< instructions of the device
  double dram_bytes = 0;
};

/// PTX is not what runs: so many instructions of the device for one of PTX, as the linked code has.
inline constexpr double machine_instructions = 1.4;

class TimingMeter : public CountingMeter {
 public:
  TimingMeter(Spills spills, std::span<const MachineDescription> machines, unsigned resident_warps);
  ~TimingMeter() override;

  /// For each machine, of all launches since it was last asked.
  std::vector<WarpTimes> take_times();

  void begin_block(std::uint32_t warps) override;
  void step(const ptx::Group& group, const ptx::Instruction& instruction) override;
  void access(const ptx::Group& group, const ptx::Instruction& instruction, const std::uint64_t* addresses,
              std::size_t bytes) override;
  void call(const ptx::Group& group, const ptx::Function& callee) override;

 private:
  struct WarpState;
  class Timeline;

  void end_block();

  std::vector<MachineDescription> machines_;
  unsigned resident_warps_;
  std::vector<WarpTimes> times_;
  std::vector<std::unique_ptr<WarpState>> warps_;
};

}  // namespace batt::model
