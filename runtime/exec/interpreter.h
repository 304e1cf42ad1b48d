// The interpreter of programs as data, one source for host and device. Blocks inside blocks are frames on a stack: nothing recurses.
#pragma once

#include "batt/exec.h"
#include "batt/function.h"
#include "batt/python.h"
#include "dsl_kernels/loop.h"
#include "dsl_kernels/op_bodies.h"

namespace batt::exec {

/// A program as the interpreter reads it: arrays that lie in host or in device memory.
struct ProgramView {
  const Instruction* instructions;
  const std::uint32_t* operands;
  const Handler* handlers;
  const PileCall* piles;
  const std::uint32_t* conditions;
  const std::pair<std::uint32_t, Value>* constants;
  std::uint32_t instruction_count;
  std::uint32_t constant_count;
  std::uint32_t slot_count;
  std::uint32_t loop_depth;
};

class Interpreter {
 public:
  /// `parameters` are the values of the first slots.
  BATT_HD Interpreter(const ProgramView& program, Context& context, const Value* parameters, std::size_t parameter_count)
      : program_(program),
        context_(context),
        slots_(context.arena().allocate<Value>(program.slot_count)),
        frames_(context.arena().allocate<Frame>(program.loop_depth)) {
    for (std::size_t k = 0; k < parameter_count; ++k) slots_[k] = parameters[k];
    for (std::size_t k = 0; k < program.constant_count; ++k) slots_[program.constants[k].first] = program.constants[k].second;
  }

  /// False if an exception ended the program.
  BATT_HD bool run() {
    next_ = program_.instructions;
    const Instruction* end = next_ + program_.instruction_count;
    while (next_ != end)
      if (!step(*next_)) return false;
    return true;
  }

  BATT_HD Value slot(std::uint32_t slot) const { return slots_[slot]; }
  /// What ended the program.
  BATT_HD Exception escaped() const { return escaped_; }

 private:
  /// A block or a loop that runs.
  struct Frame {
    const Instruction* instruction;
    Value arguments[4];
    Loop loop;
  };

  /// False if an exception ends the program.
  BATT_HD bool step(const Instruction& instruction) {
    if (instruction.guard == Instruction::Guard::Pile && !conditions_hold(instruction)) {
      slots_[instruction.result] = Value::none();
      slots_[instruction.result + 1] = Value::boolean(false);
      next_ = behind(instruction);
      return true;
    }
    if (instruction.guard != Instruction::Guard::Leave) context_.set_line(instruction.line);
    switch (instruction.kind) {
      case Instruction::Kind::Block:
      case Instruction::Kind::Loop: return enter(instruction);
      case Instruction::Kind::End: return leave(slots_[operands(instruction)[0]]);
      default: return settle(instruction, compute(instruction));
    }
  }

  /// The instruction that runs when this one, with its block, is done.
  BATT_HD const Instruction* behind(const Instruction& instruction) const {
    return instruction.end != 0 ? program_.instructions + instruction.end + 1 : &instruction + 1;
  }

  BATT_HD bool settle(const Instruction& instruction, Value value) {
    return instruction.guard == Instruction::Guard::Leave && value.is_error() ? leave(value) : put(instruction, value);
  }

  /// Puts the value of an instruction, or what its guard makes of an error; that of a Leave is none.
  BATT_HD bool put(const Instruction& instruction, Value value) {
    if (instruction.guard == Instruction::Guard::Pile) slots_[instruction.result + 1] = Value::boolean(true);
    if (value.is_error()) {
      value = handle(instruction, value);
      if (value.is_error() && instruction.guard != Instruction::Guard::Propagate) {
        escaped_ = value.exception();
        return false;
      }
    }
    slots_[instruction.result] = value;
    next_ = behind(instruction);
    return true;
  }

  BATT_HD bool enter(const Instruction& instruction) {
    const Value failed = first_error(instruction);
    if (failed.is_error()) return settle(instruction, failed);
    context_.charge();
    Frame& frame = frames_[depth_++];
    frame.instruction = &instruction;
    next_ = &instruction + 1;
    if (instruction.kind == Instruction::Kind::Block) return true;
#ifdef BATT_ON_DEVICE
    context_.give_up(instruction.op, Reason::Function);
#endif
    for (std::size_t k = 0; k < instruction.operand_count; ++k) frame.arguments[k] = slots_[operands(instruction)[k]];
    if (!start_loop(context_, frame.loop, static_cast<OpId>(instruction.op), frame.arguments)) return finish_loop(frame);
    put_items(frame);
    return true;
  }

  /// The innermost block answered this, possibly an error: begins its next turn, or goes on behind it.
  BATT_HD bool leave(Value answer) {
    while (true) {
      Frame& frame = frames_[depth_ - 1];
      const Instruction& instruction = *frame.instruction;
      if (instruction.kind == Instruction::Kind::Loop) {
        if (advance_loop(context_, frame.loop, answer)) {
          put_items(frame);
          next_ = &instruction + 1;
          return true;
        }
        answer = loop_answer(frame);
      }
      --depth_;
      if (!answer.is_error() || instruction.guard != Instruction::Guard::Leave) return put(instruction, answer);
    }
  }

  BATT_HD bool finish_loop(const Frame& frame) {
    --depth_;
    return settle(*frame.instruction, loop_answer(frame));
  }

  /// The op's answer from its body's.
  BATT_HD Value loop_answer(const Frame& frame) {
    const Value answer = frame.loop.answer;
    return answer.is_error() ? settle_op(context_, static_cast<OpId>(frame.instruction->op), answer, frame.arguments) : answer;
  }

  BATT_HD void put_items(const Frame& frame) {
    const Instruction& end = program_.instructions[frame.instruction->end];
    slots_[end.result] = frame.loop.item;
    if (frame.loop.info->call_arity() == 2) slots_[end.result + 1] = frame.loop.other;
  }

  BATT_HD const std::uint32_t* operands(const Instruction& instruction) const { return program_.operands + instruction.first_operand; }

  /// Of the operands; none if they are all values.
  BATT_HD Value first_error(const Instruction& instruction) const {
    if (instruction.operands_may_be_errors)
      for (std::size_t k = 0; k < instruction.operand_count; ++k)
        if (const Value operand = slots_[operands(instruction)[k]]; operand.is_error()) return operand;
    return Value::none();
  }

  BATT_HD Value compute(const Instruction& instruction) {
    if (instruction.operands_may_be_errors)
      if (const Value failed = first_error(instruction); failed.is_error()) return failed;
    const std::uint32_t* from = operands(instruction);
    const std::size_t count = instruction.operand_count;
    switch (instruction.kind) {
      case Instruction::Kind::CallOp: {
        Value arguments[4];
        for (std::size_t k = 0; k < count; ++k) arguments[k] = slots_[from[k]];
#ifdef BATT_ON_DEVICE
        return enter_op(context_, static_cast<OpId>(instruction.op), arguments);
#else
        return instruction.entry(context_, arguments);
#endif
      }
      case Instruction::Kind::CallValue: return call_value(from, count);
      case Instruction::Kind::MakeTuple: {
        Collector items(context_);
        for (std::size_t k = 0; k < count; ++k) items.push(slots_[from[k]]);
        return make_tuple(context_, items);
      }
      case Instruction::Kind::Default: return safe_default_of(context_, slots_[from[0]]);
      case Instruction::Kind::Field: return okt_field(slots_[from[0]], instruction.field);
      case Instruction::Kind::MakeOkt: return make_okt(context_, slots_[from[1]].as_bool(), slots_[from[0]]);
      case Instruction::Kind::NewIdentity: return new_identity(context_, slots_[from[0]]);
      case Instruction::Kind::Pass: return slots_[from[0]];
      case Instruction::Kind::Equal: return Value::boolean(equal(slots_[from[0]], slots_[from[1]]));
      case Instruction::Kind::Block:
      case Instruction::Kind::Loop:
      case Instruction::Kind::End: break;
    }
    return {};
  }

  BATT_HD Value call_value(const std::uint32_t* from, std::size_t count) {
    ArenaScope scope(context_.scratch());
    Value* parts = context_.scratch().allocate<Value>(count);
    for (std::size_t k = 0; k < count; ++k) parts[k] = slots_[from[k]];
    return call(context_, parts[0], parts + 1, count - 1);
  }

  /// What an error becomes under the instruction's guard; an error again if it goes on.
  BATT_HD Value handle(const Instruction& instruction, Value error) {
    switch (instruction.guard) {
      case Instruction::Guard::Propagate:
      case Instruction::Guard::Leave:
      case Instruction::Guard::Escape: return error;
      case Instruction::Guard::Catch: {
        const Handler& handler = program_.handlers[instruction.detail];
        if (!catches(handler.bits, error)) return error;
        const Value fallback = slots_[handler.fallback];
        return handler.default_of_fallback && !fallback.is_error() ? safe_default_of(context_, fallback) : fallback;
      }
      case Instruction::Guard::Pile: {
        bool ok = false;
        const Value answer = pile_.failed(context_, slots_[program_.piles[instruction.detail].callee], ok);
        slots_[instruction.result + 1] = Value::boolean(ok);
        return answer;
      }
    }
    return error;
  }

  BATT_HD bool conditions_hold(const Instruction& instruction) const {
    const PileCall& pile = program_.piles[instruction.detail];
    const std::uint32_t* conditions = program_.conditions + pile.first_condition;
    for (std::uint32_t k = 0; k < pile.condition_count; ++k)
      if (!truth(slots_[conditions[k]])) return false;
    return true;
  }

  const ProgramView program_;
  Context& context_;
  Value* slots_;
  Frame* frames_;
  std::uint32_t depth_ = 0;  ///< frames in use
  const Instruction* next_ = nullptr;
  Exception escaped_{};
  Pile pile_;
};

}  // namespace batt::exec
