// Branches, calls and ends, and instructions that mean nothing to an interpreter.
#include "tests/device/ptx/operations.h"

namespace batt::ptx {
namespace {

using Diagnosed = Diagnosis::Kind;
constexpr std::uint32_t deepest_call = 512;

void branch(Group& group, const Instruction& instruction) {
  if (group.active == group.lanes) {
    group.pc = instruction.target;
    return;
  }
  group.part();
  group.save();
  for (const unsigned lane : Lanes{group.active}) group.warp.pc[lane] = instruction.target;
  group.left = true;
}

void branch_by_index(Group& group, const Instruction& instruction) {
  const auto* indices = group.source<std::uint32_t>(instruction.operands[0]);
  bool parts = group.active != group.lanes;
  for (const unsigned lane : Lanes{group.active}) parts |= indices[lane] != indices[first_lane(group.active)];
  if (parts) group.part();
  group.save();
  for (const unsigned lane : Lanes{group.active}) {
    if (indices[lane] >= instruction.targets.size())
      group.fail(Diagnosed::bad_call, "the index is behind the table of branch targets", lane, instruction);
    group.warp.pc[lane] = instruction.targets[indices[lane]];
  }
  group.left = true;
}

/// Parameter blocks begin and end at multiples of 16 bytes, so whole words may be copied.
void copy_words(std::byte* to, const std::byte* from, std::uint32_t bytes) {
  for (std::uint32_t i = 0; i < bytes; i += 8) std::memcpy(to + i, from + i, 8);
}

void enter(Group& group, std::uint32_t lanes, const Function& callee, const Instruction& instruction) {
  const unsigned first = first_lane(lanes);
  if (callee.name == "__assertfail") group.fail(Diagnosed::trap, "an assertion failed", first, instruction);
  if (!callee.defined)
    group.fail(Diagnosed::bad_call, "the function " + callee.name + " is not defined", first, instruction);
  const CallSite& call = instruction.call;
  if (callee.input_bytes.size() != call.argument_bytes.size())
    group.fail(Diagnosed::bad_call, callee.name + " takes another number of arguments", first, instruction);
  if (group.path.depth >= deepest_call) group.fail(Diagnosed::bad_call, "calls nest too deeply", first, instruction);
  const CallPath& into = group.path.into(callee);
  Warp& warp = group.warp;
  if (group.execution.meter) group.execution.meter->call(group, callee);
  warp.enter(lanes, into);
  for (std::size_t i = 0; i < call.argument_bytes.size(); ++i) {
    const std::uint32_t bytes = std::min(call.argument_bytes[i], callee.input_bytes[i]);
    for (const unsigned lane : Lanes{lanes})
      copy_words(warp.parameters.at(lane, into.parameters + callee.input_offsets[i]),
                 warp.parameters.at(lane, group.path.parameters + call.argument_offsets[i]), bytes);
  }
  for (const unsigned lane : Lanes{lanes}) warp.return_pc[into.depth][lane] = group.pc;
}

void call(Group& group, const Instruction& instruction) {
  group.save();
  group.left = true;
  if (group.active != group.lanes) group.part_until(group.pc);
  if (instruction.call.callee) return enter(group, group.active, *instruction.call.callee, instruction);
  // Lanes may call different functions through one pointer. Registers can move when a frame is added: read them first.
  std::array<std::uint64_t, warp_size> pointers;
  std::memcpy(pointers.data(), group.source<std::uint64_t>(instruction.operands[0]), sizeof pointers);
  for (std::uint32_t rest = group.active; rest;) {
    const std::uint64_t pointer = pointers[first_lane(rest)];
    std::uint32_t together = 0;
    for (const unsigned lane : Lanes{rest}) together |= std::uint32_t{pointers[lane] == pointer} << lane;
    if (together != group.active) group.part_until(group.pc);
    const Function* callee = group.execution.module.function(pointer);
    if (!callee)
      group.fail(Diagnosed::bad_call, "a call through a pointer to no function", first_lane(rest), instruction);
    enter(group, together, *callee, instruction);
    rest &= ~together;
  }
}

void end(Group& group, const Instruction&) {
  group.save();
  group.warp.live &= ~group.active;
  group.left = true;
  group.warp.convergence.release(group.warp.live);
  if (group.warp.at_collective) group.execution.release_collectives(group.warp);
}

void give_back(Group& group) {
  Warp& warp = group.warp;
  const CallPath& caller = *group.path.caller;
  const Function& callee = group.path.function;
  for (const unsigned lane : Lanes{group.active}) {
    const std::uint32_t pc = warp.return_pc[group.path.depth][lane];
    const CallSite& site = caller.function.code[pc - 1].call;
    copy_words(warp.parameters.at(lane, caller.parameters + site.result_offset),
               warp.parameters.at(lane, group.path.parameters + callee.output_offset),
               std::min(site.result_bytes, callee.output_bytes));
    warp.path[lane] = &caller;
    warp.pc[lane] = pc;
  }
}

void return_from(Group& group, const Instruction& instruction) {
  if (!group.path.caller) return end(group, instruction);
  if (group.active != group.lanes) group.part();
  group.save();
  group.left = true;
  Convergence& convergence = group.warp.convergence;
  if (convergence.meeting_place(first_lane(group.active), group.path) != at_return) return give_back(group);
  // They come here again when all have come.
  for (const unsigned lane : Lanes{group.active}) group.warp.pc[lane] = group.pc - 1;
  convergence.arrive(group.active, group.warp.live);
}

void trap(Group& group, const Instruction& instruction) {
  group.fail(Diagnosed::trap, "trap", first_lane(group.active), instruction);
}

void nothing(Group&, const Instruction&) {}
Choice does_nothing(const Statement&) { return {nothing, "*"}; }

constexpr Row rows[] = {
    {"bra",
     [](const Statement&) -> Choice {
       return {branch, "*"};
     }},
    {"brx",
     [](const Statement&) -> Choice {
       return {branch_by_index, "*"};
     }},
    {"call",
     [](const Statement&) -> Choice {
       return {call, "*"};
     }},
    {"ret",
     [](const Statement&) -> Choice {
       return {return_from, ""};
     }},
    {"exit",
     [](const Statement&) -> Choice {
       return {end, ""};
     }},
    {"trap",
     [](const Statement&) -> Choice {
       return {trap, ""};
     }},
    {"brkpt", does_nothing},
    {"membar", does_nothing},
    {"fence", does_nothing},
    {"nanosleep", does_nothing},
    {"prefetch", does_nothing},
    {"prefetchu", does_nothing},
    {"applypriority", does_nothing},
    {"discard", does_nothing},
    {"griddepcontrol", does_nothing},
    {"pmevent", does_nothing},
};

}  // namespace

std::span<const Row> control_rows() { return rows; }

void unknown_instruction(Group& group, const Instruction& instruction) {
  group.fail(Diagnosed::unknown_instruction, "unknown instruction", first_lane(group.active), instruction);
}

void frame_address(Group& group, const Instruction& instruction) {
  const bool local = instruction.address.form == AddressForm::frame_local;
  const std::uint64_t address = (local ? local_begin + group.path.locals : group.path.parameters) +
                                static_cast<std::uint64_t>(instruction.address.offset);
  if (instruction.type.bytes == 8) {
    std::array<std::uint64_t, warp_size> values;
    values.fill(address);
    group.write(instruction.operands[0], values.data());
  } else {
    std::array<std::uint32_t, warp_size> values;
    values.fill(static_cast<std::uint32_t>(address));
    group.write(instruction.operands[0], values.data());
  }
}

/// Time is counted in warp instructions, so that it is the same in every run.
void read_clock(Group& group, const Instruction& instruction) {
  const std::uint64_t now = group.execution.steps >> instruction.immediate;
  if (instruction.type.bytes == 8) {
    std::array<std::uint64_t, warp_size> values;
    values.fill(now);
    group.write(instruction.operands[0], values.data());
  } else {
    std::array<std::uint32_t, warp_size> values;
    values.fill(static_cast<std::uint32_t>(now));
    group.write(instruction.operands[0], values.data());
  }
}

}  // namespace batt::ptx
