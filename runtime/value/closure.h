// A function made at run time, as data. dsl_kernels/calls makes and calls them.
#pragma once

#include <cstdint>

#include "batt/value.h"

namespace batt {

/// Python compares functions by identity, so each one made is another.
struct Closure {
  enum class Kind : std::uint8_t;  ///< see dsl_kernels/calls/combinators.h
  Kind kind;
  std::uint8_t arity;
  std::uint32_t serial;  ///< counts the closures of a run: a hash that does not depend on addresses
  Value parts[3] = {};
};

}  // namespace batt
