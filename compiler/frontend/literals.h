// The values that Python literals denote.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace battc {

/// The value of an Integer token, with a minus sign before it or not; nothing if it needs more than 64 bits.
std::optional<std::int64_t> integer_value(std::string_view digits, bool negative);

/// Why a Text token has no value that a program can use.
struct TextProblem {
  std::string message;
};

/// The value of a Text token, in UTF-8.
std::variant<std::string, TextProblem> text_value(std::string_view literal);

}  // namespace battc
