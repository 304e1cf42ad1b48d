// The op table written down: for the terminal, for programs, and as docs/ops.md.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace battc {

std::string ops_as_text();
std::string ops_as_markdown();
/// {"ops": {name: {params, returns, safe_default, pile_default, order, failure}}, "constants": {name: value}}
nlohmann::json ops_as_json();

}  // namespace battc
