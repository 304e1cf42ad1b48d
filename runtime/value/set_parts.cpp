#include "runtime/value/set_parts.h"

namespace batt {

BATT_HD const std::uint64_t* keep_occupancy(Context& context, const std::uint64_t* occupied, std::uint32_t mask) {
  const std::uint32_t words = occupancy_words(mask);
  auto* kept = context.arena().allocate<std::uint64_t>(table_words(mask));
  kept[words] = 0;
  auto* rank = reinterpret_cast<std::uint32_t*>(kept + words + 1);
  std::uint32_t before = 0;
  for (std::uint32_t k = 0; k < words; ++k) {
    kept[k] = occupied[k];
    rank[k] = before;
    before += static_cast<std::uint32_t>(bits::ones(occupied[k]));
  }
  return kept;
}

namespace {

/// A tuple that is looked into.
struct OpenTuple {
  Value tuple;
  std::int32_t next;
  OpenTuple* around;
};

BATT_HD bool holds_values(Value v) { return (v.is_tuple() || v.is_okt()) && v.form() == Form::Plain; }

/// has_fixed_hash of what is no tuple of values.
BATT_HD bool is_fixed(Value v) {
  switch (v.kind()) {
    case Kind::None:
    case Kind::Text:
    case Kind::Function: return false;
    case Kind::Float: return v.as_real() == v.as_real();
    case Kind::Set: return !v.set().unfixed;
    default: return true;
  }
}

}  // namespace

BATT_HD bool has_fixed_hash(Context& context, Value v) {
  if (!holds_values(v)) return is_fixed(v);
  ArenaScope scope(context.scratch());
  auto* open = context.scratch().make<OpenTuple>(v, 0, nullptr);
  while (open != nullptr) {
    if (open->next == open->tuple.tuple_size()) {
      open = open->around;
      continue;
    }
    const Value item = open->tuple.item(open->next++);
    context.charge();
    if (holds_values(item))
      open = context.scratch().make<OpenTuple>(item, 0, open);
    else if (!is_fixed(item))
      return false;
  }
  return true;
}

BATT_HD bool have_fixed_hashes(Context& context, const Value* values, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k)
    if (!has_fixed_hash(context, values[k])) return false;
  return true;
}

BATT_HD void note_walk(Context& context, const SetRep& walked, const SetRep& made) {
  if (walked.has_unfixed_order() && made.size > 1 && !made.unfixed) context.note_unfixed_look();
}

BATT_HD Value finish(Context& context, const SetTable<ValueTraits>& table, const ValueTraits& source, bool unfixed) {
  if (table.size() == 0) return Value::empty_set();
  const std::uint64_t* occupied = keep_occupancy(context, table.occupied(), table.mask());
  Value* values = context.arena().allocate<Value>(table.size());
  auto* hashes = context.arena().allocate<std::uint64_t>(table.size());
  std::uint32_t* order = context.scratch().allocate<std::uint32_t>(table.size());
  table.list(order);
  for (std::uint32_t k = 0; k < table.size(); ++k) {
    values[k] = source.values[order[k]];
    hashes[k] = source.hashes[order[k]];
  }
  const SetRep rep{.size = table.size(),
                   .table_mask = table.mask(),
                   .packing = Packing::Values,
                   .unfixed = unfixed,
                   .value_list = values,
                   .hash_list = hashes,
                   .table_occupied = occupied};
  return Value::set(context.arena().make<SetRep>(rep));
}

BATT_HD bool as_cell(Value v, Form form, Cell& cell) {
  if (v.form() != form || !Cell::fits(v.i(), v.j())) return false;
  if (form == Form::Pair) {
    cell = Cell(v.i(), v.j());
    return true;
  }
  cell = Cell(v.i(), v.j(), v.c());
  return Cell::color_fits(v.c());
}

}  // namespace batt
