// Splits a text into tokens, one at a time, by Python's rules for lines, indentation and joining.
// It takes time in proportion to the text and almost no memory, whatever the text holds.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "compiler/frontend/token.h"
#include "compiler/support/diagnostics.h"
#include "compiler/support/source.h"

namespace battc {

class Lexer {
 public:
  /// Both must outlive the lexer.
  Lexer(const SourceFile& source, Diagnostics& diagnostics);

  /// The next token; End for ever when the text is used up.
  Token next();

  /// Gives up on open brackets and goes on from `offset`, which lies on the current logical line.
  void resume_at(std::uint32_t offset);

 private:
  /// How far a line is indented, twice: with tabs that end at multiples of eight columns, and with tabs of one.
  struct Indentation {
    std::uint32_t column = 0;
    std::uint32_t characters = 0;
  };

  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
  Token token(Token::Kind kind, std::uint32_t begin);

  bool skip_blank_lines_and_indent(Token& out);
  bool change_indentation(const Indentation& indentation, Token& out);
  void refuse_mixed_indentation(const Indentation& indentation);
  void skip_spaces();
  void skip_comment();
  void skip_line_end();

  Token lex_line_end();
  Token lex_word();
  Token lex_number();
  Token lex_text(std::uint32_t begin);
  Token lex_operator();
  Token lex_stray();

  const SourceFile& source_;
  Diagnostics& diagnostics_;
  std::string_view text_;
  std::uint32_t position_ = 0;
  std::uint32_t bracket_depth_ = 0;
  std::uint32_t outermost_bracket_ = 0;
  std::uint32_t pending_dedents_ = 0;
  std::vector<Indentation> indentation_{{}};
  bool at_line_start_ = true;
  bool line_is_new_ = true;
  bool line_has_tokens_ = false;
};

}  // namespace battc
