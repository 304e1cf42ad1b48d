#include <algorithm>

#include "batt/python.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/module/run.h"

namespace batt::emitted {
namespace {

RunningLoop& push(Context& context, Run& run) {
  context.charge();
  RunningLoop* loop = run.spare;
  if (loop != nullptr)
    run.spare = loop->outer;
  else
    loop = context.arena().allocate<RunningLoop>(1);
  loop->outer = run.innermost;
  loop->is_called = false;
  run.innermost = loop;
  return *loop;
}

}  // namespace

void begin_loop(Context& context, Run& run, Op op, std::initializer_list<Value> arguments) {
  RunningLoop& running = push(context, run);
  running.is_block = false;
  running.op = static_cast<OpId>(op);
  running.argument_count = static_cast<std::uint32_t>(std::min(arguments.size(), max_arity));
  std::copy_n(arguments.begin(), running.argument_count, running.arguments);
  const bool is_loop = loop_info(running.op).shape != LoopShape::None && arguments.size() == op_info(running.op).arity;
  running.loop.answer = type_error();
  running.wants_call = is_loop && start_loop(context, running.loop, running.op, running.arguments);
}

void begin_block(Context& context, Run& run) {
  RunningLoop& running = push(context, run);
  running.is_block = true;
  running.wants_call = true;
}

bool wants_call(Run& run) {
  RunningLoop& running = *run.innermost;
  if (running.wants_call && running.is_called) throw LimitExceeded{Limit::Steps};
  running.is_called = true;
  return running.wants_call;
}

Value item(Run& run) { return run.innermost->loop.item; }
Value other_item(Run& run) { return run.innermost->loop.other; }

void answer_call(Context& context, Run& run, Value answer) {
  RunningLoop& running = *run.innermost;
  running.is_called = false;
  if (!running.is_block) {
    running.wants_call = advance_loop(context, running.loop, answer);
  } else {
    running.loop.answer = answer;
    running.wants_call = false;
  }
}

Value end_loop(Context& context, Run& run) {
  RunningLoop* running = run.innermost;
  run.innermost = running->outer;
  running->outer = run.spare;
  run.spare = running;
  const Value answer = running->loop.answer;
  if (running->is_block || !answer.is_error()) return answer;
  return fail_op(context, running->op, answer, running->arguments, running->argument_count);
}

Value equal_values(Value a, Value b) { return Value::boolean(equal(a, b)); }

}  // namespace batt::emitted
