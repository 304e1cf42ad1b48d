// The words of a program. A token is its kind and the bytes it covers; its text stays in the source.
#pragma once

#include <cstdint>
#include <string_view>

#include "compiler/support/source.h"

namespace battc {

struct Token {
  enum class Kind : std::uint8_t {
    End,
    Newline,
    Indent,
    Dedent,
    Invalid,  ///< already diagnosed by the lexer
    Name,
    Integer,
    Float,
    Text,
    KeywordAnd,
    KeywordAs,
    KeywordDef,
    KeywordExcept,
    KeywordFalse,
    KeywordLambda,
    KeywordNone,
    KeywordPass,
    KeywordReturn,
    KeywordTrue,
    KeywordTry,
    OtherKeyword,
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    Comma,
    Colon,
    Semicolon,
    Dot,
    Assign,
    At,
    Minus,
    Star,
    OtherOperator,
  };

  Kind kind = Kind::End;
  bool starts_line = false;  ///< the first token of its line, also where brackets join lines
  Span span;

  bool is(Kind other) const { return kind == other; }
};

/// How messages name a token that stands where it should not.
std::string_view describe(Token::Kind kind);

}  // namespace battc
