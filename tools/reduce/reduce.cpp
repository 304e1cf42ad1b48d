#include "tools/reduce/reduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "tools/reduce/draft.h"
#include "tools/reduce/shrink_inputs.h"

namespace battc {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;
using Kind = DraftStatement::Kind;
using Guard = DraftStatement::Guard;

/// What may stand for any argument, the simplest first.
constexpr std::array simple_terms{"()", "ZERO", "ONE", "I", "ORIGIN", "identity"};

/// Simple terms come first, then other names, then what is longer.
std::size_t cost(const std::string& term) {
  const auto found = std::ranges::find(simple_terms, term);
  if (found != simple_terms.end()) return static_cast<std::size_t>(found - simple_terms.begin());
  return simple_terms.size() + term.size();
}

class Reducer {
 public:
  Reducer(const ProgramCase& program, const Predicate& fails, const ReduceOptions& options)
      : draft_(read_draft(SourceFile("program.py", program.source))),
        golden_(program.golden),
        fails_(fails),
        deadline_(Clock::now() +
                  std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.seconds))) {
    if (golden_.is_object()) golden_.erase("answers");
  }

  Reduced run() {
    if (!accept(draft_, golden_)) throw DraftError("the program does not fail when it is written again");
    std::size_t before = 0;
    while (accepted_ != before && !is_late()) {
      before = accepted_;
      keep_one_sample();
      drop_ranges();
      substitute_variables();
      simplify_result();
      simplify_arguments();
      drop_guards();
      shrink_all_inputs();
    }
    return {{write_python(draft_), golden_}, draft_.statements.size(), attempts_};
  }

 private:
  bool is_late() const { return Clock::now() > deadline_; }

  bool accept(const Draft& draft, const json& golden) {
    if (is_late() && accepted_ != 0) return false;
    ++attempts_;
    if (!fails_({write_python(draft), golden})) return false;
    ++accepted_;
    draft_ = draft;
    golden_ = golden;
    return true;
  }

  void keep_one_sample() {
    const std::size_t count = golden_["inputs"].size();
    for (std::size_t k = 0; k < count && count > 1; ++k) {
      json one = golden_;
      one["inputs"] = json::array({golden_["inputs"][k]});
      if (accept(draft_, one)) return;
    }
  }

  /// Puts an expression wherever a variable was used.
  static void substitute(Draft& draft, const std::string& name, const std::string& by) {
    for (DraftStatement& statement : draft.statements) {
      for (std::string& argument : statement.arguments) argument = replace_name(argument, name, by);
      statement.callee = replace_name(statement.callee, name, by);
      statement.fallback = replace_name(statement.fallback, name, by);
      if (std::erase(statement.conditions, name) != 0 && by.ends_with(".t"))
        statement.conditions.push_back(by.substr(0, by.size() - 2));
    }
    draft.returned = replace_name(draft.returned, name, by);
  }

  static bool is_used(const Draft& draft, const std::string& name) {
    const auto uses = [&](const DraftStatement& statement) {
      return uses_name(statement.callee, name) || uses_name(statement.fallback, name) ||
             std::ranges::any_of(statement.arguments, [&](const auto& text) { return uses_name(text, name); });
    };
    return uses_name(draft.returned, name) || std::ranges::any_of(draft.statements, uses);
  }

  /// Without the statements from `first` on; a simple term stands for what they assigned.
  static Draft without(Draft draft, std::size_t first, std::size_t count, const std::string& by) {
    const auto begin = draft.statements.begin() + static_cast<std::ptrdiff_t>(first);
    const std::vector<DraftStatement> dropped(begin, begin + static_cast<std::ptrdiff_t>(count));
    draft.statements.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
    for (const DraftStatement& statement : dropped)
      if (statement.kind != Kind::Append)
        for (const std::string& target : statement.targets) substitute(draft, target, by);
    return draft;
  }

  void drop_ranges() {
    for (std::size_t size = std::max<std::size_t>(1, draft_.statements.size() / 2); size > 0; size /= 2)
      for (std::size_t end = draft_.statements.size(); end > 0; end = std::min(end - 1, draft_.statements.size())) {
        const std::size_t first = end > size ? end - size : 0;
        accept(without(draft_, first, end - first, "I"), golden_);
      }
  }

  /// A statement's variable becomes one of its arguments, or a simple term.
  void substitute_variables() {
    for (std::size_t k = draft_.statements.size(); k-- > 0;) {
      if (k >= draft_.statements.size() || draft_.statements[k].kind == Kind::Append) continue;
      std::vector<std::string> terms = draft_.statements[k].arguments;
      if (!is_used(draft_, draft_.statements[k].targets[0]))
        terms = {"()"};
      else
        terms.insert(terms.end(), simple_terms.begin(), simple_terms.end());
      for (const std::string& term : terms)
        if (accept(without(draft_, k, 1, term), golden_)) break;
    }
  }

  void simplify_result() {
    if (draft_.collects()) return;
    for (std::size_t k = 0; k < draft_.statements.size(); ++k) {
      if (draft_.returned == draft_.statements[k].targets[0]) return;
      Draft changed = draft_;
      changed.returned = draft_.statements[k].targets[0];
      if (accept(changed, golden_)) return;
    }
  }

  void simplify_arguments() {
    for (std::size_t k = 0; k < draft_.statements.size(); ++k) {
      const std::size_t first = draft_.statements[k].kind == Kind::Append ? 3 : 0;
      for (std::size_t place = first; place < draft_.statements[k].arguments.size(); ++place)
        simplify_argument(k, place);
    }
  }

  void simplify_argument(std::size_t k, std::size_t place) {
    for (const char* term : simple_terms) {
      if (cost(term) >= cost(draft_.statements[k].arguments[place])) return;
      Draft changed = draft_;
      changed.statements[k].arguments[place] = term;
      if (accept(changed, golden_)) return;
    }
  }

  void drop_guards() {
    for (std::size_t k = 0; k < draft_.statements.size(); ++k) {
      if (draft_.statements[k].guard != Guard::Try) continue;
      Draft changed = draft_;
      changed.statements[k].guard = Guard::None;
      changed.statements[k].fallback.clear();
      accept(changed, golden_);
    }
  }

  void shrink_all_inputs() {
    shrink_inputs(golden_, [&](const json& golden) { return accept(draft_, golden); });
  }

  Draft draft_;
  json golden_;
  const Predicate& fails_;
  Clock::time_point deadline_;
  std::size_t attempts_ = 0;
  std::size_t accepted_ = 0;
};

}  // namespace

Reduced reduce(const ProgramCase& program, const Predicate& fails, const ReduceOptions& options) {
  return Reducer(program, fails, options).run();
}

}  // namespace battc
