#include "runtime/exec/interpreter.h"

#include "runtime/exec/dependences.h"

namespace batt::exec {
namespace {

Outcome interpret(const Program& program, Context& context, const Inputs& inputs) {
  const std::size_t parameter_count = program.parameters.size();
  Value* parameters = context.arena().allocate<Value>(parameter_count);
  for (std::size_t k = 0; k < parameter_count; ++k) parameters[k] = parameter_value(program.parameters[k], inputs);
  Interpreter interpreter(view_of(program), context, parameters, parameter_count);
  if (!interpreter.run()) return Outcome::raised(interpreter.escaped());
  return outcome_of(program, [&](std::uint32_t slot) { return interpreter.slot(slot); });
}

}  // namespace

ProgramView view_of(const Program& program) {
  return {program.instructions.data(),
          program.operands.data(),
          program.handlers.data(),
          program.piles.data(),
          program.conditions.data(),
          program.constants.data(),
          static_cast<std::uint32_t>(program.instructions.size()),
          static_cast<std::uint32_t>(program.constants.size()),
          program.slot_count,
          program.loop_depth};
}

Value Inputs::*input_of(const std::string& name) {
  if (name == "S") return &Inputs::S;
  if (name == "I") return &Inputs::I;
  if (name == "C") return &Inputs::C;
  if (name == "task_id") return &Inputs::task_id;
  if (name == "log_path") return &Inputs::log_path;
  return nullptr;
}

Value parameter_value(const std::string& name, const Inputs& inputs) {
  Value Inputs::*const input = input_of(name);
  return input == nullptr ? Value::none() : inputs.*input;
}

Outcome run(const Program& program, Context& context, const Inputs& inputs) {
  try {
    Outcome outcome = interpret(program, context, inputs);
    if (context.unfixed_looks().count() != 0) Dependences(program.dependences).mark(context, outcome);
    return outcome;
  } catch (const LimitExceeded& exceeded) {
    return Outcome::limited(exceeded.limit);
  } catch (const Unanswered& unanswered) {
    return Outcome::not_answered(unanswered);
  }
}

}  // namespace batt::exec
