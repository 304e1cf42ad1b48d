#include "tools/check_emitted/body_rules.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <llvm/ADT/SmallVector.h>

#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "tools/check_emitted/findings.h"
#include "tools/check_emitted/spelled.h"
#include "tools/check_emitted/vocabulary.h"

namespace check_emitted {
namespace {

using clang::dyn_cast;
using clang::dyn_cast_or_null;
using clang::isa;

/// A variable, of the frame or a local one, or one half of a pile there.
struct Place {
  const clang::DeclaratorDecl* variable;
  const clang::FieldDecl* half = nullptr;

  clang::QualType type() const { return (half != nullptr ? half : variable)->getType(); }
  bool is_value() const { return is_class(type(), "batt::Value"); }
  bool is_pile() const { return is_class(type(), "batt::emitted::Piled"); }
  auto operator<=>(const Place&) const = default;
};

/// Which places have a value by now. What an `if` or a body assigns is forgotten after it.
class Assigned {
 public:
  bool contains(Place place) const { return known_.count(place) != 0; }
  void add(Place place) {
    if (known_.insert(place).second) order_.push_back(place);
  }
  std::size_t mark() const { return order_.size(); }
  void forget_since(std::size_t mark) {
    for (; order_.size() > mark; order_.pop_back()) known_.erase(order_.back());
  }

 private:
  std::set<Place> known_;
  std::vector<Place> order_;
};

class BodyRules {
 public:
  BodyRules(Functions& uncalled, const clang::ASTContext& context, Findings& findings)
      : uncalled_(uncalled), sources_(context.getSourceManager()), findings_(findings) {}

  /// Frame& f = new_frame<Frame>(c); f.p = argument(..); ..  Value ended = part(..);
  /// if (!ended.is_error()) ended = part(..); ..  return ended;
  void check_run(const clang::FunctionDecl& run) {
    context_ = run.getParamDecl(0);
    run_ = run.getParamDecl(1);
    const auto* body = dyn_cast_or_null<clang::CompoundStmt>(run.getBody());
    if (body == nullptr || body->size() < 3) return reject(run, "a function that runs no part");
    const clang::Stmt* const* next = body->body_begin();
    const clang::Stmt* const* last = body->body_end() - 1;
    check_new_frame(*next++);
    for (; next != last && !isa<clang::DeclStmt>(*next); ++next) check_statement(**next);
    if (next != last) check_first_part(*next++);
    for (; next != last; ++next) check_next_part(**next);
    const auto* end = dyn_cast<clang::ReturnStmt>(*last);
    if (end == nullptr || !refers_to(end->getRetValue(), ended_)) reject(**last, "an end other than `return ended`");
  }

 private:
  // ---- the parts of a function ----------------------------------------------------------------------------------

  void check_new_frame(const clang::Stmt* statement) {
    const clang::VarDecl* variable = only_variable(statement);
    if (variable == nullptr || argument_kind(variable->getType()) != ArgumentKind::Frame || !variable->hasInit())
      return reject(*statement, "a beginning other than a new frame");
    const auto* call = dyn_cast<clang::CallExpr>(spelled(variable->getInit()));
    const clang::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
    if (callee == nullptr || !is_runtime_template(*callee, "new_frame", sources_) ||
        !refers_to(call->getArg(0), context_))
      return reject(*statement, "a frame that is not made by new_frame");
    frame_ = variable;
  }

  void check_first_part(const clang::Stmt* statement) {
    const clang::VarDecl* variable = only_variable(statement);
    if (variable == nullptr || !is_class(variable->getType(), "batt::Value") || !variable->hasInit())
      return reject(*statement, "a local variable");
    check_part_call(*spelled(variable->getInit()));
    ended_ = variable;
  }

  void check_next_part(const clang::Stmt& statement) {
    const auto* condition = dyn_cast<clang::IfStmt>(&statement);
    if (condition == nullptr || !is_plain(*condition)) return reject(statement, "a statement between parts");
    const auto* negation = dyn_cast<clang::UnaryOperator>(spelled(condition->getCond()));
    const auto* assignment = as_assignment(*condition->getThen());
    if (negation == nullptr || negation->getOpcode() != clang::UO_LNot || assignment == nullptr ||
        !refers_to(object_of_is_error(*negation->getSubExpr()), ended_) || !refers_to(assignment->getArg(0), ended_))
      return reject(statement, "a statement between parts");
    check_part_call(*spelled(assignment->getArg(1)));
  }

  void check_part_call(const clang::Expr& expression) {
    const auto* call = dyn_cast<clang::CallExpr>(&expression);
    const clang::FunctionDecl* part = call == nullptr ? nullptr : call->getDirectCallee();
    if (part == nullptr || !uncalled_.erase(part->getCanonicalDecl()))
      return reject(expression, "a call of something other than a part, or of a part again");
    for (unsigned k = 0; k < call->getNumArgs(); ++k)
      check_argument(*call->getArg(k), part->getParamDecl(k)->getType());
    check_part(*part);
  }

  /// The variables that a part assigns are there for the next one: unless it ends the program, it runs to its end.
  void check_part(const clang::FunctionDecl& part) {
    const auto* body = dyn_cast_or_null<clang::CompoundStmt>(part.getBody());
    const auto* end = body == nullptr ? nullptr : dyn_cast_or_null<clang::ReturnStmt>(body->body_back());
    if (end == nullptr) return reject(part, "a part that does not end with a return");
    const auto outer = std::tuple(context_, run_, frame_);
    context_ = part.getParamDecl(0);
    run_ = part.getParamDecl(1);
    frame_ = part.getParamDecl(2);
    check_statements({body->body_begin(), body->body_end() - 1});
    check_value(*end->getRetValue());
    std::tie(context_, run_, frame_) = outer;
  }

  // ---- statements -----------------------------------------------------------------------------------------------

  using Statements = llvm::ArrayRef<const clang::Stmt*>;

  static Statements statements_of(const clang::CompoundStmt& block) { return {block.body_begin(), block.body_end()}; }

  void check_statements(Statements statements) {
    for (const clang::Stmt* statement : statements) check_statement(*statement);
  }

  void check_statement(const clang::Stmt& statement) {
    if (const auto* block = dyn_cast<clang::CompoundStmt>(&statement)) {
      check_statements(statements_of(*block));
    } else if (const auto* condition = dyn_cast<clang::IfStmt>(&statement)) {
      check_if(*condition);
    } else if (const clang::VarDecl* variable = only_variable(&statement)) {
      check_local(*variable);
    } else if (const auto* assignment = as_assignment(statement)) {
      check_assignment(*assignment);
    } else if (const auto* expression = dyn_cast<clang::Expr>(&statement);
               expression != nullptr && as_call(*expression)) {
      check_call(*as_call(*expression), [](clang::QualType result) { return result->isVoidType(); });
    } else if (isa<clang::ReturnStmt>(statement)) {
      reject(statement, "a return before the end that is not `if (x.is_error() ..) return x`");
    } else {
      reject(statement, std::string("a statement of another kind: ") + statement.getStmtClassName());
    }
  }

  /// Value n_1 = ..; and Piled v_t1 = {};
  void check_local(const clang::VarDecl& variable) {
    const Place place{&variable};
    if (variable.getStorageClass() != clang::SC_None || variable.hasAttrs() || !is_variable_name(variable.getName()) ||
        variable.getType().hasQualifiers() || variable.getInitStyle() != clang::VarDecl::CInit || !variable.hasInit())
      return reject(variable, "a local variable of another kind");
    if (place.is_value()) {
      check_computation(*variable.getInit());
      assigned_.add(place);
    } else if (place.is_pile() && is_empty_list(*variable.getInit())) {
      assign_pile(place);
    } else {
      reject(variable, "a local variable of another kind");
    }
  }

  void check_assignment(const clang::CXXOperatorCallExpr& assignment) {
    const std::optional<Place> place = as_place(*assignment.getArg(0));
    if (!place) return reject(assignment, "an assignment to something other than a variable");
    if (place->is_value()) {
      check_computation(*assignment.getArg(1));
      assigned_.add(*place);
    } else if (place->is_pile() && is_empty_list(*assignment.getArg(1))) {
      assign_pile(*place);
    } else {
      reject(assignment, "an assignment of another kind");
    }
  }

  void check_if(const clang::IfStmt& statement) {
    if (!is_plain(statement)) return reject(statement, "an `if` with more than a condition and one branch");
    llvm::SmallVector<const clang::Expr*, 4> conditions;
    split_conjunction(*statement.getCond(), conditions);
    for (const clang::Expr* condition : conditions) check_condition(*condition);
    if (const auto* end = dyn_cast<clang::ReturnStmt>(statement.getThen()))
      return check_early_end(*conditions[0], *end);
    const std::size_t mark = assigned_.mark();
    check_statement(*statement.getThen());
    assigned_.forget_since(mark);
  }

  void check_early_end(const clang::Expr& first_condition, const clang::ReturnStmt& end) {
    const clang::Expr* object = object_of_is_error(first_condition);
    const std::optional<Place> failed = object == nullptr ? std::nullopt : as_place(*object);
    const std::optional<Place> answer = end.getRetValue() == nullptr ? std::nullopt : as_place(*end.getRetValue());
    if (!failed || failed != answer) reject(end, "a return of something other than the error that the condition found");
  }

  void split_conjunction(const clang::Expr& expression, llvm::SmallVectorImpl<const clang::Expr*>& parts) {
    const auto* both = dyn_cast<clang::BinaryOperator>(spelled(&expression));
    if (both == nullptr || both->getOpcode() != clang::BO_LAnd) return parts.push_back(&expression);
    split_conjunction(*both->getLHS(), parts);
    split_conjunction(*both->getRHS(), parts);
  }

  void check_condition(const clang::Expr& expression) {
    const clang::Expr* condition = spelled(&expression);
    if (const auto* negation = dyn_cast<clang::UnaryOperator>(condition);
        negation != nullptr && negation->getOpcode() == clang::UO_LNot)
      return check_condition(*negation->getSubExpr());
    if (const clang::Expr* object = object_of_is_error(*condition)) return check_value_place(*object);
    if (as_call(*condition) != nullptr)
      return check_call(*as_call(*condition), [](clang::QualType result) { return result->isBooleanType(); });
    check_flag(*condition);
  }

  // ---- bodies of loops and blocks -------------------------------------------------------------------------------

  /// A value, or run_loop<Op::op_x>(c, [&](Value n_1) { .. }, ..), or run_block(c, [&] { .. }).
  void check_computation(const clang::Expr& expression) {
    const clang::CallExpr* call = as_call(*spelled(&expression));
    const clang::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
    const bool is_loop = callee != nullptr && is_runtime_template(*callee, "run_loop", sources_);
    if (!is_loop && (callee == nullptr || !is_runtime_template(*callee, "run_block", sources_)))
      return check_value(expression);
    require(refers_to(call->getArg(0), context_), *call->getArg(0), "something other than the context");
    for (unsigned k = 2; k < call->getNumArgs(); ++k) check_value(*call->getArg(k));
    const auto* body = dyn_cast<clang::LambdaExpr>(spelled(call->getArg(1)));
    if (body == nullptr || !is_plain_body(*body, is_loop)) return reject(*call->getArg(1), "a body of another kind");
    check_body(*body);
  }

  /// [&](Value n_1, Value n_2), without anything else that a lambda may have.
  static bool is_plain_body(const clang::LambdaExpr& body, bool takes_items) {
    if (body.getCaptureDefault() != clang::LCD_ByRef || !body.explicit_captures().empty() || body.isMutable() ||
        body.hasExplicitResultType() || body.isGenericLambda() || body.getCallOperator()->hasAttrs() ||
        body.hasExplicitParameters() != takes_items)
      return false;
    return llvm::all_of(body.getCallOperator()->parameters(), [](const clang::ParmVarDecl* item) {
      return is_class(item->getType(), "batt::Value") && !item->getType().hasQualifiers() && !item->hasAttrs() &&
             !item->hasDefaultArg() && (item->getName().empty() || is_variable_name(item->getName()));
    });
  }

  void check_body(const clang::LambdaExpr& body) {
    const std::size_t mark = assigned_.mark();
    for (const clang::ParmVarDecl* item : body.getCallOperator()->parameters()) assigned_.add({item});
    const clang::CompoundStmt& statements = *body.getCompoundStmtBody();
    const auto* end = statements.body_empty() ? nullptr : dyn_cast<clang::ReturnStmt>(statements.body_back());
    if (end == nullptr || end->getRetValue() == nullptr)
      return reject(body, "a body that does not end with a return of its result");
    check_statements(statements_of(statements).drop_back());
    check_value(*end->getRetValue());
    assigned_.forget_since(mark);
  }

  // ---- expressions ----------------------------------------------------------------------------------------------

  void check_value(const clang::Expr& expression) {
    const clang::Expr* value = spelled(&expression);
    if (as_call(*value) != nullptr)
      check_call(*as_call(*value), [](clang::QualType result) { return is_class(result, "batt::Value"); });
    else
      check_value_place(*value);
  }

  void check_value_place(const clang::Expr& expression) {
    const std::optional<Place> place = as_place(expression);
    if (!place || !place->is_value())
      return reject(expression,
                    std::string("an expression of another kind: ") + spelled(&expression)->getStmtClassName());
    check_read(*place, expression);
  }

  template <class IsResult>
  void check_call(const clang::CallExpr& call, IsResult is_result) {
    const clang::FunctionDecl* callee = call.getDirectCallee();
    if (callee == nullptr || !refers_to(call.getCallee(), callee))
      return reject(call, "a call of something other than a named function");
    if (!is_runtime_function(*callee, sources_) && !is_value_maker(*callee))
      return reject(call,
                    "a call of '" + callee->getQualifiedNameAsString() + "', which is not the runtime's interface");
    if (!is_result(callee->getReturnType())) return reject(call, "a call whose result is of no use here");
    for (unsigned k = 0; k < call.getNumArgs(); ++k)
      check_argument(*call.getArg(k), callee->getParamDecl(k)->getType());
  }

  void check_argument(const clang::Expr& argument, clang::QualType parameter) {
    if (isa<clang::CXXDefaultArgExpr>(argument)) return;  // not written in the file
    switch (argument_kind(parameter)) {
      case ArgumentKind::Context:
        return require(refers_to(&argument, context_), argument, "something other than the context");
      case ArgumentKind::Run: return require(refers_to(&argument, run_), argument, "something other than the run");
      case ArgumentKind::Frame:
        return require(refers_to(&argument, frame_), argument, "something other than the frame");
      case ArgumentKind::Value: return check_value(argument);
      case ArgumentKind::Values: return check_values(argument);
      case ArgumentKind::Place: return check_value_place(argument);
      case ArgumentKind::Pile: return check_pile(argument);
      case ArgumentKind::Flag: return check_flag(argument);
      case ArgumentKind::Number:
        return require(is_integer(argument), argument, "something other than an integer literal");
      case ArgumentKind::Handler:
        return require(is_constant(argument, sources_), argument, "something other than a handler");
      case ArgumentKind::Text:
        return require(is_address_of_constant(argument, sources_), argument, "something other than a text");
      case ArgumentKind::Name: return require(is_enumerator(argument), argument, "something other than an enumerator");
      case ArgumentKind::Forbidden: return reject(argument, "an argument of the type " + parameter.getAsString());
    }
  }

  void check_values(const clang::Expr& argument) {
    if (is_empty_list(argument)) return;
    const auto* list = dyn_cast<clang::CXXStdInitializerListExpr>(spelled(&argument));
    const auto* items = list == nullptr ? nullptr : dyn_cast<clang::InitListExpr>(spelled(list->getSubExpr()));
    if (items == nullptr) return reject(argument, "something other than a list of values");
    for (const clang::Expr* item : items->inits()) check_value(*item);
  }

  void check_flag(const clang::Expr& argument) {
    if (isa<clang::CXXBoolLiteralExpr>(spelled(&argument))) return;
    const std::optional<Place> place = as_place(argument);
    if (!place || !place->type()->isBooleanType()) return reject(argument, "something other than a flag");
    check_read(*place, argument);
  }

  /// The runtime looks at the value of a pile, and sets its flag.
  void check_pile(const clang::Expr& argument) {
    const std::optional<Place> place = as_place(argument);
    if (!place || !place->is_pile()) return reject(argument, "something other than a pile");
    for (const clang::FieldDecl* half : place->type()->getAsCXXRecordDecl()->fields())
      if (const Place value{place->variable, half}; half->getName() == "t") check_read(value, argument);
    assign_pile(*place);
  }

  // ---- places ---------------------------------------------------------------------------------------------------

  /// x or f.x, or of a pile x.t, f.x.t and x.ok, f.x.ok.
  std::optional<Place> as_place(const clang::Expr& expression) const {
    if (const auto* name = dyn_cast<clang::DeclRefExpr>(spelled(&expression))) {
      const auto* variable = dyn_cast<clang::VarDecl>(name->getDecl());
      const bool is_local = variable != nullptr && variable->hasLocalStorage() && is_variable_name(variable->getName());
      return is_local ? std::optional(Place{variable}) : std::nullopt;
    }
    const auto* member = dyn_cast<clang::MemberExpr>(spelled(&expression));
    const auto* field = member == nullptr ? nullptr : dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (field == nullptr || member->isArrow()) return std::nullopt;
    if (refers_to(member->getBase(), frame_)) return Place{field};
    const std::optional<Place> whole = as_place(*member->getBase());
    if (!whole || whole->half != nullptr || !whole->is_pile()) return std::nullopt;
    return Place{whole->variable, field};
  }

  void assign_pile(Place place) {
    for (const clang::FieldDecl* half : place.type()->getAsCXXRecordDecl()->fields())
      assigned_.add({place.variable, half});
  }

  void check_read(Place place, const clang::Expr& expression) {
    require(assigned_.contains(place), expression,
            "'" + place.variable->getNameAsString() + "' is read before it has a value");
  }

  // ---- findings -------------------------------------------------------------------------------------------------

  template <class Node>
  void reject(const Node& node, std::string reason) {
    findings_.add(sources_, node.getBeginLoc(), std::move(reason));
  }
  void require(bool holds, const clang::Expr& expression, std::string reason) {
    if (!holds) reject(expression, std::move(reason));
  }

  Functions& uncalled_;
  const clang::SourceManager& sources_;
  Findings& findings_;

  /// The names of the function that is being checked.
  const clang::ValueDecl* context_ = nullptr;
  const clang::ValueDecl* run_ = nullptr;
  const clang::ValueDecl* frame_ = nullptr;
  const clang::ValueDecl* ended_ = nullptr;
  Assigned assigned_;
};

}  // namespace

void check_bodies(const clang::FunctionDecl& run, Functions& uncalled, const clang::ASTContext& context,
                  Findings& findings) {
  BodyRules(uncalled, context, findings).check_run(run);
}

}  // namespace check_emitted
