// The parser's inside, shared by parser.cpp (modules and functions), parse_statement.cpp, parse_try.cpp and
// parse_expression.cpp. A parse function that fails has already reported why; its caller only recovers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/frontend/ast.h"
#include "compiler/frontend/lexer.h"
#include "compiler/frontend/module_names.h"

namespace battc {

class Parser {
 public:
  Parser(const SourceFile& source, Diagnostics& diagnostics);

  Module parse_module();

 private:
  using Kind = Token::Kind;

  // Tokens
  bool is(Kind kind) const { return current_.is(kind); }
  bool is_name(std::string_view name) const { return is(Kind::Name) && text(current_) == name; }
  const Token& peek();
  Token take();
  bool accept(Kind kind);
  bool expect(Kind kind, std::string_view what);
  std::string_view text(const Token& token) const { return source_.text(token.span); }
  Span span_from(std::uint32_t begin) const { return {begin, previous_end_}; }

  // Errors and what follows them
  void error(Span span, std::string message, std::string hint = {});
  void unexpected(std::string_view wanted);
  void never_closed();
  void nested_too_deep(Span span);
  bool begins_statement();
  bool line_goes_on() const;
  void skip_line(std::vector<Token>* skipped = nullptr);
  void skip_block();
  void skip_line_and_block();
  void leave_block();

  // Modules and functions
  void parse_module_line();
  void read_outer_lines();
  void refuse_conditional_program(const Token& name);
  void parse_function();
  std::optional<std::vector<Token>> parse_parameters();
  bool skip_annotation_or_default();
  bool begin_function(const Token& name, const std::vector<Token>& parameters);
  void refuse_signature(const Token& name, const std::vector<Token>& parameters);
  void parse_body();
  void finish_function(std::uint32_t begin);

  // Statements
  void parse_statement_line();
  bool parse_simple_statement();
  bool end_of_line();
  bool parse_name_statement();
  bool parse_assignment(const Token& target);
  bool parse_sample_block(const Token& first_target);
  bool parse_append(const Token& list);
  bool parse_return();
  bool parse_return_collected();
  bool parse_empty_collections();
  std::optional<ExpressionId> parse_result();
  bool start_collecting(const Token& target);
  bool start_environment(const Token& target);
  bool parse_pile(const Token& target, const Token& environment);
  bool parse_pile_condition(PileGuard& guard);
  void parse_try();
  std::optional<Assign> parse_except(TryGuard& guard);
  bool parse_caught(TryGuard& guard);
  bool skip_further_clauses();
  std::optional<Assign> parse_guarded_suite();
  std::optional<Assign> parse_guarded_assignment();
  bool take_fallback(TryGuard& guard, const Assign& body, const Assign& handler);
  void unsupported_statement();
  bool is_value(ExpressionId id) const;
  bool assignable(const Token& target);
  void assume(const Token& name);
  bool is_local(NameId name) const;
  void add_local(NameId name);
  void add(Span span, StatementForm form);
  bool collects() const;

  // Expressions
  std::optional<ExpressionId> parse_expression(std::size_t depth = 1);
  std::optional<ExpressionId> parse_primary(std::size_t depth);
  std::optional<ExpressionId> parse_name();
  std::optional<ExpressionId> parse_field(const Token& name);
  std::optional<ExpressionId> parse_calls(ExpressionId callee, std::size_t depth);
  std::optional<ExpressionId> parse_call(ExpressionId callee, std::size_t depth);
  std::optional<ExpressionId> parse_listed_argument(std::size_t depth);
  std::optional<ExpressionId> parse_parenthesised(std::size_t depth);
  std::optional<ExpressionId> parse_integer();
  std::optional<ExpressionId> parse_text();
  bool parse_separator(Kind close, std::string_view wanted);
  bool refuse_keyword_argument();
  std::optional<ExpressionId> add_parent(Expression::Kind kind, Span span, std::size_t first_pending);
  ExpressionId add_leaf(Expression leaf);
  ExpressionId add_name(const Token& name, Span span, Field field);
  NameId intern(const Token& name);

  const SourceFile& source_;
  Diagnostics& diagnostics_;
  Lexer lexer_;
  Token current_;
  std::optional<Token> ahead_;
  std::uint32_t previous_end_ = 0;
  Kind previous_kind_ = Kind::Newline;
  std::optional<Token> open_bracket_;  // the innermost one around the current token

  Module module_;
  std::vector<ExpressionId> pending_children_;
  std::unordered_map<std::string, std::size_t> function_index_;
  bool refused_original_dialect_ = false;
  std::vector<Span> decorators_;  // above the current line

  // Of the function that is being parsed
  bool in_function_ = false;
  bool returned_ = false;
  FunctionDefinition function_;
  std::size_t errors_before_ = 0;
  std::uint32_t function_number_ = 0;
  std::vector<std::uint32_t> local_in_;  // by NameId: the number of the last function that assigns it
  std::optional<NameId> environment_;
  bool collecting_o_ = false;
  bool collecting_s_ = false;
};

}  // namespace battc
