// Text from a program made harmless in C++.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace battc {

/// What may stand after `//`: printable ASCII on one line, runs of blanks as one, cut after `limit` bytes; a byte that
/// C++ or a reader could take for something else is written as \xNN.
std::string cpp_comment(std::string_view text, std::size_t limit = 160);

/// A string literal with these bytes.
std::string cpp_string(std::string_view bytes);

/// An integer constant expression.
std::string cpp_integer(std::int64_t number);

/// Whether a variable's name, with a prefix of ours, may be an identifier: a letter and at most seven digits.
bool is_plain_variable(std::string_view name);

}  // namespace battc
