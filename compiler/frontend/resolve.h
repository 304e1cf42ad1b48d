// Finds out what every name of a program stands for, as Python would: a local variable hides a parameter, an op or
// a constant of its name in the whole function. Unknown names are errors; what would run but looks wrong (a wrong
// number of arguments, a variable read too early) is a warning, because generated programs are full of it.
#pragma once

#include "compiler/frontend/ast.h"
#include "compiler/support/diagnostics.h"

namespace battc {

/// Fills in Expression::binding and index of every name. True if there was no error.
bool resolve(Module& module, Diagnostics& diagnostics);

}  // namespace battc
