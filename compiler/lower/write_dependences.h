// Which values of a program depend on which, for the runtime: it marks what depends on an order that CPython does not
// fix.
#pragma once

#include <string>

#include "compiler/ir/graph.h"

namespace battc {

// clang-format off
/// A text that emitted programs carry along; the runtime reads it only after a run that looked at such an order.
///
///   steps '/' outputs
///   step    line flags operands ';'      for each node that is computed, in order
///   flags   's' may fail in safe mode, 'r' in raw mode, '!' a failure may end the program, '#' env.do_pile counts it
///   operand ' ' how many steps before this one
///   output  ('o' | 's' | 'O') fields ';' for each entry of o and s, or for the result
///   field   ' ' number of the step, from 0
///
/// Constants and inputs are left out.
// clang-format on
std::string write_dependences(const Graph& graph);

}  // namespace battc
