#include "compiler/frontend/dump.h"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <span>
#include <utility>

#include "compiler/support/text.h"

namespace battc {
namespace {

class Dumper {
 public:
  explicit Dumper(const Module& module) : module_(module) {}

  std::string run() {
    for (const FunctionDefinition& function : module_.functions) write_function(function);
    return std::move(out_);
  }

 private:
  template <typename... Arguments>
  void write(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }
  std::string name(NameId id) const { return escape(module_.text(id)); }

  /// Writes all of a range with ", " between.
  template <typename Range, typename WriteOne>
  void write_list(const Range& range, WriteOne write_one) {
    bool first = true;
    for (const auto& element : range) {
      if (!first) out_ += ", ";
      first = false;
      write_one(element);
    }
  }

  void write_function(const FunctionDefinition& function) {
    write("{} {}(", to_string(function.kind), escape(function.name));
    write_list(function.parameters, [&](NameId parameter) { out_ += name(parameter); });
    out_ += "):\n";
    for (const Statement& statement : function.statements) {
      out_ += "  ";
      std::visit([&](const auto& form) { write_form(form); }, statement.form);
      out_ += '\n';
    }
  }

  void write_form(const Assign& assign) {
    write("{} = ", name(assign.target));
    if (const auto* pile = std::get_if<PileGuard>(&assign.guard)) write("pile {} ", pile->number);
    write_expression(assign.value);
    std::visit([&](const auto& guard) { write_guard(guard); }, assign.guard);
  }

  void write_form(const SampleBlock& block) {
    write_list(block.targets, [&](NameId target) { out_ += name(target); });
    out_ += " = samples ";
    write_expression(block.samples);
  }

  void write_form(const Append& append) {
    write("append {} (", append.to == Append::To::O ? 'o' : 's');
    write_list(std::array{append.number, append.second, append.third, append.value},
               [&](ExpressionId part) { write_expression(part); });
    out_ += ')';
  }

  void write_form(const Return& result) {
    out_ += "return ";
    write_expression(result.value);
  }

  void write_form(const ReturnCollected& form) { out_ += form.nothing ? "return [], []" : "return o, s"; }

  void write_guard(std::monostate) {}

  void write_guard(const TryGuard& guard) {
    out_ += " except (";
    write_list(guard.caught, [&](const CaughtException& caught) { out_ += name(caught.name); });
    out_ += guard.safe_default ? ") default of " : ") ";
    write_expression(guard.fallback);
  }

  void write_guard(const PileGuard& guard) {
    if (guard.never || !guard.ok.empty()) out_ += " if ";
    write_list(guard.ok, [&](NameId variable) { write("{}.ok", name(variable)); });
    if (guard.never) out_ += guard.ok.empty() ? "False" : ", False";
  }

  void write_expression(ExpressionId id) {
    const Expression& expression = module_.expression(id);
    switch (expression.kind) {
      case Expression::Kind::Name:
        write("{}{}", name(expression.name),
              expression.field == Field::Value ? ".t"
              : expression.field == Field::Ok  ? ".ok"
                                               : "");
        break;
      case Expression::Kind::Integer: write("{}", expression.integer); break;
      case Expression::Kind::Boolean: out_ += expression.integer ? "True" : "False"; break;
      case Expression::Kind::None: out_ += "None"; break;
      case Expression::Kind::Text: out_ += python_literal(module_.text(expression.name)); break;
      case Expression::Kind::Tuple:
        write_children(module_.children_of(expression), expression.child_count == 1 ? ",)" : ")");
        break;
      case Expression::Kind::Call:
        write_expression(module_.callee(expression));
        write_children(module_.arguments(expression), ")");
        break;
    }
  }

  void write_children(std::span<const ExpressionId> children, std::string_view close) {
    out_ += '(';
    write_list(children, [&](ExpressionId child) { write_expression(child); });
    out_ += close;
  }

  const Module& module_;
  std::string out_;
};

}  // namespace

std::string dump(const Module& module) { return Dumper(module).run(); }

}  // namespace battc
