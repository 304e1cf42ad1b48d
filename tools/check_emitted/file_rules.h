// The declarations of an emitted file: constants, frames, parts, functions, the table of entries, and the one function
// that it exports. Anything else is rejected, whatever it is.
#pragma once

namespace clang {
class ASTContext;
}

namespace check_emitted {

class Findings;

void check_declarations(const clang::ASTContext& context, Findings& findings);

}  // namespace check_emitted
