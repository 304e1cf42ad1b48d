// Counts what launches cost: instructions, how many lanes take part in them, and what they ask of memory.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "tests/device/ptx/execution.h"

namespace batt::model {

struct Counts {
  std::uint64_t warp_instructions = 0;
  std::uint64_t lane_instructions = 0;     ///< the same, once for each lane that takes part
  std::uint64_t leading_instructions = 0;  ///< of the lane of each warp that takes part in most
  std::uint64_t memory_instructions = 0;   ///< that touch global or local memory
  std::uint64_t sectors = 0;               ///< pieces of 32 bytes that they touch
  std::uint64_t spill_operations = 0;      ///< registers that functions save and restore on their stack

  void add(const Counts& other);
  double active_lanes() const;
  double leading_share() const;
};

/// The bytes that each function spills, stored and loaded, by symbol: from the logs of ptxas.
using Spills = std::map<std::string, std::uint64_t>;

/// The sectors of 32 bytes that lanes touch with one instruction. Local memory lies word by word, 32 lanes side by
/// side.
std::vector<std::uint64_t> sectors_of(std::uint32_t lanes, const std::uint64_t* addresses, std::size_t bytes);

class CountingMeter : public ptx::Meter {
 public:
  explicit CountingMeter(Spills spills) : spills_(std::move(spills)) {}

  /// Of all launches since it was last asked.
  Counts take();

  void begin_block(std::uint32_t warps) override;
  void step(const ptx::Group& group, const ptx::Instruction& instruction) override;
  void access(const ptx::Group& group, const ptx::Instruction& instruction, const std::uint64_t* addresses,
              std::size_t bytes) override;
  void call(const ptx::Group& group, const ptx::Function& callee) override;

 protected:
  std::uint64_t spilled_words(const ptx::Function& function) const;

 private:
  void end_block();

  Spills spills_;
  Counts counts_;
  std::vector<std::array<std::uint64_t, ptx::warp_size>> lanes_;  ///< instructions of each lane of the block's warps
};

}  // namespace batt::model
