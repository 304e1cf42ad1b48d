// The interpreter of programs as data, one source for host and device. Blocks inside blocks are frames on a stack:
// nothing recurses.
#pragma once

#include "dsl_kernels/calls/function.h"
#include "dsl_kernels/calls/kept_call.h"
#include "dsl_kernels/calls/loop.h"
#include "dsl_kernels/object_search/single_cells.h"
#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/set_size.h"
#include "runtime/exec/guards.h"
#include "runtime/exec/lowered_program.h"
#include "runtime/exec/quick_columns.h"
#include "runtime/exec/stage_list.h"
#include "runtime/python/python.h"

namespace batt::exec {

/// A program as the interpreter reads it: arrays that lie in host or in device memory.
struct ProgramView {
  const Instruction* instructions;
  const std::uint32_t* operands;
  const Handler* handlers;
  const PileCall* piles;
  const std::uint32_t* conditions;
  const std::pair<std::uint32_t, Value>* constants;  ///< values of slots
  std::uint32_t instruction_count;
  std::uint32_t constant_count;
  std::uint32_t slot_count;
  std::uint32_t loop_depth;
  const Value* shared_constants_end =
      nullptr;  ///< on the device: of operands that are no slots; operand -1 is the last
};

/// On the host.
ProgramView view_of(const Program& program);

class Interpreter {
 public:
  /// A call that a loop has made.
  struct KeptCall {
    Value operands[max_arity];
    Value result;
  };

  /// A block or a loop that runs.
  struct Frame {
    const Instruction* instruction;
    bool is_loop;
    Value arguments[4];
    Loop loop;
#ifndef BATT_ON_DEVICE
    std::uint32_t kept_calls;  ///< a bit for each that is known
    KeptCall kept[most_kept_calls];
#endif
  };

  /// What changes from one instruction outside of blocks to the next, apart from slots.
  struct State {
    Frame* top;
    Pile pile;
  };

  /// `parameters` are the values of the first slots.
  BATT_HD Interpreter(const ProgramView& program, Context& context, const Value* parameters,
                      std::size_t parameter_count)
      : program_(program),
        context_(context),
        operands_(program.operands),
        slots_(context.arena().allocate<Value>(program.slot_count)),
        top_(context.arena().allocate<Frame>(program.loop_depth + 1)) {
    for (std::size_t k = 0; k < parameter_count; ++k) slots_[k] = parameters[k];
    for (std::size_t k = 0; k < program.constant_count; ++k)
      slots_[program.constants[k].first] = program.constants[k].second;
  }

#ifndef BATT_ON_DEVICE
  /// For parts of a program: `slots` hold the constants, and what earlier parts have set; `frames` has room for
  /// loop_depth + 1.
  Interpreter(const ProgramView& program, Context& context, Value* slots, Frame* frames)
      : program_(program), context_(context), operands_(program.operands), slots_(slots), top_(frames) {}

  /// Before a part. `frames` as before: an earlier part may have been left by a limit.
  void begin_part(Frame* frames, const Pile& pile) {
    top_ = frames;
    pile_ = pile;
  }
#endif

  /// False if an exception ended the program.
  BATT_HD bool run() {
    const Instruction* instruction = program_.instructions;
    const Instruction* end = instruction + program_.instruction_count;
    while (instruction != end) {
      instruction = instruction->guard >= Instruction::Guard::Leave ? run_inside(instruction) : step(*instruction);
      if (instruction == nullptr) return false;
    }
    return true;
  }

#ifndef BATT_ON_DEVICE
  /// Runs instructions outside of blocks, with the blocks that they begin. Returns how many have run: not all if an
  /// exception ended the program.
  std::size_t run_listed(const ListedInstruction* listed, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k)
      if (!run_listed(listed[k])) return k;
    return count;
  }
#endif

  /// Runs one of them, by its place in the program; false if an exception ended the program.
  BATT_HD bool run_listed(std::uint32_t place) { return run_alone(program_.instructions[place]); }

  BATT_HD State state() const { return {top_, pile_}; }
  BATT_HD void set_state(const State& state) {
    top_ = state.top;
    pile_ = state.pile;
  }
  BATT_HD Value slot(std::uint32_t slot) const { return slots_[slot]; }
  BATT_HD void set_slot(std::uint32_t slot, Value value) { slots_[slot] = value; }
  const Pile& pile() const { return pile_; }
  /// What ended the program.
  BATT_HD Exception escaped() const { return escaped_; }

 private:
  /// Runs one instruction outside of blocks, with the block that it begins. False if an exception ended the program.
  BATT_HD bool run_alone(const Instruction& first) {
#ifdef BATT_ON_DEVICE
    // Most statements are such calls, of which step() would ask much that is known. The host has them listed.
    if (first.kind == Instruction::Kind::CallOp && first.guard != Instruction::Guard::Pile &&
        !first.operands_may_be_errors) {
      context_.set_line(first.line);
      const Value value = call_op(first);
      if (value.is_error()) return put(first, value) != nullptr;
      slots_[first.result] = value;
      return true;
    }
#endif
    const Instruction* const end = after(first);
    const Instruction* instruction = step(first);
    while (instruction != nullptr && instruction != end) instruction = run_inside(instruction);
    return instruction != nullptr;
  }

#ifndef BATT_ON_DEVICE
  [[gnu::always_inline]] bool run_listed(const ListedInstruction& listed) {
    using Form = ListedInstruction::Form;
    const auto operand = [&](std::size_t k) { return slots_[listed.operands[k]]; };
    if (listed.form == Form::Other) return run_alone(program_.instructions[listed.place]);
    if (listed.form == Form::QuickCall)
      if (const QuickResult quick = call_quick(listed.quick, operand); quick.applies()) {
        slots_[listed.result] = quick.value();
        return true;
      }
    context_.set_line(listed.line);
    const Value value = listed.entry.call(context_, listed.operand_count, operand);
    if (value.is_error()) return put(program_.instructions[listed.place], value) != nullptr;
    slots_[listed.result] = value;
    return true;
  }
#endif

  // Each of these returns which instruction comes next; null if an exception ends the program.

  BATT_HD const Instruction* step(const Instruction& instruction) {
    if (instruction.guard == Instruction::Guard::Pile && !conditions_hold(instruction)) {
      slots_[instruction.result] = Value::none();
      slots_[instruction.result + 1] = Value::boolean(false);
      return after(instruction);
    }
    context_.set_line(instruction.line);
    return is_block(instruction) ? enter(instruction) : put(instruction, compute(instruction));
  }

  /// The same for what follows inside a block, where most of the time goes, until another block begins or this one is
  /// done.
  BATT_HD const Instruction* run_inside(const Instruction* instruction) {
    for (;; ++instruction) {
      const Instruction& current = *instruction;
      const QuickResult quick = run_quick_step(current);
      Value value = quick.value();
      if (!quick.applies()) {
        if (current.kind == Instruction::Kind::CallOp)
          value = call_in_block(current);
        else if (is_block(current))
          return enter(current);
        else
          value = compute(current);
      } else if (current.is_pair_loop) {
        instruction = program_.instructions + current.end;
      }
#ifndef BATT_ON_DEVICE
      if (current.guard == Instruction::Guard::Result && top_->is_loop && !value.is_error()) {
        if (!advance_loop(context_, top_->loop, value)) return leave_loop();
        instruction = begin_of_turn(*top_->instruction) - 1;
        continue;
      }
#endif
      if (current.guard == Instruction::Guard::Result || value.is_error()) return leave(value);
      slots_[current.result] = value;
    }
  }

  /// The quick case of an instruction inside a block. Its switch is worth a copy for each loop over instructions.
  [[gnu::always_inline]] BATT_HD QuickResult run_quick_step(const Instruction& instruction) {
#ifdef BATT_ON_DEVICE
    if (instruction.quick == Quick::None) return QuickResult::not_this_case();
#else
    if (instruction.is_pair_loop) return run_pair_loop(instruction);
#endif
    const std::uint32_t* const from = operands(instruction);
    return call_quick(instruction.quick, [this, from](std::size_t k) { return value(from[k]); });
  }

#ifndef BATT_ON_DEVICE
  // Loops of quick steps alone: such steps raise nothing, so they need no frame.

  /// The function of such a loop from a step on, for the item that was put.
  [[gnu::always_inline]] QuickResult run_quick_body(const Instruction* step) {
    for (;; ++step) {
      const QuickResult result = run_quick_step(*step);
      if (!result.applies() || step->guard == Instruction::Guard::Result) return result;
      slots_[step->result] = result.value();
      if (step->is_pair_loop) step = program_.instructions + step->end;
    }
  }

  /// The whole loop, if it makes a pair of a pair. Its function is the first operand.
  [[gnu::noinline]] QuickResult run_pair_loop(const Instruction& loop) {
    const Value pair = value(operands(loop)[1]);
    if (!pair.is_pair()) return QuickResult::not_this_case();
    if (loop.is_partwise) {
      slots_[loop.items] = pair;
      const QuickResult result = run_quick_body(&loop + 1);
      return result.value().is_pair() ? result : QuickResult::not_this_case();
    }
    std::int64_t results[2];
    for (int k = 0; k < 2; ++k) {
      slots_[loop.items] = Value::integer(k == 0 ? pair.i() : pair.j());
      const QuickResult result = run_quick_body(&loop + 1);
      if (!result.applies() || !quick::is_small(result.value())) return QuickResult::not_this_case();
      results[k] = result.value().as_int();
    }
    return quick::pair(results[0], results[1]);
  }

  /// Makes the calls that a loop asks for, until one is not the case of its quick steps. False: it asks for no more.
  bool make_quick_calls(const Instruction& instruction, Loop& loop) {
    for (const Instruction* begin = &instruction + 1;; begin = begin_of_turn(instruction)) {
      const QuickResult result = run_quick_body(begin);
      if (!result.applies()) return true;
      if (!advance_loop(context_, loop, result.value())) return false;
    }
  }
#endif

  BATT_HD const Instruction* enter(const Instruction& instruction) {
    const Value failed = first_error(instruction);
    if (failed.is_error()) return put(instruction, failed);
    Frame& frame = *++top_;
    frame.instruction = &instruction;
    frame.is_loop = instruction.kind == Instruction::Kind::Loop;
#ifndef BATT_ON_DEVICE
    frame.kept_calls = 0;
#endif
    if (!frame.is_loop) {
      context_.charge();
      return &instruction + 1;
    }
    Value* items = slots_ + instruction.items;
    for (std::size_t k = 0; k < instruction.operand_count; ++k) frame.arguments[k] = value(operands(instruction)[k]);
    bool wants_call = start_loop(context_, frame.loop, static_cast<OpId>(instruction.op), frame.arguments, items,
                                 need(instruction), instruction.body);
#ifndef BATT_ON_DEVICE
    if (wants_call && instruction.has_columns && has_many_calls(frame.loop))
      wants_call = make_calls_by_columns(context_, frame.loop, instruction, operands_, slots_);
    if (wants_call && instruction.has_quick_body) wants_call = make_quick_calls(instruction, frame.loop);
    if (instruction.has_one_call)
      while (wants_call) wants_call = advance_loop(context_, frame.loop, call_op((&instruction)[1]));
#endif
    // A loop without a body gives its items back.
    if (&instruction == program_.instructions + instruction.end)
      while (wants_call) wants_call = advance_loop(context_, frame.loop, *items);
    return wants_call ? &instruction + 1 : leave_loop();
  }

  /// The innermost block returned this, possibly an error: begins its next turn, or goes on after it.
  BATT_HD const Instruction* leave(Value answer) {
    Frame& frame = *top_;
    if (!frame.is_loop) return leave_block(answer);
    return advance_loop(context_, frame.loop, answer) ? next_turn(frame, answer) : leave_loop();
  }

  /// Where a loop goes on after a turn that returned this. After an error it may begin anew.
  BATT_HD const Instruction* next_turn(const Frame& frame, Value answer) const {
    return answer.is_error() ? frame.instruction + 1 : begin_of_turn(*frame.instruction);
  }
  /// Who logs failures is told of those of every turn.
  BATT_HD const Instruction* begin_of_turn(const Instruction& loop) const {
#ifndef BATT_ON_DEVICE
    if (context_.log() != nullptr) return &loop + 1;
#endif
    return &loop + 1 + loop.steady;
  }

  BATT_HD const Instruction* leave_loop() { return leave_block(result_of(*top_)); }

  /// Goes out of the innermost block, and of those around it for which this is the result, too.
  BATT_HD const Instruction* leave_block(Value answer) {
    while (true) {
      const Instruction& instruction = *(top_--)->instruction;
      const bool goes_on = instruction.guard == Instruction::Guard::Result ||
                           (instruction.guard == Instruction::Guard::Leave && answer.is_error());
      if (!goes_on) return put(instruction, answer);
      if (!top_->is_loop) continue;
      if (advance_loop(context_, top_->loop, answer)) return next_turn(*top_, answer);
      answer = result_of(*top_);
    }
  }

  BATT_HD static bool is_block(const Instruction& instruction) {
    return instruction.kind == Instruction::Kind::Block || instruction.kind == Instruction::Kind::Loop;
  }

  /// The instruction that runs when this one, with its block, is done.
  BATT_HD const Instruction* after(const Instruction& instruction) const {
    return is_block(instruction) ? program_.instructions + instruction.end + 1 : &instruction + 1;
  }

  /// Puts the value of an instruction, or what its guard makes of an error. What goes out of a block is no matter of
  /// it.
  BATT_HD const Instruction* put(const Instruction& instruction, Value value) {
    if (instruction.guard == Instruction::Guard::Pile) slots_[instruction.result + 1] = Value::boolean(true);
    if (value.is_error()) {
      value = handle(instruction, value);
      if (value.is_error() && instruction.guard != Instruction::Guard::Propagate) {
        escaped_ = value.exception();
        return nullptr;
      }
    }
    slots_[instruction.result] = value;
    return after(instruction);
  }

#ifdef BATT_ON_DEVICE
  /// What an op is called with.
  class Arguments {
   public:
    /// All are loaded before the first one is needed: loads that wait for each other wait one after the other.
    template <std::size_t count>
    BATT_HD void take(const Interpreter& from, const std::uint32_t* operands) {
      std::uint32_t places[count];
      for (std::size_t k = 0; k < count; ++k) places[k] = operands[k];
      Value loaded[count];
      for (std::size_t k = 0; k < count; ++k) loaded[k] = from.value(places[k]);
      for (std::size_t k = 0; k < count; ++k) new (memory_ + k * sizeof(Value)) Value(loaded[k]);
    }
    BATT_HD const Value* values() const { return reinterpret_cast<const Value*>(memory_); }

   private:
    alignas(16) std::byte memory_[max_arity * sizeof(Value)];  // of which only what is taken is written
  };
#endif

  BATT_HD Value call_op(const Instruction& instruction) {
    const std::uint32_t* from = operands(instruction);
#ifdef BATT_ON_DEVICE
    Arguments arguments;
    switch (instruction.operand_count) {
      case 1: arguments.take<1>(*this, from); break;
      case 2: arguments.take<2>(*this, from); break;
      case 3: arguments.take<3>(*this, from); break;
      default: arguments.take<4>(*this, from); break;
    }
    return dispatch_op(context_, static_cast<OpId>(instruction.op), arguments.values());
#else
    return instruction.entry.call(context_, instruction.operand_count, [&](std::size_t k) { return value(from[k]); });
#endif
  }

  [[gnu::always_inline]] BATT_HD Value call_in_block(const Instruction& instruction) {
#ifndef BATT_ON_DEVICE
    if (instruction.kept != 0) return call_kept(instruction);
#endif
    return call_op(instruction);
  }

#ifndef BATT_ON_DEVICE
  /// A call that need not be made if its operands are those of the last turn. Who logs failures is told of those of
  /// every turn.
  [[gnu::noinline]] Value call_kept(const Instruction& instruction) {
    const std::uint32_t bit = std::uint32_t{1} << instruction.kept;
    const std::uint32_t* const from = operands(instruction);
    KeptCall& kept = top_->kept[instruction.kept - 1];
    bool is_known = (top_->kept_calls & bit) != 0 && context_.log() == nullptr;
    for (std::size_t k = 0; k < instruction.operand_count && is_known; ++k)
      is_known = value(from[k]).same_as(kept.operands[k]);
    if (is_known) return kept.result;
    top_->kept_calls &= ~bit;
    for (std::size_t k = 0; k < instruction.operand_count; ++k) kept.operands[k] = value(from[k]);
    kept.result = call_op(instruction);
    if (may_keep(static_cast<OpId>(instruction.op), kept.result)) top_->kept_calls |= bit;
    return kept.result;
  }
#endif

  /// The value of an operand.
  BATT_HD Value value(std::uint32_t operand) const {
#ifdef BATT_ON_DEVICE
    const auto place = static_cast<std::int32_t>(operand);
    return (place < 0 ? program_.shared_constants_end : slots_)[place];
#else
    return slots_[operand];
#endif
  }

  BATT_HD Value result_of(const Frame& frame) {
    return loop_result(context_, frame.loop, static_cast<OpId>(frame.instruction->op), frame.arguments);
  }

  BATT_HD const std::uint32_t* operands(const Instruction& instruction) const {
    return operands_ + instruction.first_operand;
  }

  /// Of the operands; none if they are all values.
  BATT_HD Value first_error(const Instruction& instruction) const {
    if (instruction.operands_may_be_errors)
      for (std::size_t k = 0; k < instruction.operand_count; ++k)
        if (const Value operand = value(operands(instruction)[k]); operand.is_error()) return operand;
    return Value::none();
  }

  BATT_HD Value compute(const Instruction& instruction) {
    if (instruction.operands_may_be_errors)
      if (const Value failed = first_error(instruction); failed.is_error()) return failed;
    const std::uint32_t* from = operands(instruction);
    const std::size_t count = instruction.operand_count;
    switch (instruction.kind) {
      case Instruction::Kind::CallOp: return call_op(instruction);
      case Instruction::Kind::CallValue: return call_value(from, count);
      case Instruction::Kind::FailedCall: return fail_call(instruction);
      case Instruction::Kind::MakeTuple: {
        ScratchVector items(context_);
        for (std::size_t k = 0; k < count; ++k) items.push(value(from[k]));
        return make_tuple(context_, items);
      }
      case Instruction::Kind::Default: return safe_default_of(context_, value(from[0]));
      case Instruction::Kind::Field: return okt_field(value(from[0]), instruction.field);
      case Instruction::Kind::MakeOkt: return make_okt(context_, value(from[1]).as_bool(), value(from[0]));
      case Instruction::Kind::OtherName: return other_name(context_, value(from[0]), instruction.field);
      case Instruction::Kind::Pass: return value(from[0]);
      case Instruction::Kind::Part: return value(from[0]).closure()->parts[instruction.field];
      case Instruction::Kind::SizeOf:
        if (instruction.operand_count == 3)
          return size_of_shifted(context_, size_op(instruction), static_cast<OpId>(instruction.op), value(from[0]),
                                 value(from[1]), value(from[2]));
        return size_of(context_, size_op(instruction), static_cast<OpId>(instruction.op), value(from[0]),
                       value(from[1]));
      case Instruction::Kind::Objects: return objects_or_none(context_, value(from[0]), value(from[1]));
      case Instruction::Kind::SingleCells:
        return single_cells_of(context_, value(from[0]), value(from[1]), value(from[2]), value(from[3]));
      case Instruction::Kind::Equal: return Value::boolean(equal(context_, value(from[0]), value(from[1])));
      case Instruction::Kind::Block:
      case Instruction::Kind::Loop: break;
    }
    return {};
  }

  BATT_HD Value call_value(const std::uint32_t* from, std::size_t count) {
    ArenaScope scope(context_.scratch());
    Value* parts = context_.scratch().allocate<Value>(count);
    for (std::size_t k = 0; k < count; ++k) parts[k] = value(from[k]);
    return call(context_, parts[0], parts + 1, count - 1);
  }

  BATT_HD Value fail_call(const Instruction& instruction) {
    const auto op = static_cast<OpId>(instruction.op);
#ifndef BATT_ON_DEVICE
    if (context_.log() != nullptr) {
      ScratchVector arguments(context_);
      for (std::size_t k = 0; k < instruction.operand_count; ++k) arguments.push(value(operands(instruction)[k]));
      return fail_op(context_, op, type_error(), arguments.data(), arguments.size());
    }
#endif
    return fail_op(context_, op, type_error(), nullptr, 0);
  }

  /// What an error becomes under the instruction's guard; an error again if it goes on.
  BATT_HD Value handle(const Instruction& instruction, Value error) {
    switch (instruction.guard) {
      case Instruction::Guard::Propagate:
      case Instruction::Guard::Leave:
      case Instruction::Guard::Result:
      case Instruction::Guard::Escape: return error;
      case Instruction::Guard::Catch: {
        const Handler& handler = program_.handlers[instruction.guard_index];
        if (!catches(handler.bits, error)) return error;
        const Value fallback = slots_[handler.fallback];
        return handler.default_of_fallback && !fallback.is_error() ? safe_default_of(context_, fallback) : fallback;
      }
      case Instruction::Guard::Pile: {
        bool ok = false;
        Pile pile = pile_;  // an interpreter whose address is given away does not stay in registers
        const Value answer = pile.failed(context_, slots_[program_.piles[instruction.guard_index].callee], ok);
        pile_ = pile;
        slots_[instruction.result + 1] = Value::boolean(ok);
        return answer;
      }
    }
    return error;
  }

  BATT_HD bool conditions_hold(const Instruction& instruction) const {
    const PileCall& pile = program_.piles[instruction.guard_index];
    const std::uint32_t* conditions = program_.conditions + pile.first_condition;
    for (std::uint32_t k = 0; k < pile.condition_count; ++k)
      if (!truth(slots_[conditions[k]])) return false;
    return true;
  }

  const ProgramView program_;
  Context& context_;
  const std::uint32_t* operands_;
  Value* slots_;
  Frame* top_;  ///< the innermost block; before the first one, the place below all
  Exception escaped_{};
  Pile pile_;
};

}  // namespace batt::exec
