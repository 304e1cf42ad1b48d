// Which parts of an answer depend on an order that CPython does not fix: the statements that looked at one, and all
// that is made of their values.
#include <charconv>

#include "runtime/exec/outcome.h"

namespace batt {
namespace {

/// The steps of a program, one after the other, as compiler/lower/dependences.cpp writes them.
class StepReader {
 public:
  explicit StepReader(std::string_view text) : next_(text.data()), end_(text.data() + text.size()) {}

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

class Propagation {
 public:
  Propagation(std::string_view dependences, const Context& context) : reader_(dependences), context_(context) {}

  Unfixed run() {
    while (!reader_.take('/')) {
      if (reader_.done()) return all();  // not written by this version of battc
      step();
    }
    while (!reader_.done()) output();
    return std::move(found_);
  }

 private:
  static Unfixed all() { return {true, {}, {}}; }

  void step() {
    const std::uint32_t line = reader_.number();
    const bool fails_in_safe = reader_.take('s');
    const bool fails = reader_.take('r') && (fails_in_safe || context_.mode() == ErrorMode::Raw);
    const bool ends = reader_.take('!'), piles = reader_.take('#');
    bool unfixed = context_.unfixed_looks().includes(line);
    while (reader_.take(' ')) {
      const std::size_t back = reader_.number();
      unfixed |= back <= unfixed_.size() && unfixed_[unfixed_.size() - back];
    }
    reader_.take(';');
    if (piles && fails) {
      unfixed |= count_unfixed_;
      count_unfixed_ |= unfixed;
    }
    found_.whole |= ends && fails && unfixed;
    unfixed_.push_back(unfixed);
  }

  void output() {
    const bool to_s = reader_.take('s');
    const bool to_o = !to_s && reader_.take('o');
    if (!to_s && !to_o && !reader_.take('O')) {
      found_ = all();
      reader_ = StepReader("");
      return;
    }
    std::uint32_t& place = to_s ? s_count_ : o_count_;
    bool unfixed = false;
    while (reader_.take(' ')) {
      const std::size_t at = reader_.number();
      unfixed |= at < unfixed_.size() && unfixed_[at];
    }
    reader_.take(';');
    if (unfixed && (to_s || to_o)) (to_s ? found_.s : found_.o).push_back(place);
    found_.whole |= unfixed && !to_s && !to_o;
    ++place;
  }

  StepReader reader_;
  const Context& context_;
  std::vector<bool> unfixed_;
  bool count_unfixed_ = false;  ///< of env.do_pile's exceptions
  std::uint32_t o_count_ = 0, s_count_ = 0;
  Unfixed found_;
};

}  // namespace

void find_unfixed(std::string_view dependences, const Context& context, Outcome& outcome) {
  if (context.unfixed_looks().count() == 0) return;
  outcome.unfixed = Propagation(dependences, context).run();
  if (outcome.kind != Outcome::Kind::Raised) return;
  // Of an exception there are no entries.
  outcome.unfixed.o.clear();
  outcome.unfixed.s.clear();
}

}  // namespace batt
