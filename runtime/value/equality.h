// `a == b` and hash(a), which sets ask about their members. The context is charged for what is looked at: values that
// share their parts can be far larger than their memory.
#pragma once

#include <cstdint>

#include "batt/value.h"
#include "runtime/value/context.h"

namespace batt {

/// a == b of values that are not both ints.
BATT_HD bool equal_others(Context& context, Value a, Value b);
/// a == b. Nothing of the DSL raises there.
BATT_HD inline bool equal(Context& context, Value a, Value b) {
  if (a.is_int() && b.is_int()) return a.as_int() == b.as_int();
  return !a.is_packed_unlike(b) && equal_others(context, a, b);
}
/// a is b or a == b: what containers ask.
BATT_HD inline bool same_or_equal(Context& context, Value a, Value b) { return a.same_as(b) || equal(context, a, b); }
/// The same for a value in a packed form, which bounds the work: nothing is charged, so the lanes of a team may ask.
BATT_HD bool equals_packed(Value a, Value packed);

/// On the host: whether values of None, bools, ints, texts and tuples are equal and of the same types all the way down,
/// so that one can stand for the other. May say no of all others.
bool is_plain_copy(Value a, Value b);

/// hash(v) into `hash`; false where Python raises TypeError (a list inside).
BATT_HD bool hash_of(Context& context, Value v, std::uint64_t& hash);

/// For tests, as PYTHONHASHSEED: values whose hash CPython does not fix get other ones from now on, as in another run
/// of it. 0: those that they have otherwise.
void set_unfixed_hash_seed(std::uint64_t seed);

}  // namespace batt
