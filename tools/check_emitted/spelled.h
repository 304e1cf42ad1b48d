// Expressions as they are written, without what the compiler puts around them, and the few shapes of them that emitted
// code has.
#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

namespace check_emitted {

/// The expression below implicit conversions, copies and temporaries. An explicit cast or parentheses stay.
const clang::Expr* spelled(const clang::Expr* expression);

/// Whether an expression, if there is one, is the name of this variable, if there is one.
bool refers_to(const clang::Expr* expression, const clang::ValueDecl* variable);

/// A call of a function, not of a method or an operator; else null.
const clang::CallExpr* as_call(const clang::Expr& expression);

/// `a = b` of class type; else null.
const clang::CXXOperatorCallExpr* as_assignment(const clang::Stmt& statement);

/// x in `x.is_error()`; else null.
const clang::Expr* object_of_is_error(const clang::Expr& expression);

/// The variable of a declaration of just one; else null.
const clang::VarDecl* only_variable(const clang::Stmt* statement);

/// A condition and one branch, nothing else.
bool is_plain(const clang::IfStmt& statement);

/// {}
bool is_empty_list(const clang::Expr& expression);

/// 7, -7, and -7 - 1, which is how the smallest number is written.
bool is_integer(const clang::Expr& expression);

bool is_enumerator(const clang::Expr& expression);

/// The name of a constant of the main file, or its address.
bool is_constant(const clang::Expr& expression, const clang::SourceManager& sources);
bool is_address_of_constant(const clang::Expr& expression, const clang::SourceManager& sources);

}  // namespace check_emitted
