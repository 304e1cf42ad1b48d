#include "runtime/task/json_text.h"

#include <algorithm>
#include <vector>

#include "runtime/task/files.h"

namespace batt {
namespace {

using nlohmann::json;

constexpr std::size_t most_of_error = 200;

/// Where text that is JSON so far is nested too deeply, else npos. What is not JSON is found out by the parser, which
/// reads no further than that.
std::size_t find_too_deep(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    switch (text[k]) {
      case '[':
      case '{':
        if (++depth > max_json_nesting) return k;
        break;
      case ']':
      case '}':
        if (depth != 0) --depth;
        break;
      case '"':
        for (++k; k < text.size() && text[k] != '"'; ++k)
          if (text[k] == '\\') ++k;
        break;
      default: break;
    }
  }
  return std::string_view::npos;
}

std::string position(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return std::to_string(line) + ":" + std::to_string(offset - line_start + 1);
}

/// Makes a value of what the parser finds. json::parse() does the same, but is not safe when memory is missing.
class Builder : public json::json_sax_t {
 public:
  explicit Builder(json& root) : root_(root) {}

  std::string error;

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(json::number_integer_t value) override { return add(value); }
  bool number_unsigned(json::number_unsigned_t value) override { return add(value); }
  bool number_float(json::number_float_t value, const std::string&) override { return add(value); }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(json::binary_t& value) override { return add(std::move(value)); }
  bool start_object(std::size_t) override { return open(json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_array() override { return close(); }
  bool key(std::string& name) override {
    member_ = &(*open_.back())[name];
    clear_json(*member_);  // of two members with one name the last one counts
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const json::exception& found) override {
    error = found.what();  // quotes a number or a text that it does not take, however long that is
    if (error.size() > most_of_error) error = error.substr(0, most_of_error) + "...";
    return false;
  }

 private:
  json& place(json&& value) {
    if (open_.empty()) return root_ = std::move(value);
    if (open_.back()->is_object()) return *member_ = std::move(value);
    auto& items = open_.back()->get_ref<json::array_t&>();
    items.push_back(std::move(value));
    return items.back();
  }
  bool add(json&& value) {
    place(std::move(value));
    return true;
  }
  bool open(json&& value) {
    open_.push_back(&place(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  json& root_;
  std::vector<json*> open_;
  json* member_ = nullptr;  ///< of the innermost object, the one whose value comes next
};

}  // namespace

json parse_json(std::string_view text, const std::string& name) {
  const std::size_t too_deep = find_too_deep(text);
  if (too_deep != std::string_view::npos)
    throw TaskError(name + ":" + position(text, too_deep) + ": lists and objects are nested more than " +
                    std::to_string(max_json_nesting) + " deep");
  const std::size_t nul = text.find('\0');  // where the parser would take the text to end
  if (nul != std::string_view::npos) throw TaskError(name + ":" + position(text, nul) + ": a NUL byte is not JSON");
  LargeJson parsed;
  Builder builder(parsed.value);
  if (!json::sax_parse(text.begin(), text.end(), &builder)) throw TaskError(name + ": not JSON: " + builder.error);
  return parsed.take();
}

std::string json_text(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

void clear_json(json& value) noexcept {
  if (value.is_array()) {
    auto& items = value.get_ref<json::array_t&>();
    for (; !items.empty(); items.pop_back()) clear_json(items.back());
  } else if (value.is_object()) {
    auto& members = value.get_ref<json::object_t&>();
    for (; !members.empty(); members.erase(members.begin())) clear_json(members.begin()->second);
  }
  value = nullptr;
}

json tagged_json(const char* tag, json&& content) {
  LargeJson held(std::move(content));
  json object = json::object();
  object[tag] = held.take();
  return object;
}

}  // namespace batt
