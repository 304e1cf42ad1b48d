// Which parts of an answer depend on an order that CPython does not fix: the statements that looked at one, and all
// that is made of their values.
#include "runtime/exec/dependences.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace batt {
namespace {

class TextReader {
 public:
  explicit TextReader(std::string_view text) : next_(text.data()), end_(text.data() + text.size()) {}

  bool done() const { return next_ == end_; }
  bool take(char expected) {
    if (done() || *next_ != expected) return false;
    ++next_;
    return true;
  }
  std::uint32_t number() {
    std::uint32_t number = 0;
    next_ = std::from_chars(next_, end_, number).ptr;
    return number;
  }

 private:
  const char* next_;
  const char* end_;
};

}  // namespace

Dependences::Dependences(std::string_view text) {
  TextReader reader(text);
  const auto place = [&] { return static_cast<std::uint32_t>(operands_.size()); };
  while (!reader.take('/')) {
    if (reader.done()) return;
    Step step{reader.number(), place(), reader.take('s'), reader.take('r'), reader.take('!'), reader.take('#')};
    while (reader.take(' '))
      if (const std::size_t back = reader.number(); back != 0 && back <= steps_.size())
        operands_.push_back(static_cast<std::uint32_t>(steps_.size() - back));
    if (!reader.take(';')) return;
    last_line_ = std::max(last_line_, step.line);
    steps_.push_back(step);
  }
  const auto count = static_cast<std::uint32_t>(steps_.size());
  steps_.push_back({0, place(), false, false, false, false});
  while (!reader.done()) {
    const Output::To to = reader.take('o') ? Output::To::O : reader.take('s') ? Output::To::S : Output::To::Result;
    if (to == Output::To::Result && !reader.take('O')) return;
    outputs_.push_back({to, place()});
    while (reader.take(' '))
      if (const std::uint32_t at = reader.number(); at < count) operands_.push_back(at);
    if (!reader.take(';')) return;
  }
  outputs_.push_back({Output::To::Result, place()});
  is_read_ = true;
}

Unfixed Dependences::find_unfixed(const Context& context) const {
  Unfixed found;
  if (!is_read_) {
    found.whole = true;
    return found;
  }
  std::vector<std::uint8_t> looked(last_line_ + 1), unfixed(steps_.size());
  context.unfixed_looks().mark_lines(looked.data(), last_line_ + 1);
  const auto any = [&](std::uint32_t first, std::uint32_t end) {
    return std::any_of(operands_.begin() + first, operands_.begin() + end,
                       [&](std::uint32_t step) { return unfixed[step] != 0; });
  };
  bool count_unfixed = false;  // of env.do_pile's exceptions
  std::size_t first = 0;
  while (first + 1 < steps_.size() && looked[steps_[first].line] == 0) ++first;
  for (std::size_t k = first; k + 1 < steps_.size(); ++k) {
    const Step& step = steps_[k];
    bool is_unfixed = looked[step.line] != 0 || any(step.first_operand, steps_[k + 1].first_operand);
    const bool fails = step.fails_in_raw && (step.fails_in_safe || context.mode() == ErrorMode::Raw);
    if (step.piles && fails) {
      is_unfixed = is_unfixed || count_unfixed;
      count_unfixed = is_unfixed;
    }
    found.whole = found.whole || (step.ends && fails && is_unfixed);
    unfixed[k] = is_unfixed ? 1 : 0;
  }
  std::uint32_t o_count = 0, s_count = 0;
  for (std::size_t k = 0; k + 1 < outputs_.size(); ++k) {
    const Output::To to = outputs_[k].to;
    const std::uint32_t place = to == Output::To::S ? s_count++ : o_count++;
    if (!any(outputs_[k].first_field, outputs_[k + 1].first_field)) continue;
    if (to == Output::To::Result)
      found.whole = true;
    else
      (to == Output::To::S ? found.s : found.o).push_back(place);
  }
  return found;
}

void Dependences::mark(const Context& context, Outcome& outcome) const {
  if (context.unfixed_looks().count() == 0) return;
  outcome.set_unfixed(find_unfixed(context));
}

}  // namespace batt
