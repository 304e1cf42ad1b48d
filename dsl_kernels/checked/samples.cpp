#include "batt/function.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

constexpr std::int64_t mirror_and_rotation_count = 8;

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

/// all(output == mir_rot_t(input, way) for input, output in samples).
Value way_explains_all(Context& context, const Items& samples, Value way) {
  for (std::int32_t k = 0; k < samples.size(); ++k) {
    Value input, output;
    BATT_TRY(unpack(context, samples[k], input, output));
    BATT_LET(turned, op_mir_rot_t(context, input, way));
    if (!equal(output, turned)) return Value::boolean(false);
  }
  return Value::boolean(true);
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

Value a_mr_body(Context& context, Value S) {
  Items samples;
  if (!iterate(context, S, samples)) return type_error();
  for (std::int64_t k = 0; k < mirror_and_rotation_count; ++k) {
    const Value way = Value::integer(k);
    const Value explains = way_explains_all(context, samples, way);
    if (explains.is_error()) return through_generator(explains);
    if (explains.as_bool()) return way;
  }
  return Value::none();
}

}  // namespace batt
