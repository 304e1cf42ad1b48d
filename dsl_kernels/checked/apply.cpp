#include <algorithm>

#include "batt/function.h"
#include "dsl_kernels/checked/generate.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

/// type(like)(e for e in container if condition(e)).
Value filter(Context& context, Value like, Value container, Value condition) {
  return filter_like(context, like, container, [&](Value e) { return call(context, condition, e); });
}

/// type(like)(function(e) for e in container).
Value map(Context& context, Value like, Value function, Value container) {
  return map_like(context, like, container, [&](Value e) { return call(context, function, e); });
}

/// type(like)(function(value) for function in functions).
Value map_functions(Context& context, Value like, Value functions, Value value) {
  return map_like(context, like, functions, [&](Value function) { return call(context, function, value); });
}

}  // namespace

Value extract_body(Context& context, Value container, Value condition) {
  Items items;
  if (!iterate(context, container, items)) return type_error();
  for (std::int32_t k = 0; k < items.size(); ++k) {
    const Value item = items[k];
    const Value wanted = call(context, condition, item);
    if (wanted.is_error()) return through_generator(wanted);
    if (truth(wanted)) return item;
  }
  return Value::empty_set();
}

Value sfilter_body(Context& context, Value container, Value condition) {
  return filter(context, container, container, condition);
}
Value sfilter_t_body(Context& context, Value container, Value condition) {
  return filter(context, a_tuple(), container, condition);
}
Value sfilter_f_body(Context& context, Value container, Value condition) {
  return filter(context, a_set(), container, condition);
}

Value mfilter_body(Context& context, Value container, Value function) {
  BATT_LET(kept, op_sfilter(context, container, function));
  return op_merge_f(context, kept);
}
Value mfilter_t_body(Context& context, Value container, Value function) {
  return filter(context, a_set(), container, function);
}
Value mfilter_f_body(Context& context, Value container, Value function) {
  BATT_LET(kept, op_sfilter(context, container, function));
  return op_merge_f(context, kept);
}

Value apply_body(Context& context, Value function, Value container) {
  return map(context, container, function, container);
}
Value apply_t_body(Context& context, Value function, Value container) {
  return map(context, a_tuple(), function, container);
}
Value apply_f_body(Context& context, Value function, Value container) {
  return map(context, container, function, container);
}

Value rapply_body(Context& context, Value functions, Value value) {
  return map_functions(context, functions, functions, value);
}
Value rapply_t_body(Context& context, Value functions, Value value) {
  return map_functions(context, a_tuple(), functions, value);
}
Value rapply_f_body(Context& context, Value functions, Value value) {
  return map_functions(context, functions, functions, value);
}

Value mapply_body(Context& context, Value function, Value container) {
  BATT_LET(applied, op_apply(context, function, container));
  return op_merge(context, applied);
}
Value mapply_t_body(Context& context, Value function, Value container) {
  BATT_LET(applied, op_apply_t(context, function, container));
  return op_merge_t(context, applied);
}
Value mapply_f_body(Context& context, Value function, Value container) {
  BATT_LET(applied, op_apply_f(context, function, container));
  return op_merge_f(context, applied);
}

Value papply_body(Context& context, Value function, Value a, Value b) {
  Items left, right;
  if (!iterate(context, a, left) || !iterate(context, b, right)) return type_error();
  Collector answers(context);
  for (std::int32_t k = 0; k < std::min(left.size(), right.size()); ++k) {
    const Value answer = call(context, function, left[k], right[k]);
    if (answer.is_error()) return through_generator(answer);
    answers.push(answer);
  }
  return make_tuple(context, answers);
}

Value mpapply_body(Context& context, Value function, Value a, Value b) {
  BATT_LET(applied, op_papply(context, function, a, b));
  return op_merge_t(context, applied);
}

Value prapply_body(Context& context, Value function, Value a, Value b) {
  Items inner, outer;
  if (!iterate(context, b, outer)) return type_error();
  Collector answers(context);
  for (std::int32_t j = 0; j < outer.size(); ++j) {
    if (!iterate(context, a, inner)) return type_error();
    for (std::int32_t i = 0; i < inner.size(); ++i) {
      const Value answer = call(context, function, inner[i], outer[j]);
      if (answer.is_error()) return generator_failed(answer, a_set(), answers);
      answers.push(answer);
    }
  }
  return make_set(context, answers);
}

}  // namespace batt
