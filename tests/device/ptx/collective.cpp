#include "tests/device/ptx/collective.h"

namespace batt::ptx {
namespace {

const Operand& mask_of(const Instruction& instruction) { return instruction.operands[instruction.operand_count - 1u]; }

/// Sources stand between the destination and the member mask.
std::size_t sources(const Instruction& instruction) {
  return instruction.operand_count > 2 ? instruction.operand_count - 2u : 0;
}

void bring(const Group& group, const Instruction& instruction, Exchange& exchange) {
  switch (static_cast<Brings>(instruction.immediate)) {
    case Brings::nothing: return;
    case Brings::votes: exchange.votes = group.predicate(instruction.operands[1]); return;
    case Brings::wide_words: exchange.wide_words = group.source<std::uint64_t>(instruction.operands[1]); return;
    case Brings::words:
      for (std::size_t i = 0; i < sources(instruction); ++i)
        exchange.words[i] = group.source<std::uint32_t>(instruction.operands[i + 1]);
  }
}

void take_away(Group& group, const Instruction& instruction, const Exchange& exchange) {
  if (instruction.operand_count < 2) return;
  if (instruction.operands[0].base == Base::predicates)
    group.write_predicate(instruction.operands[0], exchange.truths);
  else
    group.write(instruction.operands[0], exchange.results.data());
  if (instruction.second.base == Base::predicates) group.write_predicate(instruction.second, exchange.truths);
}

void perform(Execution& execution, const Warp& warp, Exchange& exchange, const Instruction& instruction) {
  instruction.collective(exchange, instruction);
  if (exchange.undefined)
    execution.fail(Diagnosis::Kind::undefined_lane, "reads a lane that does not take part", warp,
                   first_lane(exchange.undefined), instruction);
}

const Instruction& waiting_instruction(const Warp& warp, unsigned lane) {
  return warp.path[lane]->function.code[warp.pc[lane] - 1];
}

/// All members of the lane's mask wait in the same instruction with the same mask.
bool complete(const Warp& warp, unsigned first) {
  const std::uint32_t mask = warp.member_mask[first], needed = mask & warp.live;
  if (needed & ~warp.at_collective) return false;
  const std::size_t opcode = waiting_instruction(warp, first).opcode_hash;
  for (const unsigned lane : Lanes{needed})
    if (warp.member_mask[lane] != mask || waiting_instruction(warp, lane).opcode_hash != opcode) return false;
  return true;
}

/// The members stand at different places: each one's sources are gathered and its results scattered by themselves.
void perform_apart(Execution& execution, Warp& warp, std::uint32_t lanes) {
  std::array<std::array<std::uint32_t, warp_size>, 3> words{};
  std::array<std::uint64_t, warp_size> wide{};
  Exchange all;
  all.lanes = lanes;
  all.members = warp.member_mask[first_lane(lanes)];
  for (const unsigned lane : Lanes{lanes}) {
    Exchange own;
    bring(Group(execution, warp, 1u << lane), waiting_instruction(warp, lane), own);
    for (std::size_t i = 0; i < words.size(); ++i)
      if (own.words[i]) words[i][lane] = own.words[i][lane];
    if (own.wide_words) wide[lane] = own.wide_words[lane];
    all.votes |= own.votes & (1u << lane);
  }
  for (std::size_t i = 0; i < words.size(); ++i) all.words[i] = words[i].data();
  all.wide_words = wide.data();
  perform(execution, warp, all, waiting_instruction(warp, first_lane(lanes)));
  for (const unsigned lane : Lanes{lanes}) {
    Group alone(execution, warp, 1u << lane);
    take_away(alone, waiting_instruction(warp, lane), all);
  }
}

}  // namespace

void meet(Group& group, const Instruction& instruction) {
  const auto* masks = group.source<std::uint32_t>(mask_of(instruction));
  const std::uint32_t mask = masks[first_lane(group.active)];
  bool same = true;
  for (const unsigned lane : Lanes{group.active}) {
    if (!(masks[lane] >> lane & 1))
      group.fail(Diagnosis::Kind::foreign_mask, "the lane is not in its own member mask", lane, instruction);
    same &= masks[lane] == mask;
  }
  if (same && (mask & group.warp.live) == group.active) {
    Exchange exchange;
    exchange.lanes = group.active;
    exchange.members = mask;
    bring(group, instruction, exchange);
    perform(group.execution, group.warp, exchange, instruction);
    take_away(group, instruction, exchange);
    return;
  }
  group.save();
  for (const unsigned lane : Lanes{group.active}) group.warp.member_mask[lane] = masks[lane];
  group.warp.at_collective |= group.active;
  group.left = true;
  group.execution.release_collectives(group.warp);
}

void Execution::release_collectives(Warp& warp) {
  for (std::uint32_t pending = warp.at_collective; pending;) {
    const unsigned lane = first_lane(pending);
    pending &= pending - 1;
    if (!complete(warp, lane)) continue;
    const std::uint32_t lanes = warp.member_mask[lane] & warp.live;
    perform_apart(*this, warp, lanes);
    warp.at_collective &= ~lanes;
    pending &= ~lanes;
  }
}

}  // namespace batt::ptx
