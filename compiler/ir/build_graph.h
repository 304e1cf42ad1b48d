// From the AST to the graph: one graph for each function. Never fails: what Python would only find out at run time
// (an unbound variable, a call of no function) becomes a node that is that error.
#pragma once

#include "compiler/frontend/ast.h"
#include "compiler/ir/graph.h"
#include "compiler/support/source.h"

namespace battc {

/// The module must have been resolved without errors.
Graph build_graph(const Module& module, const FunctionDefinition& function, const SourceFile& source);

}  // namespace battc
