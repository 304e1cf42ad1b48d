#include "tools/reduce/draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <variant>

#include "compiler/frontend/parser.h"
#include "compiler/frontend/resolve.h"

namespace battc {
namespace {

class DraftReader {
 public:
  DraftReader(const Module& module, const SourceFile& source) : module_(module), source_(source) {}

  Draft read(const FunctionDefinition& function) {
    Draft draft;
    draft.kind = function.kind;
    draft.name = function.name;
    draft.takes_candidate = draft.collects() || function.parameters.size() > 2;
    for (const Statement& statement : function.statements) {
      if (const auto* returned = std::get_if<Return>(&statement.form)) draft.returned = text(returned->value);
      const auto* collected = std::get_if<ReturnCollected>(&statement.form);
      if (collected != nullptr && collected->nothing) draft.returned = "[], []";
      std::visit([&](const auto& form) { add(form, draft.statements); }, statement.form);
    }
    return draft;
  }

 private:
  std::string text(Span span) const { return std::string(source_.text(span)); }
  std::string text(ExpressionId id) const { return text(module_.expression(id).span); }

  void add(const Assign& assign, std::vector<DraftStatement>& statements) const {
    DraftStatement statement;
    statement.targets = {text(assign.target_span)};
    read_value(assign.value, statement);
    if (const auto* guard = std::get_if<TryGuard>(&assign.guard)) read_try(*guard, statement);
    if (const auto* guard = std::get_if<PileGuard>(&assign.guard)) read_pile(*guard, statement);
    statements.push_back(std::move(statement));
  }

  void read_value(ExpressionId id, DraftStatement& statement) const {
    const Expression& value = module_.expression(id);
    if (value.kind != Expression::Kind::Call) {
      statement.arguments = {text(id)};
      return;
    }
    statement.callee = text(module_.callee(value));
    for (const ExpressionId argument : module_.arguments(value)) statement.arguments.push_back(text(argument));
  }

  void read_try(const TryGuard& guard, DraftStatement& statement) const {
    statement.guard = DraftStatement::Guard::Try;
    std::vector<std::string_view> names;
    for (const CaughtException& caught : guard.caught) names.push_back(module_.text(caught.name));
    statement.caught = fmt::format("({})", fmt::join(names, ", "));
    if (names.size() == 1) statement.caught = names[0];
    const std::string fallback = text(guard.fallback);
    statement.fallback = guard.safe_default ? fmt::format("_get_safe_default({})", fallback) : fallback;
  }

  void read_pile(const PileGuard& guard, DraftStatement& statement) const {
    statement.guard = DraftStatement::Guard::Pile;
    statement.number = guard.number;
    for (const Span span : guard.ok_spans) {
      std::string name = text(span);
      statement.conditions.push_back(name.substr(0, name.find('.')));
    }
    if (guard.never) statement.conditions.push_back("False");
  }

  void add(const SampleBlock& block, std::vector<DraftStatement>& statements) const {
    DraftStatement statement;
    statement.kind = DraftStatement::Kind::Samples;
    for (const Span span : block.target_spans) statement.targets.push_back(text(span));
    statement.arguments = {text(block.samples)};
    statements.push_back(std::move(statement));
  }

  void add(const Append& append, std::vector<DraftStatement>& statements) const {
    DraftStatement statement;
    statement.kind = DraftStatement::Kind::Append;
    statement.targets = {append.to == Append::To::O ? "o" : "s"};
    statement.arguments = {text(append.number), text(append.second), text(append.third), text(append.value)};
    statements.push_back(std::move(statement));
  }

  void add(const Return&, std::vector<DraftStatement>&) const {}
  void add(const ReturnCollected&, std::vector<DraftStatement>&) const {}

  const Module& module_;
  const SourceFile& source_;
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Calls `visit(begin, end)` for each use of the name outside of texts, `.t` and `.ok` included.
template <class Visit>
void visit_uses(std::string_view expression, std::string_view name, Visit visit) {
  char quote = 0;
  for (std::size_t k = 0; k < expression.size(); ++k) {
    const char c = expression[k];
    if (quote != 0) {
      if (c == '\\')
        ++k;
      else if (c == quote)
        quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (is_word(c)) {
      std::size_t end = k;
      while (end < expression.size() && is_word(expression[end])) ++end;
      const bool found = expression.substr(k, end - k) == name;
      const std::size_t begin = k;
      if (expression.substr(end).starts_with(".ok"))
        end += 3;
      else if (expression.substr(end).starts_with(".t"))
        end += 2;
      if (found) visit(begin, end);
      k = end - 1;
    }
  }
}

std::string inlined_call(const DraftStatement& statement) {
  if (statement.callee.empty()) return statement.arguments.empty() ? "()" : statement.arguments[0];
  return fmt::format("{}({})", statement.callee, fmt::join(statement.arguments, ", "));
}

void write_assign(const DraftStatement& statement, std::string& out) {
  const auto into = std::back_inserter(out);
  const std::string& target = statement.targets[0];
  switch (statement.guard) {
    case DraftStatement::Guard::None: fmt::format_to(into, "    {} = {}\n", target, inlined_call(statement)); break;
    case DraftStatement::Guard::Try:
      fmt::format_to(into, "    try:\n        {} = {}\n    except {}:\n        {} = {}\n", target,
                     inlined_call(statement), statement.caught, target, statement.fallback);
      break;
    case DraftStatement::Guard::Pile: {
      std::vector<std::string> items{statement.callee};
      items.insert(items.end(), statement.arguments.begin(), statement.arguments.end());
      std::vector<std::string> conditions;
      for (const std::string& name : statement.conditions) conditions.push_back(name == "False" ? name : name + ".ok");
      if (conditions.empty()) conditions = {"True"};
      fmt::format_to(into, "    {} = env.do_pile({}, [{}], {})\n", target, statement.number, fmt::join(items, ", "),
                     fmt::join(conditions, " and "));
      break;
    }
  }
}

void write_statement(const DraftStatement& statement, std::string& out) {
  const auto into = std::back_inserter(out);
  switch (statement.kind) {
    case DraftStatement::Kind::Assign: write_assign(statement, out); break;
    case DraftStatement::Kind::Samples:
      fmt::format_to(into, "    {} = batch_process_samples_gpu({})\n", fmt::join(statement.targets, ", "),
                     statement.arguments[0]);
      break;
    case DraftStatement::Kind::Append:
      fmt::format_to(into, "    {}.append(({}))\n", statement.targets[0], fmt::join(statement.arguments, ", "));
      break;
  }
}

bool has_pile(const Draft& draft) {
  return std::ranges::any_of(draft.statements,
                             [](const DraftStatement& s) { return s.guard == DraftStatement::Guard::Pile; });
}

void write_head(const Draft& draft, std::string& out) {
  if (!draft.collects()) {
    out += fmt::format("from dsl import *\nfrom constants import *\n\n\ndef {}(S, I{}):\n", draft.name,
                       draft.takes_candidate ? ", C" : "");
    return;
  }
  out += "from pile import *\n";
  if (!has_pile(draft))
    out += "from safe_dsl import _get_safe_default\nfrom batt_gpu import batch_process_samples_gpu\n";
  const bool batch = draft.kind == FunctionDefinition::Kind::BattBatch;
  out += fmt::format("\n\ndef {}({}):\n    s = []\n    o = []\n", draft.name,
                     batch ? "task_ids, Ss, Is, Cs, log_paths" : "task_id, S, I, C, log_path");
  if (has_pile(draft)) out += "    env = Env(1760198400.5, task_id, S, log_path)\n";
}

}  // namespace

Draft read_draft(const SourceFile& source) {
  Diagnostics diagnostics;
  diagnostics.keep_warnings(false);
  auto module = parse(source, diagnostics);
  if (!module || !resolve(*module, diagnostics)) throw DraftError(render(diagnostics, source, {.colour = false}));
  if (module->functions.size() != 1) throw DraftError(source.name() + ": must have one function");
  return DraftReader(*module, source).read(module->functions[0]);
}

std::string write_python(const Draft& draft) {
  std::string out;
  write_head(draft, out);
  for (const DraftStatement& statement : draft.statements) write_statement(statement, out);
  out += fmt::format("    return {}\n", draft.collects() && draft.returned.empty() ? "o, s" : draft.returned);
  return out;
}

bool uses_name(std::string_view expression, std::string_view name) {
  bool found = false;
  visit_uses(expression, name, [&](std::size_t, std::size_t) { found = true; });
  return found;
}

std::string replace_name(std::string_view expression, std::string_view name, std::string_view by) {
  std::string out;
  std::size_t copied = 0;
  visit_uses(expression, name, [&](std::size_t begin, std::size_t end) {
    out += expression.substr(copied, begin - copied);
    out += by;
    copied = end;
  });
  return out += expression.substr(copied);
}

}  // namespace battc
