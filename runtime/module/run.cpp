#include "runtime/module/run.h"

#include "batt/build.h"
#include "batt/function.h"

namespace batt::emitted {

Outcome run(const Entry& entry, Context& context, const Inputs& inputs) {
  Run state{inputs};
  if (entry.collects) state.outcome.kind = Outcome::Kind::Collections;
  try {
    const Value ended = entry.run(context, state);
    if (ended.is_error()) return Outcome::raised(ended.exception());
  } catch (const LimitExceeded& exceeded) {
    return Outcome::limited(exceeded.limit);
  } catch (const Unanswered& unanswered) {
    return Outcome::not_answered(unanswered);
  }
  return std::move(state.outcome);
}

void* allocate_frame(Context& context, std::size_t bytes) { return context.arena().allocate<std::byte>(bytes); }

Value argument(const Run& run, Parameter parameter) {
  switch (parameter) {
    case Parameter::TaskId: return run.inputs.task_id;
    case Parameter::S: return run.inputs.S;
    case Parameter::I: return run.inputs.I;
    case Parameter::C: return run.inputs.C;
    case Parameter::LogPath: return run.inputs.log_path;
  }
  return {};
}

void append_to_o(Run& run, Value a, Value b, Value c, Value d) { run.outcome.o.push_back({{a, b, c, d}}); }
void append_to_s(Run& run, Value a, Value b, Value c, Value d) { run.outcome.s.push_back({{a, b, c, d}}); }
void answer(Run& run, Value value) { run.outcome.result = value; }

void set_line(Context& context, std::uint32_t line) { context.set_line(line); }

Value call_value(Context& context, Value function, std::initializer_list<Value> arguments) {
  return call(context, function, arguments.begin(), arguments.size());
}

Value tuple(Context& context, std::initializer_list<Value> items) {
  return make_tuple(context, items.begin(), items.size());
}

Value joined(Context& context, std::initializer_list<Value> tuples) {
  Collector items(context);
  for (const Value tuple : tuples)
    for (std::int32_t k = 0; k < tuple.tuple_size(); ++k) items.push(tuple.item(k));
  return make_tuple(context, items);
}

Value first_error(std::initializer_list<Value> values) {
  for (const Value value : values)
    if (value.is_error()) return value;
  return Value::none();
}

bool caught(Value& value, std::uint64_t bits, Value fallback) {
  if (!catches(bits, value)) return false;
  value = fallback;
  return !value.is_error();
}

bool caught_by_default(Context& context, Value& value, std::uint64_t bits, Value function) {
  if (!catches(bits, value)) return false;
  value = function.is_error() ? function : safe_default_of(context, function);
  return !value.is_error();
}

void pile_failed(Context& context, Run& run, Piled& piled, Value function) {
  piled.t = run.pile.failed(context, function, piled.ok);
}

}  // namespace batt::emitted
