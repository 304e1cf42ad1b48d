// Calls of functions that are values: closures inside closures, and ops that call the functions they are given. What
// waits for a result is a frame on a list, so that nothing recurses, however deep functions are nested. The host takes
// this way on the checked path, and where functions are nested deeply; for others it has nested_call.cpp.
#include <algorithm>

#include "dsl_kernels/calls/function.h"
#include "dsl_kernels/calls/loop.h"
#include "dsl_kernels/calls/nested_call.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/value/bytes.h"
#include "runtime/value/load_ahead.h"
#include "runtime/value/unpack.h"

namespace batt {
namespace {

constexpr int most_frames = 2000;

/// What is done with the result of a call.
struct CallFrame {
  enum class Kind : std::uint8_t {
    Then,        ///< calls `function` with it
    Steps,       ///< the closure `function` takes its next step; `saved`: the result of the step before
    Loop,        ///< the op's loop takes it
    Boundary,    ///< it is the op's own
    FirstSide,   ///< c_iz, c_zo: what the function finds in all inputs
    SecondSide,  ///< and in all outputs; `saved`: in the inputs
  };
  Kind kind;
  std::uint8_t step;  ///< of Steps: the one that gives the result that is awaited
  OpId op;
  CallFrame* below;
  Value function;
  Value saved;
  Arena::Mark before;  ///< the memory as it was before this frame
  Value arguments[max_arity];
  Value originals[max_arity];  ///< on the checked path: the arguments before they were unpacked
  Loop* loop;
  Value call[2];             ///< of a Loop: what it calls the function with
  Arena::Mark before_calls;  ///< of a Loop: as it was before its calls
};

/// The same, by way of a register. A value or a mark whose parts were just stored one by one is read back part by part:
/// read as a whole, it would have to wait until all of them are in the cache.
template <class Part>
BATT_HD Part in_register(Part part) {
#ifndef BATT_ON_DEVICE
  asm("" : "+r"(part));
#endif
  return part;
}
BATT_HD Value in_registers(const Value& value) {
  static_assert(sizeof(Value) == 2 * sizeof(std::uint64_t));
  std::uint64_t parts[2];
  copy_bytes(parts, &value, sizeof(Value));
  const std::uint64_t copies[2] = {in_register(parts[0]), in_register(parts[1])};
  Value copy;
  copy_bytes(&copy, copies, sizeof(Value));
  return copy;
}

BATT_HD Value op_value(OpId id) { return Value::op(static_cast<std::uint16_t>(id)); }

/// apply(side, samples), where side is first or second.
BATT_HD Value side_of_samples(Context& context, OpId side, Value samples) {
  const Value arguments[] = {op_value(side), samples};
  Loop loop;
  Value item[2];
  for (bool more = start_loop(context, loop, OpId::op_apply, arguments, item); more;)
    more = advance_loop(context, loop, side == OpId::op_first ? op_first(context, *item) : op_second(context, *item));
  return loop_result(context, loop, OpId::op_apply, arguments);
}

class Caller {
 public:
  BATT_HD Caller(Context& context, int depth) : context_(context), scope_(context.scratch()), depth_(depth) {}

  BATT_HD Value run(Value function, const Value* arguments, std::size_t count) {
    prepare(function, arguments, count);
    bool calls = true;
    while (true) {
      calls = calls && enter();
      if (calls) continue;
      if (top_ == nullptr) return result_;
      calls = resume(*top_);
    }
  }

 private:
  // enter and what it calls return whether another call is prepared; if not, result_ is there.

  BATT_HD void prepare(Value function, const Value* arguments, std::size_t count) {
    function_ = function;
    count_ = count;
    load_ahead(
        count, [arguments](std::size_t k) { return arguments[k]; },
        [this](std::size_t k, Value argument) { arguments_[k] = argument; });
  }
  BATT_HD bool prepare(Value function, Value a) {
    function_ = function;
    arguments_[0] = a;
    count_ = 1;
    return true;
  }
  BATT_HD bool prepare(Value function, Value a, Value b) {
    prepare(function, a);
    arguments_[1] = b;
    count_ = 2;
    return true;
  }
  BATT_HD bool give(Value result) {
    result_ = result;
    return false;
  }

  BATT_HD CallFrame& push(CallFrame::Kind kind, Value function) {
    if (++depth_ > most_frames) stop(Limit::Steps);
    const Arena::Mark before = context_.scratch().mark();
    auto* frame = context_.scratch().allocate<CallFrame>(1);
    frame->kind = kind;
    frame->before = {in_register(before.block), in_register(before.next), in_register(before.end)};
    frame->function = function;
    frame->below = top_;
    top_ = frame;
    return *frame;
  }
  /// Leaves the innermost frame: its memory is free again, so read what is needed of it first.
  BATT_HD void pop() {
    const Arena::Mark before = top_->before;
    top_ = top_->below;
    --depth_;
    context_.scratch().release(before);
  }

  BATT_HD bool enter() {
    if (function_.is_op()) return enter_op_value(static_cast<OpId>(function_.op_id()));
    if (!function_.is_function()) return give(type_error());
    context_.charge();
    return enter_closure(*function_.closure());
  }

  BATT_HD bool enter_closure(const Closure& closure) {
    if (closure.kind == Closure::Kind::SafeDefault) return give(Value::empty_tuple());
    if (closure.kind == Closure::Kind::TooDeep) stop(Limit::Steps);
    const Combinator* combinator = find_combinator(closure.kind);
    if (combinator == nullptr || count_ != closure.arity) return give(type_error());
    if (combinator->step_count > 1) {
      CallFrame& frame = push(CallFrame::Kind::Steps, function_);
      frame.step = 0;
      frame.arguments[0] = arguments_[0];  // functions of several steps take one argument
    }
    const CombinatorStep& step = combinator->step_slots[0];
    if (step.with == CombinatorStep::With::ArgumentsAndFixed) {
      arguments_[count_++] = closure.parts[1];
    } else if (step.with == CombinatorStep::With::FixedAndArguments) {
      for (std::size_t k = count_++; k > 0; --k) arguments_[k] = arguments_[k - 1];
      arguments_[0] = closure.parts[1];
    }
    function_ = closure.parts[step.part];
    return true;
  }

  /// Takes result_ for a closure's step, and takes the next one. The last one needs no frame.
  BATT_HD bool resume_steps(CallFrame& frame) {
    const Closure& closure = *frame.function.closure();
    const Combinator& combinator = *find_combinator(closure.kind);
    const CombinatorStep& step = combinator.step_slots[++frame.step];
    const Value part = closure.parts[step.part], before = frame.saved;
    const Value result = in_registers(result_);
    frame.saved = result;
    const Value argument = frame.arguments[0];
    if (frame.step + 1 == combinator.step_count) pop();
    switch (step.with) {
      case CombinatorStep::With::Result: return prepare(part, result);
      case CombinatorStep::With::Results: return prepare(part, before, result);
      case CombinatorStep::With::Equal: return give(Value::boolean(equal(context_, result, part)));
      default: return prepare(part, argument);
    }
  }

  BATT_HD bool enter_op_value(OpId op) {
    const OpFacts facts = op_facts(op);
    if (count_ < facts.required || count_ > facts.arity)
      return give(fail_op(context_, op, type_error(), arguments_, count_));
    // Every optional parameter of the DSL is a key that defaults to identity.
    while (count_ < facts.arity) arguments_[count_++] = op_value(OpId::op_identity);
    if (!facts.calls) return give(dispatch_plain_op(context_, op, arguments_));
    if (loop_info(op).shape != LoopShape::None) return enter_loop(op);
    context_.charge();
    switch (op) {
      case OpId::op_c_iz_n: return enter_pick(op, OpId::op_c_iz);
      case OpId::op_c_zo_n: return enter_pick(op, OpId::op_c_zo);
      default: return enter_samples(op);
    }
  }

#ifndef BATT_ON_DEVICE
  /// On the checked path a loop goes over unpacked containers. Their items are as they were: functions may keep them.
  void unpack_containers(CallFrame& frame) {
    for (std::size_t k = 0; k < count_; ++k) {
      frame.originals[k] = frame.arguments[k];
      frame.arguments[k] = unpacked_container(context_, frame.arguments[k]);
    }
  }
  /// The op's result, which outlives the unpacked containers.
  Value without_unpacked(const CallFrame& frame, Value result) {
    for (std::size_t k = 0; k < op_facts(frame.op).arity; ++k)
      if (result.same_as(frame.arguments[k])) return frame.originals[k];
    if (result.is_set()) result.set().ensure_order();
    return result;
  }
#endif

  BATT_HD CallFrame& push_op(CallFrame::Kind kind, OpId op, Value function) {
    CallFrame& frame = push(kind, function);
    frame.op = op;
    std::copy(arguments_, arguments_ + max_arity, frame.arguments);
#ifndef BATT_ON_DEVICE
    if (!context_.uses_packed()) unpack_containers(frame);
#endif
    return frame;
  }

  BATT_HD bool enter_loop(OpId op) {
    CallFrame& frame = push_op(CallFrame::Kind::Loop, op, arguments_[loop_info(op).function]);
    frame.loop = context_.scratch().allocate<Loop>(1);
    const bool more = start_loop(context_, *frame.loop, op, frame.arguments, frame.call);
    frame.before_calls = context_.scratch().mark();
    return go_on(frame, more);
  }

  /// Prepares the loop's next call, or gives its result.
  BATT_HD bool go_on(CallFrame& frame, bool more) {
    Loop& loop = *frame.loop;
    if (calls_nothing(*loop.info, frame.function)) {
      run_without_calls(context_, loop, more);
      more = false;
    }
    if (!more) return leave_op(frame, loop.result);
    return make_loop_call(loop, frame.function, [&](auto... values) { return prepare(values...); });
  }

  /// The op of a frame returns this.
  BATT_HD bool leave_op(CallFrame& frame, Value result) {
    if (result.is_error()) result = finish_failed_op(context_, frame.op, result, frame.arguments);
#ifndef BATT_ON_DEVICE
    if (!context_.uses_packed()) result = without_unpacked(frame, result);
#endif
    pop();
    return give(result);
  }

  BATT_HD bool enter_pick(OpId op, OpId inner) {
    push_op(CallFrame::Kind::Boundary, op, Value::none());
    push(CallFrame::Kind::Then, arguments_[2]);
    return prepare(op_value(inner), arguments_[0], arguments_[1]);
  }

  /// c_iz(S, function): what the function finds in all inputs but in no output; c_zo the other way round.
  BATT_HD bool enter_samples(OpId op) {
    CallFrame& frame = push_op(CallFrame::Kind::FirstSide, op, arguments_[1]);
    const Value inputs = side_of_samples(context_, OpId::op_first, frame.arguments[0]);
    if (inputs.is_error()) return leave_op(frame, inputs);
    frame.saved = side_of_samples(context_, OpId::op_second, frame.arguments[0]);
    if (frame.saved.is_error()) return leave_op(frame, frame.saved);
    return prepare(op_value(OpId::op_mapply_t), frame.function, inputs);
  }

  BATT_HD bool resume_samples(CallFrame& frame) {
    if (result_.is_error()) return leave_op(frame, result_);
    const Value found = op_dedupe(context_, result_);
    if (found.is_error()) return leave_op(frame, found);
    if (frame.kind == CallFrame::Kind::FirstSide) {
      const Value outputs = frame.saved;
      frame.kind = CallFrame::Kind::SecondSide;
      frame.saved = found;
      return prepare(op_value(OpId::op_mapply_t), frame.function, outputs);
    }
    return leave_op(frame, frame.op == OpId::op_c_iz ? op_difference_tuple(context_, frame.saved, found)
                                                     : op_difference_tuple(context_, found, frame.saved));
  }

  /// Takes result_ for the innermost frame.
  BATT_HD bool resume(CallFrame& frame) {
    switch (frame.kind) {
      case CallFrame::Kind::Loop:
        // What the call allocated lies after the loop's own memory.
        context_.scratch().release(frame.before_calls);
        return go_on(frame, advance_loop(context_, *frame.loop, result_));
      case CallFrame::Kind::Boundary: return leave_op(frame, result_);
      case CallFrame::Kind::FirstSide:
      case CallFrame::Kind::SecondSide: return resume_samples(frame);
      case CallFrame::Kind::Steps:
        if (result_.is_error()) break;
        return resume_steps(frame);
      case CallFrame::Kind::Then:
        if (result_.is_error()) break;
        prepare(frame.function, result_);
        pop();
        return true;
    }
    pop();  // the error goes on
    return false;
  }

  Context& context_;
  ArenaScope scope_;
  CallFrame* top_ = nullptr;
  int depth_;
  Value function_;
  Value arguments_[max_arguments + 1];
  std::size_t count_ = 0;
  Value result_;
};

}  // namespace

BATT_HD Value call_by_frames(Context& context, Value function, const Value* arguments, std::size_t count, int depth) {
  return Caller(context, depth).run(function, arguments, count);
}

BATT_HD Value call(Context& context, Value function, const Value* arguments, std::size_t count) {
  // No function takes more: that there are too many is all that counts.
  const std::size_t passed = count < max_arguments ? count : max_arguments;
#ifdef BATT_ON_DEVICE
  // An op that calls nothing needs no frames, nor does one that gets too few or too many arguments.
  if (function.is_op()) {
    const auto op = static_cast<OpId>(function.op_id());
    const OpFacts& facts = op_facts(op);
    if (passed < facts.required || passed > facts.arity) return fail_op(context, op, type_error(), arguments, passed);
    if (!facts.calls && passed == facts.arity) return dispatch_plain_op(context, op, arguments);
  }
#else
  if (context.uses_packed()) return call_nested(context, function, arguments, passed);
#endif
  return call_by_frames(context, function, arguments, passed);
}

}  // namespace batt
