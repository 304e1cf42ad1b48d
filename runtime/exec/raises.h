// Whether a part of a program may raise. It depends on the error mode: in safe mode an op gives its default instead.
#pragma once

#include <cstdint>

#include "runtime/value/context.h"

namespace batt {

/// In which error modes something may raise. What may raise in safe mode may raise in raw mode, too.
enum class Raises : std::uint8_t { Never, InRawMode, InBothModes };

constexpr bool may_raise(Raises raises, ErrorMode mode) {
  return raises == Raises::InBothModes || (raises == Raises::InRawMode && mode == ErrorMode::Raw);
}

/// Of something that raises what either part raises.
constexpr Raises either(Raises a, Raises b) { return a < b ? b : a; }

}  // namespace batt
