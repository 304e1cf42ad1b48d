// Python's own operations on values: what `a + b`, `x in c`, `c[k]`, `sorted(c)` mean. Whatever can raise returns a
// Value that may be an error; pass it on with BATT_TRY.
#pragma once

#include <cstdint>

#include "batt/value.h"
#include "runtime/value/build.h"
#include "runtime/value/bytes.h"
#include "runtime/value/context.h"
#include "runtime/value/equality.h"
#include "runtime/value/set.h"

/// Evaluates an expression of type Value; returns from the function if it is an error.
#define BATT_TRY(expression)                                                                     \
  do {                                                                                           \
    if (const ::batt::Value batt_tried = (expression); batt_tried.is_error()) return batt_tried; \
  } while (false)

/// Declares `name` with the expression's value; returns from the function if it is an error.
#define BATT_LET(name, expression)         \
  const ::batt::Value name = (expression); \
  if (name.is_error()) return name

namespace batt {

BATT_HD inline Value type_error() { return Value::error(Exception::TypeError); }
BATT_HD inline Value value_error() { return Value::error(Exception::ValueError); }
BATT_HD inline Value index_error() { return Value::error(Exception::IndexError); }
BATT_HD inline Value attribute_error() { return Value::error(Exception::AttributeError); }
BATT_HD inline Value stop_iteration() { return Value::error(Exception::StopIteration); }

/// What an error becomes when it leaves a generator: StopIteration turns into RuntimeError there.
BATT_HD inline Value through_generator(Value error) {
  return error.exception() == Exception::StopIteration ? Value::error(Exception::RuntimeError) : error;
}

// ---- iteration ------------------------------------------------------------------------------------------------

/// The items of an iterable, by their place. Every iterable of the DSL is materialised, so none is ever consumed.
class Items {
 public:
  BATT_HD std::int32_t size() const { return size_; }
  BATT_HD Value operator[](std::int32_t k) const {
    return set_ != nullptr ? set_->at(static_cast<std::uint32_t>(k)) : item(k);
  }
  /// Writes them all; returns where the next one would go.
  BATT_HD Value* copy_to(Value* out) const {
    const Items items = *this;  // in registers: to the compiler, what is written could be a part of it
    const auto count = static_cast<std::size_t>(items.size_);
    if (count == 0) return out;
    if (items.set_ == nullptr && items.source_.form() == Form::Plain)
      copy_bytes(out, items.source_.items(), count * sizeof(Value));
    else
      for (std::int32_t k = 0; k < items.size_; ++k) out[k] = items[k];
    return out + count;
  }

 private:
  BATT_HD friend bool iterate(Context& context, Value iterable, Items& items);
  BATT_HD friend bool iterate_other(Context& context, Value iterable, Items& items);
  BATT_HD Value item(std::int32_t k) const { return source_.item(k); }
  Value source_;
  const SetRep* set_ = nullptr;
  std::int32_t size_ = 0;
};

/// iter(iterable); false where Python raises TypeError.
BATT_HD bool iterate(Context& context, Value iterable, Items& items);
/// The same for what is no tuple.
BATT_HD bool iterate_other(Context& context, Value iterable, Items& items);

BATT_HD inline bool iterate(Context& context, Value iterable, Items& items) {
  if (iterable.kind() != Kind::Tuple) return iterate_other(context, iterable, items);
  items.set_ = nullptr;
  items.source_ = iterable;
  items.size_ = iterable.tuple_size();
  return true;
}

/// `a, b = v` and `a, b, c = v`: TypeError if v is not iterable, ValueError if its length is another. None if well.
BATT_HD Value unpack(Context& context, Value v, Value& a, Value& b);
BATT_HD Value unpack(Context& context, Value v, Value& a, Value& b, Value& c);

/// hasattr(v, '__len__'), and len(v).
BATT_HD bool has_length(Value v);
BATT_HD Value length(Value v);

// ---- truth and order (equality and hashes: runtime/value/equality.h) -----------------------------------------------

BATT_HD bool truth_of_any(Value v);
BATT_HD inline bool truth(Value v) { return v.is_bool() ? v.as_bool() : truth_of_any(v); }

/// a < b, a > b, a <= b, a >= b as a Bool, or TypeError. Sets compare by inclusion.
BATT_HD Value less(Context& context, Value a, Value b);
BATT_HD Value greater(Context& context, Value a, Value b);
BATT_HD Value less_equal(Context& context, Value a, Value b);
BATT_HD Value greater_equal(Context& context, Value a, Value b);

/// value in container.
BATT_HD Value contains(Context& context, Value container, Value value);

// ---- arithmetic -----------------------------------------------------------------------------------------------
// Ints beyond 64 bits throw LimitExceeded{Limit::Integer}.

BATT_HD Value add(Context& context, Value a, Value b);       ///< also concatenates
BATT_HD Value subtract(Context& context, Value a, Value b);  ///< also the difference of sets
BATT_HD Value multiply(Context& context, Value a, Value b);  ///< also repeats
BATT_HD Value floor_divide(Context& context, Value a, Value b);
BATT_HD Value modulo(Context& context, Value a, Value b);
BATT_HD Value negate(Context& context, Value a);
BATT_HD Value absolute(Context& context, Value a);
BATT_HD Value bit_and(Context& context, Value a, Value b);  ///< also the intersection of sets
BATT_HD Value bit_or(Context& context, Value a, Value b);   ///< also the union of sets

// ---- subscripts -----------------------------------------------------------------------------------------------

/// v[index].
BATT_HD Value subscript(Context& context, Value v, Value index);
BATT_HD Value subscript(Context& context, Value v, std::int64_t index);

/// v[start:stop:step] with ints or None.
BATT_HD Value slice(Context& context, Value v, Value start, Value stop, Value step = Value::none());
/// v[::-1].
BATT_HD Value reversed_slice(Context& context, Value v);

/// type(like)(items): the container of `like`'s type that holds what a generator yielded.
BATT_HD Value make_like(Context& context, Value like, const Value* items, std::size_t count);
BATT_HD inline Value make_like(Context& context, Value like, ScratchVector& items) {
  return make_like(context, like, items.data(), items.size());
}
/// type(like)().
BATT_HD Value empty_like(Value like);
/// frozenset(generator).
BATT_HD Value make_set(Context& context, ScratchVector& items);
/// {value} as a frozenset.
BATT_HD Value make_singleton(Context& context, Value value);

/// v.count(x) and v.index(x) with Python's AttributeError where v has no such method.
BATT_HD Value count_of(Context& context, Value v, Value x);
BATT_HD Value index_of(Context& context, Value v, Value x);

/// range(n): the count of its items; an error where Python raises TypeError.
BATT_HD Value range_size(Value n);

// ---- extremes and sorting -------------------------------------------------------------------------------------

/// max(items, default=if_empty); without a default pass an error to return.
BATT_HD Value maximum(Context& context, Value items, Value if_empty);
BATT_HD Value minimum(Context& context, Value items, Value if_empty);
/// The same over plain arrays; count > 0.
BATT_HD Value maximum(Context& context, const Value* items, std::size_t count);
BATT_HD Value minimum(Context& context, const Value* items, std::size_t count);

/// sorted(items, reverse=reverse), appended to `out`; None if well. Makes timsort's comparisons in its order.
BATT_HD Value sort(Context& context, Value items, bool reverse, ScratchVector& out);
/// The order in which sort() would put items with these keys, as their places; None if well.
BATT_HD Value sort_places(Context& context, const Value* keys, std::size_t count, bool reverse, std::uint32_t* places);

}  // namespace batt
