#include "compiler/frontend/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "compiler/support/spelling.h"
#include "compiler/support/text.h"
#include "dsl_kernels/op_table.h"

namespace battc {
namespace {

/// What a name means where no function hides it.
struct Global {
  Binding binding = Binding::Unresolved;
  std::uint16_t index = 0;
};

Global find_global(std::string_view name) {
  if (const auto* alias = batt::find_alias(name))
    return {Binding::Alias, static_cast<std::uint16_t>(alias - batt::all_aliases().data())};
  if (const auto op = batt::find_op(name)) return {Binding::Op, static_cast<std::uint16_t>(*op)};
  if (const auto* constant = batt::find_constant(name))
    return {Binding::Constant, static_cast<std::uint16_t>(constant - batt::all_constants().data())};
  return {};
}

bool is_of_dsl(Binding binding) {
  return binding == Binding::Op || binding == Binding::Alias || binding == Binding::Constant;
}

bool allows_function(batt::Annotation annotation) {
  return annotation == batt::Annotation::Unknown || annotation == batt::Annotation::Any ||
         annotation == batt::Annotation::Callable;
}

class Resolver {
 public:
  Resolver(Module& module, Diagnostics& diagnostics);

  void run();

 private:
  /// A name's state; the numbers say in which function it was last seen in that role.
  struct Name {
    Global global;
    const NameChange* change = nullptr;  ///< what gives it another meaning outside of programs
    bool change_is_reported = false;
    std::uint32_t local_in = 0;
    std::uint32_t assigned_in = 0;
    std::uint32_t caught_as_in = 0;
    std::uint32_t reported_in = 0;
  };

  Name& state(NameId id) { return names_[static_cast<std::size_t>(id)]; }

  void take_changes();
  void check_redefined(const FunctionDefinition& function);
  void check_own_names(const FunctionDefinition& function);
  void check_assumed(const UsedName& assumed);
  void refuse_changed(NameId name, Span span);
  void refuse_change(const NameChange& change, std::string message, std::string hint, NameId name, Span span);
  void warn_of_unused_changes();

  void resolve_function(const FunctionDefinition& function);
  void resolve_statement(const Assign& assign);
  void resolve_statement(const SampleBlock& block);
  void resolve_statement(const Append& append);
  void resolve_statement(const Return& result) { resolve_expression(result.value); }
  void resolve_statement(const ReturnCollected&) {}
  void resolve_guard(const TryGuard& guard);
  void resolve_guard(const PileGuard& guard);
  void resolve_guard(std::monostate) {}

  void resolve_expression(ExpressionId id);
  void resolve_name(Expression& expression, bool called);
  Global bind(NameId name, Span span, bool called);
  void check_call(const Expression& call);
  void check_arguments(const Expression& call, const batt::OpInfo& op);
  void check_caught(const CaughtException& caught);
  void report_unknown(NameId name, Span span, bool called);
  std::optional<std::string_view> suggest(std::string_view name, bool called) const;

  Module& module_;
  Diagnostics& diagnostics_;
  const FunctionDefinition* function_ = nullptr;
  std::uint32_t function_number_ = 0;
  std::vector<Name> names_;
  const NameChange* unknown_ops_ = nullptr;  ///< may give any op another meaning
  const NameChange* unknown_constants_ = nullptr;
  const NameChange* any_change_ = nullptr;  ///< may do anything
  bool reported_unknown_ = false;
};

Resolver::Resolver(Module& module, Diagnostics& diagnostics)
    : module_(module), diagnostics_(diagnostics), names_(module.names.size()) {
  for (std::size_t k = 0; k < names_.size(); ++k)
    names_[k].global = find_global(module.names.text(static_cast<NameId>(k)));
}

void Resolver::run() {
  take_changes();
  for (const FunctionDefinition& function : module_.functions) {
    check_redefined(function);
    resolve_function(function);
  }
  warn_of_unused_changes();
}

/// What holds for names when all lines outside of programs have run.
void Resolver::take_changes() {
  using Kind = NameChange::Kind;
  const std::vector<NameChange>& changes = module_.changes;
  std::size_t ops_from = 0, constants_from = 0;  // what stands before is undone
  for (std::size_t k = 0; k < changes.size(); ++k) {
    const Kind kind = changes[k].kind;
    if (kind == Kind::RestoresOps || kind == Kind::RestoresAll) ops_from = k;
    if (kind == Kind::RestoresConstants || kind == Kind::RestoresAll) constants_from = k;
  }
  for (std::size_t k = 0; k < changes.size(); ++k) {
    const NameChange& change = changes[k];
    if (change.kind == Kind::Binds) {
      Name& name = state(change.name);
      const Binding binding = name.global.binding;
      const std::size_t from = binding == Binding::Constant ? constants_from : is_of_dsl(binding) ? ops_from : 0;
      if (k >= from) name.change = &change;
    } else if (change.kind == Kind::BindsUnknown) {
      if (k >= ops_from) unknown_ops_ = &change;
      if (k >= constants_from) unknown_constants_ = &change;
    } else if (change.kind == Kind::BindsAny) {
      any_change_ = &change;
    }
  }
}

/// What counts is what a program's name stands for in the end.
void Resolver::check_redefined(const FunctionDefinition& function) {
  const auto name = module_.names.find(function.name);
  if (!name) return;
  const NameChange* const change = state(*name).change;
  if (change == nullptr || change->span.begin <= function.name_span.begin) return;
  diagnostics_.error(change->span,
                     fmt::format("{} gets another meaning here, which battc does not follow", quote(function.name)),
                     "leave the line out, or give the program another name");
  diagnostics_.note(function.name_span, "the program is defined here");
}

void Resolver::refuse_change(const NameChange& change, std::string message, std::string hint, NameId name, Span span) {
  diagnostics_.error(change.span, std::move(message), std::move(hint));
  diagnostics_.note(span, fmt::format("{} uses {} here", quote(function_->name), quote(module_.text(name))));
}

/// For a name that is neither a variable nor a parameter.
void Resolver::refuse_changed(NameId id, Span span) {
  Name& name = state(id);
  const Binding binding = name.global.binding;
  const NameChange* const unknown = binding == Binding::Constant ? unknown_constants_
                                    : is_of_dsl(binding)         ? unknown_ops_
                                                                 : nullptr;
  if (name.change != nullptr && !std::exchange(name.change_is_reported, true)) {
    refuse_change(*name.change,
                  fmt::format("{} gets another meaning here, which battc does not follow", quote(module_.text(id))),
                  "use another name, or assign it inside of the program", id, span);
  } else if (unknown != nullptr && !std::exchange(reported_unknown_, true)) {
    refuse_change(*unknown, "battc does not know what this brings, and whether it hides names of the DSL",
                  "name what is imported, or import everything of dsl and constants below it", id, span);
  } else if (any_change_ != nullptr && !std::exchange(reported_unknown_, true)) {
    refuse_change(*any_change_, "this may give names of the DSL another meaning, which battc does not follow",
                  "leave it out, or put it below 'if __name__ == \"__main__\":'", id, span);
  }
}

void Resolver::warn_of_unused_changes() {
  for (const NameChange& change : module_.changes) {
    if (change.kind != NameChange::Kind::Binds) continue;
    const Name& name = state(change.name);
    if (name.change != &change || name.change_is_reported || !is_of_dsl(name.global.binding)) continue;
    diagnostics_.warning(change.span, fmt::format("{} gets another meaning here, but no program uses it",
                                                  quote(module_.text(change.name))));
  }
}

/// Names that a program takes for granted must not be variables of its own.
void Resolver::check_own_names(const FunctionDefinition& function) {
  for (const UsedName& caught : function.caught_as) {
    state(caught.name).caught_as_in = function_number_;
    const bool is_variable = state(caught.name).local_in == function_number_ ||
                             std::ranges::find(function.parameters, caught.name) != function.parameters.end();
    if (is_variable)
      diagnostics_.error(caught.span,
                         fmt::format("{} has no value any more after this handler", quote(module_.text(caught.name))),
                         "leave out 'as', or use a name that nothing else has");
  }
  for (const UsedName& assumed : function.assumed) check_assumed(assumed);
}

void Resolver::check_assumed(const UsedName& assumed) {
  Name& name = state(assumed.name);
  const std::string_view text = module_.text(assumed.name);
  if (name.local_in == function_number_ && name.reported_in != function_number_) {
    name.reported_in = function_number_;
    diagnostics_.error(assumed.span, fmt::format("{} is a variable of this program", quote(text)),
                       "battc takes it for what it is in the reference: give the variable another name");
  } else if (name.change != nullptr) {
    refuse_changed(assumed.name, assumed.span);
  }
}

void Resolver::resolve_function(const FunctionDefinition& function) {
  function_ = &function;
  ++function_number_;
  for (const NameId name : function.locals) state(name).local_in = function_number_;
  // A parameter that the function also assigns is a variable that has a value from the start.
  for (const NameId name : function.parameters) state(name).assigned_in = function_number_;
  check_own_names(function);
  for (const Statement& statement : function.statements) {
    if (diagnostics_.too_many_errors()) return;
    std::visit([&](const auto& form) { resolve_statement(form); }, statement.form);
  }
}

void Resolver::resolve_statement(const Assign& assign) {
  resolve_expression(assign.value);
  std::visit([&](const auto& guard) { resolve_guard(guard); }, assign.guard);
  state(assign.target).assigned_in = function_number_;
}

void Resolver::resolve_statement(const SampleBlock& block) {
  resolve_expression(block.samples);
  for (const NameId target : block.targets) state(target).assigned_in = function_number_;
}

void Resolver::resolve_statement(const Append& append) {
  for (const ExpressionId part : {append.number, append.second, append.third, append.value}) resolve_expression(part);
}

void Resolver::resolve_guard(const TryGuard& guard) {
  resolve_expression(guard.fallback);
  for (const CaughtException& caught : guard.caught) check_caught(caught);
}

void Resolver::resolve_guard(const PileGuard& guard) {
  for (std::size_t k = 0; k < guard.ok.size(); ++k) bind(guard.ok[k], guard.ok_spans[k], false);
}

void Resolver::resolve_expression(ExpressionId id) {
  Expression& expression = module_.expression(id);
  if (expression.kind == Expression::Kind::Name) {
    resolve_name(expression, false);
  } else if (expression.kind == Expression::Kind::Tuple) {
    for (const ExpressionId child : module_.children_of(expression)) resolve_expression(child);
  } else if (expression.kind == Expression::Kind::Call) {
    Expression& callee = module_.expression(module_.callee(expression));
    if (callee.kind == Expression::Kind::Name) {
      resolve_name(callee, true);
    } else {
      resolve_expression(module_.callee(expression));
    }
    for (const ExpressionId argument : module_.arguments(expression)) resolve_expression(argument);
    check_call(expression);
  }
}

void Resolver::resolve_name(Expression& expression, bool called) {
  Global bound = bind(expression.name, expression.span, called);
  // A call is the same by any of the op's names.
  if (called && bound.binding == Binding::Alias)
    bound = {Binding::Op, static_cast<std::uint16_t>(batt::all_aliases()[bound.index].op)};
  expression.binding = bound.binding;
  expression.index = bound.index;
  if (expression.field != Field::None && is_of_dsl(bound.binding)) {
    diagnostics_.warning(
        expression.span,
        fmt::format("{} has no field (AttributeError at run time)", quote(module_.text(expression.name))),
        "only results of do_pile have '.t' and '.ok'");
  }
}

Global Resolver::bind(NameId id, Span span, bool called) {
  Name& name = state(id);
  const auto parameter = std::ranges::find(function_->parameters, id);
  if (name.local_in == function_number_) {
    if (name.assigned_in != function_number_ && name.reported_in != function_number_) {
      name.reported_in = function_number_;
      diagnostics_.warning(span, fmt::format("{} is read before it has a value (UnboundLocalError at run time)",
                                             quote(module_.text(id))));
    }
    return {Binding::Local, 0};
  }
  if (name.caught_as_in == function_number_ && name.reported_in != function_number_) {
    name.reported_in = function_number_;
    diagnostics_.error(
        span, fmt::format("{} is the exception of a handler, and battc does not follow it", quote(module_.text(id))),
        "leave out 'as', or use a name that nothing else has");
  }
  if (parameter != function_->parameters.end())
    return {Binding::Parameter, static_cast<std::uint16_t>(parameter - function_->parameters.begin())};
  if (name.global.binding == Binding::Unresolved && name.reported_in != function_number_) {
    name.reported_in = function_number_;
    report_unknown(id, span, called);
  }
  if (is_of_dsl(name.global.binding)) refuse_changed(id, span);
  return name.global;
}

void Resolver::check_call(const Expression& call) {
  const Expression& callee = module_.expression(module_.callee(call));
  if (callee.kind != Expression::Kind::Name || callee.field != Field::None) return;
  if (callee.binding == Binding::Op) {
    check_arguments(call, batt::op_info(static_cast<batt::OpId>(callee.index)));
  } else if (callee.binding == Binding::Constant || callee.binding == Binding::Parameter) {
    diagnostics_.warning(callee.span, fmt::format("the {} {} is called (TypeError at run time)",
                                                  callee.binding == Binding::Constant ? "constant" : "parameter",
                                                  quote(module_.text(callee.name))));
  }
}

void Resolver::check_arguments(const Expression& call, const batt::OpInfo& op) {
  const auto arguments = module_.arguments(call);
  if (arguments.size() < op.required || arguments.size() > op.arity) {
    const std::string wanted =
        op.required == op.arity ? fmt::format("{}", op.arity) : fmt::format("{} to {}", op.required, op.arity);
    diagnostics_.warning(call.span, fmt::format("'{}' takes {} argument{}, not {}", op.name, wanted,
                                                op.arity == 1 ? "" : "s", arguments.size()));
    return;
  }
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const Expression& argument = module_.expression(arguments[k]);
    const batt::Parameter& parameter = op.parameters()[k];
    const bool is_function = argument.kind == Expression::Kind::Name && argument.field == Field::None &&
                             (argument.binding == Binding::Op || argument.binding == Binding::Alias);
    if (!is_function || allows_function(parameter.annotation)) continue;
    diagnostics_.warning(argument.span, fmt::format("the function {} is passed for '{}' of '{}', which is declared {}",
                                                    quote(module_.text(argument.name)), parameter.name, op.name,
                                                    batt::to_string(parameter.annotation)));
  }
}

void Resolver::check_caught(const CaughtException& caught) {
  check_assumed({caught.name, caught.span});
  Name& name = state(caught.name);
  if (caught.kind != ExceptionKind::Other || name.reported_in == function_number_) return;
  name.reported_in = function_number_;
  const std::string_view written = module_.text(caught.name);
  Spelling spelling(written);
  for (int k = 0; k < static_cast<int>(ExceptionKind::Other); ++k)
    spelling.consider(to_string(static_cast<ExceptionKind>(k)));
  const std::string question = spelling.best() ? fmt::format(": did you mean '{}'?", *spelling.best()) : "";
  diagnostics_.warning(caught.span, fmt::format("no op raises {}{}", quote(written), question));
}

void Resolver::report_unknown(NameId id, Span span, bool called) {
  const std::string_view name = module_.text(id);
  const auto suggestion = suggest(name, called);
  const std::string question = suggestion ? fmt::format(": did you mean {}?", quote(*suggestion)) : "";
  const bool is_function =
      std::ranges::any_of(module_.functions, [&](const FunctionDefinition& other) { return other.name == name; });
  diagnostics_.error(span,
                     fmt::format("unknown {} {}{}", called ? "op" : "name", quote(name), is_function ? "" : question),
                     is_function ? "a program cannot use another function of its file" : "");
}

std::optional<std::string_view> Resolver::suggest(std::string_view name, bool called) const {
  Spelling spelling(name);
  for (const batt::OpInfo& op : batt::all_ops()) spelling.consider(op.name);
  for (const batt::AliasInfo& alias : batt::all_aliases()) spelling.consider(alias.name);
  for (const NameId local : function_->locals) spelling.consider(module_.text(local));
  if (called) return spelling.best();
  for (const NameId parameter : function_->parameters) spelling.consider(module_.text(parameter));
  for (const batt::ConstantInfo& constant : batt::all_constants()) spelling.consider(constant.name);
  return spelling.best();
}

}  // namespace

bool resolve(Module& module, Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  Resolver(module, diagnostics).run();
  return diagnostics.error_count() == errors_before;
}

}  // namespace battc
