#include "tests/fuzz/programs/value_kind.h"

#include <algorithm>

#include "runtime/value/set.h"

namespace battc::fuzz {
namespace {

using batt::Annotation;
using batt::Kind;
using batt::Value;

constexpr std::int32_t looked_at = 8;

bool is_row(Value v) {
  if (!v.is_exact_tuple()) return false;
  for (std::int32_t k = 0; k < std::min(v.tuple_size(), looked_at); ++k)
    if (!v.item(k).is_int()) return false;
  return v.tuple_size() > 0;
}

bool is_gridlike(Value v) {
  if (v.is_grid()) return true;
  if (!v.is_exact_tuple() || v.tuple_size() == 0) return false;
  for (std::int32_t k = 0; k < std::min(v.tuple_size(), looked_at); ++k)
    if (!is_row(v.item(k))) return false;
  return true;
}

bool is_pair_of_grids(Value v) {
  return v.is_exact_tuple() && v.tuple_size() == 2 && is_gridlike(v.item(0)) && is_gridlike(v.item(1));
}

ValueKind kind_of_tuple(Value v) {
  if (v.tuple_size() == 0) return ValueKind::EmptyTuple;
  switch (v.form()) {
    case batt::Form::Pair: return ValueKind::Pair;
    case batt::Form::Cell: return ValueKind::Cell;
    case batt::Form::Row: return ValueKind::Row;
    case batt::Form::Grid: return ValueKind::Grid;
    case batt::Form::Plain: break;
  }
  if (is_row(v)) return ValueKind::Row;
  if (is_gridlike(v)) return ValueKind::OddGrid;
  return is_pair_of_grids(v.item(0)) ? ValueKind::Samples : ValueKind::Tuple;
}

ValueKind kind_of_set(const batt::SetRep& set) {
  if (set.size == 0) return ValueKind::EmptySet;
  if (set.packing == batt::Packing::Locations) return ValueKind::Indices;
  if (set.packing == batt::Packing::Colored) return ValueKind::Object;
  const Value first = set.at(0);
  if (first.is_int()) return ValueKind::Integers;
  if (first.is_pair()) return ValueKind::WideIndices;
  if (first.is_cell()) return ValueKind::WideObject;
  return first.is_set() && first.set().is_cells() ? ValueKind::Objects : ValueKind::Set;
}

bool is_any_of(ValueKind kind, std::initializer_list<ValueKind> kinds) {
  return std::ranges::find(kinds, kind) != kinds.end();
}

bool is_set_kind(ValueKind kind) { return kind >= ValueKind::EmptySet && kind <= ValueKind::Set; }
bool is_tuple_kind(ValueKind kind) { return kind >= ValueKind::Pair && kind <= ValueKind::Tuple; }

}  // namespace

std::string_view to_string(ValueKind kind) {
  constexpr std::string_view names[] = {"none",         "bool",    "int",         "float",   "text", "op",
                                        "closure",      "()",      "pair",        "cell",    "row",  "grid",
                                        "odd_grid",     "samples", "tuple",       "{}",      "ints", "indices",
                                        "wide_indices", "object",  "wide_object", "objects", "set",  "other"};
  static_assert(std::size(names) == value_kind_count);
  return names[static_cast<std::size_t>(kind)];
}

ValueKind kind_of(Value v) {
  switch (v.kind()) {
    case Kind::None: return ValueKind::None;
    case Kind::Bool: return ValueKind::Bool;
    case Kind::Int: return ValueKind::Int;
    case Kind::Float: return ValueKind::Float;
    case Kind::Text: return ValueKind::Text;
    case Kind::Function: return v.is_op() ? ValueKind::Op : ValueKind::Closure;
    case Kind::Tuple: return kind_of_tuple(v);
    case Kind::Set: return kind_of_set(v.set());
    case Kind::List:
    case Kind::Okt:
    case Kind::Error:
    case Kind::Declined: break;
  }
  return ValueKind::Other;
}

bool fits(ValueKind kind, Annotation annotation) {
  using enum ValueKind;
  switch (annotation) {
    case Annotation::Boolean: return kind == Bool;
    case Annotation::Integer:
    case Annotation::C_:
    case Annotation::FL:
    case Annotation::F_:
    case Annotation::I_:
    case Annotation::J_:
    case Annotation::A4:
    case Annotation::A8:
    case Annotation::R4:
    case Annotation::R8: return kind == Int;
    case Annotation::Numerical: return is_any_of(kind, {Int, Pair});
    case Annotation::IJ: return kind == Pair;
    case Annotation::Cell: return kind == ValueKind::Cell;
    case Annotation::Callable: return is_any_of(kind, {Op, Closure});
    case Annotation::Tuple: return is_tuple_kind(kind);
    case Annotation::TupleTuple: return is_any_of(kind, {Grid, OddGrid, Samples, ValueKind::Tuple});
    case Annotation::TTT_iii: return kind == ValueKind::Tuple;
    case Annotation::Grid: return is_any_of(kind, {ValueKind::Grid, OddGrid});
    case Annotation::Samples: return kind == ValueKind::Samples;
    case Annotation::FrozenSet: return is_set_kind(kind);
    case Annotation::IntegerSet: return is_any_of(kind, {Integers, Row});
    case Annotation::Indices: return is_any_of(kind, {ValueKind::Indices, WideIndices});
    case Annotation::Object: return is_any_of(kind, {ValueKind::Object, WideObject});
    case Annotation::Patch: return is_any_of(kind, {ValueKind::Indices, WideIndices, ValueKind::Object, WideObject});
    case Annotation::Objects: return kind == ValueKind::Objects;
    case Annotation::Container: return is_set_kind(kind) || is_tuple_kind(kind);
    case Annotation::ContainerContainer:
      return is_any_of(kind, {ValueKind::Objects, Grid, ValueKind::Tuple, ValueKind::Samples, Set});
    case Annotation::Any:
    case Annotation::Unknown: break;
  }
  return true;
}

std::size_t count_nodes(Value v, std::size_t most) {
  if (most <= 1) return 1;
  std::size_t nodes = 1;
  if (v.is_grid()) return std::min(most, static_cast<std::size_t>(v.height()) * static_cast<std::size_t>(v.width()));
  if (v.is_set() && v.set().is_cells()) return std::min<std::size_t>(most, v.set().size + 1);
  if (v.is_set())
    for (std::uint32_t k = 0; k < v.set().size && nodes < most; ++k)
      nodes += count_nodes(v.set().values()[k], most - nodes);
  if (v.is_tuple() || v.is_list())
    for (std::int32_t k = 0; k < v.tuple_size() && nodes < most; ++k) nodes += count_nodes(v.item(k), most - nodes);
  return nodes;
}

}  // namespace battc::fuzz
