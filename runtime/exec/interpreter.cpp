#include "batt/exec.h"
#include "batt/function.h"
#include "batt/python.h"
#include "dsl_kernels/loop.h"
#include "dsl_kernels/op_bodies.h"

namespace batt::exec {
namespace {

Value parameter_value(const std::string& name, const Inputs& inputs) {
  if (name == "S") return inputs.S;
  if (name == "I") return inputs.I;
  if (name == "C") return inputs.C;
  if (name == "task_id") return inputs.task_id;
  if (name == "log_path") return inputs.log_path;
  return Value::none();
}

/// A block or a loop that runs: blocks inside blocks are frames on a stack, so that nothing here recurses.
struct Frame {
  const Instruction* instruction;
  Value arguments[4];
  Loop loop;
};

class Interpreter {
 public:
  Interpreter(const Program& program, Context& context, const Inputs& inputs)
      : program_(program),
        context_(context),
        slots_(context.arena().allocate<Value>(program.slot_count)),
        frames_(context.arena().allocate<Frame>(program.loop_depth)) {
    for (std::size_t k = 0; k < program.parameters.size(); ++k) slots_[k] = parameter_value(program.parameters[k], inputs);
    for (const auto& [slot, value] : program.constants) slots_[slot] = value;
  }

  Outcome run() {
    next_ = program_.instructions.data();
    const Instruction* end = next_ + program_.instructions.size();
    while (next_ != end)
      if (!step(*next_)) return Outcome::raised(escaped_);
    return outcome();
  }

 private:
  /// False if an exception ends the program.
  bool step(const Instruction& instruction) {
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
  const Instruction* behind(const Instruction& instruction) const {
    return instruction.end != 0 ? program_.instructions.data() + instruction.end + 1 : &instruction + 1;
  }

  bool settle(const Instruction& instruction, Value value) {
    return instruction.guard == Instruction::Guard::Leave && value.is_error() ? leave(value) : put(instruction, value);
  }

  /// Puts the value of an instruction, or what its guard makes of an error; that of a Leave is none.
  bool put(const Instruction& instruction, Value value) {
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

  bool enter(const Instruction& instruction) {
    const Value failed = first_error(instruction);
    if (failed.is_error()) return settle(instruction, failed);
    context_.charge();
    Frame& frame = frames_[depth_++];
    frame.instruction = &instruction;
    next_ = &instruction + 1;
    if (instruction.kind == Instruction::Kind::Block) return true;
    for (std::size_t k = 0; k < instruction.operand_count; ++k) frame.arguments[k] = slots_[operands(instruction)[k]];
    if (!start_loop(context_, frame.loop, static_cast<OpId>(instruction.op), frame.arguments)) return finish_loop(frame);
    put_items(frame);
    return true;
  }

  /// The innermost block answered this, possibly an error: begins its next turn, or goes on behind it.
  bool leave(Value answer) {
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

  bool finish_loop(const Frame& frame) {
    --depth_;
    return settle(*frame.instruction, loop_answer(frame));
  }

  /// The op's answer from its body's.
  Value loop_answer(const Frame& frame) {
    const Value answer = frame.loop.answer;
    if (!answer.is_error()) return answer;
    return op_failed(context_, static_cast<OpId>(frame.instruction->op), answer,
                     {frame.arguments, frame.instruction->operand_count});
  }

  void put_items(const Frame& frame) {
    const Instruction& end = program_.instructions[frame.instruction->end];
    slots_[end.result] = frame.loop.item;
    if (frame.loop.info->call_arity() == 2) slots_[end.result + 1] = frame.loop.other;
  }

  const std::uint32_t* operands(const Instruction& instruction) const {
    return program_.operands.data() + instruction.first_operand;
  }

  /// Of the operands; none if they are all values.
  Value first_error(const Instruction& instruction) const {
    if (instruction.operands_may_be_errors)
      for (std::size_t k = 0; k < instruction.operand_count; ++k)
        if (const Value operand = slots_[operands(instruction)[k]]; operand.is_error()) return operand;
    return Value::none();
  }

  Value compute(const Instruction& instruction) {
    if (instruction.operands_may_be_errors)
      if (const Value failed = first_error(instruction); failed.is_error()) return failed;
    const std::uint32_t* from = operands(instruction);
    const std::size_t count = instruction.operand_count;
    switch (instruction.kind) {
      case Instruction::Kind::CallOp: {
        Value arguments[4];
        for (std::size_t k = 0; k < count; ++k) arguments[k] = slots_[from[k]];
        return instruction.entry(context_, arguments);
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

  Value call_value(const std::uint32_t* from, std::size_t count) {
    ArenaScope scope(context_.scratch());
    Value* parts = context_.scratch().allocate<Value>(count);
    for (std::size_t k = 0; k < count; ++k) parts[k] = slots_[from[k]];
    return call(context_, parts[0], parts + 1, count - 1);
  }

  /// What an error becomes under the instruction's guard; an error again if it goes on.
  Value handle(const Instruction& instruction, Value error) {
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

  bool conditions_hold(const Instruction& instruction) const {
    const PileCall& pile = program_.piles[instruction.detail];
    const std::uint32_t* conditions = program_.conditions.data() + pile.first_condition;
    for (std::uint32_t k = 0; k < pile.condition_count; ++k)
      if (!truth(slots_[conditions[k]])) return false;
    return true;
  }

  Outcome outcome() const {
    Outcome outcome;
    if (!program_.collects) {
      outcome.result = slots_[program_.result];
      return outcome;
    }
    outcome.kind = Outcome::Kind::Collections;
    for (const OutputFields& output : program_.outputs) {
      Collected entry;
      for (std::size_t k = 0; k < 4; ++k) entry.fields[k] = slots_[output.slots[k]];
      (output.to_s ? outcome.s : outcome.o).push_back(entry);
    }
    return outcome;
  }

  const Program& program_;
  Context& context_;
  Value* slots_;
  Frame* frames_;
  std::uint32_t depth_ = 0;  ///< frames in use
  const Instruction* next_ = nullptr;
  Exception escaped_{};
  Pile pile_;
};

}  // namespace

Outcome run(const Program& program, Context& context, const Inputs& inputs) {
  try {
    return Interpreter(program, context, inputs).run();
  } catch (const LimitExceeded& exceeded) {
    return Outcome::limited(exceeded.limit);
  } catch (const Unanswered& unanswered) {
    return Outcome::not_answered(unanswered);
  }
}

}  // namespace batt::exec
