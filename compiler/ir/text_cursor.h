// Reads a line of a printed graph or lowered function, from left to right; spaces mean nothing.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>

#include "compiler/ir/print.h"

namespace battc {

/// Thrown where the text is not what it should be.
struct Mismatch {
  std::string expected;
};

/// What is left of a line.
class Cursor {
 public:
  explicit Cursor(std::string_view line) : rest_(line) { skip_spaces(); }

  bool at_end() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    advance(1);
    return true;
  }
  void need(char c) {
    if (!take(c)) throw Mismatch{fmt::format("'{}'", c)};
  }
  void need_end() const {
    if (!at_end()) throw Mismatch{"the end of the line"};
  }

  /// A run of letters, digits and underscores; may be empty.
  std::string_view peek_word() const {
    std::size_t size = 0;
    while (size < rest_.size() && is_plain(rest_[size])) ++size;
    return rest_.substr(0, size);
  }
  std::string_view word() {
    const std::string_view found = peek_word();
    advance(found.size());
    return found;
  }
  bool take_word(std::string_view wanted) {
    if (peek_word() != wanted) return false;
    advance(wanted.size());
    return true;
  }

  template <typename Number>
  Number number(const char* expected) {
    Number value = 0;
    const auto [end, problem] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (problem != std::errc() || (end != rest_.data() + rest_.size() && is_plain(*end))) throw Mismatch{expected};
    advance(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  /// An identifier, or anything between double quotes.
  std::string name(const char* expected) {
    if (rest_.starts_with('"')) return quoted();
    const std::string_view plain = peek_word();
    if (plain.empty() || (plain[0] >= '0' && plain[0] <= '9')) throw Mismatch{expected};
    return std::string(word());
  }

  std::string quoted() {
    std::string text;
    std::size_t k = 1;
    while (k < rest_.size() && rest_[k] != '"') {
      if (rest_[k] == '\\')
        text += escaped(k);
      else
        text += rest_[k++];
    }
    if (k >= rest_.size()) throw Mismatch{"a text that ends with '\"'"};
    advance(k + 1);
    return text;
  }

 private:
  /// The byte that the escape at `k` stands for; moves `k` past it.
  char escaped(std::size_t& k) const {
    const std::string_view escape = rest_.substr(k, 4);
    if (escape.size() >= 2 && (escape[1] == '"' || escape[1] == '\\')) {
      k += 2;
      return escape[1];
    }
    unsigned value = 0;
    const char* const end = escape.data() + escape.size();
    if (escape.size() < 4 || escape[1] != 'x' || std::from_chars(escape.data() + 2, end, value, 16).ptr != end)
      throw Mismatch{"\\\", \\\\ or \\xNN after a backslash"};
    k += 4;
    return static_cast<char>(value);
  }

  void advance(std::size_t size) {
    rest_.remove_prefix(size);
    skip_spaces();
  }
  void skip_spaces() {
    while (rest_.starts_with(' ') || rest_.starts_with('\t') || rest_.starts_with('\r')) rest_.remove_prefix(1);
  }

  std::string_view rest_;
};

/// The place of the `;` that begins a line's last part, outside of quotes; the line's size if there is none.
inline std::size_t find_origin(std::string_view line) {
  bool quoted = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (line[k] == '"') quoted = !quoted;
    if (quoted && line[k] == '\\') ++k;
    if (!quoted && line[k] == ';') return k;
  }
  return line.size();
}

}  // namespace battc
