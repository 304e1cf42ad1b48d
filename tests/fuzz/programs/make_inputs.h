// Inputs as ARC has them, and inputs as nobody expects them.
#pragma once

#include <nlohmann/json.hpp>

#include "tests/fuzz/programs/random.h"

namespace battc::fuzz {

enum class InputStyle : std::uint8_t {
  Arc,        ///< small grids of colours 0 to 9
  OddColors,  ///< a few cells of other ints: 16, -1, 128, beyond a byte
  Large,      ///< very wide, very tall, or both
  Broken,     ///< empty, ragged, with something else than ints in it
  NoGrid,     ///< grids of bools, floats, huge ints or pairs; sets of cells; nested tuples and sets of anything
};

/// One entry of a golden file's "inputs". C is None now and then.
nlohmann::json make_input(Random& random, InputStyle style);

InputStyle pick_style(Random& random);

}  // namespace battc::fuzz
