#include "compiler/frontend/literals.h"

#include <limits>

#include "compiler/support/text.h"

namespace battc {
namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
}

int base_of(std::string_view digits) {
  if (digits.size() < 2 || digits[0] != '0') return 10;
  switch (digits[1] | 0x20) {
    case 'x': return 16;
    case 'o': return 8;
    case 'b': return 2;
    default: return 10;
  }
}

/// The character after a backslash that denotes one other character; nothing if the backslash stays.
std::optional<char> simple_escape(char c) {
  switch (c) {
    case '\'':
    case '"':
    case '\\': return c;
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'a': return '\a';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'v': return '\v';
    default: return std::nullopt;
  }
}

/// Takes up to `count` digits of the base from the front of `rest`; nothing if fewer than `least` are there.
std::optional<char32_t> take_digits(std::string_view& rest, int base, std::size_t least, std::size_t count) {
  char32_t value = 0;
  std::size_t taken = 0;
  while (taken < count && taken < rest.size() && digit_value(rest[taken]) < base)
    value = value * static_cast<char32_t>(base) + static_cast<char32_t>(digit_value(rest[taken++]));
  if (taken < least) return std::nullopt;
  rest.remove_prefix(taken);
  return value;
}

/// Decodes the escape at the front of `rest` (after the backslash). False if it denotes no character.
bool take_escape(std::string& out, std::string_view& rest) {
  const char c = rest[0];
  std::optional<char32_t> code;
  if (digit_value(c) < 8) {
    code = take_digits(rest, 8, 1, 3);
  } else if (c == 'x' || c == 'u' || c == 'U') {
    const std::size_t count = c == 'x' ? 2 : c == 'u' ? 4 : 8;
    rest.remove_prefix(1);
    code = take_digits(rest, 16, count, count);
  } else if (c == 'N') {
    return false;
  } else if (c == '\n' || c == '\r') {
    rest.remove_prefix(rest.starts_with("\r\n") ? 2 : 1);
    return true;
  } else {
    const std::optional<char> simple = simple_escape(c);
    if (!simple) out += '\\';
    out += simple.value_or(c);
    rest.remove_prefix(1);
    return true;
  }
  if (!code || *code > 0x10FFFF || (*code >= 0xD800 && *code < 0xE000)) return false;
  append_utf8(out, *code);
  return true;
}

/// Python reads every kind of line end as "\n".
void take_plain(std::string& out, std::string_view& rest) {
  if (rest[0] == '\r') {
    out += '\n';
    rest.remove_prefix(rest.starts_with("\r\n") ? 2 : 1);
  } else {
    out += rest[0];
    rest.remove_prefix(1);
  }
}

}  // namespace

std::optional<std::int64_t> integer_value(std::string_view digits, bool negative) {
  const int base = base_of(digits);
  if (base != 10) digits.remove_prefix(2);
  const std::uint64_t largest = std::uint64_t{std::numeric_limits<std::int64_t>::max()} + (negative ? 1 : 0);
  std::uint64_t value = 0;
  for (const char c : digits) {
    if (c == '_') continue;
    const auto digit = static_cast<std::uint64_t>(digit_value(c));
    if (value > (largest - digit) / static_cast<std::uint64_t>(base)) return std::nullopt;
    value = value * static_cast<std::uint64_t>(base) + digit;
  }
  return static_cast<std::int64_t>(negative ? 0 - value : value);
}

std::variant<std::string, TextProblem> text_value(std::string_view literal) {
  const std::size_t prefix = literal.find_first_of("'\"");
  const std::string_view marks = literal.substr(0, prefix);
  if (marks.find_first_of("fFbB") != std::string_view::npos)
    return TextProblem{"only plain texts are supported, without 'f' or 'b'"};
  const bool raw = marks.find_first_of("rR") != std::string_view::npos;

  std::string_view rest = literal.substr(prefix);
  const bool triple = rest.size() >= 6 && rest[1] == rest[0] && rest[2] == rest[0];
  const std::size_t quotes = triple ? 3 : 1;
  rest = rest.substr(quotes, rest.size() - 2 * quotes);
  std::string out;
  while (!rest.empty()) {
    if (rest[0] != '\\' || raw || rest.size() == 1) {
      take_plain(out, rest);
      continue;
    }
    rest.remove_prefix(1);
    if (!take_escape(out, rest)) return TextProblem{"the text has an escape that stands for no character"};
  }
  return out;
}

}  // namespace battc
