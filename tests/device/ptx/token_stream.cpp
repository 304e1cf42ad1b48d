#include "tests/device/ptx/token_stream.h"

#include <array>
#include <cctype>

namespace batt::ptx {
namespace {

struct Prefix {
  std::string_view spelling;
  int base;
};

/// Longer prefixes first: a plain 0 means octal.
constexpr std::array<Prefix, 9> prefixes{
    {{"0x", 16}, {"0X", 16}, {"0f", 16}, {"0F", 16}, {"0d", 16}, {"0D", 16}, {"0b", 2}, {"0B", 2}, {"0", 8}}};

}  // namespace

std::int64_t TokenStream::number() {
  const bool negative = accept("-");
  std::string_view digits = take();
  int base = 10;
  for (const Prefix& prefix : prefixes)
    if (digits.size() > prefix.spelling.size() && digits.starts_with(prefix.spelling)) {
      digits.remove_prefix(prefix.spelling.size());
      base = prefix.base;
      break;
    }
  if (!digits.empty() && digits.back() == 'U') digits.remove_suffix(1);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc{} || end != digits.data() + digits.size())
    fail("'" + std::string(digits) + "' is not a number");
  return static_cast<std::int64_t>(negative ? 0 - value : value);
}

std::string TokenStream::text_since(std::size_t mark) const {
  const char* begin = tokens_[mark].text.data();
  const char* end = at_end() ? source_.data() + source_.size() : tokens_[next_].text.data();
  std::string text;
  for (const char* c = begin; c < end; ++c) {
    if (!std::isspace(static_cast<unsigned char>(*c)))
      text += *c;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

}  // namespace batt::ptx
