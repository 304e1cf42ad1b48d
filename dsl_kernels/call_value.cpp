// A function that is a value, called by a program: on the device without recursion, closures inside closures on a
// stack.
#include "batt/function.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
#ifdef BATT_ON_DEVICE
namespace {

constexpr bool has_default(const char* parameters) {
  for (; *parameters != '\0'; ++parameters)
    if (*parameters == '=') return true;
  return false;
}

/// Whether an argument of the op may be left out.
BATT_HD bool has_optional(OpId id) {
  switch (id) {
#define OP(name, arity, parameters, ...) \
  case OpId::op_##name:                  \
    return std::bool_constant<has_default(parameters)>::value;
#include "dsl_kernels/ops.def"
#undef OP
  }
  return false;
}

/// A call that is open: what is to be called with what.
struct Call {
  Value function;
  Value arguments[max_arguments];
  std::size_t count;

  BATT_HD void become(Value next, Value argument) {
    function = next;
    arguments[0] = argument;
    count = 1;
  }
  BATT_HD void become(Value next, Value a, Value b) {
    become(next, a);
    arguments[1] = b;
    count = 2;
  }
};

/// A closure that waits for the answer of one of its parts.
struct Waiting {
  const Closure* closure;
  int answered;  ///< parts that have answered
  Value argument;
  Value first;  ///< Fork: what its first part answered
  Waiting* below;
};

class Machine {
 public:
  BATT_HD explicit Machine(Context& context) : context_(context) {}

  /// An exception in a closure rises through all of them.
  BATT_HD Value run(Call& call) {
    while (true) {
      Value value;
      if (call.function.is_op()) {
        value = answer_of_op(call);
      } else if (!call.function.is_function()) {
        return type_error();
      } else {
        context_.charge();
        const Closure& closure = *call.function.closure();
        if (closure.kind == Closure::Kind::SafeDefault) {
          value = Value::empty_tuple();
        } else {
          if (closure.kind == Closure::Kind::TooDeep) stop(Limit::Steps);
          if (call.count != closure.arity || closure.kind == Closure::Kind::Bottomless) return type_error();
          open(closure, call);
          continue;
        }
      }
      if (value.is_error() || !go_on(value, call)) return value;
    }
  }

 private:
  BATT_HD Value answer_of_op(const Call& call) {
    const auto id = static_cast<OpId>(call.function.op_id());
    if (call.count == op_facts(id).arity) return enter_op(context_, id, call.arguments);
    if (has_optional(id)) context_.give_up(call.function.op_id(), Reason::Function);
    return settle_op(context_, id, type_error(), call.arguments);
  }

  /// From the call of a closure to that of the part that is called first.
  BATT_HD void open(const Closure& closure, Call& call) {
    const Value* parts = closure.parts;
    switch (closure.kind) {
      case Closure::Kind::RightBind:
        call.function = parts[0];
        call.arguments[call.count++] = parts[1];
        return;
      case Closure::Kind::LeftBind:
        call.function = parts[0];
        for (std::size_t k = call.count; k > 0; --k) call.arguments[k] = call.arguments[k - 1];
        call.arguments[0] = parts[1];
        ++call.count;
        return;
      case Closure::Kind::Chain: wait(closure, call, parts[2]); return;
      case Closure::Kind::Matcher: wait(closure, call, parts[0]); return;
      default: wait(closure, call, parts[1]); return;
    }
  }

  BATT_HD void wait(const Closure& closure, Call& call, Value part) {
    top_ = context_.scratch().make<Waiting>(&closure, 0, call.arguments[0], Value::none(), top_);
    call.function = part;
  }

  /// What comes after this answer: false if it is that of the whole. `value` becomes the answer of closures that are
  /// done.
  BATT_HD bool go_on(Value& value, Call& call) {
    while (top_ != nullptr) {
      Waiting& waiting = *top_;
      const Value* parts = waiting.closure->parts;
      ++waiting.answered;
      switch (waiting.closure->kind) {
        case Closure::Kind::Matcher:
          value = Value::boolean(equal(value, parts[1]));
          top_ = waiting.below;
          continue;
        case Closure::Kind::Chain:
          call.become(waiting.answered == 1 ? parts[1] : parts[0], value);
          if (waiting.answered == 2) top_ = waiting.below;
          return true;
        case Closure::Kind::Fork:
          if (waiting.answered == 1) {
            waiting.first = value;
            call.become(parts[2], waiting.argument);
          } else {
            call.become(parts[0], waiting.first, value);
            top_ = waiting.below;
          }
          return true;
        default:
          call.become(parts[0], value);
          top_ = waiting.below;
          return true;
      }
    }
    return false;
  }

  Context& context_;
  Waiting* top_ = nullptr;
};

}  // namespace
#endif

BATT_HD Value call_value(Context& context, Value function, const Value* arguments, std::size_t count) {
#ifdef BATT_ON_DEVICE
  Call first{function, {}, count};
  if (count + 1 > max_arguments) context.give_up(no_op, Reason::Function);
  for (std::size_t k = 0; k < count; ++k) first.arguments[k] = arguments[k];
  ArenaScope scope(context.scratch());
  return Machine(context).run(first);
#else
  return call(context, function, arguments, count);
#endif
}

}  // namespace batt
