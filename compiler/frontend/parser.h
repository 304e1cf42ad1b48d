// Reads a program in any of its surface forms, mixed as they may be, into one normal form.
// A wrong statement costs a diagnostic and itself; the parser goes on with the next one.
#pragma once

#include <optional>

#include "compiler/frontend/ast.h"
#include "compiler/support/diagnostics.h"
#include "compiler/support/source.h"

namespace battc {

/// Nothing if there was any error; warnings do not count. The module does not refer to the source.
std::optional<Module> parse(const SourceFile& source, Diagnostics& diagnostics);

}  // namespace battc
