#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/frontend/literals.h"
#include "compiler/frontend/parser_state.h"
#include "compiler/support/text.h"
#include "dsl_kernels/op_table.h"

namespace battc {
namespace {

constexpr std::string_view batch_prefix = "batch_";

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// `t4s`, `Ss`, `task_ids`: what the batch form writes for `t4`, `S`, `task_id`.
bool is_batch_variable(std::string_view name) {
  if (!name.ends_with('s')) return false;
  name.remove_suffix(1);
  return name == "S" || name == "I" || name == "C" || name == "O" || name == "task_id" || name == "log_path" ||
         (name.size() > 1 && is_digits(name.substr(1)));
}

}  // namespace

NameId Parser::intern(const Token& token) {
  std::string_view name = text(token);
  if (name.starts_with(batch_prefix) && batt::find_op(name.substr(batch_prefix.size())))
    name.remove_prefix(batch_prefix.size());
  if (function_.kind == FunctionDefinition::Kind::BattBatch && is_batch_variable(name)) name.remove_suffix(1);
  return module_.names.intern(name);
}

ExpressionId Parser::add_leaf(Expression leaf) {
  module_.expressions.push_back(leaf);
  return static_cast<ExpressionId>(module_.expressions.size() - 1);
}

ExpressionId Parser::add_name(const Token& name, Span span, Field field) {
  Expression leaf{.kind = Expression::Kind::Name, .field = field, .span = span};
  leaf.name = intern(name);
  return add_leaf(leaf);
}

/// Makes a node of the pending children from `first_pending` on.
std::optional<ExpressionId> Parser::add_parent(Expression::Kind kind, Span span, std::size_t first_pending) {
  Expression parent{.kind = kind, .span = span};
  parent.first_child = static_cast<std::uint32_t>(module_.children.size());
  parent.child_count = static_cast<std::uint32_t>(pending_children_.size() - first_pending);
  std::size_t height = 0;
  for (std::size_t k = first_pending; k < pending_children_.size(); ++k) {
    height = std::max<std::size_t>(height, module_.expression(pending_children_[k]).height);
    module_.children.push_back(pending_children_[k]);
  }
  pending_children_.resize(first_pending);
  if (height >= max_nesting) {
    nested_too_deep(span);
    return std::nullopt;
  }
  parent.height = static_cast<std::uint8_t>(height + 1);
  return add_leaf(parent);
}

std::optional<ExpressionId> Parser::parse_expression(std::size_t depth) {
  if (depth > max_nesting) {
    nested_too_deep(current_.span);
    return std::nullopt;
  }
  const auto primary = parse_primary(depth);
  return primary ? parse_calls(*primary, depth) : std::nullopt;
}

std::optional<ExpressionId> Parser::parse_primary(std::size_t depth) {
  switch (current_.kind) {
    case Kind::Name: return parse_name();
    case Kind::Integer:
    case Kind::Minus: return parse_integer();
    case Kind::Text: return parse_text();
    case Kind::KeywordTrue:
    case Kind::KeywordFalse: {
      Expression leaf{.kind = Expression::Kind::Boolean, .span = current_.span};
      leaf.integer = take().is(Kind::KeywordTrue);
      return add_leaf(leaf);
    }
    case Kind::KeywordNone: return add_leaf({.kind = Expression::Kind::None, .span = take().span});
    case Kind::LeftParen: return parse_parenthesised(depth);
    default: unexpected("a name, a call or a literal"); return std::nullopt;
  }
}

std::optional<ExpressionId> Parser::parse_name() {
  const Token name = take();
  if (is(Kind::Dot)) return parse_field(name);
  const std::string_view written = text(name);
  const bool is_list = collects() && (written == "o" || written == "s");
  if (is_list || (environment_ && intern(name) == *environment_)) {
    error(name.span, fmt::format("{} cannot be used as a value", quote(written)),
          is_list ? "it only collects results" : "it only serves do_pile");
    return std::nullopt;
  }
  return add_name(name, name.span, Field::None);
}

/// The `.t` or `.ok` after a name.
std::optional<ExpressionId> Parser::parse_field(const Token& name) {
  take();
  if (is_name("t") || is_name("ok")) {
    const Token field = take();
    return add_name(name, join(name.span, field.span), text(field) == "t" ? Field::Value : Field::Ok);
  }
  if (is_name("do_pile")) {
    error(current_.span, "do_pile cannot be part of an expression", "give its result a name of its own");
  } else if (is(Kind::Name)) {
    error(current_.span, fmt::format("unknown field {}", quote(text(current_))),
          "only '.t' and '.ok' can follow a name");
  } else {
    unexpected("'t' or 'ok'");
  }
  return std::nullopt;
}

std::optional<ExpressionId> Parser::parse_calls(ExpressionId callee, std::size_t depth) {
  while (is(Kind::LeftParen)) {
    const Expression& expression = module_.expression(callee);
    if (expression.kind != Expression::Kind::Name && expression.kind != Expression::Kind::Call) {
      error(expression.span, "a literal cannot be called");
      return std::nullopt;
    }
    const auto call = parse_call(callee, depth);
    if (!call) return std::nullopt;
    callee = *call;
  }
  return callee;
}

std::optional<ExpressionId> Parser::parse_call(ExpressionId callee, std::size_t depth) {
  const Span callee_span = module_.expression(callee).span;
  const bool may_list = source_.text(callee_span).starts_with(batch_prefix);
  const std::size_t first_pending = pending_children_.size();
  const auto outer = std::exchange(open_bracket_, take());
  bool listed = false;
  pending_children_.push_back(callee);
  while (!is(Kind::RightParen)) {
    if (refuse_keyword_argument()) return std::nullopt;
    const bool list = may_list && is(Kind::LeftBracket);
    listed |= list;
    const auto argument = list ? parse_listed_argument(depth + 1) : parse_expression(depth + 1);
    if (!argument) return std::nullopt;
    pending_children_.push_back(*argument);
    if (!parse_separator(Kind::RightParen, "',' or ')'")) return std::nullopt;
  }
  take();
  open_bracket_ = outer;
  if (listed) {
    // `batch_apply(f, [x])[0]` is one way to write `apply(f, x)`.
    const bool whole =
        accept(Kind::LeftBracket) && is(Kind::Integer) && text(take()) == "0" && accept(Kind::RightBracket);
    if (!whole) {
      error(span_from(callee_span.begin), "a list of one argument needs '[0]' after the call");
      return std::nullopt;
    }
  }
  return add_parent(Expression::Kind::Call, span_from(callee_span.begin), first_pending);
}

std::optional<ExpressionId> Parser::parse_listed_argument(std::size_t depth) {
  const auto outer = std::exchange(open_bracket_, take());
  const auto element = parse_expression(depth);
  if (!element || !expect(Kind::RightBracket, "']'")) return std::nullopt;
  open_bracket_ = outer;
  return element;
}

bool Parser::refuse_keyword_argument() {
  if (is(Kind::Name) && peek().is(Kind::Assign)) {
    if (current_.starts_line) {
      never_closed();
    } else {
      error(current_.span, fmt::format("keyword arguments are not supported: {}", quote(text(current_))),
            "write the arguments in the order of the op's parameters");
    }
    return true;
  }
  if (!is(Kind::Star)) return false;
  error(current_.span, "'*' is not supported in a call", "write each argument out");
  return true;
}

/// After an element: a comma, or the closing bracket, which stays.
bool Parser::parse_separator(Kind close, std::string_view wanted) {
  if (accept(Kind::Comma) || is(close)) return true;
  unexpected(wanted);
  return false;
}

std::optional<ExpressionId> Parser::parse_parenthesised(std::size_t depth) {
  const std::uint32_t begin = current_.span.begin;
  const std::size_t first_pending = pending_children_.size();
  const auto outer = std::exchange(open_bracket_, take());
  bool comma = false;
  while (!is(Kind::RightParen)) {
    const auto element = parse_expression(depth + 1);
    if (!element) return std::nullopt;
    pending_children_.push_back(*element);
    comma |= is(Kind::Comma);
    if (!parse_separator(Kind::RightParen, "',' or ')'")) return std::nullopt;
  }
  take();
  open_bracket_ = outer;
  if (pending_children_.size() == first_pending + 1 && !comma) {
    const ExpressionId inner = pending_children_.back();
    pending_children_.pop_back();
    return inner;
  }
  return add_parent(Expression::Kind::Tuple, span_from(begin), first_pending);
}

std::optional<ExpressionId> Parser::parse_integer() {
  const std::uint32_t begin = current_.span.begin;
  const bool negative = accept(Kind::Minus);
  if (!is(Kind::Integer)) {
    unexpected("an integer after '-'");
    return std::nullopt;
  }
  const auto value = integer_value(text(take()), negative);
  if (!value) {
    error(span_from(begin), "the integer needs more than 64 bits");
    return std::nullopt;
  }
  Expression leaf{.kind = Expression::Kind::Integer, .span = span_from(begin)};
  leaf.integer = *value;
  return add_leaf(leaf);
}

std::optional<ExpressionId> Parser::parse_text() {
  const std::uint32_t begin = current_.span.begin;
  std::string value;
  while (is(Kind::Text)) {
    const Token part = take();
    auto decoded = text_value(text(part));
    if (const auto* problem = std::get_if<TextProblem>(&decoded)) {
      error(part.span, problem->message);
      return std::nullopt;
    }
    value += std::get<std::string>(decoded);
  }
  Expression leaf{.kind = Expression::Kind::Text, .span = span_from(begin)};
  leaf.name = module_.names.intern(value);
  return add_leaf(leaf);
}

}  // namespace battc
