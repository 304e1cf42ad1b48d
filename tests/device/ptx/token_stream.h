// A cursor over tokens with the few questions a parser asks.
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "tests/device/ptx/lexer.h"
#include "tests/device/ptx/parser.h"

namespace batt::ptx {

class TokenStream {
 public:
  explicit TokenStream(std::string_view source) : source_(source), tokens_(tokenize(source)) {}

  bool at_end() const { return next_ >= tokens_.size(); }
  std::string_view peek(std::size_t ahead = 0) const {
    return next_ + ahead < tokens_.size() ? tokens_[next_ + ahead].text : std::string_view{};
  }
  bool is(std::string_view text) const { return peek() == text; }
  std::uint32_t line() const { return tokens_.empty() ? 0 : tokens_[at_end() ? tokens_.size() - 1 : next_].line; }

  std::string_view take() {
    if (at_end()) fail("the text ends too early");
    return tokens_[next_++].text;
  }
  bool accept(std::string_view text) {
    if (!is(text)) return false;
    ++next_;
    return true;
  }
  void expect(std::string_view text) {
    if (!accept(text)) fail("expected '" + std::string(text) + "' but found '" + std::string(peek()) + "'");
  }

  void skip_through(std::string_view text) {
    while (take() != text) {
    }
  }
  void skip_line() {
    const std::uint32_t from = tokens_[next_ - 1].line;
    while (!at_end() && tokens_[next_].line == from) ++next_;
  }
  /// From an opening bracket to just after its partner.
  void skip_bracketed(std::string_view open, std::string_view close) {
    expect(open);
    for (int depth = 1; depth > 0;) {
      const std::string_view token = take();
      depth += token == open ? 1 : token == close ? -1 : 0;
    }
  }

  /// Integers in every base, and the bits of 0f and 0d reals.
  std::int64_t number();

  std::size_t mark() const { return next_; }
  void return_to(std::size_t mark) { next_ = mark; }
  /// The source from a mark up to the next token, white space collapsed.
  std::string text_since(std::size_t mark) const;

  [[noreturn]] void fail(const std::string& what) const { throw ParseError(line(), what); }

 private:
  std::string_view source_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
};

}  // namespace batt::ptx
