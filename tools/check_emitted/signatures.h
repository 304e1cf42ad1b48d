// Rows of the op table against the functions that carry them out: one definition `Value NAME_general(Context&, Value
// ..)` for each row of dsl_kernels/ops.def that has a body, whose parameters have the row's names, in its order.
#pragma once

#include <clang/AST/Decl.h>

#include <map>
#include <string>
#include <vector>

namespace check_emitted {

class Findings;

class Signatures {
 public:
  /// Takes in the bodies that a source file defines for others to call.
  void collect(const clang::ASTContext& context);

  /// What the collected bodies are, held against the table.
  void check(Findings& findings) const;

 private:
  struct Body {
    std::string file;
    unsigned line, column;
    bool is_plain;                        ///< Value (Context&, Value ..) in namespace batt
    std::vector<std::string> parameters;  ///< after the context; empty text: unnamed
  };

  std::multimap<std::string, Body> bodies_;  ///< by the name of the op
};

}  // namespace check_emitted
