#include <algorithm>

#include "dsl_kernels/op_bodies.h"
#include "runtime/module/emitted_run.h"
#include "runtime/python/python.h"

namespace batt::emitted {
namespace {

BATT_HD RunningLoop& push(Context& context, Run& run) {
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

BATT_HD void begin_loop(Context& context, Run& run, Op op, std::initializer_list<Value> arguments) {
  RunningLoop& running = push(context, run);
  running.is_block = false;
  running.op = static_cast<OpId>(op);
  std::fill_n(running.arguments, max_arity, Value::none());
  std::copy_n(arguments.begin(), std::min(arguments.size(), std::size_t{max_arity}), running.arguments);
  const bool is_loop = loop_info(running.op).shape != LoopShape::None && arguments.size() == op_facts(running.op).arity;
  running.loop.answer = type_error();
  running.wants_call = is_loop && start_loop(context, running.loop, running.op, running.arguments, running.call);
}

BATT_HD void begin_block(Context& context, Run& run) {
  RunningLoop& running = push(context, run);
  running.is_block = true;
  running.wants_call = true;
}

BATT_HD bool wants_call(Run& run) {
  RunningLoop& running = *run.innermost;
  if (running.wants_call && running.is_called) stop(Limit::Steps);
  running.is_called = true;
  return running.wants_call;
}

BATT_HD Value item(Run& run) { return run.innermost->call[0]; }
BATT_HD Value other_item(Run& run) { return run.innermost->call[1]; }

BATT_HD void answer_call(Context& context, Run& run, Value answer) {
  RunningLoop& running = *run.innermost;
  running.is_called = false;
  if (!running.is_block) {
    running.wants_call = advance_loop(context, running.loop, answer);
  } else {
    running.loop.answer = answer;
    running.wants_call = false;
  }
}

BATT_HD Value end_loop(Context& context, Run& run) {
  RunningLoop* running = run.innermost;
  run.innermost = running->outer;
  running->outer = run.spare;
  run.spare = running;
  const Value answer = running->loop.answer;
  if (running->is_block || !answer.is_error()) return answer;
  return fail_op(context, running->op, answer, running->arguments, op_facts(running->op).arity);
}

BATT_HD Value equal_values(Context& context, Value a, Value b) { return Value::boolean(equal(context, a, b)); }

}  // namespace batt::emitted
