// The normal form of a program as text: one line a statement, the same for the same program whatever form it was
// written in. Names and texts are escaped, so the dump is safe to print.
#pragma once

#include <string>

#include "compiler/frontend/ast.h"

namespace battc {

std::string dump(const Module& module);

}  // namespace battc
