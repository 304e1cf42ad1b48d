// Values as JSON, the form in which inputs and answers are kept:
//   tuple [..]   frozenset {"s": [..]}   float {"f": "nan"}   function {"fn": "rot90"} or {"fn": ["rbind", f, x]}
//   list {"l": [..]}   OKT {"okt": [ok, value]}   an int beyond 64 bits {"big": ".."}   int, bool, null, text as they
//   are
// A set in an argument is built by inserting in the order given; in an answer it stands in iteration order.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "batt/value.h"
#include "dsl_kernels/calls/function.h"
#include "runtime/value/context.h"

namespace batt {

/// JSON that is no value: says what and where.
struct MalformedValue : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// {"fn": "safe_callable"}: an answer can be one, but no name leads back to it. The recorder of golden data met
/// KeyError there.
struct NamelessFunction : MalformedValue {
  NamelessFunction() : MalformedValue("safe_callable names no function that could be made again") {}
};

/// Values in each other; deeper ones are neither read nor written.
inline constexpr int max_value_nesting = 500;

/// Throws MalformedValue, or LimitExceeded{Limit::Integer} for {"big": ..}.
Value decode(Context& context, const nlohmann::json& json);

/// Throws LimitExceeded{Limit::Steps} for a value nested too deeply to be written. A value that a program made is
/// encoded with its context, which is charged; one that is known to be small needs none.
nlohmann::json encode(Context& context, Value value);
nlohmann::json encode(Value value);

/// Where two answers differ: a path such as ".o[3][3]", empty if they agree. {"fn": "?"} in `expected` agrees with
/// anything.
std::string first_difference(const nlohmann::json& expected, const nlohmann::json& got);
bool agree(const nlohmann::json& expected, const nlohmann::json& got);

/// A float as Python's repr() spells it.
std::string repr(double d);

}  // namespace batt
