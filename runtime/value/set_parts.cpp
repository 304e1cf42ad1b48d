#include "runtime/value/set_parts.h"

namespace batt {

BATT_HD const std::uint64_t* keep_occupancy(Context& context, const std::uint64_t* occupied, std::uint32_t mask) {
  const std::uint32_t words = occupancy_words(mask);
  auto* kept = context.arena().allocate<std::uint64_t>(table_words(mask));
  copy_bytes(kept, occupied, words * sizeof(std::uint64_t));
  kept[words] = 0;
  auto* rank = reinterpret_cast<std::uint32_t*>(kept + words + 1);
  std::uint32_t before = 0;
  for (std::uint32_t k = 0; k < words; ++k) {
    rank[k] = before;
    before += static_cast<std::uint32_t>(bits::ones(occupied[k]));
  }
  return kept;
}

BATT_HD Value finish(Context& context, const SetTable<ValueTraits>& table, const ValueTraits& source) {
  if (table.size() == 0) return Value::empty_set();
  SetRep rep = blank_rep(Packing::Values, table.size(), table.mask());
  rep.table_occupied = keep_occupancy(context, table.occupied(), table.mask());
  Value* values = context.arena().allocate<Value>(table.size());
  auto* hashes = context.arena().allocate<std::uint64_t>(table.size());
  std::uint32_t* order = context.scratch().allocate<std::uint32_t>(table.size());
  table.list(order);
  for (std::uint32_t k = 0; k < table.size(); ++k) {
    values[k] = source.values[order[k]];
    hashes[k] = source.hashes[order[k]];
  }
  rep.values = values;
  rep.hashes = hashes;
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
