#include "runtime/module/emitted_run.h"

#include "dsl_kernels/calls/function.h"
#include "dsl_kernels/object_search/single_cells.h"
#include "runtime/exec/dependences.h"
#include "runtime/value/build.h"
#include "runtime/value/bytes.h"

namespace batt::emitted {

namespace {

BATT_HD void append(Context& context, OutputList& gathered, const OutputEntry& entry) {
  if (gathered.count == gathered.capacity) {
    gathered.capacity = gathered.capacity == 0 ? 16 : 2 * gathered.capacity;
    OutputEntry* larger = context.arena().allocate<OutputEntry>(gathered.capacity);
    if (gathered.count != 0) copy_bytes(larger, gathered.entries, gathered.count * sizeof(OutputEntry));
    gathered.entries = larger;
  }
  gathered.entries[gathered.count++] = entry;
}

}  // namespace

Outcome run(const EmittedEntry& entry, const Dependences& dependences, Context& context, const Inputs& inputs) {
  Run state(context, inputs);
  try {
    const Value ended = entry.run(context, state);
    if (ended.is_error()) {
      Outcome outcome = Outcome::raised(ended.exception());
      dependences.mark(context, outcome);
      return outcome;
    }
  } catch (const LimitExceeded& exceeded) {
    return Outcome::limited(exceeded.limit);
  } catch (const Unanswered& unanswered) {
    return Outcome::not_answered(unanswered);
  }
  Outcome outcome = outcome_of(entry, state);
  dependences.mark(context, outcome);
  return outcome;
}

Outcome outcome_of(const EmittedEntry& entry, const Run& run, SpareLists spare) {
  Outcome outcome;
  if (!entry.collects) {
    outcome.result = run.result;
    return outcome;
  }
  outcome.kind = Outcome::Kind::Collections;
  outcome.o = std::move(spare.o);
  outcome.s = std::move(spare.s);
  outcome.o.assign(run.o.entries, run.o.entries + run.o.count);
  outcome.s.assign(run.s.entries, run.s.entries + run.s.count);
  return outcome;
}

BATT_HD void* allocate_frame(Context& context, std::size_t bytes) { return context.arena().allocate<std::byte>(bytes); }

BATT_HD Value argument(const Run& run, Input input) {
  switch (input) {
    case Input::TaskId: return run.inputs.task_id;
    case Input::S: return run.inputs.S;
    case Input::I: return run.inputs.I;
    case Input::C: return run.inputs.C;
    case Input::LogPath: return run.inputs.log_path;
  }
  return {};
}

BATT_HD void append_to_o(Run& run, Value a, Value b, Value c, Value d) { append(run.context, run.o, {{a, b, c, d}}); }
BATT_HD void append_to_s(Run& run, Value a, Value b, Value c, Value d) { append(run.context, run.s, {{a, b, c, d}}); }
BATT_HD void answer(Run& run, Value value) { run.result = value; }

BATT_HD Value call_value(Context& context, Value function, std::initializer_list<Value> arguments) {
  return call(context, function, arguments.begin(), arguments.size());
}

BATT_HD Value failed_call(Context& context, Op op, std::initializer_list<Value> arguments) {
  return fail_op(context, static_cast<OpId>(op), type_error(), arguments.begin(), arguments.size());
}

BATT_HD Value objects_or_none(Context& context, Value grid, Value type) {
  return batt::objects_or_none(context, grid, type);
}

BATT_HD Value single_cells_of(Context& context, Value objects, Value one, Value grid, Value type) {
  return batt::single_cells_of(context, objects, one, grid, type);
}

BATT_HD Value tuple(Context& context, std::initializer_list<Value> items) {
  return make_tuple(context, items.begin(), items.size());
}

BATT_HD Value joined(Context& context, std::initializer_list<Value> tuples) {
  ScratchVector items(context);
  for (const Value tuple : tuples)
    for (std::int32_t k = 0; k < tuple.tuple_size(); ++k) items.push(tuple.item(k));
  return make_tuple(context, items);
}

BATT_HD Value caught(Value error, std::uint64_t bits, Value fallback) {
  return catches(bits, error) ? fallback : error;
}

BATT_HD Value caught_by_default(Context& context, Value error, std::uint64_t bits, Value function) {
  if (!catches(bits, error)) return error;
  return function.is_error() ? function : safe_default_of(context, function);
}

BATT_HD void pile_failed(Context& context, Run& run, Piled& piled, Value function) {
  bool ok = false;
  piled.t = run.pile.failed(context, function, ok);
  piled.ok = Value::boolean(ok);
}

}  // namespace batt::emitted
