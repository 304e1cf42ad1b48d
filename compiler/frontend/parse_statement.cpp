#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/frontend/parser_state.h"
#include "compiler/support/text.h"

namespace battc {
namespace {

constexpr std::string_view sample_function = "batch_process_samples_gpu";
constexpr std::string_view statement_forms =
    "a program is made of assignments (also in try/except), o.append, s.append and a return";

}  // namespace

bool Parser::collects() const {
  return function_.kind == FunctionDefinition::Kind::Batt || function_.kind == FunctionDefinition::Kind::BattBatch;
}

bool Parser::is_local(NameId name) const {
  const auto index = static_cast<std::size_t>(name);
  return index < local_in_.size() && local_in_[index] == function_number_;
}

void Parser::add_local(NameId name) {
  if (is_local(name)) return;
  local_in_.resize(std::max(local_in_.size(), module_.names.size()), 0);
  local_in_[static_cast<std::size_t>(name)] = function_number_;
  function_.locals.push_back(name);
}

/// What is no op, and stands for what it is in the reference.
void Parser::assume(const Token& name) { function_.assumed.push_back({module_.names.intern(text(name)), name.span}); }

/// Statements after the return never run, but they still make their targets local.
void Parser::add(Span span, StatementForm form) {
  if (const auto* assign = std::get_if<Assign>(&form)) add_local(assign->target);
  if (const auto* block = std::get_if<SampleBlock>(&form))
    std::ranges::for_each(block->targets, [&](NameId name) { add_local(name); });
  if (!returned_) function_.statements.push_back({span, std::move(form)});
}

void Parser::parse_statement_line() {
  pending_children_.clear();
  open_bracket_.reset();
  if (accept(Kind::Newline)) return;
  if (is(Kind::KeywordTry)) {
    parse_try();
    return;
  }
  do {
    if (is(Kind::Newline)) break;
    if (!parse_simple_statement()) {
      skip_line_and_block();
      return;
    }
  } while (accept(Kind::Semicolon));
  if (!end_of_line()) skip_line_and_block();
}

bool Parser::end_of_line() {
  if (is(Kind::End) || is(Kind::Dedent)) return true;
  return expect(Kind::Newline, "the end of the line");
}

bool Parser::parse_simple_statement() {
  switch (current_.kind) {
    case Kind::Text:
      while (accept(Kind::Text)) {
      }
      return true;
    case Kind::KeywordPass: take(); return true;
    case Kind::KeywordReturn: return parse_return();
    case Kind::Name: return parse_name_statement();
    default: unsupported_statement(); return false;
  }
}

void Parser::unsupported_statement() {
  if (is(Kind::Invalid)) return;
  const std::string_view name = describe(current_.kind);
  const std::string shown = name.empty() ? quote(text(current_)) : std::string(name);
  error(current_.span, fmt::format("{} does not start a statement of a program", shown), std::string(statement_forms));
}

bool Parser::parse_name_statement() {
  const Token name = take();
  switch (current_.kind) {
    case Kind::Assign: return parse_assignment(name);
    case Kind::Comma: return parse_sample_block(name);
    case Kind::Dot: return parse_append(name);
    case Kind::Invalid: return false;
    case Kind::LeftParen:
      error(name.span, fmt::format("the result of {} is not used", quote(text(name))), std::string(statement_forms));
      return false;
    default:
      error(current_.span, fmt::format("expected '=' after {}", quote(text(name))), std::string(statement_forms));
      return false;
  }
}

bool Parser::assignable(const Token& target) {
  const std::string_view name = text(target);
  const bool is_list = collects() && (name == "o" || name == "s");
  if (!is_list && !(environment_ && intern(target) == *environment_)) return true;
  error(target.span, fmt::format("{} cannot be assigned a value", quote(name)),
        is_list ? "in a batt, 'o' and 's' collect the results" : "it serves do_pile");
  return false;
}

bool Parser::parse_assignment(const Token& target) {
  take();
  if (is(Kind::LeftBracket) && peek().is(Kind::RightBracket)) return start_collecting(target);
  if ((is_name("Env") || is_name("GPUEnv")) && peek().is(Kind::LeftParen)) return start_environment(target);
  if (!assignable(target)) return false;
  std::optional<ExpressionId> value;
  if (is(Kind::Name) && peek().is(Kind::Dot)) {
    const Token name = take();
    if (peek().is(Kind::Name) && text(peek()) == "do_pile") return parse_pile(target, name);
    value = parse_field(name);
    if (value) value = parse_calls(*value, 1);
  } else if (is_name(sample_function)) {
    error(target.span, fmt::format("{} has four results", sample_function), "write t1, t2, t3, t4 = …");
    return false;
  } else {
    value = parse_expression();
  }
  if (!value) return false;
  if (is(Kind::Assign) || is(Kind::Comma)) {
    error(current_.span, "a statement assigns one value to one name");
    return false;
  }
  add(span_from(target.span.begin), Assign{intern(target), target.span, *value, {}});
  return true;
}

bool Parser::start_collecting(const Token& target) {
  const std::string_view name = text(target);
  take();
  take();
  if (!collects() || (name != "o" && name != "s")) {
    error(span_from(target.span.begin), "lists are not supported here", "only 'o' and 's' of a batt are lists");
    return false;
  }
  bool& started = name == "o" ? collecting_o_ : collecting_s_;
  if (started) {
    error(span_from(target.span.begin), fmt::format("{} is already collecting", quote(name)));
    return false;
  }
  started = true;
  return true;
}

/// Nothing in `Env(…)` matters to what the program computes.
bool Parser::start_environment(const Token& target) {
  if (environment_ || is_local(intern(target))) {
    error(target.span,
          environment_ ? "a program has one Env" : fmt::format("{} is already a variable", quote(text(target))));
    return false;
  }
  if (!assignable(target)) return false;
  assume(take());
  open_bracket_ = take();
  for (std::size_t depth = 1; depth > 0;) {
    if (is(Kind::LeftParen) || is(Kind::LeftBracket) || is(Kind::LeftBrace)) ++depth;
    if (is(Kind::RightParen) || is(Kind::RightBracket) || is(Kind::RightBrace)) --depth;
    const bool next_line = current_.starts_line && begins_statement();
    if (is(Kind::Invalid) || is(Kind::Newline) || is(Kind::End) || next_line) {
      unexpected("')'");
      return false;
    }
    take();
  }
  open_bracket_.reset();
  environment_ = intern(target);
  return true;
}

/// After `target = environment`, at `.do_pile(number, [callee, argument, …], ok)`.
bool Parser::parse_pile(const Token& target, const Token& environment) {
  if (!environment_ || intern(environment) != *environment_) {
    error(environment.span, fmt::format("{} is not an Env", quote(text(environment))),
          "start it above with 'env = Env(0.0, task_id, S, log_path)'");
    return false;
  }
  take();
  take();
  if (!is(Kind::LeftParen)) return expect(Kind::LeftParen, "'('");
  open_bracket_ = take();
  const auto number = parse_integer();
  if (!number || !expect(Kind::Comma, "','")) return false;
  if (!is(Kind::LeftBracket)) return expect(Kind::LeftBracket, "'[' and a function with its arguments");
  const auto outer = std::exchange(open_bracket_, take());
  const std::uint32_t begin = current_.span.begin;
  while (!is(Kind::RightBracket)) {
    const auto element = parse_expression();
    if (!element) return false;
    pending_children_.push_back(*element);
    if (!parse_separator(Kind::RightBracket, "',' or ']'")) return false;
  }
  if (pending_children_.empty()) {
    error(current_.span, "do_pile needs a function to call");
    return false;
  }
  const auto call = add_parent(Expression::Kind::Call, span_from(begin), 0);
  take();
  open_bracket_ = outer;
  PileGuard guard{module_.expression(*number).integer, {}, {}};
  if (!call || !parse_pile_condition(guard) || !expect(Kind::RightParen, "')'")) return false;
  open_bracket_.reset();
  add(span_from(target.span.begin), Assign{intern(target), target.span, *call, std::move(guard)});
  return true;
}

/// Nothing, or `, True`, or `, t3.ok and t2.ok`.
bool Parser::parse_pile_condition(PileGuard& guard) {
  if (!accept(Kind::Comma) || is(Kind::RightParen)) return true;
  do {
    if (accept(Kind::KeywordTrue)) continue;
    if (accept(Kind::KeywordFalse)) {
      guard.never = true;
      continue;
    }
    if (!is(Kind::Name)) {
      unexpected("True, or names with '.ok' joined by 'and'");
      return false;
    }
    const auto term = parse_name();
    if (!term) return false;
    if (module_.expression(*term).field != Field::Ok) {
      error(module_.expression(*term).span, "the condition is True, or names with '.ok' joined by 'and'");
      return false;
    }
    guard.ok.push_back(module_.expression(*term).name);
    guard.ok_spans.push_back(module_.expression(*term).span);
  } while (accept(Kind::KeywordAnd));
  accept(Kind::Comma);
  return true;
}

bool Parser::parse_sample_block(const Token& first_target) {
  std::vector<Token> targets{first_target};
  while (accept(Kind::Comma)) {
    if (targets.size() > 4 || !is(Kind::Name)) break;
    targets.push_back(take());
  }
  if (targets.size() != 4 || !is(Kind::Assign)) {
    error(span_from(first_target.span.begin), "a statement assigns one name, or four from batch_process_samples_gpu");
    return false;
  }
  take();
  if (!is_name(sample_function)) {
    error(current_.span, fmt::format("only {} has four results", sample_function));
    return false;
  }
  assume(current_);
  const auto value = parse_expression();
  if (!value || !std::ranges::all_of(targets, [&](const Token& target) { return assignable(target); })) return false;
  const Expression& call = module_.expression(*value);
  if (call.kind != Expression::Kind::Call || call.child_count != 2) {
    error(call.span, fmt::format("{} takes one argument", sample_function), "pass the samples: S");
    return false;
  }
  SampleBlock block{{}, {}, module_.arguments(call)[0]};
  for (std::size_t k = 0; k < targets.size(); ++k) {
    block.targets[k] = intern(targets[k]);
    block.target_spans[k] = targets[k].span;
  }
  add(span_from(first_target.span.begin), block);
  return true;
}

bool Parser::parse_append(const Token& list) {
  take();
  const bool to_o = text(list) == "o";
  if (!is_name("append") || !collects() || (!to_o && text(list) != "s")) {
    const Span written = join(list.span, current_.span);
    error(written, fmt::format("{} does not start a statement of a program", quote(source_.text(written))),
          std::string(statement_forms));
    return false;
  }
  if (!(to_o ? collecting_o_ : collecting_s_)) {
    error(list.span, fmt::format("{} is not started", quote(text(list))),
          fmt::format("write '{} = []' above", text(list)));
    return false;
  }
  take();
  if (!is(Kind::LeftParen)) return expect(Kind::LeftParen, "'('");
  open_bracket_ = take();
  const auto entry = parse_expression();
  if (!entry || !expect(Kind::RightParen, "')'")) return false;
  open_bracket_.reset();
  const Expression& tuple = module_.expression(*entry);
  if (tuple.kind != Expression::Kind::Tuple || tuple.child_count != 4) {
    error(tuple.span, "an entry is a tuple of four", fmt::format("write {}.append((number, …, …, value))", text(list)));
    return false;
  }
  const auto parts = module_.children_of(tuple);
  add(span_from(list.span.begin), Append{to_o ? Append::To::O : Append::To::S, parts[0], parts[1], parts[2], parts[3]});
  return true;
}

bool Parser::parse_return() {
  const std::uint32_t begin = take().span.begin;
  const auto value = collects() ? std::nullopt : parse_result();
  const bool nothing = collects() && is(Kind::LeftBracket);
  const bool complete = nothing ? parse_empty_collections() : collects() ? parse_return_collected() : value.has_value();
  if (complete && returned_) diagnostics_.warning(span_from(begin), "this return is never reached");
  if (value) {
    add(span_from(begin), Return{*value});
  } else if (complete) {
    add(span_from(begin), ReturnCollected{nothing});
  }
  returned_ = true;
  return complete;
}

/// An expression, or several with commas between: a tuple.
std::optional<ExpressionId> Parser::parse_result() {
  const std::uint32_t begin = current_.span.begin;
  const auto first = parse_expression();
  if (!first || !is(Kind::Comma)) return first;
  pending_children_.push_back(*first);
  while (accept(Kind::Comma) && !is(Kind::Newline) && !is(Kind::Semicolon)) {
    const auto element = parse_expression();
    if (!element) return std::nullopt;
    pending_children_.push_back(*element);
  }
  return add_parent(Expression::Kind::Tuple, span_from(begin), 0);
}

/// `o, s` or `(o, s)`.
bool Parser::parse_return_collected() {
  const std::uint32_t begin = current_.span.begin;
  const bool enclosed = accept(Kind::LeftParen);
  const auto accept_name = [&](std::string_view name) { return is_name(name) && (take(), true); };
  if (!accept_name("o") || !accept(Kind::Comma) || !accept_name("s") || (enclosed && !accept(Kind::RightParen))) {
    if (!is(Kind::Invalid))
      error({begin, std::max(begin, current_.span.begin)}, "a batt returns 'o, s'", "write 'return o, s'");
    return false;
  }
  if (collecting_o_ && collecting_s_) return true;
  const std::string_view missing = collecting_o_ ? "s" : "o";
  error(span_from(begin), fmt::format("'{}' is not started", missing), fmt::format("write '{} = []' above", missing));
  return false;
}

/// `[], []`.
bool Parser::parse_empty_collections() {
  const auto parse_empty = [&] { return expect(Kind::LeftBracket, "'['") && expect(Kind::RightBracket, "']'"); };
  return parse_empty() && expect(Kind::Comma, "','") && parse_empty();
}

}  // namespace battc
