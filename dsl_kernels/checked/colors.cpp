// Palettes, rankings of colours and recoloured patches, for values of any type.
#include "dsl_kernels/color_counts.h"
#include "dsl_kernels/generate.h"
#include "dsl_kernels/members.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/value/set_parts.h"

namespace batt {
namespace {

/// The values of an iterable of rows: `for row in grid for value in row`.
template <class Use>
BATT_HD Value for_each_grid_value(Context& context, Value grid, Use use) {
  Items rows;
  if (!iterate(context, grid, rows)) return type_error();
  for (std::int32_t i = 0; i < rows.size(); ++i) {
    Items row;
    if (!iterate(context, rows[i], row)) return type_error();
    context.charge(static_cast<std::uint64_t>(row.size()));
    for (std::int32_t j = 0; j < row.size(); ++j) BATT_TRY(use(row[j]));
  }
  return Value::none();
}

/// The colours of an iterable of cells: `for _, _, color in object`.
template <class Use>
BATT_HD Value for_each_object_value(Context& context, Value object, Use use) {
  Items cells;
  if (!iterate(context, object, cells)) return type_error();
  context.charge(static_cast<std::uint64_t>(cells.size()));
  for (std::int32_t k = 0; k < cells.size(); ++k) {
    Value i, j, color;
    BATT_TRY(unpack(context, cells[k], i, j, color));
    BATT_TRY(use(color));
  }
  return Value::none();
}

BATT_HD Value grid_palette(Context& context, Value grid) {
  Members members(context);
  BATT_TRY(for_each_grid_value(context, grid, [&](Value value) { return members.add(value); }));
  return members.finish();
}

BATT_HD Value object_palette(Context& context, Value object) {
  Members members(context);
  BATT_TRY(for_each_object_value(context, object, [&](Value color) { return members.add(color); }));
  return members.finish();
}

/// tuple(set), or the error that came instead of the set.
BATT_HD Value listed(Context& context, Value set) {
  BATT_TRY(set);
  set.set().note_look(context);
  ScratchVector members(context);
  for (std::uint32_t k = 0; k < set.set().size; ++k) members.push(set.set().at(k));
  return make_tuple(context, members);
}

BATT_HD bool beats(Rank rank, std::int64_t count, std::int64_t best) {
  return rank == Rank::Most ? count > best : count < best;
}

/// max(set(values), key=values.count), or min: the set's order decides between equals. Equal values have equal hashes,
/// so the set that is made counts its members on the way.
BATT_HD Value extreme_value(Context& context, ScratchVector& values, Rank rank) {
  const std::size_t size = values.size();
  if (size == 0) return Value::nan();
  context.charge(size);
  ArenaScope scope(context.scratch());
  auto* hashes = context.scratch().allocate<std::uint64_t>(size);
  for (std::size_t k = 0; k < size; ++k)
    if (!hash_of(context, values[k], hashes[k])) return type_error();
  const ValueTraits traits{&context, values.data(), hashes};
  SetTable<ValueTraits> table(context.scratch(), traits);
  auto* counts = context.scratch().allocate<std::int64_t>(size);
  for (std::uint32_t k = 0; k < size; ++k) {
    counts[k] = 1;
    if (const std::uint32_t met = table.find(k, hashes[k]); met != table.no_entry)
      ++counts[met];
    else
      table.add_new(k, hashes[k]);
  }
  auto* members = context.scratch().allocate<std::uint32_t>(table.size());
  table.list(members);
  std::uint32_t best = members[0];
  bool tie = false;
  for (std::uint32_t k = 1; k < table.size(); ++k) {
    const bool is_better = beats(rank, counts[members[k]], counts[best]);
    tie = !is_better && (tie || counts[members[k]] == counts[best]);
    if (is_better) best = members[k];
  }
  if (tie && !have_fixed_hashes(context, values.data(), size)) context.note_unfixed_look();
  return values[best];
}

BATT_HD Value grid_extreme(Context& context, Value grid, Rank rank) {
  ScratchVector values(context);
  BATT_TRY(for_each_grid_value(context, grid, [&](Value value) { return values.push(value), Value::none(); }));
  return extreme_value(context, values, rank);
}

BATT_HD Value object_extreme(Context& context, Value object, Rank rank) {
  ScratchVector values(context);
  BATT_TRY(for_each_object_value(context, object, [&](Value value) { return values.push(value), Value::none(); }));
  return extreme_value(context, values, rank);
}

/// frozenset((i, j, color) for i, j in indices).
BATT_HD Value recolored(Context& context, Value color, Value indices) {
  Items locations;
  if (!iterate(context, indices, locations)) return type_error();
  Members members(context);
  for (std::int32_t k = 0; k < locations.size(); ++k) {
    Value i, j;
    BATT_TRY(unpack(context, locations[k], i, j));
    BATT_TRY(members.add(make_triple(context, i, j, color)));
  }
  return members.finish();
}

}  // namespace

BATT_HD Value p_f_general(Context& context, Value element) { return object_palette(context, element); }
BATT_HD Value palette_f_general(Context& context, Value element) { return object_palette(context, element); }
BATT_HD Value palette_t_general(Context& context, Value element) { return grid_palette(context, element); }
BATT_HD Value p_g_general(Context& context, Value grid) { return listed(context, grid_palette(context, grid)); }
BATT_HD Value p_o_general(Context& context, Value obj) { return listed(context, object_palette(context, obj)); }

BATT_HD Value mostcolor_t_general(Context& context, Value grid) { return grid_extreme(context, grid, Rank::Most); }
BATT_HD Value mostcolor_f_general(Context& context, Value obj) { return object_extreme(context, obj, Rank::Most); }
BATT_HD Value leastcolor_t_general(Context& context, Value grid) { return grid_extreme(context, grid, Rank::Least); }
BATT_HD Value leastcolor_f_general(Context& context, Value obj) { return object_extreme(context, obj, Rank::Least); }

BATT_HD Value colorcount_t_general(Context& context, Value grid, Value color) {
  std::int64_t count = 0;
  Items rows;
  if (!iterate(context, grid, rows)) return type_error();
  for (std::int32_t k = 0; k < rows.size(); ++k) {
    BATT_LET(in_row, count_of(context, rows[k], color));
    count += in_row.as_int();
  }
  return Value::integer(count);
}

BATT_HD Value colorcount_f_general(Context& context, Value obj, Value color) {
  std::int64_t count = 0;
  BATT_TRY(for_each_object_value(context, obj, [&](Value value) {
    count += equal(context, value, color) ? 1 : 0;
    return Value::none();
  }));
  return Value::integer(count);
}

BATT_HD Value colorfilter_general(Context& context, Value objs, Value color) {
  return filter_like(context, a_set(), objs, [&](Value object) -> Value {
    BATT_LET(first, first_item(context, object));
    BATT_LET(first_color, subscript(context, first, 2));
    return Value::boolean(equal(context, first_color, color));
  });
}

BATT_HD Value colorfilter_t_general(Context& context, Value objs, Value color) {
  return filter_like(context, a_tuple(), objs, [&](Value object) -> Value {
    BATT_LET(first, subscript(context, object, 0));
    BATT_LET(first_color, subscript(context, first, 2));
    return Value::boolean(equal(context, first_color, color));
  });
}

BATT_HD Value numcolors_t_general(Context& context, Value grid) {
  BATT_LET(colors, op_palette_t(context, grid));
  return length(colors);
}

BATT_HD Value numcolors_f_general(Context& context, Value obj) {
  BATT_LET(colors, op_palette_f(context, obj));
  return length(colors);
}

BATT_HD Value color_general(Context& context, Value obj) {
  Items cells;
  if (!iterate(context, obj, cells)) return type_error();
  if (cells.size() == 0) return Value::minus_infinity();
  const Value first = cells[0];
  return first.is_tuple() ? subscript(context, first, 2) : Value::minus_infinity();
}

BATT_HD Value recolor_i_general(Context& context, Value color, Value indices) {
  BATT_LET(locations, op_toindices_i(context, indices));
  return recolored(context, color, locations);
}

BATT_HD Value recolor_o_general(Context& context, Value color, Value obj) {
  BATT_LET(locations, op_toindices_o(context, obj));
  return recolored(context, color, locations);
}

}  // namespace batt
