#include "tests/fuzz/programs/workshop.h"

#include <fmt/format.h>

#include <array>

#include "dsl_kernels/calls/function.h"
#include "runtime/exec/guards.h"
#include "runtime/task/codec.h"

namespace battc::fuzz {
namespace {

using batt::Value;

/// What the statements of one program may take together, for one sample.
constexpr batt::Limits limits{.seconds = 0, .memory = std::size_t{1} << 26, .steps = 400'000};
constexpr std::size_t heavy_nodes = 5'000;
/// Past this, the values that are shared inside a value are too many to be written down.
constexpr std::size_t most_nodes = 100'000;

constexpr std::string_view try3 = "(TypeError, AttributeError, ValueError)";
constexpr std::string_view try5 = "(TypeError, AttributeError, ValueError, IndexError, KeyError)";

bool is_caught(const std::string& caught, batt::Exception exception) {
  return caught.find(batt::to_string(exception)) != std::string::npos;
}

}  // namespace

std::string_view to_string(Form form) {
  constexpr std::string_view names[] = {"solver", "try3", "try5", "pile", "bare", "samples", "mixed", "batch"};
  return names[static_cast<std::size_t>(form)];
}

Term op_term(batt::OpId op) {
  return {std::string(batt::op_info(op).name), Value::op(static_cast<std::uint16_t>(op)), ValueKind::Op};
}

Workshop::Workshop(Random& random, Form form, batt::ErrorMode mode, const nlohmann::json& input, Coverage& coverage,
                   const std::function<void(const Draft&)>& publish)
    : random_(random),
      form_(form),
      context_(mode, limits),
      coverage_(coverage),
      publish_(publish),
      collected_percent_(random.pick(std::array{10, 40, 100})) {
  context_.set_log(&witness_);
  draft_.kind = form == Form::Solver  ? FunctionDefinition::Kind::Solver
                : form == Form::Batch ? FunctionDefinition::Kind::BattBatch
                                      : FunctionDefinition::Kind::Batt;
  draft_.name = form == Form::Solver ? "solve_00000000" : form == Form::Batch ? "batt_batch" : "batt";
  for (const char* name : {"S", "I", "C"}) {
    const Value value = batt::decode(context_, input.at(name));
    inputs_.push_back({std::string(name) + (form == Form::Batch ? "s" : ""), value, kind_of(value)});
  }
}

DraftStatement::Guard Workshop::pick_guard(DraftStatement& statement, const Term& callee) {
  const auto guarded = [&](std::string_view caught) {
    statement.caught = caught;
    statement.fallback = fmt::format("_get_safe_default({})", callee.text);
    return DraftStatement::Guard::Try;
  };
  switch (form_) {
    case Form::Solver:
    case Form::Bare:
    case Form::Batch: return DraftStatement::Guard::None;
    case Form::Try3: return guarded(try3);
    case Form::Try5: return guarded(try5);
    case Form::Pile: return DraftStatement::Guard::Pile;
    case Form::Samples: return random_.chance(70) ? guarded(try3) : DraftStatement::Guard::None;
    case Form::Mixed: break;
  }
  if (random_.chance(15)) return DraftStatement::Guard::Pile;
  return random_.chance(30) ? DraftStatement::Guard::None : guarded(random_.chance(50) ? try3 : try5);
}

DraftStatement Workshop::statement_for(const Term& callee, const std::vector<Term>& arguments) {
  DraftStatement statement;
  statement.callee = callee.text;
  statement.guard = pick_guard(statement, callee);
  const auto require = [&](const Term& term) {
    if (!term.piled.empty()) statement.conditions.push_back(term.piled);
  };
  for (const Term& argument : arguments) {
    statement.arguments.push_back(argument.text);
    require(argument);
  }
  require(callee);
  if (statement.guard != DraftStatement::Guard::Pile) statement.conditions.clear();
  return statement;
}

/// What stands for a call that raised; the error itself if nothing catches it.
Value Workshop::recover(const DraftStatement& statement, const Term& callee, Value error) {
  switch (statement.guard) {
    case DraftStatement::Guard::None: break;
    case DraftStatement::Guard::Pile: return Value::none();
    case DraftStatement::Guard::Try:
      if (is_caught(statement.caught, error.exception())) return batt::safe_default_of(context_, callee.value);
  }
  return error;
}

std::optional<Term> Workshop::call(const Term& callee, const std::vector<Term>& arguments, int keep_failing_percent) {
  if (over_) return std::nullopt;
  DraftStatement statement = statement_for(callee, arguments);
  statement.targets = {new_name()};
  statement.number = named_;
  draft_.statements.push_back(statement);
  publish_(draft_);
  const auto refuse = [&] {
    draft_.statements.pop_back();
    return std::nullopt;
  };
  std::vector<Value> values;
  for (const Term& argument : arguments) values.push_back(argument.value);
  witness_.failed.reset();
  try {
    Value value = batt::call(context_, callee.value, values.data(), values.size());
    const bool failed =
        value.is_error() || (callee.value.is_op() && witness_.failed == static_cast<batt::OpId>(callee.value.op_id()));
    if (failed && !random_.chance(keep_failing_percent)) return refuse();
    if (callee.value.is_op())
      coverage_.count(static_cast<batt::OpId>(callee.value.op_id()), values, context_.mode(), failed);
    if (value.is_error()) value = recover(statement, callee, value);
    over_ = value.is_error();
    if (over_) return std::nullopt;
    if (count_nodes(value, most_nodes) >= most_nodes) return refuse();
    add_variable(statement.targets[0], value, statement.guard == DraftStatement::Guard::Pile);
    return variables_.back();
  } catch (const batt::LimitExceeded&) {
    over_ = true;  // it is the limit of the whole program
    if (!random_.chance(20)) return refuse();
    return std::nullopt;
  }
}

void Workshop::add_variable(const std::string& name, Value value, bool piled) {
  Term term{name, value, kind_of(value)};
  term.heavy = count_nodes(value, heavy_nodes) >= heavy_nodes;
  if (piled) {
    term.piled = name;
    term.text = name + ".t";
  }
  variables_.push_back(term);
  if (draft_.collects() && random_.chance(collected_percent_)) append_value(term);
}

void Workshop::append_value(const Term& term) {
  DraftStatement statement;
  statement.kind = DraftStatement::Kind::Append;
  const bool to_s = random_.chance(30);
  statement.targets = {to_s ? "s" : "o"};
  const std::string value = !term.piled.empty() && random_.chance(20) ? term.piled : term.text;
  if (to_s)
    statement.arguments = {std::to_string(named_), "'fuzz'", "'differ_fuzz'", value};
  else
    statement.arguments = {std::to_string(named_), random_.chance(50) ? "True" : "False", "'fuzz'", value};
  draft_.statements.push_back(std::move(statement));
}

void Workshop::add_samples() {
  if (over_) return;
  DraftStatement statement;
  statement.kind = DraftStatement::Kind::Samples;
  statement.arguments = {inputs_[0].text};
  for (int k = 0; k < 4; ++k) statement.targets.push_back(new_name());
  draft_.statements.push_back(statement);
  publish_(draft_);
  Value parts[4];
  const Value samples = inputs_[0].value;
  parts[0] = probe(op_term(batt::OpId::op_apply).value, {op_term(batt::OpId::op_first).value, samples});
  parts[1] = probe(op_term(batt::OpId::op_apply).value, {op_term(batt::OpId::op_second).value, samples});
  for (int k = 0; k < 2; ++k)
    parts[2 + k] = probe(op_term(batt::OpId::op_mapply).value, {op_term(batt::OpId::op_p_g).value, parts[k]});
  for (std::size_t k = 0; k < 4; ++k) {
    if (parts[k].is_error()) over_ = true;
    if (over_) return;
    add_variable(statement.targets[k], parts[k], false);
  }
}

Value Workshop::probe(Value function, const std::vector<Value>& arguments) {
  for (const Value argument : arguments)
    if (argument.is_error()) return argument;
  try {
    return batt::call(context_, function, arguments.data(), arguments.size());
  } catch (const batt::LimitExceeded&) {
    over_ = true;
    return Value::error(batt::Exception::RuntimeError);
  }
}

Draft Workshop::finish() {
  if (draft_.collects()) {
    if (!variables_.empty()) append_value(variables_.back());
    return draft_;
  }
  draft_.returned = "O";
  DraftStatement statement;
  statement.targets = {"O"};
  // Two values show more than one.
  if (variables_.size() > 2 && random_.chance(50)) {
    statement.callee = "astuple";
    statement.arguments = {random_.pick(variables_).text, variables_.back().text};
  } else {
    statement.callee = "identity";
    statement.arguments = {variables_.empty() ? "I" : variables_.back().text};
  }
  draft_.statements.push_back(std::move(statement));
  return draft_;
}

}  // namespace battc::fuzz
