// PTX text as tokens: words (with their dots and leading % or $), quoted strings, and single marks.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace batt::ptx {

struct Token {
  std::string_view text;  // points into the source
  std::uint32_t line;
};

/// Comments and white space vanish. The source must outlive the tokens.
std::vector<Token> tokenize(std::string_view source);

}  // namespace batt::ptx
