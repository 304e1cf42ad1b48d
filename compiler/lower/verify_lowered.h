// What every lowered function keeps to. lower() and what changes its result are checked by it in debug builds.
//
// - Slots, guards and blocks are there; every slot is set before it is read.
// - A block's instructions lie inside the block around it. Inside a block the last instruction gives the result, and an
//   error leaves the block from all others; outside, guards are those of the source.
// - An op gets its exact number of operands; a loop is an op that has one.
#pragma once

#include <string>
#include <vector>

#include "compiler/lower/lowered_function.h"

namespace battc {

/// What is wrong, as sentences; empty: nothing.
std::vector<std::string> verify_lowered(const LoweredFunction& function);

}  // namespace battc
