#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/frontend/parser_state.h"
#include "compiler/support/text.h"

namespace battc {
namespace {

constexpr std::string_view default_function = "_get_safe_default";

ExceptionKind exception_kind(std::string_view name) {
  for (int k = 0; k < static_cast<int>(ExceptionKind::Other); ++k) {
    const auto kind = static_cast<ExceptionKind>(k);
    if (to_string(kind) == name) return kind;
  }
  return ExceptionKind::Other;
}

}  // namespace

void Parser::parse_try() {
  const Token keyword = take();
  auto body = parse_guarded_suite();
  if (!is(Kind::KeywordExcept)) {
    if (body) error(keyword.span, "'try' has no 'except'");
    return;
  }
  TryGuard guard{};
  const auto handler = parse_except(guard);
  if (skip_further_clauses() || !body || !handler || !take_fallback(guard, *body, *handler)) return;
  body->guard = std::move(guard);
  const Span last = module_.expression(handler->value).span;
  add(join(keyword.span, last), *std::move(body));
}

/// `except (TypeError, …) as e:` and its assignment.
std::optional<Assign> Parser::parse_except(TryGuard& guard) {
  const Token keyword = take();
  open_bracket_.reset();
  if (is(Kind::Colon)) {
    guard.caught.push_back({ExceptionKind::Everything, module_.names.intern("BaseException"), keyword.span});
  } else if (!parse_caught(guard)) {
    skip_line_and_block();
    return std::nullopt;
  }
  return parse_guarded_suite();
}

bool Parser::parse_caught(TryGuard& guard) {
  const auto parse_one = [&] {
    const Token name = current_;
    if (!expect(Kind::Name, "the name of an exception")) return false;
    guard.caught.push_back({exception_kind(text(name)), module_.names.intern(text(name)), name.span});
    return true;
  };
  if (is(Kind::LeftParen)) {
    open_bracket_ = take();
    while (!is(Kind::RightParen)) {
      if (!parse_one() || !parse_separator(Kind::RightParen, "',' or ')'")) return false;
    }
    take();
    open_bracket_.reset();
  } else if (!parse_one()) {
    return false;
  }
  if (!accept(Kind::KeywordAs)) return true;
  if (is(Kind::Name)) function_.caught_as.push_back({intern(current_), current_.span});
  return expect(Kind::Name, "a name");
}

bool Parser::skip_further_clauses() {
  bool any = false;
  while (is(Kind::KeywordExcept) ||
         (is(Kind::OtherKeyword) && (text(current_) == "else" || text(current_) == "finally"))) {
    if (!any) error(current_.span, "a try has one except and nothing else", "list all exceptions in one except (…)");
    any = true;
    skip_line_and_block();
  }
  return any;
}

/// One assignment, on the line of the colon or indented below it.
std::optional<Assign> Parser::parse_guarded_suite() {
  const bool has_colon = expect(Kind::Colon, "':'");
  if (!has_colon || !is(Kind::Newline)) {
    auto assign = has_colon ? parse_guarded_assignment() : std::nullopt;
    if (assign && end_of_line()) return assign;
    skip_line_and_block();
    return std::nullopt;
  }
  take();
  if (!accept(Kind::Indent)) {
    unexpected("an indented line");
    return std::nullopt;
  }
  auto assign = parse_guarded_assignment();
  if (!assign || !end_of_line()) {
    skip_line();
    leave_block();
    return std::nullopt;
  }
  if (!is(Kind::Dedent) && !is(Kind::End)) {
    error(current_.span, "a try and its except hold one assignment each", "write a try for each assignment");
    assign.reset();
  }
  leave_block();
  return assign;
}

std::optional<Assign> Parser::parse_guarded_assignment() {
  pending_children_.clear();
  open_bracket_.reset();
  const Token target = current_;
  if (!accept(Kind::Name) || !accept(Kind::Assign)) {
    if (!is(Kind::Invalid)) error(target.span, "a try and its except hold one assignment to one name each");
    return std::nullopt;
  }
  if (!assignable(target)) return std::nullopt;
  const auto value = parse_expression();
  if (!value) return std::nullopt;
  return Assign{intern(target), target.span, *value, {}};
}

/// Takes the fallback from the handler's assignment: `_get_safe_default(f)`, a name or a literal.
bool Parser::take_fallback(TryGuard& guard, const Assign& body, const Assign& handler) {
  if (handler.target != body.target) {
    error(handler.target_span, fmt::format("the except assigns {} where the try assigns {}",
                                           quote(module_.text(handler.target)), quote(module_.text(body.target))));
    return false;
  }
  guard.fallback = handler.value;
  const Expression& value = module_.expression(handler.value);
  if (value.kind == Expression::Kind::Call && value.child_count == 2) {
    const Expression& callee = module_.expression(module_.callee(value));
    guard.safe_default = callee.kind == Expression::Kind::Name && module_.text(callee.name) == default_function;
    if (guard.safe_default) {
      function_.assumed.push_back({callee.name, callee.span});
      guard.fallback = module_.arguments(value)[0];
    }
  }
  if (guard.safe_default || is_value(handler.value)) return true;
  error(value.span, "a fallback is a name, a literal or '_get_safe_default(…)'");
  return false;
}

/// Whether evaluating it calls nothing.
bool Parser::is_value(ExpressionId id) const {
  const Expression& expression = module_.expression(id);
  if (expression.kind == Expression::Kind::Call) return false;
  return std::ranges::all_of(module_.children_of(expression), [&](ExpressionId child) { return is_value(child); });
}

}  // namespace battc
