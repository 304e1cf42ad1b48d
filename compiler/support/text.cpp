#include "compiler/support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace battc {
namespace {

constexpr std::size_t longest_shown_name = 60;

/// Line and paragraph separators, direction marks and invisible characters: printed as they are, they can make
/// a line look different from what it says.
bool disturbs(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0xAD || (code >= 0x200B && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF ||
         (code >= 0xFFF0 && code <= 0xFFFB) || code >= 0xE0000;
}

void append_escaped(std::string& out, std::string_view bytes, Character character) {
  if (!character.valid) {
    fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(bytes[0]));
  } else if (!disturbs(character.code)) {
    out.append(bytes.substr(0, character.length));
  } else if (character.code < 0x100) {
    fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned>(character.code));
  } else if (character.code < 0x10000) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(character.code));
  } else {
    fmt::format_to(std::back_inserter(out), "\\U{:08x}", static_cast<unsigned>(character.code));
  }
}

}  // namespace

Character decode_front(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {1, lead, true};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {1, 0, false};
  char32_t code = lead & (0xFF >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) {
    if (!is_continuation(text[k])) return {1, 0, false};
    code = code << 6 | (static_cast<unsigned char>(text[k]) & 0x3F);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  if (overlong || surrogate || code > 0x10FFFF) return {1, 0, false};
  return {length, code, true};
}

std::size_t find_invalid_utf8(std::string_view text) {
  std::size_t k = 0;
  while (k < text.size()) {
    std::uint64_t word = 0;
    if (text.size() - k >= sizeof word) {
      std::memcpy(&word, text.data() + k, sizeof word);
      if ((word & 0x8080808080808080u) == 0) {
        k += sizeof word;
        continue;
      }
    }
    const Character character = decode_front(text.substr(k));
    if (!character.valid) return k;
    k += character.length;
  }
  return std::string_view::npos;
}

void append_utf8(std::string& out, char32_t code) {
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | code >> 12);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string escape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character character = decode_front(text);
    append_escaped(out, text, character);
    text.remove_prefix(character.length);
  }
  return out;
}

std::string quote(std::string_view name) {
  std::size_t cut = std::min(name.size(), longest_shown_name);
  while (cut > 0 && cut < name.size() && is_continuation(name[cut])) --cut;
  return "'" + escape(name.substr(0, cut)) + (cut < name.size() ? "…'" : "'");
}

std::string python_literal(std::string_view text) {
  std::string out = "'";
  while (!text.empty()) {
    const Character character = decode_front(text);
    if (text[0] == '\'' || text[0] == '\\') out += '\\';
    if (text[0] == '\n') {
      out += "\\n";
    } else {
      append_escaped(out, text, character);
    }
    text.remove_prefix(character.length);
  }
  return out + "'";
}

}  // namespace battc
