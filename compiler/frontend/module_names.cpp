#include "compiler/frontend/module_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>

namespace battc {
namespace {

using Kind = Token::Kind;

template <std::size_t count>
using Names = std::array<std::string_view, count>;

bool is_one_of(std::string_view name, const auto& names) { return std::ranges::find(names, name) != std::end(names); }

/// Modules of the reference, and what `import *` of each brings of the DSL.
constexpr Names<1> op_modules{"dsl"};
constexpr Names<1> constant_modules{"constants"};
constexpr Names<5> modules_of_both{"pile", "differs", "solvers_pre", "batt_gpu", "batt_cpu"};
/// None of these has a name of the DSL; the last ones are Python's.
constexpr Names<12> modules_of_neither{"arc_types", "safe_dsl",    "utils",     "gpu_env", "__future__", "typing",
                                       "math",      "collections", "functools", "random",  "re",         "time"};
/// Who changes one of these changes the DSL itself.
constexpr Names<5> changeable_modules{"dsl", "constants", "safe_dsl", "pile", "builtins"};
/// Served by the generator's own modules under several names; where they come from does not matter.
constexpr Names<4> setup_names{"Env", "GPUEnv", "_get_safe_default", "batch_process_samples_gpu"};
/// What these do depends on values.
constexpr Names<9> dynamic_names{"exec",    "eval",    "globals",  "locals",      "vars",
                                 "setattr", "delattr", "__dict__", "__builtins__"};

bool opens(Kind kind) { return kind == Kind::LeftParen || kind == Kind::LeftBracket || kind == Kind::LeftBrace; }
bool closes(Kind kind) { return kind == Kind::RightParen || kind == Kind::RightBracket || kind == Kind::RightBrace; }

class LineReader {
 public:
  LineReader(std::span<const Token> line, const SourceFile& source, Surroundings surroundings, NameTable& names,
             std::vector<NameChange>& changes)
      : line_(line), source_(source), surroundings_(surroundings), names_(names), changes_(changes) {}

  OuterLine read() {
    OuterLine result{surroundings_ == Surroundings::Module ? Surroundings::Conditional : surroundings_};
    if (line_.empty() || surroundings_ == Surroundings::NeverRuns) return result;
    if (is_main_guard()) return {Surroundings::NeverRuns};
    read_everywhere();
    std::size_t begin = 0;
    if (const auto colon = end_of_head()) {
      read_head(*colon, result);
      begin = *colon + 1;
      surroundings_ = result.block;
    }
    read_statements(begin);
    return result;
  }

 private:
  bool is(std::size_t k, Kind kind) const { return k < line_.size() && line_[k].is(kind); }
  bool is(std::size_t k, std::string_view word) const { return k < line_.size() && text(k) == word; }
  std::string_view text(std::size_t k) const { return source_.text(line_[k].span); }
  bool has_own_names() const { return surroundings_ == Surroundings::OwnNames; }

  void bind(std::size_t k) { changes_.push_back({NameChange::Kind::Binds, names_.intern(text(k)), line_[k].span}); }
  void add(NameChange::Kind kind, std::size_t k) { changes_.push_back({kind, {}, line_[k].span}); }

  /// `if __name__ == "__main__":`
  bool is_main_guard() const {
    if (!is(0, "if") || !is(2, "==") || !is(4, Kind::Colon)) return false;
    const auto is_main = [&](std::size_t k) { return is(k, "\"__main__\"") || is(k, "'__main__'"); };
    return (is(1, "__name__") && is_main(3)) || (is_main(1) && is(3, "__name__"));
  }

  /// What binds names in the middle of an expression.
  void read_everywhere() {
    for (std::size_t k = 0; k < line_.size(); ++k) {
      if (is(k, Kind::Text) && !has_own_names()) read_text(k);
      if (!is(k, Kind::Name)) continue;
      const bool is_attribute = k > 0 && is(k - 1, Kind::Dot);
      if (is_one_of(text(k), dynamic_names) && (!is_attribute || is(k, "__dict__"))) add(NameChange::Kind::BindsAny, k);
      if (is_attribute && is(k, "modules") && is(k - 2, "sys")) add(NameChange::Kind::BindsAny, k);
      if (is(k + 1, ":=") && !has_own_names()) bind(k);
    }
  }

  /// `f"{(name := value)}"`.
  void read_text(std::size_t k) {
    const std::string_view literal = text(k);
    const std::size_t quote = literal.find_first_of("'\"");
    if (literal.substr(0, quote).find_first_of("fF") == std::string_view::npos) return;
    const auto is_word = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
    for (std::size_t at = literal.find(":="); at != std::string_view::npos; at = literal.find(":=", at + 1)) {
      std::size_t end = at;
      while (end > 0 && literal[end - 1] == ' ') --end;
      std::size_t begin = end;
      while (begin > 0 && is_word(literal[begin - 1])) --begin;
      changes_.push_back({NameChange::Kind::Binds, names_.intern(literal.substr(begin, end - begin)), line_[k].span});
    }
  }

  /// The colon behind the head of a compound statement.
  std::optional<std::size_t> end_of_head() const {
    constexpr Names<13> heads{"if",   "elif",  "else", "for",   "while",  "with", "try",
                              "case", "class", "def",  "async", "except", "match"};
    const bool is_soft = is(0, "case") || is(0, "match");
    if (!is_one_of(text(0), heads) && !is(0, "finally")) return std::nullopt;
    if (is_soft && (is(1, Kind::Assign) || is(1, Kind::Colon) || is(1, Kind::Dot) || is(1, Kind::Comma)))
      return std::nullopt;
    std::size_t depth = 0, lambdas = 0;
    for (std::size_t k = 0; k < line_.size(); ++k) {
      if (opens(line_[k].kind)) ++depth;
      if (closes(line_[k].kind) && depth > 0) --depth;
      if (depth > 0) continue;
      if (is(k, Kind::KeywordLambda)) ++lambdas;
      if (is(k, Kind::Colon) && lambdas-- == 0) return k;
    }
    return std::nullopt;
  }

  void read_head(std::size_t end, OuterLine& result) {
    const std::size_t first = is(0, "async") ? 1 : 0;
    if (is(first, "class") || is(first, Kind::KeywordDef)) {
      if (!has_own_names() && is(first + 1, Kind::Name)) {
        bind(first + 1);
        if (surroundings_ == Surroundings::Conditional && is(first, Kind::KeywordDef))
          result.definition = &line_[first + 1];
      }
      result.block = Surroundings::OwnNames;
    } else if (!has_own_names()) {
      if (is(first, "for")) bind_targets(first + 1, find(first, end, "in"));
      if (is(first, "case")) bind_captures(first + 1, end);
      if (is(first, "with") || is(first, Kind::KeywordExcept)) bind_after_as(first + 1, end);
    }
  }

  std::size_t find(std::size_t begin, std::size_t end, std::string_view word) const {
    while (begin < end && !is(begin, word)) ++begin;
    return begin;
  }

  /// The names of a pattern that it gives a value to, and a few others.
  void bind_captures(std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      if (is(k, Kind::Name) && !is(k - 1, Kind::Dot) && !is(k + 1, Kind::Dot) && !is(k + 1, Kind::LeftParen) &&
          !is(k + 1, Kind::Assign))
        bind(k);
  }

  void bind_after_as(std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      if (!is(k, Kind::KeywordAs)) continue;
      const std::size_t first = k + 1;
      std::size_t depth = 0;
      for (k = first; k < end && !(depth == 0 && (is(k, Kind::Comma) || closes(line_[k].kind))); ++k) {
        if (opens(line_[k].kind)) ++depth;
        if (closes(line_[k].kind)) --depth;
      }
      bind_targets(first, k);
    }
  }

  void read_statements(std::size_t begin) {
    for (std::size_t k = begin; k <= line_.size(); ++k) {
      if (k < line_.size() && !is(k, Kind::Semicolon)) continue;
      if (k > begin) read_statement(begin, k);
      begin = k + 1;
    }
  }

  void read_statement(std::size_t begin, std::size_t end) {
    if (has_own_names()) {
      if (is(begin, "global")) bind_targets(begin + 1, end);
    } else if (is(begin, "import")) {
      read_import(begin + 1, end);
    } else if (is(begin, "from")) {
      read_import_from(begin + 1, end);
    } else if (is(begin, "del")) {
      bind_targets(begin + 1, end);
    } else {
      read_assignment(begin, end);
    }
  }

  /// `import a.b, c as d`.
  void read_import(std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t first = k;
      while (k < end && !is(k, Kind::Comma)) ++k;
      const bool is_renamed = k >= first + 2 && is(k - 2, Kind::KeywordAs);
      if (k > first) bind(is_renamed ? k - 1 : first);
    }
  }

  /// `from a.b import c, d as e` or `import *`.
  void read_import_from(std::size_t begin, std::size_t end) {
    const std::size_t import = find(begin, end, "import");
    if (import + 1 >= end || import == begin) return;
    const std::string_view module = source_.text({line_[begin].span.begin, line_[import - 1].span.end});
    if (is(import + 1, Kind::Star)) return import_all_of(module, import + 1);
    const bool is_trusted = is_one_of(module, op_modules) || is_one_of(module, constant_modules) ||
                            is_one_of(module, modules_of_both) || is_one_of(module, modules_of_neither);
    for (std::size_t k = import + 1; k < end; ++k) {
      if (!is(k, Kind::Name)) continue;
      const bool is_renamed = is(k + 1, Kind::KeywordAs) && k + 2 < end;
      const std::size_t bound = is_renamed ? k + 2 : k;
      const bool is_setup = is_one_of(text(k), setup_names) && is_one_of(text(bound), setup_names);
      if (!is_setup && !(is_trusted && text(bound) == text(k))) bind(bound);
      k = bound;
    }
  }

  void import_all_of(std::string_view module, std::size_t star) {
    if (is_one_of(module, modules_of_neither)) return;
    const bool brings_ops = is_one_of(module, op_modules), brings_constants = is_one_of(module, constant_modules);
    if (!brings_ops && !brings_constants && !is_one_of(module, modules_of_both))
      return add(NameChange::Kind::BindsUnknown, star);
    if (surroundings_ != Surroundings::Module) return;
    add(brings_ops         ? NameChange::Kind::RestoresOps
        : brings_constants ? NameChange::Kind::RestoresConstants
                           : NameChange::Kind::RestoresAll,
        star);
  }

  /// `a = b, c = value`, `a: int = value`, `a += value`.
  void read_assignment(std::size_t begin, std::size_t end) {
    std::size_t depth = 0, targets_end = begin;
    for (std::size_t k = begin; k < end && !(depth == 0 && is(k, Kind::KeywordLambda)); ++k) {
      if (opens(line_[k].kind)) ++depth;
      if (closes(line_[k].kind) && depth > 0) --depth;
      if (depth == 0 && (is(k, Kind::Assign) || is_augmented(k))) targets_end = k;
    }
    if (targets_end == begin || is_setup_line(begin, targets_end, end)) return;
    for (std::size_t k = begin; k < targets_end; ++k)
      if (is(k, Kind::Colon)) targets_end = k;
    bind_targets(begin, targets_end);
  }

  bool is_augmented(std::size_t k) const {
    const std::string_view word = text(k);
    return line_[k].is(Kind::OtherOperator) && word.ends_with('=') && word != "==" && word != "!=" && word != "<=" &&
           word != ">=" && word != ":=";
  }

  /// `Env = gpu.Env`.
  bool is_setup_line(std::size_t begin, std::size_t assign, std::size_t end) const {
    return assign == begin + 1 && is_one_of(text(begin), setup_names) && end > assign + 2 && is(end - 2, Kind::Dot) &&
           text(end - 1) == text(begin);
  }

  /// The names that an assignment to these tokens binds: not what stands in a subscript, nor attributes of a value.
  void bind_targets(std::size_t begin, std::size_t end) {
    std::size_t depth = 0, subscript = 0;  // the depth of the outermost subscript or call, 0: none
    for (std::size_t k = begin; k < end; ++k) {
      if (opens(line_[k].kind)) {
        ++depth;
        const bool is_trailer = k > begin && (is(k - 1, Kind::Name) || closes(line_[k - 1].kind));
        if (is_trailer && subscript == 0) subscript = depth;
      } else if (closes(line_[k].kind) && depth > 0) {
        if (subscript == depth) subscript = 0;
        --depth;
      } else if (is(k, Kind::Name) && subscript == 0 && !(k > begin && is(k - 1, Kind::Dot))) {
        if (is(k + 1, Kind::Dot) && k + 1 < end) {
          if (is_one_of(text(k), changeable_modules)) add(NameChange::Kind::BindsAny, k);
        } else if (!(k + 1 < end && (is(k + 1, Kind::LeftBracket) || is(k + 1, Kind::LeftParen)))) {
          bind(k);
        }
      }
    }
  }

  std::span<const Token> line_;
  const SourceFile& source_;
  Surroundings surroundings_;
  NameTable& names_;
  std::vector<NameChange>& changes_;
};

}  // namespace

OuterLine read_outer_line(std::span<const Token> line, const SourceFile& source, Surroundings surroundings,
                          NameTable& names, std::vector<NameChange>& changes) {
  return LineReader(line, source, surroundings, names, changes).read();
}

}  // namespace battc
