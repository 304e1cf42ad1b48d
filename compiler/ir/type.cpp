#include "compiler/ir/type.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "compiler/ir/graph.h"
#include "dsl_kernels/certain_failures.h"
#include "runtime/python/python.h"
#include "runtime/value/until_unload.h"

namespace battc {
namespace {

using batt::Annotation;
using batt::Value;

constexpr std::string_view kind_names[type_kind_count] = {
    "none",  "bool",      "int",     "float",   "text",   "function", "empty_tuple", "pair", "cell", "row",  "grid",
    "tuple", "empty_set", "int_set", "indices", "object", "objects",  "set",         "list", "okt",  "error"};

template <class... Kinds>
Type one_of(Kinds... kinds) {
  Type type;
  ((type = join(type, Type::of(kinds))), ...);
  return type;
}

Type any_tuple() {
  return one_of(TypeKind::EmptyTuple, TypeKind::Pair, TypeKind::Cell, TypeKind::Row, TypeKind::Grid, TypeKind::Tuple);
}

Type any_set() {
  return one_of(TypeKind::EmptySet, TypeKind::IntSet, TypeKind::Indices, TypeKind::Object, TypeKind::Objects,
                TypeKind::Set);
}

bool is_all_ints(Value tuple) {
  for (std::int32_t k = 0; k < tuple.tuple_size(); ++k)
    if (!tuple.item(k).is_exact_int()) return false;
  return true;
}

TypeKind kind_of_tuple(Value tuple) {
  const std::int32_t size = tuple.tuple_size();
  if (size == 0) return TypeKind::EmptyTuple;
  if (tuple.is_grid()) return TypeKind::Grid;
  if (!is_all_ints(tuple)) return TypeKind::Tuple;
  return size == 2 ? TypeKind::Pair : size == 3 ? TypeKind::Cell : TypeKind::Row;
}

TypeKind kind_of_set(const batt::SetRep& set) {
  if (set.size == 0) return TypeKind::EmptySet;
  if (set.packing == batt::Packing::Locations) return TypeKind::Indices;
  if (set.packing == batt::Packing::Colored) return TypeKind::Object;
  const auto all = [&](auto holds) {
    for (std::uint32_t k = 0; k < set.size; ++k)
      if (!holds(kind_of(set.values()[k]))) return false;
    return true;
  };
  if (all([](TypeKind kind) { return kind == TypeKind::Int; })) return TypeKind::IntSet;
  if (all([](TypeKind kind) { return kind == TypeKind::Pair; })) return TypeKind::Indices;
  if (all([](TypeKind kind) { return kind == TypeKind::Cell; })) return TypeKind::Object;
  if (all([](TypeKind kind) { return kind == TypeKind::Object || kind == TypeKind::EmptySet; }))
    return TypeKind::Objects;
  return TypeKind::Set;
}

/// A word: a kind, any, any_container, any_set, any_tuple, filled_set, filled_tuple, scalar, argN, itemN.
Type one_written(std::string_view word, std::span<const Type> arguments) {
  if (word == "any") return Type::any_value();
  if (word == "any_set") return any_set();
  if (word == "any_tuple") return any_tuple();
  if (word == "any_container") return join(one_of(TypeKind::List, TypeKind::Text), join(any_tuple(), any_set()));
  if (word == "filled_set") return any_set().without(TypeKind::EmptySet);
  if (word == "filled_tuple") return any_tuple().without(TypeKind::EmptyTuple);
  if (word == "scalar")
    return one_of(TypeKind::None, TypeKind::Bool, TypeKind::Int, TypeKind::Float, TypeKind::Function);
  const auto argument = [&] { return static_cast<std::size_t>(word.back() - '0'); };
  if (word.starts_with("arg")) return arguments[argument()];
  if (word.starts_with("item")) return arguments[argument()].item();
  const auto* found = std::find(std::begin(kind_names), std::end(kind_names), word);
  if (found == std::end(kind_names))
    throw std::logic_error(fmt::format("a table of ops names an unknown type: {}", word));
  return Type::of(static_cast<TypeKind>(found - std::begin(kind_names)));
}

}  // namespace

Type Type::integer(std::int64_t value) {
  Type type = of(TypeKind::Int);
  type.integer_ = value;
  return type;
}

Type Type::function(batt::OpId op) {
  Type type = of(TypeKind::Function);
  type.op_ = op;
  return type;
}

Type Type::error(batt::Exception exception) {
  Type type = of(TypeKind::Error);
  type.errors_ = exception_bit(exception);
  return type;
}

Type Type::container(TypeKind kind, Type item) {
  Type type = of(kind);
  type.set_item(std::move(item));
  return type;
}

void Type::set_item(Type item) {
  if (item.depth_ >= max_depth) return;
  depth_ = item.depth_ + 1;
  item_ = std::make_shared<const Type>(std::move(item));
}

Type Type::without(TypeKind kind) const {
  Type type = *this;
  type.kinds_ &= ~bit(kind);
  if (kind == TypeKind::Error) type.errors_ = 0;
  return type;
}

Type Type::with_errors() const {
  Type type = *this;
  type.kinds_ |= bit(TypeKind::Error);
  type.errors_ = 0;
  return type;
}

Type Type::item() const {
  Type type;
  const auto add = [&](TypeKind container, const Type& items) {
    if (may_be(container)) type = join(type, items);
  };
  const Type integer = of(TypeKind::Int);
  for (const TypeKind container : {TypeKind::Pair, TypeKind::Cell, TypeKind::Row, TypeKind::IntSet})
    add(container, integer);
  add(TypeKind::Grid, one_of(TypeKind::Pair, TypeKind::Cell, TypeKind::Row));
  add(TypeKind::Indices, of(TypeKind::Pair));
  add(TypeKind::Object, of(TypeKind::Cell));
  add(TypeKind::Objects, one_of(TypeKind::Object, TypeKind::EmptySet));
  add(TypeKind::Text, of(TypeKind::Text));
  for (const TypeKind container : {TypeKind::Tuple, TypeKind::Set})
    add(container, item_ != nullptr ? *item_ : any_value());
  for (const TypeKind container : {TypeKind::List, TypeKind::Okt}) add(container, any_value());
  return type;
}

Type join(const Type& a, const Type& b) {
  if (a.is_nothing()) return b;
  if (b.is_nothing()) return a;
  Type type(a.kinds_ | b.kinds_);
  if (a.integer_ && a.integer_ == b.integer_) type.integer_ = a.integer_;
  if (a.op_ && a.op_ == b.op_) type.op_ = a.op_;
  const bool both_may_fail = a.may_be(TypeKind::Error) && b.may_be(TypeKind::Error);
  if (!both_may_fail) type.errors_ = a.errors_ | b.errors_;
  if (both_may_fail && a.errors_ != 0 && b.errors_ != 0) type.errors_ = a.errors_ | b.errors_;
  const auto holds_items = [](const Type& t) { return t.may_be(TypeKind::Tuple) || t.may_be(TypeKind::Set); };
  if (holds_items(a) && holds_items(b)) {
    if (a.item_ && b.item_) type.set_item(join(*a.item_, *b.item_));
  } else {
    const Type& holder = holds_items(a) ? a : b;
    type.item_ = holder.item_;
    type.depth_ = holder.depth_;
  }
  return type;
}

Type meet(const Type& a, const Type& b) {
  Type type = a;
  type.kinds_ &= b.kinds_;
  if (!type.may_be(TypeKind::Error)) type.errors_ = 0;
  return type;
}

std::string Type::text() const {
  if (is_nothing()) return "nothing";
  if (any_value().is_within(*this)) return may_be(TypeKind::Error) ? "any|error" : "any";
  std::string text;
  for (int k = 0; k < type_kind_count; ++k) {
    const auto kind = static_cast<TypeKind>(k);
    if (!may_be(kind)) continue;
    if (!text.empty()) text += "|";
    text += kind_names[k];
    if (kind == TypeKind::Int && integer_) text += fmt::format(" {}", *integer_);
    if (kind == TypeKind::Function && op_) text += fmt::format(" {}", batt::op_info(*op_).name);
    if ((kind == TypeKind::Tuple || kind == TypeKind::Set) && item_) text += fmt::format(" of ({})", item_->text());
  }
  return text;
}

TypeKind kind_of(Value value) {
  switch (value.kind()) {
    case batt::Kind::None: return TypeKind::None;
    case batt::Kind::Bool: return TypeKind::Bool;
    case batt::Kind::Int: return TypeKind::Int;
    case batt::Kind::Float: return TypeKind::Float;
    case batt::Kind::Text: return TypeKind::Text;
    case batt::Kind::Tuple: return kind_of_tuple(value);
    case batt::Kind::List: return TypeKind::List;
    case batt::Kind::Set: return kind_of_set(value.set());
    case batt::Kind::Function: return TypeKind::Function;
    case batt::Kind::Okt: return TypeKind::Okt;
    case batt::Kind::Error:
    case batt::Kind::Declined: break;
  }
  return TypeKind::Error;
}

Type declared_type(Annotation annotation) {
  static const batt::UntilUnload types = [] {
    std::vector<Type> list;
    for (std::size_t k = 0; k < batt::annotation_count; ++k)
      list.push_back(written_type(batt::types_of(static_cast<Annotation>(k))));
    return list;
  }();
  return (*types)[static_cast<std::size_t>(annotation)];
}

Type default_type(batt::Default value) {
  switch (value) {
    case batt::Default::None: return Type::of(TypeKind::None);
    case batt::Default::EmptyTuple: return Type::of(TypeKind::EmptyTuple);
    case batt::Default::EmptySet: return Type::of(TypeKind::EmptySet);
    case batt::Default::Zero: return Type::integer(0);
    case batt::Default::False: return Type::of(TypeKind::Bool);
    case batt::Default::Function: return Type::of(TypeKind::Function);
  }
  return {};
}

Type written_type(std::string_view words, std::span<const Type> arguments) {
  Type type;
  while (!words.empty()) {
    const std::size_t bar = words.find('|');
    type = join(type, one_written(words.substr(0, bar), arguments));
    words = bar == std::string_view::npos ? std::string_view{} : words.substr(bar + 1);
  }
  return type;
}

Type call_type(batt::OpId op, std::span<const Type> arguments) {
  const batt::OpInfo& info = batt::op_info(op);
  const Type on_failure = default_type(info.safe_default).with_errors();
  if (arguments.size() < info.required || arguments.size() > info.arity) return on_failure;
  const bool may_fail = info.failure != batt::Failure::Never;
  const Type certain = written_type(info.always);
  const Type whatever = may_fail ? certain.with_errors() : certain;
  const auto parameters = info.parameters();
  for (std::size_t k = 0; k < arguments.size(); ++k)
    if (!arguments[k].is_within(declared_type(parameters[k].annotation))) return whatever;
  const Type type = written_type(info.yields, arguments);
  return meet(may_fail ? join(type, on_failure) : type, whatever);
}

namespace {

struct CertainFailure {
  std::vector<Type> arguments;
  batt::Exception exception;
};

/// The rows of certain_failures.def, by op.
const std::vector<std::vector<CertainFailure>>& certain_failures() {
  static const batt::UntilUnload table = [] {
    std::vector<std::vector<CertainFailure>> rows(batt::op_count);
    for (const batt::FailureRow& row : batt::failure_rows()) {
      CertainFailure& failure = rows[static_cast<std::size_t>(row.op)].emplace_back();
      failure.exception = row.exception;
      for (std::size_t k = 0; k < batt::op_info(row.op).arity; ++k)
        failure.arguments.push_back(written_type(row.arguments[k]));
    }
    return rows;
  }();
  return *table;
}

using FailureRows = std::vector<const CertainFailure*>;

/// Whether the rows leave out no choice of kinds for the arguments from `place` on.
bool cover(const FailureRows& rows, std::span<const Type> arguments, std::size_t place) {
  if (place == arguments.size()) return true;
  for (int k = 0; k < type_kind_count; ++k) {
    const auto kind = static_cast<TypeKind>(k);
    if (!arguments[place].may_be(kind)) continue;
    FailureRows fitting;
    for (const CertainFailure* row : rows)
      if (row->arguments[place].may_be(kind)) fitting.push_back(row);
    if (fitting.empty() || !cover(fitting, arguments, place + 1)) return false;
  }
  return true;
}

}  // namespace

std::optional<batt::Exception> certain_failure(batt::OpId op, std::span<const Type> arguments) {
  const batt::OpInfo& info = batt::op_info(op);
  if (arguments.size() < info.required || arguments.size() > info.arity) return batt::Exception::TypeError;
  if (arguments.size() < info.arity) return std::nullopt;
  const auto& rows = certain_failures()[static_cast<std::size_t>(op)];
  std::uint64_t tried = 0;
  for (const CertainFailure& first : rows) {
    if ((tried & exception_bit(first.exception)) != 0) continue;
    tried |= exception_bit(first.exception);
    FailureRows alike;
    for (const CertainFailure& row : rows)
      if (row.exception == first.exception) alike.push_back(&row);
    if (cover(alike, arguments, 0)) return first.exception;
  }
  return std::nullopt;
}

}  // namespace battc
