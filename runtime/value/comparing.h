// What equality, hashes and order of values share: how deep they go, and how they compare numbers.
#pragma once

#include <limits>

#include "runtime/value/context.h"

namespace batt {

/// Values nested deeper than this end the run: Python would end with RecursionError, at a depth that is not fixed. This
/// bounds the stack, too: a level takes less than 256 bytes of it.
inline constexpr int max_nesting = 990;

/// The device does not recurse: there each level of nesting is a function of its own, so that there can be only few.
inline constexpr int most_levels = 5;
BATT_HD constexpr int below(int levels) {
#ifdef BATT_ON_DEVICE
  return levels - 1;
#else
  return levels;
#endif
}

/// The functions of the levels stay apart: each inlined into the one above, they would be megabytes of code.
#ifdef __CUDACC__
#define BATT_LEVEL __host__ __device__ __noinline__
#else
#define BATT_LEVEL
#endif

/// Ends the sample at values that are nested too deeply.
template <int levels>
BATT_HD void check_nesting([[maybe_unused]] int depth) {
#ifdef BATT_ON_DEVICE
  if (levels == 0) abort_sample(no_op, Reason::Nesting);
#else
  if (depth > max_nesting) stop(Limit::Steps);
#endif
}

/// Exact for every int of 64 bits: long double has as many mantissa bits.
#ifdef BATT_ON_DEVICE
/// The device has no longer floats: ints that a double does not hold exactly end the sample.
BATT_HD inline double exact(Value number) {
  if (number.is_float()) return number.as_real();
  if (number.as_int() >= 1ll << 53 || number.as_int() <= -(1ll << 53)) abort_sample(no_op, Reason::Integer);
  return static_cast<double>(number.as_int());
}
#else
BATT_HD inline long double exact(Value number) {
  static_assert(std::numeric_limits<long double>::digits >= 64);
  return number.is_float() ? static_cast<long double>(number.as_real()) : static_cast<long double>(number.as_int());
}
#endif

}  // namespace batt
