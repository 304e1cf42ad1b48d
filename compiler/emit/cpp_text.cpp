#include "compiler/emit/cpp_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

namespace battc {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
constexpr bool is_printable(char c) { return c >= 0x20 && c < 0x7f; }

/// Backslashes splice lines, question marks begin trigraphs, an asterisk ends or begins the other kind of comment.
constexpr bool is_risky_in_comment(char c) { return c == '\\' || c == '?' || c == '*'; }
constexpr bool is_risky_in_string(char c) { return is_risky_in_comment(c) || c == '"'; }

}  // namespace

std::string cpp_comment(std::string_view text, std::size_t limit) {
  std::string comment;
  bool blank = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (is_blank(c)) {
      blank = true;
      continue;
    }
    if (comment.size() >= limit) return comment + " ...";
    if (blank && !comment.empty()) comment += ' ';
    blank = false;
    if (is_printable(c) && !is_risky_in_comment(c))
      comment += c;
    else
      fmt::format_to(std::back_inserter(comment), "\\x{:02x}", static_cast<unsigned char>(c));
  }
  return comment;
}

std::string cpp_string(std::string_view bytes) {
  std::string literal = "\"";
  for (const char c : bytes) {
    if (is_printable(c) && !is_risky_in_string(c))
      literal += c;
    else
      fmt::format_to(std::back_inserter(literal), "\\{:03o}", static_cast<unsigned char>(c));
  }
  return literal + "\"";
}

std::string cpp_integer(std::int64_t number) {
  // The magnitude of the smallest number is no literal of its type.
  if (number == std::numeric_limits<std::int64_t>::min()) return fmt::format("{} - 1", number + 1);
  return fmt::to_string(number);
}

bool is_plain_variable(std::string_view name) {
  return !name.empty() && name.size() <= 8 && is_letter(name[0]) && std::all_of(name.begin() + 1, name.end(), is_digit);
}

}  // namespace battc
