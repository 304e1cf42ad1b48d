// Text made safe to show: nothing that these functions return can disturb a terminal or an output format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace battc {

/// One character at the front of a text: its length in bytes, and whether it is well-formed UTF-8.
/// A malformed character is one byte long.
struct Character {
  std::size_t length;
  char32_t code;
  bool valid;
};

/// `text` must not be empty.
Character decode_front(std::string_view text);

/// Whether a byte of UTF-8 belongs to the character before it.
constexpr bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

/// The offset of the first byte that is not well-formed UTF-8, or npos.
std::size_t find_invalid_utf8(std::string_view text);

void append_utf8(std::string& out, char32_t code);

/// Control characters, malformed bytes and characters that reorder or hide text become \xNN or \uNNNN.
std::string escape(std::string_view text);

/// A name as messages show it: escaped, between single quotes, and cut where it is too long to read.
std::string quote(std::string_view name);

/// A Python text literal with this value.
std::string python_literal(std::string_view text);

}  // namespace battc
