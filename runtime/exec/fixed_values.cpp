#include "runtime/exec/fixed_values.h"

#include <algorithm>

#include "runtime/exec/interpreter.h"
#include "runtime/exec/materialize.h"
#include "runtime/exec/reads.h"

namespace batt::exec {
namespace {

/// Little, beside what it takes to make a program known to a device.
constexpr Limits limits{.seconds = 0, .memory = std::size_t{16} << 20, .steps = std::uint64_t{1} << 20};

/// The instructions outside of blocks that may be run before all others: they read nothing but constants and one
/// another, set slots of their own, and leave later piles alone.
std::vector<std::uint32_t> without_inputs(const Program& program, const Schedule& schedule, ErrorMode mode) {
  std::vector<std::uint32_t> listed;
  for (const Schedule::ByStage* part : {&schedule.o, &schedule.s}) {
    const auto& task = (*part)[static_cast<std::size_t>(Stage::Task)];
    listed.insert(listed.end(), task.begin(), task.end());
  }
  std::ranges::sort(listed);
  std::vector<std::uint32_t> times_set(program.slot_count, 0);
  for (std::uint32_t k = 0; k < program.instructions.size(); k = after(program, k)) {
    ++times_set[program.instructions[k].result];
    if (program.instructions[k].guard == Instruction::Guard::Pile) ++times_set[program.instructions[k].result + 1];
  }
  std::vector<bool> is_open(program.slot_count, false);  // depends on what is not known yet
  for (std::size_t k = 0; k < program.parameters.size(); ++k) is_open[k] = true;
  std::vector<std::uint32_t> found;
  auto next = listed.begin();
  for (std::uint32_t k = 0; k < program.instructions.size(); k = after(program, k)) {
    const Instruction& instruction = program.instructions[k];
    const bool is_pile = instruction.guard == Instruction::Guard::Pile;
    while (next != listed.end() && *next < k) ++next;
    bool is_closed = next != listed.end() && *next == k && times_set[instruction.result] == 1 &&
                     !(is_pile && (times_set[instruction.result + 1] != 1 || may_raise(instruction.raises, mode)));
    for_each_read(program, k, [&](std::uint32_t slot) { is_closed = is_closed && !is_open[slot]; });
    is_open[instruction.result] = !is_closed;
    if (is_pile) is_open[instruction.result + 1] = !is_closed;
    if (is_closed) found.push_back(k);
  }
  return found;
}

}  // namespace

FixedValues::FixedValues(const Program& program, const Schedule& schedule, ErrorMode mode)
    : context_(mode, limits), is_done_(program.instructions.size(), false) {
  const ProgramView view = view_of(program);
  std::vector<Value> slots(program.slot_count);
  for (const auto& [slot, value] : program.constants) slots[slot] = value;
  std::vector<bool> is_missing(program.slot_count, false);
  std::vector<Interpreter::Frame> frames(program.loop_depth + 1);
  Interpreter interpreter(view, context_, slots.data(), frames.data());
  Materializer materializer(context_);
  for (const std::uint32_t k : without_inputs(program, schedule, mode)) {
    const Instruction& instruction = program.instructions[k];
    bool is_known = true;
    for_each_read(program, k, [&](std::uint32_t slot) { is_known = is_known && !is_missing[slot]; });
    try {
      is_known = is_known && interpreter.run_listed(k) && context_.unfixed_looks().count() == 0;
      if (is_known) materializer.materialize(slots[instruction.result]);
      is_known = is_known && context_.unfixed_looks().count() == 0;
    } catch (const LimitExceeded&) {
      return;
    } catch (const Unanswered&) {
      return;
    }
    context_.set_unfixed_looks({});
    const bool is_pile = instruction.guard == Instruction::Guard::Pile;
    is_missing[instruction.result] = !is_known;
    if (is_pile) is_missing[instruction.result + 1] = !is_known;
    if (!is_known) continue;
    is_done_[k] = true;
    values_.emplace_back(instruction.result, slots[instruction.result]);
    if (is_pile) values_.emplace_back(instruction.result + 1, slots[instruction.result + 1]);
  }
}

std::vector<std::uint32_t> FixedValues::without_fixed(const std::vector<std::uint32_t>& places) const {
  std::vector<std::uint32_t> left;
  std::ranges::copy_if(places, std::back_inserter(left), [&](std::uint32_t place) { return !is_done_[place]; });
  return left;
}

}  // namespace batt::exec
