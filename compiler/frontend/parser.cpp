#include "compiler/frontend/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "compiler/frontend/parser_state.h"
#include "compiler/support/text.h"

namespace battc {
namespace {

constexpr std::array<std::string_view, 3> solver_parameters{"S", "I", "C"};
constexpr std::array<std::string_view, 2> short_solver_parameters{"S", "I"};
constexpr std::array<std::string_view, 5> batt_parameters{"task_id", "S", "I", "C", "log_path"};
constexpr std::array<std::string_view, 5> batch_parameters{"task_ids", "Ss", "Is", "Cs", "log_paths"};

constexpr std::string_view known_signatures =
    "a program is solve_ID(S, I, C), solve_ID(S, I), differ_ID(S, I, C), batt(task_id, S, I, C, log_path) or "
    "batt_batch(task_ids, Ss, Is, Cs, log_paths)";

/// `# -*- coding: latin-1 -*-` in one of the first two lines: the name of the encoding. Empty: there is none.
std::string_view declared_encoding(const SourceFile& source) {
  constexpr std::string_view blanks = " \t\f", key = "coding";
  for (std::uint32_t line = 1; line <= 2 && line <= source.line_count(); ++line) {
    const std::string_view text = source.text(source.line(line));
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) continue;
    if (text[first] != '#') return {};
    for (std::size_t at = text.find(key, first); at != std::string_view::npos; at = text.find(key, at + 1)) {
      std::string_view rest = text.substr(at + key.size());
      if (rest.empty() || (rest[0] != ':' && rest[0] != '=')) continue;
      rest.remove_prefix(1);
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
      const auto in_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.'; };
      const auto end = std::ranges::find_if_not(rest, in_name);
      if (end != rest.begin()) return {rest.begin(), end};
    }
  }
  return {};
}

/// Whether text in UTF-8 is what Python reads with this encoding; of `ascii` alone with some others, too.
bool reads_as_utf8(std::string_view encoding, bool ascii) {
  std::string name;
  for (const char c : encoding) name += c == '_' ? '-' : static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
  if (name.empty() || name == "utf-8" || name == "utf8") return true;
  constexpr std::array<std::string_view, 6> supersets{"ascii", "us-ascii", "latin-1", "latin1", "iso-8859-1", "cp1252"};
  return ascii && std::ranges::find(supersets, name) != supersets.end();
}

/// Python refuses such a file as a whole, and so do we: past this point every byte belongs to a known character.
bool is_text(const SourceFile& source, Diagnostics& diagnostics) {
  const auto refuse = [&](std::size_t offset, std::string message) {
    const auto begin = static_cast<std::uint32_t>(offset);
    diagnostics.error(Span{begin, begin + 1}, std::move(message));
    return false;
  };
  if (const std::size_t at = source.text().find('\0'); at != std::string_view::npos)
    return refuse(at, "a program cannot contain NUL bytes");
  if (const std::size_t at = find_invalid_utf8(source.text()); at != std::string_view::npos)
    return refuse(at, "the file is not valid UTF-8");
  const std::string_view encoding = declared_encoding(source);
  if (!reads_as_utf8(encoding,
                     std::ranges::all_of(source.text(), [](char c) { return static_cast<signed char>(c) >= 0; })))
    return refuse(static_cast<std::size_t>(encoding.data() - source.text().data()),
                  fmt::format("battc does not read the encoding {}", quote(encoding)));
  return true;
}

bool is_operator(Token::Kind kind) {
  using Kind = Token::Kind;
  return kind == Kind::OtherOperator || kind == Kind::Minus || kind == Kind::Star || kind == Kind::At ||
         kind == Kind::KeywordAnd || kind == Kind::OtherKeyword;
}

}  // namespace

std::optional<Module> parse(const SourceFile& source, Diagnostics& diagnostics) {
  if (!is_text(source, diagnostics)) return std::nullopt;
  const std::size_t errors_before = diagnostics.error_count();
  Module module = Parser(source, diagnostics).parse_module();
  if (diagnostics.error_count() > errors_before) return std::nullopt;
  return module;
}

Parser::Parser(const SourceFile& source, Diagnostics& diagnostics)
    : source_(source), diagnostics_(diagnostics), lexer_(source, diagnostics), current_(lexer_.next()) {}

// Tokens

const Token& Parser::peek() {
  if (!ahead_) ahead_ = lexer_.next();
  return *ahead_;
}

Token Parser::take() {
  const Token taken = current_;
  previous_end_ = taken.span.end;
  previous_kind_ = taken.kind;
  current_ = ahead_ ? *ahead_ : lexer_.next();
  ahead_.reset();
  return taken;
}

bool Parser::accept(Kind kind) {
  if (!is(kind)) return false;
  take();
  return true;
}

bool Parser::expect(Kind kind, std::string_view what) {
  if (accept(kind)) return true;
  unexpected(what);
  return false;
}

// Errors and what follows them

void Parser::error(Span span, std::string message, std::string hint) {
  diagnostics_.error(span, std::move(message), std::move(hint));
}

void Parser::unexpected(std::string_view wanted) {
  const std::string found = quote(text(current_));
  if (is(Kind::Invalid)) return;
  if (open_bracket_ && current_.starts_line) {
    never_closed();
  } else if (is(Kind::KeywordLambda)) {
    error(current_.span, "'lambda' is not supported", "build the function from ops instead");
  } else if (is(Kind::Float)) {
    error(current_.span, "floats are not supported here", "only Env takes one");
  } else if (is(Kind::LeftBracket) || is(Kind::LeftBrace)) {
    error(current_.span, "lists, sets, dictionaries and subscripts are not supported", "call an op instead");
  } else if (is_operator(current_.kind)) {
    error(current_.span, fmt::format("{} is not supported here", found),
          "expressions are made of calls, names and literals");
  } else if (const std::string_view name = describe(current_.kind); !name.empty()) {
    error(current_.span, fmt::format("expected {}, found {}", wanted, name));
  } else {
    error(current_.span, fmt::format("expected {}, found {}", wanted, found));
  }
}

void Parser::never_closed() {
  error(open_bracket_->span, fmt::format("{} was never closed", quote(text(*open_bracket_))));
}

void Parser::nested_too_deep(Span span) {
  error(span, fmt::format("the expression is nested more than {} levels deep", max_nesting),
        "give the inner parts names of their own");
}

/// Whether the first token of a line inside brackets looks like a new statement: then a bracket above is not closed.
bool Parser::begins_statement() {
  if (is(Kind::KeywordDef)) return true;
  if (!in_function_) return false;
  if (is(Kind::KeywordReturn) || is(Kind::KeywordTry) || is(Kind::KeywordExcept)) return true;
  return is(Kind::Name) && (peek().is(Kind::Assign) || (peek().is(Kind::Dot) && (is_name("o") || is_name("s"))));
}

/// Whether the current token is not the first of its logical line.
bool Parser::line_goes_on() const {
  return previous_kind_ != Kind::Newline && previous_kind_ != Kind::Indent && previous_kind_ != Kind::Dedent;
}

/// To the first token of the next logical line; `skipped` gets the tokens of this one. A bracket that was never closed
/// does not take further lines with it.
void Parser::skip_line(std::vector<Token>* skipped) {
  while (!is(Kind::Newline) && !is(Kind::End) && !is(Kind::Indent) && !is(Kind::Dedent)) {
    if (line_goes_on() && current_.starts_line && begins_statement()) {
      lexer_.resume_at(previous_end_);
      ahead_.reset();
      current_ = lexer_.next();
      continue;
    }
    const Token token = take();
    if (skipped != nullptr) skipped->push_back(token);
  }
  accept(Kind::Newline);
  open_bracket_.reset();
}

/// Over an indented block, if one starts here.
void Parser::skip_block() {
  if (!accept(Kind::Indent)) return;
  leave_block();
}

/// To the end of the block that the current token is in.
void Parser::leave_block() {
  std::size_t depth = 1;
  while (depth > 0 && !is(Kind::End)) {
    if (is(Kind::Indent)) ++depth;
    if (is(Kind::Dedent)) --depth;
    take();
  }
}

void Parser::skip_line_and_block() {
  skip_line();
  skip_block();
}

// Modules and functions

Module Parser::parse_module() {
  while (!is(Kind::End) && !diagnostics_.too_many_errors()) parse_module_line();
  if (module_.functions.empty() && !diagnostics_.has_errors())
    diagnostics_.error(std::nullopt, "the file has no program", std::string(known_signatures));
  return std::move(module_);
}

void Parser::parse_module_line() {
  if (is(Kind::KeywordDef)) {
    parse_function();
  } else if (is(Kind::Newline) || is(Kind::Dedent)) {
    take();
    return;
  } else if (is(Kind::At)) {
    decorators_.push_back(current_.span);
    read_outer_lines();
    return;
  } else {
    read_outer_lines();
  }
  decorators_.clear();
}

/// A statement outside of programs, with its block.
void Parser::read_outer_lines() {
  std::vector<Surroundings> around{Surroundings::Module};
  Surroundings block = Surroundings::Module;
  std::vector<Token> line;
  do {
    if (accept(Kind::Indent)) {
      around.push_back(block);
    } else if (accept(Kind::Dedent)) {
      if (around.size() > 1) around.pop_back();
    } else {
      line.clear();
      skip_line(&line);
      const OuterLine read = read_outer_line(line, source_, around.back(), module_.names, module_.changes);
      block = read.block;
      if (read.definition != nullptr) refuse_conditional_program(*read.definition);
    }
  } while (!is(Kind::End) && (around.size() > 1 || is(Kind::Indent)));
}

void Parser::refuse_conditional_program(const Token& name) {
  const std::string_view shown = text(name);
  if (shown.starts_with("solve") || shown.starts_with("differ") || shown == "batt" || shown == "batt_batch")
    error(name.span, fmt::format("{} is defined inside of another statement, which battc does not run", quote(shown)),
          "define programs at the outermost level");
}

void Parser::parse_function() {
  const std::uint32_t begin = take().span.begin;
  const Token name = current_;
  if (is(Kind::Name)) module_.changes.push_back({NameChange::Kind::Binds, module_.names.intern(text(name)), name.span});
  const auto parameters = expect(Kind::Name, "the function's name") ? parse_parameters() : std::nullopt;
  if (!parameters || !begin_function(name, *parameters)) {
    skip_line_and_block();
    return;
  }
  for (const Span decorator : decorators_)
    error(decorator,
          fmt::format("battc does not follow decorators, which may make another function of {}", quote(function_.name)),
          "remove it");
  in_function_ = true;
  parse_body();
  in_function_ = false;
  finish_function(begin);
  function_ = {};
}

/// `(S, I, C):` with the colon; annotations and defaults are skipped.
std::optional<std::vector<Token>> Parser::parse_parameters() {
  if (!is(Kind::LeftParen)) {
    unexpected("'('");
    return std::nullopt;
  }
  open_bracket_ = take();
  std::vector<Token> parameters;
  while (!is(Kind::RightParen)) {
    parameters.push_back(current_);
    if (!expect(Kind::Name, "a parameter") || !skip_annotation_or_default() ||
        !parse_separator(Kind::RightParen, "',' or ')'"))
      return std::nullopt;
  }
  take();
  open_bracket_.reset();
  while (!is(Kind::Colon) && !is(Kind::Newline) && !is(Kind::End)) take();
  if (!expect(Kind::Colon, "':'")) return std::nullopt;
  return parameters;
}

bool Parser::skip_annotation_or_default() {
  std::size_t depth = 0;
  while (depth > 0 || !(is(Kind::Comma) || is(Kind::RightParen))) {
    if (is(Kind::LeftParen) || is(Kind::LeftBracket) || is(Kind::LeftBrace)) ++depth;
    if (is(Kind::RightParen) || is(Kind::RightBracket) || is(Kind::RightBrace)) --depth;
    if (is(Kind::End) || is(Kind::Newline) || is(Kind::Invalid) || is(Kind::KeywordDef) || depth > max_nesting) {
      unexpected("',' or ')'");
      return false;
    }
    const Token token = take();
    if (token.is(Kind::Name) && is(Kind::OtherOperator) && text(current_) == ":=")
      module_.changes.push_back({NameChange::Kind::Binds, module_.names.intern(text(token)), token.span});
  }
  return true;
}

/// Finds the program's kind by its parameters.
bool Parser::begin_function(const Token& name, const std::vector<Token>& parameters) {
  const auto matches = [&](const auto& expected) {
    return std::ranges::equal(parameters, expected, {}, [&](const Token& token) { return text(token); });
  };
  if (matches(solver_parameters) || matches(short_solver_parameters)) {
    function_.kind =
        text(name).starts_with("differ") ? FunctionDefinition::Kind::Differ : FunctionDefinition::Kind::Solver;
  } else if (matches(batt_parameters)) {
    function_.kind = FunctionDefinition::Kind::Batt;
  } else if (matches(batch_parameters)) {
    function_.kind = FunctionDefinition::Kind::BattBatch;
  } else {
    refuse_signature(name, parameters);
    return false;
  }
  function_.name = text(name);
  function_.name_span = name.span;
  for (const Token& parameter : parameters) function_.parameters.push_back(intern(parameter));
  ++function_number_;
  errors_before_ = diagnostics_.error_count();
  environment_.reset();
  collecting_o_ = false;
  collecting_s_ = false;
  returned_ = false;
  return true;
}

void Parser::refuse_signature(const Token& name, const std::vector<Token>& parameters) {
  const bool original_dialect = text(name).starts_with("solve") && parameters.size() == 1;
  if (!original_dialect) {
    error(name.span, fmt::format("{} is not a program: its parameters fit no known form", quote(text(name))),
          std::string(known_signatures));
  } else if (!std::exchange(refused_original_dialect_, true)) {
    error(name.span,
          fmt::format("{} is written for the original arc-dsl, which battc does not compile", quote(text(name))),
          "battc compiles the tokpidjin dialect, whose solvers take (S, I, C)");
  }
}

void Parser::parse_body() {
  if (!accept(Kind::Newline)) {
    parse_statement_line();
    return;
  }
  if (!accept(Kind::Indent)) {
    unexpected("an indented line");
    returned_ = true;
    return;
  }
  while (!is(Kind::Dedent) && !is(Kind::End) && !diagnostics_.too_many_errors()) {
    if (is(Kind::Indent)) {
      error(current_.span, "the line is indented too far");
      skip_block();
    } else {
      parse_statement_line();
    }
  }
  accept(Kind::Dedent);
}

void Parser::finish_function(std::uint32_t begin) {
  const Span span = span_from(begin);
  function_.span = {begin, function_.statements.empty() ? span.end : function_.statements.back().span.end};
  if (!returned_ && diagnostics_.error_count() == errors_before_) {
    error(function_.name_span, fmt::format("{} has no return", quote(function_.name)),
          collects() ? "end it with 'return o, s'" : "end it with 'return O'");
  }
  const auto [known, is_new] = function_index_.try_emplace(function_.name, module_.functions.size());
  if (is_new) {
    module_.functions.push_back(std::move(function_));
    return;
  }
  FunctionDefinition& earlier = module_.functions[known->second];
  diagnostics_.warning(function_.name_span,
                       fmt::format("{} is defined again; the last definition counts", quote(function_.name)));
  diagnostics_.note(earlier.name_span, "the earlier definition is here");
  earlier = std::move(function_);
}

}  // namespace battc
