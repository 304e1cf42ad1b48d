#include "runtime/task/task_text.h"

#include <utility>

#include "runtime/value/build.h"

namespace batt {
namespace {

/// Reads on while the text is what it takes; what returns false has met something else.
class TaskTextReader {
 public:
  TaskTextReader(Context& context, std::string_view text)
      : context_(context), at_(text.data()), end_(text.data() + text.size()) {}

  bool read_task(TaskText& task) {
    bool has_train = false, has_test = false, has_inputs = false;
    const bool is_read = read_members([&](std::string_view key) {
      if (key == "train") return read_once(has_train) && read_pairs(task.pairs.train, true);
      if (key == "test") return read_once(has_test) && read_pairs(task.pairs.test, false);
      if (key == "inputs") return read_once(has_inputs) && read_inputs(task.inputs);
      if (key == "mode") return !task.mode && read_mode(task.mode);
      return false;
    });
    task.is_arc = has_train;
    return is_read && is_at_end() && (has_train ? !has_inputs && !task.mode : has_inputs && !has_test);
  }

  /// A list with one output for each test.
  bool read_solutions(std::vector<ArcPair>& tests) {
    std::size_t count = 0;
    const bool is_read =
        read_list([&] { return count < tests.size() && read_value(tests[count].output.emplace()) && ++count != 0; });
    return is_read && is_at_end() && count == tests.size();
  }

 private:
  static constexpr int deepest = 16;
  static constexpr std::size_t largest_grid = std::size_t{1} << 24;

  // ---- text -----------------------------------------------------------------------------------------------------

  static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  /// The next character that is not blank; 0 at the end.
  char next() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
    return here();
  }
  char here() const { return at_ != end_ ? *at_ : '\0'; }
  bool take(char wanted) {
    if (next() != wanted) return false;
    ++at_;
    return true;
  }
  bool is_at_end() {
    next();
    return at_ == end_;
  }
  bool take_word(std::string_view word) {
    if (!std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  /// A text that is written as it is.
  bool read_text(std::string_view& text) {
    if (!take('"')) return false;
    const char* const first = at_;
    while (at_ != end_ && *at_ >= ' ' && *at_ <= '~' && *at_ != '"' && *at_ != '\\') ++at_;
    text = {first, static_cast<std::size_t>(at_ - first)};
    return take_here('"');
  }
  bool take_here(char wanted) {
    if (here() != wanted) return false;
    ++at_;
    return true;
  }

  /// An int with at most 18 digits.
  bool read_integer(std::int64_t& value) {
    constexpr std::ptrdiff_t most_digits = 18;
    const bool is_negative = take_here('-');
    const char* const first = at_;
    std::int64_t number = 0;
    for (; at_ != end_ && is_digit(*at_) && at_ - first < most_digits; ++at_) number = 10 * number + (*at_ - '0');
    const char after = here();
    if (at_ == first || (*first == '0' && (is_negative || at_ - first > 1))) return false;
    value = is_negative ? -number : number;
    return !is_digit(after) && after != '.' && after != 'e' && after != 'E';
  }

  // ---- lists and objects ----------------------------------------------------------------------------------------

  template <class ReadItem>
  bool read_list(ReadItem read_item) {
    if (!take('[')) return false;
    if (take(']')) return true;
    do {
      if (!read_item()) return false;
    } while (take(','));
    return take_here(']');
  }

  /// Calls read_member(key) with each member's value to come.
  template <class ReadMember>
  bool read_members(ReadMember read_member) {
    if (!take('{')) return false;
    if (take('}')) return true;
    do {
      std::string_view key;
      if (!read_text(key) || !take(':') || !read_member(key)) return false;
    } while (take(','));
    return take_here('}');
  }

  /// Of two members with one name the last one counts: that is left to others.
  static bool read_once(bool& is_there) { return !std::exchange(is_there, true); }

  // ---- values ---------------------------------------------------------------------------------------------------

  bool read_value(Value& value, int depth = 0) {
    std::int64_t number = 0;
    switch (next()) {
      case '[': return read_tuple(value, depth);
      case 'n': value = Value::none(); return take_word("null");
      case 't': value = Value::boolean(true); return take_word("true");
      case 'f': value = Value::boolean(false); return take_word("false");
      case '"': {
        std::string_view text;
        if (!read_text(text)) return false;
        value = make_text(context_, text);
        return true;
      }
      default:
        if (!read_integer(number)) return false;
        value = Value::integer(number);
        return true;
    }
  }

  bool read_tuple(Value& value, int depth) {
    if (depth == deepest) return false;
    const char* const first = at_;
    if (read_grid(value)) return true;
    at_ = first;
    ScratchVector items(context_);
    const bool is_read = read_list([&] {
      Value item;
      if (!read_value(item, depth + 1)) return false;
      items.push(item);
      return true;
    });
    if (is_read) value = make_tuple(context_, items);
    return is_read;
  }

  /// Rows of small ints, all of one length.
  bool read_grid(Value& value) {
    cells_.clear();
    std::size_t height = 0, width = 0;
    const bool is_read = read_list([&] {
      if (!read_list([&] { return read_cell(); })) return false;
      if (++height == 1) width = cells_.size();
      return cells_.size() == height * width && cells_.size() <= largest_grid;
    });
    if (!is_read || cells_.empty()) return false;
    value = make_grid(context_, context_.arena().copy(cells_.data(), cells_.size()), static_cast<int>(height),
                      static_cast<int>(width));
    return true;
  }

  bool read_cell() {
    next();
    while (is_simple_cell()) {
      cells_.push_back(static_cast<std::int8_t>(*at_ - '0'));
      if (at_[1] != ',') return ++at_, true;
      at_ += 2;
      next();
    }
    std::int64_t number = 0;
    if (!read_integer(number) || number < min_byte || number > max_byte) return false;
    cells_.push_back(static_cast<std::int8_t>(number));
    return true;
  }
  /// A digit by itself; a cell follows a comma.
  bool is_simple_cell() const { return end_ - at_ > 1 && is_digit(at_[0]) && (at_[1] == ',' || at_[1] == ']'); }

  // ---- tasks ----------------------------------------------------------------------------------------------------

  bool read_pairs(std::vector<ArcPair>& pairs, bool need_outputs) {
    return read_list([&] {
      bool has_input = false;
      ArcPair& pair = pairs.emplace_back();
      const bool is_read = read_members([&](std::string_view key) {
        if (key == "input") return read_once(has_input) && read_value(pair.input);
        return key == "output" && !pair.output && read_value(pair.output.emplace());
      });
      return is_read && has_input && (pair.output || !need_outputs);
    });
  }

  bool read_inputs(std::vector<GoldenInput>& inputs) {
    return read_list([&] {
      bool has_id = false, has_S = false, has_I = false, has_C = false;
      GoldenInput& input = inputs.emplace_back();
      const bool is_read = read_members([&](std::string_view key) {
        if (key == "S") return read_once(has_S) && read_value(input.S);
        if (key == "I") return read_once(has_I) && read_value(input.I);
        if (key == "C") return read_once(has_C) && read_value(input.C);
        std::string_view id;
        if (key != "task_id" || !read_once(has_id) || !read_text(id)) return false;
        input.task_id = id;
        return true;
      });
      return is_read && has_id && has_S && has_I && has_C;
    });
  }

  bool read_mode(std::optional<ErrorMode>& mode) {
    std::string_view text;
    if (!read_text(text) || (text != "safe" && text != "raw")) return false;
    mode = text == "raw" ? ErrorMode::Raw : ErrorMode::Safe;
    return true;
  }

  Context& context_;
  const char* at_;
  const char* const end_;
  std::vector<std::int8_t> cells_;  ///< of the grid that is read
};

}  // namespace

std::optional<TaskText> read_task_text(Context& context, std::string_view text, std::string_view solutions) {
  try {
    TaskText task;
    const bool is_read = TaskTextReader(context, text).read_task(task) &&
                         (solutions.empty() || TaskTextReader(context, solutions).read_solutions(task.pairs.test));
    return is_read ? std::optional(std::move(task)) : std::nullopt;
  } catch (const LimitExceeded&) {
    return std::nullopt;
  }
}

}  // namespace batt
