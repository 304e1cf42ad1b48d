#include "tests/device/model/timing_meter.h"

#include <algorithm>

namespace batt::model {
namespace {

using ptx::Base;
using ptx::Instruction;
using ptx::Operand;

constexpr double taken_branch_cycles = 8;  ///< until the first instruction after it issues
constexpr double call_cycles = 20;         ///< a call and its return

bool is_register(const Operand& operand) { return operand.base <= Base::words64; }

bool writes_parameters(const Instruction& instruction) {
  return instruction.address.form == ptx::AddressForm::frame_parameter && !instruction.elements.empty();
}

}  // namespace

void SharedSectors::touch(std::uint64_t sector, std::uint64_t warp, bool reads) {
  if ((sector & (ptx::window_mask / 32)) != 0) return;
  const auto [place, is_new] = warps_.try_emplace(sector, reads ? warp : written);
  if (is_new || place->second == warp) {
    if (!reads) place->second = written;
    return;
  }
  if (!reads || place->second == written) {
    place->second = written;
    shared_.erase(sector);
  } else {
    shared_.insert(sector);
  }
}

/// One warp on one machine.
class TimingMeter::Timeline {
 public:
  Timeline(const MachineDescription& machine, unsigned resident_warps)
      : machine_(machine),
        l1_(machine.l1_bytes / resident_warps),
        l2_(machine.l2_bytes / (machine.processors * resident_warps)) {}

  void step(const ptx::Group& group, const Instruction& instruction) {
    const std::size_t number = writes_parameters(instruction) ? 0 : 1;  // arguments mostly lie in registers
    double ready = now_;
    each_register(group, instruction, [&](double& usable) { ready = std::max(ready, usable); });
    now_ = ready + static_cast<double>(number) * machine_instructions;
    issued_ += static_cast<double>(number) * machine_instructions;
    if (instruction.flow != ptx::Flow::next && group.active != 0) now_ += taken_branch_cycles;
    results(group, instruction, now_ + machine_.alu - 1);
  }

  void access_shared(const ptx::Group& group, const Instruction& instruction) {
    if (instruction.loads) results(group, instruction, now_ + machine_.shared);
  }

  void access(const ptx::Group& group, const Instruction& instruction, const std::vector<std::uint64_t>& sectors,
              const SharedSectors& shared) {
    if (sectors.empty()) return;
    const bool load = instruction.loads;
    double latency = machine_.l1;
    for (const std::uint64_t sector : sectors) {
      if (l1_.look_up(sector)) continue;
      if (load) l1_.put(sector);
      if (shared.contains(sector) || l2_.look_up(sector)) {
        latency = std::max<double>(latency, machine_.l2);
        continue;
      }
      l2_.put(sector);
      // What a store touches first is written to memory once, later; a load waits for it.
      dram_bytes_ += 32;
      latency = std::max<double>(latency, machine_.dram);
    }
    // Four sectors of a line take one pass of the memory pipe.
    now_ += static_cast<double>(sectors.size() + 3) / 4 - 1;
    if (load) results(group, instruction, now_ + latency);
  }

  void call(std::uint64_t spilled_words) {
    now_ += call_cycles + static_cast<double>(spilled_words);
    issued_ += static_cast<double>(spilled_words);
    if (spilled_words != 0) now_ += machine_.l1;
  }

  void add_to(WarpTimes& times) const {
    ++times.warps;
    times.cycles += now_;
    times.issued += issued_;
    times.dram_bytes += dram_bytes_;
  }

 private:
  double& usable(const ptx::Group& group, const Operand& operand) {
    static constexpr std::uint32_t slot_bytes[] = {4, 64, 128, 256};
    const auto base = static_cast<std::size_t>(operand.base);
    const std::size_t slot = (group.path.registers[base] + operand.offset) / slot_bytes[base];
    auto& times = usable_[base];
    if (slot >= times.size()) times.resize(2 * slot + 64);
    return times[slot];
  }

  template <class Visit>
  void each_register(const ptx::Group& group, const Instruction& instruction, Visit visit) {
    const auto look = [&](const Operand& operand) {
      if (is_register(operand)) visit(usable(group, operand));
    };
    if (instruction.guarded) look(instruction.guard);
    for (std::size_t k = 0; k < instruction.operand_count; ++k) look(instruction.operands[k]);
    for (const Operand& each : instruction.elements) look(each);
    if (instruction.address.form >= ptx::AddressForm::register32 &&
        instruction.address.form <= ptx::AddressForm::register64)
      look(instruction.address.base);
  }

  void results(const ptx::Group& group, const Instruction& instruction, double when) {
    if (instruction.loads) {
      for (const Operand& each : instruction.elements)
        if (is_register(each)) usable(group, each) = when;
    } else if (instruction.operand_count > 0 && is_register(instruction.operands[0])) {
      usable(group, instruction.operands[0]) = when;
    }
  }

  const MachineDescription& machine_;
  Cache l1_, l2_;
  double now_ = 0, issued_ = 0, dram_bytes_ = 0;
  std::vector<double> usable_[ptx::register_bases];  ///< when the registers' values can be read
};

struct TimingMeter::WarpState {
  std::uint64_t number;
  std::vector<Timeline> timelines;
};

TimingMeter::TimingMeter(Spills spills, std::span<const MachineDescription> modelled, unsigned resident_warps)
    : CountingMeter(std::move(spills)),
      machines_(modelled.begin(), modelled.end()),
      resident_warps_(resident_warps),
      times_(modelled.size()) {}

TimingMeter::~TimingMeter() = default;

std::vector<WarpTimes> TimingMeter::take_times() {
  end_block();
  shared_.end_run();
  return std::exchange(times_, std::vector<WarpTimes>(machines_.size()));
}

void TimingMeter::begin_block(std::uint32_t warps) {
  CountingMeter::begin_block(warps);
  end_block();
  for (std::uint32_t k = 0; k < warps; ++k) {
    warps_.push_back(std::make_unique<WarpState>());
    warps_.back()->number = ++warps_begun_;
    for (const MachineDescription& machine : machines_) warps_.back()->timelines.emplace_back(machine, resident_warps_);
  }
}

void TimingMeter::end_block() {
  for (const auto& warp : warps_)
    for (std::size_t k = 0; k < machines_.size(); ++k) warp->timelines[k].add_to(times_[k]);
  warps_.clear();
}

void TimingMeter::step(const ptx::Group& group, const Instruction& instruction) {
  CountingMeter::step(group, instruction);
  for (Timeline& each : warps_[group.warp.number]->timelines) each.step(group, instruction);
}

void TimingMeter::access(const ptx::Group& group, const Instruction& instruction, const std::uint64_t* addresses,
                         std::size_t bytes) {
  CountingMeter::access(group, instruction, addresses, bytes);
  if (group.active != 0 && (addresses[ptx::first_lane(group.active)] & ptx::window_mask) == ptx::shared_window) {
    for (Timeline& each : warps_[group.warp.number]->timelines) each.access_shared(group, instruction);
    return;
  }
  const std::vector<std::uint64_t> sectors = sectors_of(group.active, addresses, bytes);
  WarpState& warp = *warps_[group.warp.number];
  for (const std::uint64_t sector : sectors) shared_.touch(sector, warp.number, instruction.loads);
  for (Timeline& each : warp.timelines) each.access(group, instruction, sectors, shared_);
}

void TimingMeter::call(const ptx::Group& group, const ptx::Function& callee) {
  CountingMeter::call(group, callee);
  for (Timeline& each : warps_[group.warp.number]->timelines) each.call(spilled_words(callee));
}

}  // namespace batt::model
