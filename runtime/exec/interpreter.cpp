#include "batt/exec.h"
#include "batt/function.h"
#include "batt/python.h"

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

class Interpreter {
 public:
  Interpreter(const Program& program, Context& context, const Inputs& inputs)
      : program_(program), context_(context), slots_(context.arena().allocate<Value>(program.slot_count)) {
    for (std::size_t k = 0; k < program.parameters.size(); ++k) slots_[k] = parameter_value(program.parameters[k], inputs);
    for (const auto& [slot, value] : program.constants) slots_[slot] = value;
  }

  Outcome run() {
    for (const Instruction& instruction : program_.instructions) {
      const Value escaped = step(instruction);
      if (escaped.is_error()) return Outcome::raised(escaped.exception());
    }
    return outcome();
  }

 private:
  /// The error that ends the program, or anything else.
  Value step(const Instruction& instruction) {
    if (instruction.guard == Instruction::Guard::Pile && !conditions_hold(instruction)) {
      slots_[instruction.result] = Value::none();
      slots_[instruction.result + 1] = Value::boolean(false);
      return Value::none();
    }
    context_.set_line(instruction.line);
    Value value = compute(instruction);
    if (instruction.guard == Instruction::Guard::Pile) slots_[instruction.result + 1] = Value::boolean(true);
    if (value.is_error()) {
      value = handle(instruction, value);
      if (value.is_error() && instruction.guard != Instruction::Guard::Propagate) return value;
    }
    slots_[instruction.result] = value;
    return Value::none();
  }

  Value compute(const Instruction& instruction) {
    const std::uint32_t* operands = program_.operands.data() + instruction.first_operand;
    const std::size_t count = instruction.operand_count;
    if (instruction.operands_may_be_errors)
      for (std::size_t k = 0; k < count; ++k)
        if (slots_[operands[k]].is_error()) return slots_[operands[k]];
    switch (instruction.kind) {
      case Instruction::Kind::CallOp: {
        Value arguments[4];
        for (std::size_t k = 0; k < count; ++k) arguments[k] = slots_[operands[k]];
        return instruction.entry(context_, arguments);
      }
      case Instruction::Kind::CallValue: return call_value(operands, count);
      case Instruction::Kind::MakeTuple: {
        Collector items(context_);
        for (std::size_t k = 0; k < count; ++k) items.push(slots_[operands[k]]);
        return make_tuple(context_, items);
      }
      case Instruction::Kind::Default: return safe_default_of(context_, slots_[operands[0]]);
      case Instruction::Kind::Field: return okt_field(slots_[operands[0]], instruction.field);
      case Instruction::Kind::MakeOkt: return make_okt(context_, slots_[operands[1]].as_bool(), slots_[operands[0]]);
      case Instruction::Kind::NewIdentity: return new_identity(context_, slots_[operands[0]]);
      case Instruction::Kind::Pass: return slots_[operands[0]];
    }
    return {};
  }

  Value call_value(const std::uint32_t* operands, std::size_t count) {
    ArenaScope scope(context_.scratch());
    Value* parts = context_.scratch().allocate<Value>(count);
    for (std::size_t k = 0; k < count; ++k) parts[k] = slots_[operands[k]];
    return call(context_, parts[0], parts + 1, count - 1);
  }

  /// What an error becomes under the instruction's guard; an error again if it goes on.
  Value handle(const Instruction& instruction, Value error) {
    switch (instruction.guard) {
      case Instruction::Guard::Propagate:
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
    for (const std::uint32_t slot : program_.piles[instruction.detail].conditions)
      if (!truth(slots_[slot])) return false;
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
  Pile pile_;
};

}  // namespace

Outcome run(const Program& program, Context& context, const Inputs& inputs) {
  try {
    return Interpreter(program, context, inputs).run();
  } catch (const LimitExceeded& exceeded) {
    return Outcome::limited(exceeded.limit);
  }
}

}  // namespace batt::exec
