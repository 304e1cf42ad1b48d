// Reads the text that print_graph (print.h) writes. Lines that are empty or begin with `;` mean nothing, and nodes may
// carry any numbers, as long as each is defined before it is used: a text may be edited by hand.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compiler/ir/graph.h"

namespace battc {

/// Nothing for a text that is no graph; `error` then names the line, what was expected and what is there.
/// What the text can say but must not (see verify.h) is not looked at here.
std::optional<Graph> parse_graph(std::string_view text, std::string& error);

}  // namespace battc
