#include "compiler/frontend/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "compiler/support/text.h"

namespace battc {
namespace {

using Kind = Token::Kind;

constexpr std::uint32_t tab_width = 8;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_word(char c) { return is_letter(c) || is_digit(c); }
bool is_quote(char c) { return c == '\'' || c == '"'; }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

constexpr std::pair<std::string_view, Kind> keywords[] = {
    {"and", Kind::KeywordAnd},       {"as", Kind::KeywordAs},          {"def", Kind::KeywordDef},
    {"except", Kind::KeywordExcept}, {"False", Kind::KeywordFalse},    {"lambda", Kind::KeywordLambda},
    {"None", Kind::KeywordNone},     {"pass", Kind::KeywordPass},      {"return", Kind::KeywordReturn},
    {"True", Kind::KeywordTrue},     {"try", Kind::KeywordTry},        {"assert", Kind::OtherKeyword},
    {"async", Kind::OtherKeyword},   {"await", Kind::OtherKeyword},    {"break", Kind::OtherKeyword},
    {"class", Kind::OtherKeyword},   {"continue", Kind::OtherKeyword}, {"del", Kind::OtherKeyword},
    {"elif", Kind::OtherKeyword},    {"else", Kind::OtherKeyword},     {"finally", Kind::OtherKeyword},
    {"for", Kind::OtherKeyword},     {"from", Kind::OtherKeyword},     {"global", Kind::OtherKeyword},
    {"if", Kind::OtherKeyword},      {"import", Kind::OtherKeyword},   {"in", Kind::OtherKeyword},
    {"is", Kind::OtherKeyword},      {"nonlocal", Kind::OtherKeyword}, {"not", Kind::OtherKeyword},
    {"or", Kind::OtherKeyword},      {"raise", Kind::OtherKeyword},    {"while", Kind::OtherKeyword},
    {"with", Kind::OtherKeyword},    {"yield", Kind::OtherKeyword},
};

Kind word_kind(std::string_view word) {
  if (word.size() < 2 || word.size() > 8 || is_digit(word.back())) return Kind::Name;
  const auto found = std::ranges::find(keywords, word, &std::pair<std::string_view, Kind>::first);
  return found == std::end(keywords) ? Kind::Name : found->second;
}

bool is_text_prefix(std::string_view word) {
  if (word.size() > 2) return false;
  return std::ranges::all_of(word,
                             [](char c) { return std::string_view("rRbBuUfF").find(c) != std::string_view::npos; });
}

/// Digits of the base with single underscores between them.
bool are_digits(std::string_view digits, int base) {
  if (digits.empty() || digits.back() == '_') return false;
  char before = '\0';
  for (const char c : digits) {
    const int value = is_digit(c) ? c - '0' : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10 : 99;
    if (c == '_' ? before == '_' : value >= base) return false;
    before = c;
  }
  return true;
}

bool is_decimal_or_nothing(std::string_view digits) {
  return digits.empty() || (digits.front() != '_' && are_digits(digits, 10));
}

Kind number_kind(std::string_view word) {
  if (word.size() > 2 && word[0] == '0' && is_letter(word[1])) {
    const char mark = static_cast<char>(word[1] | 0x20);
    const int base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 0;
    if (base > 0) return are_digits(word.substr(2), base) ? Kind::Integer : Kind::Invalid;
  }
  if (are_digits(word, 10)) {
    const bool leading_zero = word[0] == '0' && word.find_first_not_of("0_") != std::string_view::npos;
    return leading_zero ? Kind::Invalid : Kind::Integer;
  }
  if (word.back() == 'j' || word.back() == 'J') word.remove_suffix(1);
  const std::size_t exponent = word.find_first_of("eE");
  if (exponent != std::string_view::npos) {
    std::string_view digits = word.substr(exponent + 1);
    if (!digits.empty() && (digits[0] == '+' || digits[0] == '-')) digits.remove_prefix(1);
    if (digits.empty() || !is_decimal_or_nothing(digits)) return Kind::Invalid;
    word = word.substr(0, exponent);
  }
  const std::size_t point = word.find('.');
  const std::string_view whole = word.substr(0, point);
  const std::string_view fraction = point == std::string_view::npos ? std::string_view() : word.substr(point + 1);
  const bool valid =
      is_decimal_or_nothing(whole) && is_decimal_or_nothing(fraction) && whole.size() + fraction.size() > 0;
  return valid ? Kind::Float : Kind::Invalid;
}

Kind operator_kind(char c) {
  switch (c) {
    case '(': return Kind::LeftParen;
    case ')': return Kind::RightParen;
    case '[': return Kind::LeftBracket;
    case ']': return Kind::RightBracket;
    case '{': return Kind::LeftBrace;
    case '}': return Kind::RightBrace;
    case ',': return Kind::Comma;
    case ':': return Kind::Colon;
    case ';': return Kind::Semicolon;
    case '.': return Kind::Dot;
    case '=': return Kind::Assign;
    case '@': return Kind::At;
    case '-': return Kind::Minus;
    case '*': return Kind::Star;
    case '+':
    case '/':
    case '%':
    case '&':
    case '|':
    case '^':
    case '~':
    case '<':
    case '>':
    case '!': return Kind::OtherOperator;
    default: return Kind::Invalid;
  }
}

/// The length of the operator at the front, for those of two or three characters; else 1.
std::uint32_t operator_length(std::string_view text) {
  static constexpr std::array<std::string_view, 4> triples{"**=", "//=", ">>=", "<<="};
  static constexpr std::string_view pairs = "==!=<=>=:=->+=-=*=/=%=&=|=^=@=**//<<>>";
  if (text.size() < 2 || std::string_view("=>*/<").find(text[1]) == std::string_view::npos) return 1;
  if (std::ranges::find(triples, text.substr(0, 3)) != triples.end()) return 3;
  for (std::size_t k = 0; k < pairs.size(); k += 2) {
    if (pairs[k] == text[0] && pairs[k + 1] == text[1]) return 2;
  }
  return 1;
}

}  // namespace

std::string_view describe(Token::Kind kind) {
  switch (kind) {
    case Kind::End: return "the end of the file";
    case Kind::Newline: return "the end of the line";
    case Kind::Indent: return "an indented line";
    case Kind::Dedent: return "the end of the block";
    case Kind::Integer:
    case Kind::Float: return "a number";
    case Kind::Text: return "a text";
    default: return {};
  }
}

Lexer::Lexer(const SourceFile& source, Diagnostics& diagnostics)
    : source_(source), diagnostics_(diagnostics), text_(source.text()) {}

Token Lexer::token(Kind kind, std::uint32_t begin) {
  line_has_tokens_ = true;
  return {kind, std::exchange(line_is_new_, false), {begin, position_}};
}

void Lexer::resume_at(std::uint32_t offset) {
  position_ = offset;
  bracket_depth_ = 0;
  pending_dedents_ = 0;
  at_line_start_ = false;
  line_has_tokens_ = true;
}

Token Lexer::next() {
  Token out;
  if (pending_dedents_ > 0) {
    --pending_dedents_;
    return {Kind::Dedent, false, {position_, position_}};
  }
  if (at_line_start_ && skip_blank_lines_and_indent(out)) return out;
  skip_spaces();
  if (position_ >= text_.size() || is_line_end(text_[position_])) return lex_line_end();
  const char c = text_[position_];
  if (is_letter(c)) return lex_word();
  if (is_digit(c) || (c == '.' && is_digit(at(position_ + 1)))) return lex_number();
  if (is_quote(c)) return lex_text(position_);
  return operator_kind(c) == Kind::Invalid ? lex_stray() : lex_operator();
}

/// True if `out` is an Indent or a Dedent; the position is then at the first token of the line.
bool Lexer::skip_blank_lines_and_indent(Token& out) {
  Indentation indentation;
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == ' ') {
      ++indentation.column;
      ++indentation.characters;
    } else if (c == '\t') {
      indentation.column = (indentation.column / tab_width + 1) * tab_width;
      ++indentation.characters;
    } else if (c == '\f' || is_line_end(c)) {
      indentation = {};
    } else if (c == '#') {
      skip_comment();
      continue;
    } else {
      break;
    }
    ++position_;
  }
  at_line_start_ = false;
  line_is_new_ = true;
  if (position_ >= text_.size()) indentation = {};
  return change_indentation(indentation, out);
}

/// Lines that compare otherwise where a tab is one column than where it ends at a multiple of eight: Python's TabError.
void Lexer::refuse_mixed_indentation(const Indentation& indentation) {
  diagnostics_.error(Span{position_ - indentation.characters, position_},
                     "tabs and spaces are mixed: how deep this line is depends on how wide a tab is",
                     "indent with spaces alone");
}

bool Lexer::change_indentation(const Indentation& indentation, Token& out) {
  const Span here{position_, position_};
  const Indentation above = indentation_.back();
  if (indentation.column > above.column) {
    if (indentation.characters <= above.characters) refuse_mixed_indentation(indentation);
    indentation_.push_back(indentation);
    out = {Kind::Indent, false, here};
    return true;
  }
  if (indentation.column == above.column) {
    if (indentation.characters != above.characters) refuse_mixed_indentation(indentation);
    return false;
  }
  while (indentation.column < indentation_.back().column) {
    indentation_.pop_back();
    ++pending_dedents_;
  }
  if (indentation.column != indentation_.back().column) {
    diagnostics_.error(here, "the indentation matches no line above it");
    indentation_.push_back(indentation);
    --pending_dedents_;
    if (pending_dedents_ == 0) return false;
  } else if (indentation.characters != indentation_.back().characters) {
    refuse_mixed_indentation(indentation);
  }
  --pending_dedents_;
  out = {Kind::Dedent, false, here};
  return true;
}

void Lexer::skip_spaces() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == ' ' || c == '\t' || c == '\f') {
      ++position_;
    } else if (c == '#') {
      skip_comment();
    } else if (c == '\\' && is_line_end(at(position_ + 1))) {
      ++position_;
      skip_line_end();
    } else if (is_line_end(c) && bracket_depth_ > 0) {
      skip_line_end();
      line_is_new_ = true;
    } else {
      return;
    }
  }
}

void Lexer::skip_comment() {
  position_ = static_cast<std::uint32_t>(std::min(text_.find_first_of("\r\n", position_), text_.size()));
}

void Lexer::skip_line_end() { position_ += at(position_) == '\r' && at(position_ + 1) == '\n' ? 2 : 1; }

Token Lexer::lex_line_end() {
  const std::uint32_t begin = position_;
  if (begin >= text_.size() && bracket_depth_ > 0) {
    const Span bracket{outermost_bracket_, outermost_bracket_ + 1};
    diagnostics_.error(bracket, fmt::format("{} was never closed", quote(source_.text(bracket))));
    bracket_depth_ = 0;
    return token(Kind::Invalid, begin);
  }
  if (begin < text_.size()) skip_line_end();
  if (begin < text_.size() || line_has_tokens_) {
    at_line_start_ = true;
    line_has_tokens_ = false;
    return {Kind::Newline, false, {begin, begin}};
  }
  return {Kind::End, false, {begin, begin}};
}

Token Lexer::lex_word() {
  const std::uint32_t begin = position_;
  while (is_word(at(position_))) ++position_;
  const std::string_view word = text_.substr(begin, position_ - begin);
  if (!is_ascii(at(position_))) {
    position_ = begin;
    return lex_stray();
  }
  if (is_quote(at(position_)) && is_text_prefix(word)) return lex_text(begin);
  return token(word_kind(word), begin);
}

Token Lexer::lex_number() {
  const std::uint32_t begin = position_;
  const auto in_exponent = [&] {
    const char before = static_cast<char>(at(position_ - 1) | 0x20);
    return (at(position_) == '+' || at(position_) == '-') && before == 'e' && (at(begin + 1) | 0x20) != 'x';
  };
  while (is_word(at(position_)) || at(position_) == '.' || in_exponent()) ++position_;
  const std::string_view word = text_.substr(begin, position_ - begin);
  const Kind kind = number_kind(word);
  if (kind == Kind::Invalid) diagnostics_.error(Span{begin, position_}, fmt::format("{} is not a number", quote(word)));
  return token(kind, begin);
}

/// `begin` is where the prefix starts, the position is at the quote.
Token Lexer::lex_text(std::uint32_t begin) {
  const char quote_character = text_[position_];
  const bool triple = at(position_ + 1) == quote_character && at(position_ + 2) == quote_character;
  position_ += triple ? 3 : 1;
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == '\\' && position_ + 1 < text_.size()) {
      ++position_;
      skip_line_end();
    } else if (c == quote_character && !triple) {
      ++position_;
      return token(Kind::Text, begin);
    } else if (c == quote_character && at(position_ + 1) == c && at(position_ + 2) == c) {
      position_ += 3;
      return token(Kind::Text, begin);
    } else if (is_line_end(c) && !triple) {
      break;
    } else {
      ++position_;
    }
  }
  const Span opening{begin, std::min(position_, begin + 1)};
  diagnostics_.error(opening, triple ? "a text in triple quotes is never closed" : "a text is not closed on its line");
  return token(Kind::Invalid, begin);
}

Token Lexer::lex_operator() {
  const std::uint32_t begin = position_;
  Kind kind = operator_kind(text_[begin]);
  const std::uint32_t length = operator_length(text_.substr(begin));
  if (length > 1) kind = Kind::OtherOperator;
  position_ += length;
  if (kind == Kind::LeftParen || kind == Kind::LeftBracket || kind == Kind::LeftBrace) {
    if (bracket_depth_++ == 0) outermost_bracket_ = begin;
  } else if (kind == Kind::RightParen || kind == Kind::RightBracket || kind == Kind::RightBrace) {
    if (bracket_depth_ > 0) --bracket_depth_;
  }
  return token(kind, begin);
}

/// A run of characters that no token starts with, together with the word around them: one diagnostic for all.
Token Lexer::lex_stray() {
  const std::uint32_t begin = position_;
  const auto is_stray = [](char c) { return is_word(c) || (operator_kind(c) == Kind::Invalid && !is_quote(c)); };
  while (position_ < text_.size() && is_stray(text_[position_]) &&
         std::string_view(" \t\f\r\n#").find(text_[position_]) == std::string_view::npos)
    ++position_;
  const Span span{begin, position_};
  const std::string_view run = source_.text(span);
  if (std::ranges::all_of(run, is_ascii)) {
    diagnostics_.error(span, fmt::format("unexpected {}", quote(run)));
  } else {
    diagnostics_.error(span, fmt::format("{} is not ASCII", quote(run)),
                       "names are written in ASCII letters, digits and '_'");
  }
  return token(Kind::Invalid, begin);
}

}  // namespace battc
