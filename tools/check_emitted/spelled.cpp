#include "tools/check_emitted/spelled.h"

#include <clang/AST/DeclCXX.h>
#include <clang/Basic/SourceManager.h>

namespace check_emitted {
namespace {

using clang::dyn_cast;
using clang::isa;

bool is_harmless(clang::CastKind kind) {
  return kind == clang::CK_NoOp || kind == clang::CK_LValueToRValue || kind == clang::CK_IntegralCast ||
         kind == clang::CK_ArrayToPointerDecay || kind == clang::CK_FunctionToPointerDecay;
}

/// What the compiler put directly around another expression; null for what is written.
const clang::Expr* unwrapped(const clang::Expr* expression) {
  if (const auto* whole = dyn_cast<clang::FullExpr>(expression)) return whole->getSubExpr();
  if (const auto* temporary = dyn_cast<clang::MaterializeTemporaryExpr>(expression)) return temporary->getSubExpr();
  if (const auto* cast = dyn_cast<clang::ImplicitCastExpr>(expression))
    return is_harmless(cast->getCastKind()) ? cast->getSubExpr() : nullptr;
  const auto* copy = dyn_cast<clang::CXXConstructExpr>(expression);
  if (copy == nullptr || isa<clang::CXXTemporaryObjectExpr>(copy) || copy->isListInitialization()) return nullptr;
  return copy->getConstructor()->isCopyOrMoveConstructor() && copy->getNumArgs() == 1 ? copy->getArg(0) : nullptr;
}

const clang::Expr* below(const clang::Expr& expression, clang::UnaryOperatorKind kind) {
  const auto* unary = dyn_cast<clang::UnaryOperator>(spelled(&expression));
  return unary != nullptr && unary->getOpcode() == kind ? unary->getSubExpr() : nullptr;
}

}  // namespace

const clang::Expr* spelled(const clang::Expr* expression) {
  while (const clang::Expr* inner = unwrapped(expression)) expression = inner;
  return expression;
}

bool refers_to(const clang::Expr* expression, const clang::ValueDecl* variable) {
  const auto* name = expression == nullptr ? nullptr : dyn_cast<clang::DeclRefExpr>(spelled(expression));
  return name != nullptr && name->getDecl() == variable;
}

const clang::CallExpr* as_call(const clang::Expr& expression) {
  const auto* call = dyn_cast<clang::CallExpr>(spelled(&expression));
  return isa<clang::CXXMemberCallExpr, clang::CXXOperatorCallExpr, clang::UserDefinedLiteral>(spelled(&expression))
             ? nullptr
             : call;
}

const clang::CXXOperatorCallExpr* as_assignment(const clang::Stmt& statement) {
  const auto* expression = dyn_cast<clang::Expr>(&statement);
  const auto* call = expression == nullptr ? nullptr : dyn_cast<clang::CXXOperatorCallExpr>(spelled(expression));
  return call != nullptr && call->getOperator() == clang::OO_Equal && call->getNumArgs() == 2 ? call : nullptr;
}

const clang::Expr* object_of_is_error(const clang::Expr& expression) {
  const auto* call = dyn_cast<clang::CXXMemberCallExpr>(spelled(&expression));
  const clang::CXXMethodDecl* method = call == nullptr ? nullptr : call->getMethodDecl();
  if (method == nullptr || method->getQualifiedNameAsString() != "batt::Value::is_error") return nullptr;
  return llvm::cast<clang::MemberExpr>(call->getCallee())->isArrow() ? nullptr : call->getImplicitObjectArgument();
}

const clang::VarDecl* only_variable(const clang::Stmt* statement) {
  const auto* declaration = dyn_cast<clang::DeclStmt>(statement);
  if (declaration == nullptr || !declaration->isSingleDecl()) return nullptr;
  const auto* variable = dyn_cast<clang::VarDecl>(declaration->getSingleDecl());
  return variable != nullptr && !variable->hasAttrs() ? variable : nullptr;
}

bool is_plain(const clang::IfStmt& statement) {
  return !statement.isConstexpr() && !statement.hasInitStorage() && !statement.hasVarStorage() &&
         !statement.hasElseStorage();
}

bool is_empty_list(const clang::Expr& expression) {
  const clang::Expr* list = spelled(&expression);
  if (const auto* made = dyn_cast<clang::CXXConstructExpr>(list))
    return !isa<clang::CXXTemporaryObjectExpr>(made) && made->isListInitialization() && made->getNumArgs() == 0;
  const auto* items = dyn_cast<clang::InitListExpr>(list);
  if (items == nullptr) return false;
  return (items->getSyntacticForm() != nullptr ? items->getSyntacticForm() : items)->getNumInits() == 0;
}

bool is_integer(const clang::Expr& expression) {
  const auto is_number = [](const clang::Expr& part) {
    const clang::Expr* negated = below(part, clang::UO_Minus);
    return isa<clang::IntegerLiteral>(spelled(negated != nullptr ? negated : &part));
  };
  const auto* difference = dyn_cast<clang::BinaryOperator>(spelled(&expression));
  if (difference == nullptr) return is_number(expression);
  return difference->getOpcode() == clang::BO_Sub && is_number(*difference->getLHS()) &&
         is_number(*difference->getRHS());
}

bool is_enumerator(const clang::Expr& expression) {
  const auto* name = dyn_cast<clang::DeclRefExpr>(spelled(&expression));
  return name != nullptr && isa<clang::EnumConstantDecl>(name->getDecl());
}

bool is_constant(const clang::Expr& expression, const clang::SourceManager& sources) {
  const auto* name = dyn_cast<clang::DeclRefExpr>(spelled(&expression));
  const auto* variable = name == nullptr ? nullptr : dyn_cast<clang::VarDecl>(name->getDecl());
  return variable != nullptr && variable->isConstexpr() && sources.isInMainFile(variable->getLocation());
}

bool is_address_of_constant(const clang::Expr& expression, const clang::SourceManager& sources) {
  const clang::Expr* constant = below(expression, clang::UO_AddrOf);
  return constant != nullptr && is_constant(*constant, sources);
}

}  // namespace check_emitted
