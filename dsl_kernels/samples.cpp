#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

constexpr std::int64_t mirror_and_rotation_count = 8;

/// all(output == mir_rot_t(input, way) for input, output in samples).
BATT_HD Value way_explains_all(Context& context, const Items& samples, Value way) {
  for (std::int32_t k = 0; k < samples.size(); ++k) {
    Value input, output;
    BATT_TRY(unpack(context, samples[k], input, output));
    BATT_LET(turned, op_mir_rot_t(context, input, way));
    if (!equal(context, output, turned)) return Value::boolean(false);
  }
  return Value::boolean(true);
}

}  // namespace

BATT_HD Value a_mr_general(Context& context, Value S) {
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
