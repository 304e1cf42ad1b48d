#include "runtime/exec/guards.h"

#include "dsl_kernels/op_bodies.h"
#include "runtime/python/python.h"

namespace batt {

BATT_HD Value Pile::failed(Context& context, Value function, bool& ok) {
  ok = false;
  if (exceptions_ > 1) return Value::none();
  ++exceptions_;
  if (!function.is_op()) return Value::none();
  const Default which = op_facts(static_cast<OpId>(function.op_id())).pile_default;
  ok = which != Default::None;
  return default_value(context, which);
}

BATT_HD Value safe_default_of(Context& context, Value function) {
  if (!function.is_op()) return Value::empty_tuple();
  return default_value(context, op_facts(static_cast<OpId>(function.op_id())).safe_default);
}

BATT_HD Value make_okt(Context& context, bool ok, Value value) {
  const Value parts[] = {Value::boolean(ok), value};
  return Value::okt(context.arena().copy(parts, 2));
}

BATT_HD Value okt_field(Value v, int field) {
  if (!v.is_okt()) return attribute_error();
  return v.item(field == 0 ? 1 : 0);
}

BATT_HD Value other_name(Context& context, Value op, std::uint32_t alias) {
  return context.mode() == ErrorMode::Raw ? op : Value::op(op.op_id(), static_cast<std::uint16_t>(alias));
}

}  // namespace batt
