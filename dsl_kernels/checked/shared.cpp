// Ops whose fast body is exact for every value: it is their checked body, too.
#include "dsl_kernels/op_bodies.h"

namespace batt {

#define SHARED(name, arity) \
  Value name##_body(Context& context, BATT_PARAMETERS_##arity) { return name##_fast(context, BATT_ARGUMENTS_##arity); }

// fast/arithmetic.cpp
SHARED(add, 2)
SHARED(subtract, 2)
SHARED(multiply, 2)
SHARED(divide, 2)
SHARED(invert, 1)
SHARED(even, 1)
SHARED(double, 1)
SHARED(halve, 1)
SHARED(flip, 1)
SHARED(equality, 2)
SHARED(greater, 2)
SHARED(both, 2)
SHARED(either, 2)
SHARED(increment, 1)
SHARED(decrement, 1)
SHARED(crement, 1)
SHARED(sign, 1)
SHARED(positive, 1)
SHARED(toivec, 1)
SHARED(tojvec, 1)
SHARED(maximum, 1)
SHARED(minimum, 1)
SHARED(branch, 3)
SHARED(c_branch, 3)

// fast/functions.cpp
SHARED(identity, 1)
SHARED(compose, 2)
SHARED(chain, 3)
SHARED(matcher, 2)
SHARED(rbind, 2)
SHARED(lbind, 2)
SHARED(power, 2)
SHARED(fork, 3)

// fast/ranks.cpp
SHARED(get_nth_t, 2)
SHARED(get_nth_f, 2)
SHARED(get_rank, 2)
SHARED(get_common_rank, 2)
SHARED(get_common_rank_t, 2)
SHARED(get_common_rank_f, 2)
SHARED(get_color_rank_t, 2)
SHARED(get_color_rank_f, 2)
SHARED(mostcommon, 1)
SHARED(mostcommon_t, 1)
SHARED(mostcommon_f, 1)
SHARED(leastcommon, 1)
SHARED(leastcommon_t, 1)
SHARED(leastcommon_f, 1)

// fast/containers.cpp
SHARED(first, 1)
SHARED(second, 1)
SHARED(first_t, 1)
SHARED(first_f, 1)
SHARED(last, 1)
SHARED(last_f, 1)
SHARED(last_t, 1)
SHARED(contained, 2)
SHARED(repeat, 2)
SHARED(size, 1)
SHARED(size_t, 1)
SHARED(size_f, 1)
SHARED(initset, 1)
SHARED(insert, 2)
SHARED(remove, 2)
SHARED(remove_t, 2)
SHARED(remove_f, 2)
SHARED(other, 2)
SHARED(other_t, 2)
SHARED(other_f, 2)
SHARED(interval, 3)
SHARED(astuple, 2)
SHARED(ascell, 2)
SHARED(toij, 1)
SHARED(astriple, 3)
SHARED(product, 2)
SHARED(pair, 2)
SHARED(celltuple, 2)
SHARED(totuple, 1)
SHARED(sizefilter, 2)

// fast/merge.cpp
SHARED(combine, 2)
SHARED(combine_t, 2)
SHARED(combine_f, 2)
SHARED(intersection, 2)
SHARED(difference, 2)
SHARED(difference_tuple, 2)
SHARED(dedupe, 1)
SHARED(dedupe_pair_tuple, 1)
SHARED(merge, 1)
SHARED(merge_f, 1)
SHARED(merge_t, 1)

// fast/samples.cpp
SHARED(a_mr, 1)
#undef SHARED

}  // namespace batt
