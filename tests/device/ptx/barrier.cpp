// Barriers of a whole block: lanes wait until all threads, or as many as the instruction says, have come.
#include "tests/device/ptx/collective.h"

namespace batt::ptx {
namespace {

constexpr std::uint32_t barriers_in_a_block = 16;

/// Where the operands stand: red has a destination in front and a predicate at the end.
struct Shape {
  bool reduces, counted;
  static Shape unpacked(std::int64_t bits) { return {(bits & 1) != 0, (bits & 2) != 0}; }
  std::int64_t packed() const { return int{reduces} | int{counted} << 1; }
};

std::uint32_t barrier_number(Group& group, const Instruction& instruction, unsigned lane, bool reduces) {
  const std::uint32_t number = group.source<std::uint32_t>(instruction.operands[reduces])[lane];
  if (number >= barriers_in_a_block)
    group.fail(Diagnosis::Kind::deadlock, "there is no barrier " + std::to_string(number), lane, instruction);
  return number;
}

void wait(Group& group, const Instruction& instruction) {
  const Shape shape = Shape::unpacked(instruction.immediate);
  Warp& warp = group.warp;
  for (const unsigned lane : Lanes{group.active}) {
    warp.barrier[lane] = barrier_number(group, instruction, lane, shape.reduces);
    warp.barrier_count[lane] =
        shape.counted ? group.source<std::uint32_t>(instruction.operands[shape.reduces + 1u])[lane] : 0;
  }
  if (shape.reduces) {
    const std::uint32_t votes = group.predicate(instruction.operands[instruction.operand_count - 1u]);
    warp.barrier_votes = (warp.barrier_votes & ~group.active) | (votes & group.active);
  }
  group.save();
  warp.at_barrier |= group.active;
  group.left = true;
}

void arrive(Group& group, const Instruction& instruction) {
  for (const unsigned lane : Lanes{group.active})
    group.execution.arrive_at_barrier(barrier_number(group, instruction, lane, false), 1u << lane);
}

const Instruction& waiting_instruction(const Warp& warp, unsigned lane) {
  return warp.path[lane]->function.code[warp.pc[lane] - 1];
}

struct Tally {
  std::uint32_t yes = 0, all = 0;
};

void take_away(Execution& execution, Warp& warp, unsigned lane, Tally tally) {
  const Instruction& instruction = waiting_instruction(warp, lane);
  if (!Shape::unpacked(instruction.immediate).reduces) return;
  Group alone(execution, warp, 1u << lane);
  if (instruction.operands[0].base == Base::predicates) {
    const bool wants_all = instruction.text.find(".and") != std::string::npos;
    alone.write_predicate(instruction.operands[0],
                          (wants_all ? tally.yes == tally.all : tally.yes > 0) ? all_lanes : 0);
  } else {
    std::array<std::uint32_t, warp_size> values;
    values.fill(tally.yes);
    alone.write(instruction.operands[0], values.data());
  }
}

}  // namespace

Choice barrier_choice(const Statement& s) {
  const std::size_t operands = s.operands.size();
  if (s.has("arrive")) return {arrive, "uu"};
  if (s.has("sync")) return {wait, "u?u", nullptr, Shape{false, operands > 1}.packed()};
  if (!s.has("red")) return {};
  const bool counted = operands > 3;
  const std::string_view signature = s.has("popc") ? (counted ? "uuup" : "uup") : (counted ? "puup" : "pup");
  return {wait, signature, nullptr, Shape{true, counted}.packed()};
}

std::uint32_t Execution::waiting_at(const Warp& warp, std::uint32_t number) const {
  std::uint32_t lanes = 0;
  for (const unsigned lane : Lanes{warp.at_barrier & warp.live})
    if (warp.barrier[lane] == number) lanes |= 1u << lane;
  return lanes;
}

/// Without a count the barrier waits for every thread that has not ended.
bool Execution::barrier_complete(std::uint32_t number, std::uint32_t waiting) const {
  std::uint32_t live = 0, count = 0;
  for (const Warp& warp : warps_) {
    live += static_cast<std::uint32_t>(std::popcount(warp.live));
    for (const unsigned lane : Lanes{waiting_at(warp, number)}) count = std::max(count, warp.barrier_count[lane]);
  }
  return count == 0 ? waiting == live : waiting + arrived_[number] >= count;
}

bool Execution::release_barriers() {
  bool released = false;
  for (std::uint32_t number = 0; number < barriers_in_a_block; ++number) {
    std::uint32_t waiting = 0;
    for (const Warp& warp : warps_) waiting += static_cast<std::uint32_t>(std::popcount(waiting_at(warp, number)));
    if (waiting == 0 || !barrier_complete(number, waiting)) continue;
    release_barrier(number);
    released = true;
  }
  return released;
}

void Execution::release_barrier(std::uint32_t number) {
  Tally tally;
  for (const Warp& warp : warps_) {
    tally.all += static_cast<std::uint32_t>(std::popcount(waiting_at(warp, number)));
    tally.yes += static_cast<std::uint32_t>(std::popcount(waiting_at(warp, number) & warp.barrier_votes));
  }
  for (Warp& warp : warps_) {
    const std::uint32_t lanes = waiting_at(warp, number);
    for (const unsigned lane : Lanes{lanes}) take_away(*this, warp, lane, tally);
    warp.at_barrier &= ~lanes;
  }
  arrived_[number] = 0;
}

void Execution::fail_deadlocked() const {
  for (const Warp& warp : warps_)
    for (const unsigned lane : Lanes{warp.convergence.waiting()}) {
      const std::vector<Instruction>& code = warp.path[lane]->function.code;
      fail(Diagnosis::Kind::deadlock,
           "deadlock: after a branch the lane waits for lane " +
               std::to_string(warp.convergence.missing(lane, warp.live)) + ", which waits elsewhere",
           warp, lane, code[warp.pc[lane]]);
    }
  for (const Warp& warp : warps_)
    for (const unsigned lane : Lanes{warp.at_collective}) {
      const std::uint32_t missing = warp.member_mask[lane] & warp.live & ~warp.at_collective;
      fail(Diagnosis::Kind::deadlock,
           missing ? "deadlock: lane " + std::to_string(first_lane(missing)) + " of its member mask never comes"
                   : "deadlock: the lanes of its member mask wait in different instructions or with different masks",
           warp, lane, waiting_instruction(warp, lane));
    }
  for (const Warp& warp : warps_)
    for (const unsigned lane : Lanes{warp.at_barrier})
      fail(Diagnosis::Kind::deadlock,
           "deadlock: other threads never come to barrier " + std::to_string(warp.barrier[lane]), warp, lane,
           waiting_instruction(warp, lane));
  throw Failure{{Diagnosis::Kind::deadlock, "deadlock", block_, 0, 0, 0, "", ""}};
}

}  // namespace batt::ptx
