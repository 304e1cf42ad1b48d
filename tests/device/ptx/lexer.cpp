#include "tests/device/ptx/lexer.h"

#include <algorithm>
#include <cctype>

namespace batt::ptx {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '%' || c == '.';
}

class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source) {}

  std::vector<Token> run() {
    while (position_ < source_.size()) step();
    return std::move(tokens_);
  }

 private:
  void step() {
    const char c = source_[position_];
    if (std::isspace(static_cast<unsigned char>(c))) return skip_to(position_ + 1);
    if (source_.substr(position_, 2) == "//") return skip_to(find("\n", 0));
    if (source_.substr(position_, 2) == "/*") return skip_to(find("*/", 2));
    if (c == '"') return take_to(std::min(source_.find('"', position_ + 1), source_.size() - 1) + 1);
    take_to(is_word(c) ? end_of_word() : position_ + 1);
  }

  std::size_t find(std::string_view mark, std::size_t beyond) const {
    const std::size_t found = source_.find(mark, position_);
    return found == std::string_view::npos ? source_.size() : found + beyond;
  }

  /// A double colon belongs to a word (shared::cta), a single one ends a label.
  std::size_t end_of_word() const {
    std::size_t end = position_;
    for (; end < source_.size(); ++end) {
      if (source_.substr(end, 2) == "::")
        ++end;
      else if (!is_word(source_[end]))
        break;
    }
    return end;
  }

  void take_to(std::size_t end) {
    tokens_.push_back({source_.substr(position_, end - position_), line_});
    skip_to(end);
  }

  void skip_to(std::size_t end) {
    line_ += static_cast<std::uint32_t>(std::count(source_.begin() + static_cast<std::ptrdiff_t>(position_),
                                                   source_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    position_ = end;
  }

  std::string_view source_;
  std::size_t position_ = 0;
  std::uint32_t line_ = 1;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(std::string_view source) { return Lexer(source).run(); }

}  // namespace batt::ptx
