// Python's own operations on values: what `a + b`, `x in c`, `c[k]`, `sorted(c)` mean. Whatever can raise answers a
// Value that may be an error; pass it on with BATT_TRY.
#pragma once

#include <cstdint>

#include "batt/build.h"
#include "batt/context.h"
#include "batt/set.h"
#include "batt/value.h"

/// Evaluates an expression of type Value; returns from the function if it is an error.
#define BATT_TRY(expression)                                     \
  do {                                                           \
    if (const ::batt::Value batt_tried = (expression); batt_tried.is_error()) return batt_tried; \
  } while (false)

/// Declares `name` with the expression's value; returns from the function if it is an error.
#define BATT_LET(name, expression)       \
  const ::batt::Value name = (expression); \
  if (name.is_error()) return name

namespace batt {

inline Value type_error() { return Value::error(Exception::TypeError); }
inline Value value_error() { return Value::error(Exception::ValueError); }
inline Value index_error() { return Value::error(Exception::IndexError); }
inline Value attribute_error() { return Value::error(Exception::AttributeError); }
inline Value stop_iteration() { return Value::error(Exception::StopIteration); }

/// What an error becomes when it leaves a generator: StopIteration turns into RuntimeError there.
inline Value through_generator(Value error) {
  return error.exception() == Exception::StopIteration ? Value::error(Exception::RuntimeError) : error;
}

// ---- iteration ------------------------------------------------------------------------------------------------

/// The items of an iterable, by their place. Every iterable of the DSL is materialised, so none is ever consumed.
class Items {
 public:
  std::int32_t size() const { return size_; }
  Value operator[](std::int32_t k) const { return set_ != nullptr ? set_->at(static_cast<std::uint32_t>(k)) : item(k); }

 private:
  friend bool iterate(Context& context, Value iterable, Items& items);
  Value item(std::int32_t k) const { return source_.item(k); }
  Value source_;
  const SetRep* set_ = nullptr;
  std::int32_t size_ = 0;
};

/// iter(iterable); false where Python raises TypeError.
bool iterate(Context& context, Value iterable, Items& items);

/// `a, b = v` and `a, b, c = v`: TypeError if v is not iterable, ValueError if its length is another. None if well.
Value unpack(Context& context, Value v, Value& a, Value& b);
Value unpack(Context& context, Value v, Value& a, Value& b, Value& c);

/// hasattr(v, '__len__'), and len(v).
bool has_length(Value v);
Value length(Value v);

// ---- truth, equality, order, hash -----------------------------------------------------------------------------

bool truth(Value v);

/// a == b. Nothing of the DSL raises there.
bool equal(Value a, Value b);
/// a is b or a == b: what containers ask.
bool same_or_equal(Value a, Value b);

/// a < b, a > b, a <= b, a >= b as a Bool, or TypeError. Sets compare by inclusion.
Value less(Value a, Value b);
Value greater(Value a, Value b);
Value less_equal(Value a, Value b);
Value greater_equal(Value a, Value b);

/// hash(v) into `hash`; false where Python raises TypeError (a list inside).
bool hash_of(Value v, std::uint64_t& hash);

/// value in container.
Value contains(Context& context, Value container, Value value);

// ---- arithmetic -----------------------------------------------------------------------------------------------
// Ints beyond 64 bits throw LimitExceeded{Limit::Integer}.

Value add(Context& context, Value a, Value b);             ///< also concatenates
Value subtract(Context& context, Value a, Value b);        ///< also the difference of sets
Value multiply(Context& context, Value a, Value b);        ///< also repeats
Value floor_divide(Context& context, Value a, Value b);
Value modulo(Context& context, Value a, Value b);
Value negate(Context& context, Value a);
Value absolute(Context& context, Value a);
Value bit_and(Context& context, Value a, Value b);         ///< also the intersection of sets
Value bit_or(Context& context, Value a, Value b);          ///< also the union of sets

// ---- subscripts -----------------------------------------------------------------------------------------------

/// v[index].
Value subscript(Context& context, Value v, Value index);
Value subscript(Context& context, Value v, std::int64_t index);

/// v[start:stop:step] with ints or None.
Value slice(Context& context, Value v, Value start, Value stop, Value step = Value::none());
/// v[::-1].
Value reversed_slice(Context& context, Value v);

/// type(like)(items): the container of `like`'s type that holds what a generator yielded.
Value make_like(Context& context, Value like, const Value* items, std::size_t count);
inline Value make_like(Context& context, Value like, Collector& items) {
  return make_like(context, like, items.data(), items.size());
}
/// type(like)().
Value empty_like(Value like);
/// frozenset(generator).
Value make_set(Context& context, Collector& items);
/// {value} as a frozenset.
Value make_singleton(Context& context, Value value);

/// v.count(x) and v.index(x) with Python's AttributeError where v has no such method.
Value count_of(Context& context, Value v, Value x);
Value index_of(Context& context, Value v, Value x);

/// range(n): the count of its items; an error where Python raises TypeError.
Value range_size(Value n);

// ---- extremes and sorting -------------------------------------------------------------------------------------

/// max(items, key=key, default=fallback). Without `key` pass None; without a default pass an error to return.
Value maximum(Context& context, Value items, Value key, Value if_empty);
Value minimum(Context& context, Value items, Value key, Value if_empty);
/// The same over plain arrays; count > 0.
Value maximum(const Value* items, std::size_t count);
Value minimum(const Value* items, std::size_t count);

/// sorted(items, key=key, reverse=reverse), appended to `out`; None if well. Makes timsort's comparisons in its order.
Value sort(Context& context, Value items, Value key, bool reverse, Collector& out);
/// The order in which sort() would put items with these keys, as their places; None if well.
Value sort_places(Context& context, const Value* keys, std::size_t count, bool reverse, std::uint32_t* places);

}  // namespace batt
