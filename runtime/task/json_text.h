// JSON as text: the one place where it is read and written. Text of any depth and content is read in bounded stack, and
// what is read can be copied, compared, written and destroyed in a small stack as well.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/task/codec.h"

namespace batt {

/// Lists and objects in each other; deeper text is refused. A value takes two levels (`{"s": [..]}`), what is around it
/// fewer than 24.
inline constexpr std::size_t max_json_nesting = 2 * max_value_nesting + 24;

/// Throws TaskError that begins with `name` and tells line and column.
nlohmann::json parse_json(std::string_view text, const std::string& name);

/// Text in one line. Bytes that are no UTF-8 are replaced.
std::string json_text(const nlohmann::json& json);

/// Empties a value without allocating memory. The destructor of a list or object that is not empty allocates, and ends
/// the program if it cannot.
void clear_json(nlohmann::json& json) noexcept;

/// A value that may be large. It is destroyed without allocating memory, also while an exception rises.
struct LargeJson {
  nlohmann::json value;

  LargeJson() = default;
  explicit LargeJson(nlohmann::json&& made) : value(std::move(made)) {}
  ~LargeJson() { clear_json(value); }
  LargeJson(const LargeJson&) = delete;
  LargeJson& operator=(const LargeJson&) = delete;

  nlohmann::json take() { return std::move(value); }
};

/// {tag: content}.
nlohmann::json tagged_json(const char* tag, nlohmann::json&& content);

}  // namespace batt
