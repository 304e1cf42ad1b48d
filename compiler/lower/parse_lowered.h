// Reads the text that print_lowered (print_lowered.h) writes. Remarks are not read back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compiler/lower/lowered_function.h"

namespace battc {

/// Nothing for a text that is no lowered function, or one that verify_lowered refuses; `error` then says why.
std::optional<LoweredFunction> parse_lowered(std::string_view text, std::string& error);

}  // namespace battc
