// The bodies of emitted functions: straight lines of calls into the runtime and assignments, guarded by `if`, with
// every variable written before it is read. There are no loops, and a part calls no function of its own file, so what
// passes ends, too.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>

namespace clang {
class ASTContext;
class FunctionDecl;
}  // namespace clang

namespace check_emitted {

class Findings;
using Functions = llvm::SmallPtrSet<const clang::FunctionDecl*, 16>;

/// Checks runN, and the parts that it calls in the order in which it calls them; takes those out of `uncalled`.
void check_bodies(const clang::FunctionDecl& run, Functions& uncalled, const clang::ASTContext& context,
                  Findings& findings);

}  // namespace check_emitted
