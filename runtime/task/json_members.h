// The members of a JSON object as text, so that a large file is parsed one member at a time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace batt {

struct JsonMember {
  std::string key;
  std::string_view value;  ///< its text, a part of the object's
};

/// Splits the text of an object. Values are not looked into: each is parsed, and checked, when it is needed.
/// Throws TaskError that begins with `name` if the text is no object.
std::vector<JsonMember> json_members(std::string_view text, const std::string& name);

}  // namespace batt
