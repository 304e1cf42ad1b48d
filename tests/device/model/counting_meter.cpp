#include "tests/device/model/counting_meter.h"

#include <algorithm>

namespace batt::model {
namespace {

constexpr std::uint64_t sector_bytes = 32, word_bytes = 4;

double ratio(std::uint64_t a, std::uint64_t b) { return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b); }

}  // namespace

void Counts::add(const Counts& other) {
  warp_instructions += other.warp_instructions;
  lane_instructions += other.lane_instructions;
  leading_instructions += other.leading_instructions;
  memory_instructions += other.memory_instructions;
  sectors += other.sectors;
  spill_operations += other.spill_operations;
}

double Counts::active_lanes() const { return ratio(lane_instructions, warp_instructions); }
double Counts::leading_share() const { return ratio(leading_instructions, warp_instructions); }

std::vector<std::uint64_t> sectors_of(std::uint32_t lanes, const std::uint64_t* addresses, std::size_t bytes) {
  std::vector<std::uint64_t> sectors;
  const auto add = [&](std::uint64_t address) {
    const std::uint64_t sector = address / sector_bytes;
    if (std::find(sectors.begin(), sectors.end(), sector) == sectors.end()) sectors.push_back(sector);
  };
  for (const unsigned lane : ptx::Lanes{lanes}) {
    const std::uint64_t address = addresses[lane];
    switch (address & ptx::window_mask) {
      case 0:
        add(address);
        add(address + bytes - 1);
        break;
      case ptx::local_window:
        for (std::uint64_t word = address / word_bytes; word <= (address + bytes - 1) / word_bytes; ++word)
          add(ptx::local_window | (word * ptx::warp_size + lane) * word_bytes);
        break;
      default: break;  // shared memory and parameters are on the chip
    }
  }
  return sectors;
}

Counts CountingMeter::take() {
  end_block();
  return std::exchange(counts_, {});
}

void CountingMeter::begin_block(std::uint32_t warps) {
  end_block();
  lanes_.assign(warps, {});
}

void CountingMeter::end_block() {
  for (const auto& lanes : lanes_) counts_.leading_instructions += *std::max_element(lanes.begin(), lanes.end());
  lanes_.clear();
}

void CountingMeter::step(const ptx::Group& group, const ptx::Instruction&) {
  ++counts_.warp_instructions;
  counts_.lane_instructions += static_cast<std::uint64_t>(std::popcount(group.lanes));
  for (const unsigned lane : ptx::Lanes{group.lanes}) ++lanes_[group.warp.number][lane];
}

void CountingMeter::access(const ptx::Group& group, const ptx::Instruction&, const std::uint64_t* addresses,
                           std::size_t bytes) {
  const std::size_t sectors = sectors_of(group.active, addresses, bytes).size();
  counts_.sectors += sectors;
  counts_.memory_instructions += sectors != 0;
}

void CountingMeter::call(const ptx::Group&, const ptx::Function& callee) {
  counts_.spill_operations += spilled_words(callee);
}

std::uint64_t CountingMeter::spilled_words(const ptx::Function& function) const {
  const auto found = spills_.find(function.name);
  return found == spills_.end() ? 0 : found->second / word_bytes;
}

}  // namespace batt::model
