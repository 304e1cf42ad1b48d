// The two declarations a module is made of, for the parser's own use.
#pragma once

#include <vector>

#include "tests/device/ptx/syntax.h"
#include "tests/device/ptx/token_stream.h"

namespace batt::ptx {

struct Linkage {
  bool external = false, weak = false, visible = false;
};

/// Begins after .func or .entry, ends after the body or the semicolon of a declaration.
FunctionSyntax parse_function(TokenStream& tokens, bool entry, Linkage linkage);

/// Begins after the space's name, ends after the semicolon.
void parse_variables(TokenStream& tokens, Space space, Linkage linkage, std::vector<VariableSyntax>& variables);

}  // namespace batt::ptx
