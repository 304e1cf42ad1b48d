#include "runtime/task/json_members.h"

#include "runtime/task/files.h"
#include "runtime/task/json_text.h"

namespace batt {
namespace {

class Splitter {
 public:
  Splitter(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  std::vector<JsonMember> members() {
    std::vector<JsonMember> found;
    expect('{');
    if (next() == '}') return found;
    do {
      const std::string_view key = quoted();
      expect(':');
      found.push_back({parse_json(key, name_).get<std::string>(), value()});
    } while (take(','));
    expect('}');
    if (next() != '\0') fail("text after the object");
    return found;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw TaskError(name_ + ": not JSON: " + what + " at byte " + std::to_string(at_ + 1));
  }
  /// The next character that is not blank; 0 at the end.
  char next() {
    at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char wanted) {
    if (next() != wanted) return false;
    ++at_;
    return true;
  }
  void expect(char wanted) {
    if (!take(wanted)) fail(std::string("'") + wanted + "' is missing");
  }
  std::string_view quoted() {
    if (next() != '"') fail("a key is missing");
    const std::size_t start = at_;
    skip_text();
    return text_.substr(start, at_ - start);
  }
  /// From an opening quotation mark to after the closing one.
  void skip_text() {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_)
      if (text_[at_] == '\\') ++at_;
    if (at_ >= text_.size()) fail("a text that does not end");
    ++at_;
  }
  std::string_view value() {
    next();
    const std::size_t start = at_;
    for (std::size_t depth = 0; at_ < text_.size(); ++at_) {
      const char here = text_[at_];
      if (depth == 0 && (here == ',' || here == '}')) break;
      if (here == '[' || here == '{') ++depth;
      if ((here == ']' || here == '}') && depth != 0) --depth;
      if (here == '"') {
        skip_text();
        --at_;
      }
    }
    return text_.substr(start, at_ - start);
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<JsonMember> json_members(std::string_view text, const std::string& name) {
  return Splitter(text, name).members();
}

}  // namespace batt
