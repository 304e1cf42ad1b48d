#include "tests/fuzz/programs/terms.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "runtime/value/build.h"
#include "runtime/value/set.h"

namespace battc::fuzz {
namespace {

using batt::Annotation;
using batt::ConstantInfo;
using batt::OpId;
using batt::Value;

constexpr std::array odd_integers{16, -1, 10, 15, 127, 128, -128, -129, 255, 2047, 2048, -2049, 1 << 20};
constexpr std::array far{2047, 2048, -2048, -2049, 2040, -2000, 1000, 100, 40, -40, 32768};
constexpr std::array<std::int64_t, 8> huge{std::numeric_limits<std::int64_t>::max(),
                                           std::numeric_limits<std::int64_t>::min(),
                                           (std::int64_t{1} << 62) + 1,
                                           (std::int64_t{1} << 61) - 1,
                                           -(std::int64_t{1} << 61),
                                           std::int64_t{1} << 31,
                                           -(std::int64_t{1} << 31) - 1,
                                           std::int64_t{1} << 53};

Term integer_literal(int i) { return {std::to_string(i), Value::integer(i), ValueKind::Int}; }

Term pair_literal(int i, int j) { return {fmt::format("({}, {})", i, j), Value::pair(i, j), ValueKind::Pair}; }

bool is_numbered(const ConstantInfo& constant, std::string_view letter) {
  return constant.name.size() > 1 && constant.name.starts_with(letter) && constant.name[1] >= '0' &&
         constant.name[1] <= '9';
}

bool is_plain_integer(const ConstantInfo& c) {
  return c.kind == ConstantInfo::Kind::Int && (c.name.size() < 2 || c.name[1] < '0' || c.name[1] > '9');
}

}  // namespace

Term Terms::constant(bool (*wanted)(const ConstantInfo&)) {
  std::vector<const ConstantInfo*> found;
  for (const ConstantInfo& each : batt::all_constants())
    if (wanted(each)) found.push_back(&each);
  const ConstantInfo& chosen = *random_.pick(found);
  Term term{std::string(chosen.name), Value::integer(chosen.first), ValueKind::Int};
  if (chosen.kind == ConstantInfo::Kind::Bool) term.value = Value::boolean(chosen.first != 0);
  if (chosen.kind == ConstantInfo::Kind::Pair) term.value = Value::pair(chosen.first, chosen.second);
  term.kind = kind_of(term.value);
  return term;
}

Term Terms::integer(Annotation annotation) {
  if (random_.chance(8)) return integer_literal(random_.pick(odd_integers));
  switch (annotation) {
    case Annotation::FL:
    case Annotation::F_:
      return constant([](const ConstantInfo& c) { return is_numbered(c, "F") || is_numbered(c, "L"); });
    case Annotation::A4:
    case Annotation::A8: return constant([](const ConstantInfo& c) { return is_numbered(c, "A"); });
    case Annotation::R4:
    case Annotation::R8: return constant([](const ConstantInfo& c) { return is_numbered(c, "R"); });
    default: break;
  }
  if (random_.chance(15)) return integer_literal(random_.between(-3, 12));
  return constant(is_plain_integer);
}

Term Terms::pair() {
  const int of_100 = random_.below(100);
  if (of_100 < 60) return constant([](const ConstantInfo& c) { return c.kind == ConstantInfo::Kind::Pair; });
  const int i = of_100 < 85 ? random_.between(-3, 12) : random_.pick(far);
  return pair_literal(i, of_100 < 92 ? random_.between(-3, 12) : random_.pick(far));
}

Term Terms::literal(Annotation annotation) {
  switch (annotation) {
    case Annotation::Boolean: return constant([](const ConstantInfo& c) { return c.kind == ConstantInfo::Kind::Bool; });
    case Annotation::IJ: return pair();
    case Annotation::Numerical: return random_.chance(50) ? pair() : integer(annotation);
    case Annotation::Cell: {
      const Term place = pair(), color = integer(Annotation::C_);
      return {fmt::format("({}, {}, {})", place.value.i(), place.value.j(), color.value.as_int()),
              Value::cell(place.value.i(), place.value.j(), static_cast<std::int32_t>(color.value.as_int())),
              ValueKind::Cell};
    }
    default: return integer(annotation);
  }
}

std::optional<Term> Terms::variable(Annotation annotation) {
  const std::vector<Term>& all = workshop_.variables();
  // The latest ones are favoured, so that chains grow long.
  for (int attempt = 0; attempt < 2; ++attempt) {
    const int window = attempt == 0 ? 6 : static_cast<int>(all.size());
    std::vector<const Term*> found;
    for (std::size_t k = all.size() - std::min<std::size_t>(all.size(), static_cast<std::size_t>(window));
         k < all.size(); ++k)
      if (fits(all[k].kind, annotation) && (!all[k].heavy || random_.chance(20))) found.push_back(&all[k]);
    if (!found.empty()) return *random_.pick(found);
  }
  return std::nullopt;
}

Term Terms::any() {
  const int of_100 = random_.below(100);
  if (of_100 < 46 && !workshop_.variables().empty()) return random_.pick(workshop_.variables());
  if (of_100 < 58) return random_.pick(workshop_.inputs());
  if (of_100 < 72) return op_term(static_cast<OpId>(random_.below(static_cast<int>(batt::op_count))));
  if (of_100 < 80) return leaf();
  if (of_100 < 88) return display(random_.between(1, 3));
  if (of_100 < 92) return nested_call();
  return literal(random_.chance(50) ? Annotation::Numerical : Annotation::Cell);
}

Term Terms::leaf() {
  switch (random_.below(6)) {
    case 0: return {"None", Value::none(), ValueKind::None};
    case 1: return literal(Annotation::Boolean);
    case 2: {
      const std::string_view text = random_.pick(std::array<std::string_view, 3>{"", "a", "rot90"});
      return {fmt::format("'{}'", text), batt::make_text(workshop_.context(), text), ValueKind::Text};
    }
    case 3: {
      const std::int64_t i = random_.pick(huge);
      return {std::to_string(i), Value::integer(i), ValueKind::Int};
    }
    default: return integer(Annotation::Integer);
  }
}

Term Terms::display(int depth) {
  std::vector<Value> values;
  std::string text = "(";
  for (int k = random_.between(0, 3); k > 0; --k) {
    Term item = depth > 1 && random_.chance(40) ? display(depth - 1) : leaf();
    if (random_.chance(30)) item = random_.pick(workshop_.inputs());
    if (random_.chance(30) && !workshop_.variables().empty()) {
      const Term& variable = random_.pick(workshop_.variables());
      if (variable.piled.empty()) item = variable;
    }
    values.push_back(item.value);
    text += item.text + (k > 1 ? ", " : values.size() == 1 ? "," : "");
  }
  const Value value = batt::make_tuple(workshop_.context(), values.data(), values.size());
  return {text + ")", value, kind_of(value)};
}

Term Terms::nested_call() {
  const Term& taken = workshop_.variables().empty() || random_.chance(40) ? random_.pick(workshop_.inputs())
                                                                          : workshop_.variables().back();
  const auto op = op_taking({taken.value});
  if (!op || !taken.piled.empty()) return leaf();
  const Value value = workshop_.probe(op->value, {taken.value});
  if (value.is_error()) return leaf();
  return {fmt::format("{}({})", op->text, taken.text), value, kind_of(value)};
}

Term Terms::call(OpId op, const std::vector<Term>& arguments) {
  const auto made = workshop_.call(op_term(op), arguments, 10);
  return made ? *made : workshop_.inputs()[1];
}

Term Terms::made_indices() {
  const Term& grid = workshop_.inputs()[1];
  switch (random_.below(6)) {
    case 0: return call(OpId::op_asindices, {grid});
    case 1: return call(OpId::op_neighbors, {pair()});
    case 2: {
      const Term start = pair();
      return call(OpId::op_connect, {start, pair()});
    }
    case 3: {
      const Term start = pair();
      return call(OpId::op_shoot, {start, pair()});
    }
    case 4: return call(OpId::op_toindices, {call(OpId::op_asobject, {grid})});
    default: return call(OpId::op_f_ofcolor, {grid, integer(Annotation::C_)});
  }
}

Term Terms::made_objects() {
  const Term& grid = workshop_.inputs()[1];
  switch (random_.below(5)) {
    case 0: return call(OpId::op_partition, {grid});
    case 1: return call(OpId::op_fgpartition, {grid});
    case 2: return call(OpId::op_frontiers, {grid});
    default: return call(OpId::op_o_g, {grid, integer(Annotation::R8)});
  }
}

Term Terms::made(Annotation annotation) {
  const std::vector<Term>& inputs = workshop_.inputs();
  switch (annotation) {
    case Annotation::Grid: return inputs[random_.chance(75) ? 1 : 2];
    case Annotation::Samples: return inputs[0];
    case Annotation::Object: return call(OpId::op_asobject, {inputs[1]});
    case Annotation::Indices: return made_indices();
    case Annotation::Patch: return made(random_.chance(50) ? Annotation::Object : Annotation::Indices);
    case Annotation::Objects: return made_objects();
    case Annotation::IntegerSet: return call(OpId::op_p_g, {inputs[1]});
    case Annotation::FrozenSet:
      return made(random_.pick(std::array{Annotation::Objects, Annotation::Patch, Annotation::IntegerSet}));
    case Annotation::Tuple:
    case Annotation::TupleTuple:
      return random_.chance(50) ? inputs[1] : call(OpId::op_totuple, {made(Annotation::FrozenSet)});
    case Annotation::Container:
    case Annotation::ContainerContainer:
      return random_.chance(30) ? made(Annotation::Tuple) : made(Annotation::Objects);
    case Annotation::Callable: return function({random_.pick(inputs).value}, 0);
    case Annotation::Any:
    case Annotation::Unknown: return random_.chance(50) ? random_.pick(inputs) : literal(Annotation::Numerical);
    default: return literal(annotation);
  }
}

Term Terms::fitting(Annotation annotation) {
  if (random_.chance(wrong_percent_)) return any();
  const bool has_literal =
      fits(ValueKind::Int, annotation) || fits(ValueKind::Pair, annotation) || annotation == Annotation::Boolean;
  if (random_.chance(has_literal ? 40 : 80))
    if (const auto found = variable(annotation)) return *found;
  if (annotation == Annotation::Any || annotation == Annotation::Tuple || annotation == Annotation::Container)
    if (random_.chance(10)) return display(2);
  return made(annotation);
}

/// What the op's function will be called with, as far as that can be told from its other arguments.
std::vector<Value> Terms::taken_by_function(const batt::OpInfo& op, std::span<const Term> arguments) {
  std::vector<Value> items;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const Value v = arguments[k].value;
    if (op.parameters()[k].annotation == Annotation::Callable || op.parameters()[k].name == "function") continue;
    if (v.is_set() && v.set().size > 0)
      items.push_back(v.set().at(0));
    else if (v.is_exact_tuple() && v.tuple_size() > 0)
      items.push_back(v.item(0));
  }
  const bool takes_two = op.name == "papply" || op.name == "mpapply" || op.name == "prapply";
  if (items.empty()) items.push_back(workshop_.inputs()[1].value);
  if (takes_two && items.size() == 1) items.push_back(items[0]);
  items.resize(takes_two ? 2 : 1);
  return items;
}

std::vector<Term> Terms::arguments(const batt::OpInfo& op) {
  std::vector<Term> terms(op.arity, Term{"I", {}, ValueKind::None});
  const auto is_function = [&](std::size_t k) {
    return op.parameters()[k].annotation == Annotation::Callable || op.parameters()[k].name == "function" ||
           op.parameters()[k].name == "key";
  };
  for (std::size_t k = 0; k < op.arity; ++k)
    if (!is_function(k)) terms[k] = fitting(op.parameters()[k].annotation);
  for (std::size_t k = 0; k < op.arity; ++k)
    if (is_function(k)) terms[k] = random_.chance(wrong_percent_) ? any() : function(taken_by_function(op, terms), 0);
  std::size_t count = op.arity;
  while (count > op.required && random_.chance(50)) --count;
  if (random_.chance(wrong_percent_ / 2)) count = static_cast<std::size_t>(random_.below(static_cast<int>(count) + 1));
  terms.resize(count, terms.empty() ? any() : terms[0]);
  if (random_.chance(wrong_percent_ / 3)) terms.push_back(any());
  return terms;
}

// ---- functions ------------------------------------------------------------------------------------------------

/// An op of as many parameters, which these values fit.
std::optional<Term> Terms::op_taking(const std::vector<Value>& values) {
  std::vector<OpId> found;
  for (std::size_t k = 0; k < batt::op_count; ++k) {
    const batt::OpInfo& op = batt::op_info(static_cast<OpId>(k));
    if (op.required > values.size() || op.arity < values.size()) continue;
    bool fit = true, exact = false;
    for (std::size_t place = 0; place < values.size(); ++place) {
      fit = fit && fits(kind_of(values[place]), op.parameters()[place].annotation);
      exact = exact || op.parameters()[place].annotation != Annotation::Any;
    }
    if (fit && (exact || random_.chance(20))) found.push_back(static_cast<OpId>(k));
  }
  if (found.empty()) return std::nullopt;
  return op_term(random_.pick(found));
}

/// rbind or lbind of an op of two or three parameters.
Term Terms::bound(Value taken) {
  std::vector<OpId> found;
  const bool left = random_.chance(40);
  for (std::size_t k = 0; k < batt::op_count; ++k) {
    const batt::OpInfo& op = batt::op_info(static_cast<OpId>(k));
    if (op.arity == 2 && fits(kind_of(taken), op.parameters()[left ? 1 : 0].annotation))
      found.push_back(static_cast<OpId>(k));
  }
  if (found.empty()) return op_term(OpId::op_identity);
  const OpId op = random_.pick(found);
  const Annotation other = batt::op_info(op).parameters()[left ? 0 : 1].annotation;
  const Term fixed = other == Annotation::Callable ? op_term(OpId::op_identity) : fitting(other);
  return call(left ? OpId::op_lbind : OpId::op_rbind, {op_term(op), fixed});
}

Term Terms::composed(Value taken, int depth) {
  const Term inner = function({taken}, depth + 1);
  const Term outer = function({workshop_.probe(inner.value, {taken})}, depth + 1);
  if (random_.chance(60)) return call(OpId::op_compose, {outer, inner});
  const Value between = workshop_.probe(outer.value, {workshop_.probe(inner.value, {taken})});
  return call(OpId::op_chain, {function({between}, depth + 1), outer, inner});
}

Term Terms::forked(Value taken, int depth) {
  const Term a = function({taken}, depth + 1), b = function({taken}, depth + 1);
  const Term outer = function({workshop_.probe(a.value, {taken}), workshop_.probe(b.value, {taken})}, depth + 1);
  return call(OpId::op_fork, {outer, a, b});
}

Term Terms::matched(Value taken, int depth) {
  const Term inner = function({taken}, depth + 1);
  const Value result = workshop_.probe(inner.value, {taken});
  for (const Term& term : workshop_.variables())
    if (term.kind == kind_of(result) && random_.chance(50)) return call(OpId::op_matcher, {inner, term});
  if (result.is_exact_int() && result.as_int() < 100 && result.as_int() > -100)
    return call(OpId::op_matcher, {inner, integer_literal(static_cast<int>(result.as_int()))});
  return call(OpId::op_matcher, {inner, literal(Annotation::Integer)});
}

Term Terms::repeated(Value taken) {
  for (int attempt = 0; attempt < 8; ++attempt) {
    const auto op = op_taking({taken});
    if (op && kind_of(workshop_.probe(op->value, {taken})) == kind_of(taken))
      return call(OpId::op_power,
                  {*op, integer_literal(random_.chance(97) ? random_.between(1, 5) : random_.between(-1, 40))});
  }
  return op_term(OpId::op_identity);
}

Term Terms::function(const std::vector<Value>& taken, int depth) {
  for (const Value v : taken)
    if (v.is_error()) return op_term(OpId::op_identity);
  if (depth >= function_depth_ || workshop_.is_over() || taken.size() != 1 || random_.chance(25)) {
    if (random_.chance(20))
      if (const auto found = variable(Annotation::Callable)) return *found;
    const auto op = op_taking(taken);
    return op ? *op : op_term(OpId::op_identity);
  }
  switch (random_.below(8)) {
    case 0:
    case 1:
    case 2: return bound(taken[0]);
    case 3:
    case 4: return composed(taken[0], depth);
    case 5: return forked(taken[0], depth);
    case 6: return matched(taken[0], depth);
    default: return repeated(taken[0]);
  }
}

}  // namespace battc::fuzz
