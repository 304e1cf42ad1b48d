// What guards do with exceptions: env.do_pile, `except` with a default, and the OKTs of piles.
#pragma once

#include <cstdint>

#include "batt/value.h"
#include "runtime/value/context.h"

namespace batt {

/// What `env.do_pile` remembers: its first two exceptions give a default, later ones do not.
class Pile {
 public:
  /// The OKT's value for a call that raised; `ok` tells the OKT's flag.
  BATT_HD Value failed(Context& context, Value function, bool& ok);

 private:
  int exceptions_ = 0;
};

/// `_get_safe_default(function)` of any value.
BATT_HD Value safe_default_of(Context& context, Value function);

/// One bit for each Exception, as a handler's list of classes is kept.
BATT_HD inline bool catches(std::uint64_t bits, Value error) {
  return (bits >> static_cast<unsigned>(error.exception()) & 1) != 0;
}

/// OKT(ok, value).
BATT_HD Value make_okt(Context& context, bool ok, Value value);

/// `v.t` and `v.ok`.
BATT_HD Value okt_field(Value v, int field);

/// The function that an alias of its op names: in raw mode the op itself, in safe mode another object (see ops.def).
BATT_HD Value other_name(Context& context, Value op, std::uint32_t alias);

}  // namespace batt
