// What the lines outside of programs do to names. They are not run; but a program means something else where one of
// them gives a name that it uses another meaning, so that such a program is refused (resolve.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/frontend/ast.h"
#include "compiler/frontend/token.h"

namespace battc {

/// What stands around a line outside of programs.
enum class Surroundings : std::uint8_t {
  Module,       ///< nothing: it runs once
  Conditional,  ///< if, try, for, with and the like: it may run
  OwnNames,     ///< a class or a function: its names are its own
  NeverRuns,    ///< if __name__ == "__main__"
};

struct OuterLine {
  Surroundings block;                 ///< those of a block below it
  const Token* definition = nullptr;  ///< the name of a function that it defines inside of a condition
};

/// Reads a logical line, a statement or the head of a block with what follows on the line. Appends what it changes.
OuterLine read_outer_line(std::span<const Token> line, const SourceFile& source, Surroundings surroundings,
                          NameTable& names, std::vector<NameChange>& changes);

}  // namespace battc
