#include "batt/function.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

/// What the function finds in one side of all samples, each finding once.
Value findings(Context& context, Value side, Value function) {
  BATT_LET(found, op_mapply_t(context, function, side));
  return op_dedupe(context, found);
}

struct Findings {
  Value inputs;
  Value outputs;
};

Value find_in_samples(Context& context, Value samples, Value function, Findings& found) {
  const auto op = [](OpId id) { return Value::op(static_cast<std::uint16_t>(id)); };
  BATT_LET(inputs, op_apply(context, op(OpId::op_first), samples));
  BATT_LET(outputs, op_apply(context, op(OpId::op_second), samples));
  found.inputs = findings(context, inputs, function);
  BATT_TRY(found.inputs);
  found.outputs = findings(context, outputs, function);
  return found.outputs;
}

}  // namespace

Value c_iz_body(Context& context, Value S, Value function) {
  Findings found;
  BATT_TRY(find_in_samples(context, S, function, found));
  return op_difference_tuple(context, found.inputs, found.outputs);
}

Value c_iz_n_body(Context& context, Value S, Value function, Value pick) {
  BATT_LET(colors, op_c_iz(context, S, function));
  return call(context, pick, colors);
}

Value c_zo_body(Context& context, Value S, Value function) {
  Findings found;
  BATT_TRY(find_in_samples(context, S, function, found));
  return op_difference_tuple(context, found.outputs, found.inputs);
}

Value c_zo_n_body(Context& context, Value S, Value function, Value pick) {
  BATT_LET(colors, op_c_zo(context, S, function));
  return call(context, pick, colors);
}

}  // namespace batt
