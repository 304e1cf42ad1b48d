// How long warps take on a device, by a model: instructions issue in order, one result after the other becomes usable
// after its latency, loads find their sectors in L1, in L2 or in memory. What it leaves out: see docs/device.md.
#pragma once

#include <memory>
#include <unordered_map>
#include <unordered_set>

#include "tests/device/model/cache.h"
#include "tests/device/model/counting_meter.h"
#include "tests/device/model/machines.h"

namespace batt::model {

/// What the warps of a launch took, each as if it had its share of the caches and nothing to wait for but itself.
struct WarpTimes {
  std::uint64_t warps = 0;
  double cycles = 0;  ///< of all warps
  double issued = 0;  ///< instructions of the device
  double dram_bytes = 0;
};

/// PTX is not what runs: so many instructions of the device for one of PTX, as the linked code has.
inline constexpr double machine_instructions = 1.4;

/// What several warps of a run read and none writes: the program, tables, inputs in common. All warps share L2, so that
/// it is there for each of them once one has read it.
class SharedSectors {
 public:
  void touch(std::uint64_t sector, std::uint64_t warp, bool reads);
  bool contains(std::uint64_t sector) const { return shared_.contains(sector); }
  /// What is shared stays known. In another run other warps read the rest.
  void end_run() { warps_.clear(); }
  void forget() { shared_.clear(); }

 private:
  static constexpr std::uint64_t written = 0;

  std::unordered_map<std::uint64_t, std::uint64_t> warps_;  ///< who has read it first, from 1 on; 0: it was written
  std::unordered_set<std::uint64_t> shared_;
};

class TimingMeter : public CountingMeter {
 public:
  TimingMeter(Spills spills, std::span<const MachineDescription> modelled, unsigned resident_warps);
  ~TimingMeter() override;

  /// For each machine, of all launches since it was last asked.
  std::vector<WarpTimes> take_times();
  /// From now on memory holds something else.
  void forget_memory() { shared_.forget(); }

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
  std::uint64_t warps_begun_ = 0;
  SharedSectors shared_;
};

}  // namespace batt::model
