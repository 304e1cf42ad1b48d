#include "dsl_kernels/fast/generate.h"
#include "dsl_kernels/checked/patch.h"

namespace batt {
namespace {

constexpr std::size_t color_count = 256;

std::uint8_t color_index(int color) { return static_cast<std::uint8_t>(color); }

/// Calls use(color) for each cell of a packed grid (or object, below); false if `v` is none.
template <class Use>
bool for_each_grid_color(Value v, Use use) {
  if (!v.is_grid()) return false;
  const std::size_t size = static_cast<std::size_t>(v.height()) * static_cast<std::size_t>(v.width());
  const std::int8_t* colors = v.bytes();
  for (std::size_t k = 0; k < size; ++k) use(colors[k]);
  return true;
}

template <class Use>
bool for_each_object_color(Value v, Use use) {
  const SetRep* cells = packed(v, Reading::Object);
  if (cells == nullptr) return false;
  const Cell* by_color = cells_by_color(*cells);
  for (std::uint32_t k = 0; k < cells->size; ++k) use(by_color[k].c());
  return true;
}

/// The values of an iterable of rows: `for row in grid for value in row`.
template <class Use>
Value for_each_grid_value(Context& context, Value grid, Use use) {
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
Value for_each_object_value(Context& context, Value object, Use use) {
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

Value set_of_colors(Context& context, const std::int8_t* colors, std::size_t count) {
  ArenaScope scope(context.scratch());
  Value* values = context.scratch().allocate<Value>(count);
  for (std::size_t k = 0; k < count; ++k) values[k] = Value::integer(colors[k]);
  return make_set(context, values, count);
}

/// Small colours without their repeats, in the order they were first met: a set made of them has the same table as
/// one made of all.
class Palette {
 public:
  void meet(int color) {
    if (seen_[color_index(color)]) return;
    seen_[color_index(color)] = true;
    colors_[size_++] = static_cast<std::int8_t>(color);
  }
  Value as_set(Context& context) const { return set_of_colors(context, colors_, size_); }

 private:
  bool seen_[color_count] = {};
  std::int8_t colors_[color_count] = {};
  std::size_t size_ = 0;
};

Value grid_palette(Context& context, Value grid) {
  Palette palette;
  if (for_each_grid_color(grid, [&](int color) { palette.meet(color); })) return palette.as_set(context);
  Members members(context);
  BATT_TRY(for_each_grid_value(context, grid, [&](Value value) { return members.add(value); }));
  return members.finish();
}

Value object_palette(Context& context, Value object) {
  Palette palette;
  if (for_each_object_color(object, [&](int color) { palette.meet(color); })) return palette.as_set(context);
  Members members(context);
  BATT_TRY(for_each_object_value(context, object, [&](Value color) { return members.add(color); }));
  return members.finish();
}

/// tuple(set), or the error that came instead of the set.
Value listed(Context& context, Value set) {
  BATT_TRY(set);
  Collector members(context);
  for (std::uint32_t k = 0; k < set.set().size; ++k) members.push(set.set().at(k));
  return make_tuple(context, members);
}

enum class Rank : std::uint8_t { Most, Least };

bool beats(Rank rank, std::int64_t count, std::int64_t best) { return rank == Rank::Most ? count > best : count < best; }

/// max(set(values), key=values.count), or min: the set's order decides between equals.
template <class CountOf>
Value first_extreme(const SetRep& values, Rank rank, CountOf count_of_value) {
  Value best;
  std::int64_t best_count = 0;
  for (std::uint32_t k = 0; k < values.size; ++k) {
    const std::int64_t count = count_of_value(values.at(k));
    if (k != 0 && !beats(rank, count, best_count)) continue;
    best = values.at(k);
    best_count = count;
  }
  return best;
}

class Histogram {
 public:
  void meet(int color) {
    if (counts_[color_index(color)]++ == 0) palette_[size_++] = static_cast<std::int8_t>(color);
  }

  Value extreme(Context& context, Rank rank) const {
    int best = palette_[0];
    bool tie = false;
    for (std::size_t k = 1; k < size_; ++k) {
      const std::int64_t count = count_of(palette_[k]), best_count = count_of(best);
      if (count == best_count) tie = true;
      if (!beats(rank, count, best_count)) continue;
      best = palette_[k];
      tie = false;
    }
    if (!tie) return Value::integer(best);
    BATT_LET(set, set_of_colors(context, palette_, size_));
    return first_extreme(set.set(), rank, [&](Value color) { return count_of(static_cast<int>(color.as_int())); });
  }

 private:
  std::int64_t count_of(int color) const { return counts_[color_index(color)]; }

  std::uint32_t counts_[color_count] = {};
  std::int8_t palette_[color_count] = {};
  std::size_t size_ = 0;
};

Value extreme_value(Context& context, Collector& values, Rank rank) {
  if (values.size() == 0) return Value::nan();
  BATT_LET(set, make_set(context, values));
  return first_extreme(set.set(), rank, [&](Value value) {
    context.charge(values.size());
    std::int64_t count = 0;
    for (std::size_t k = 0; k < values.size(); ++k) count += same_or_equal(values[k], value) ? 1 : 0;
    return count;
  });
}

Value grid_extreme(Context& context, Value grid, Rank rank) {
  Histogram histogram;
  if (for_each_grid_color(grid, [&](int color) { histogram.meet(color); })) return histogram.extreme(context, rank);
  Collector values(context);
  BATT_TRY(for_each_grid_value(context, grid, [&](Value value) { return values.push(value), Value::none(); }));
  return extreme_value(context, values, rank);
}

Value object_extreme(Context& context, Value object, Rank rank) {
  Histogram histogram;
  if (for_each_object_color(object, [&](int color) { histogram.meet(color); })) return histogram.extreme(context, rank);
  Collector values(context);
  BATT_TRY(for_each_object_value(context, object, [&](Value value) { return values.push(value), Value::none(); }));
  return extreme_value(context, values, rank);
}

/// frozenset((i, j, color) for i, j in indices).
Value recolored(Context& context, Value color, Value indices) {
  const SetRep* cells = packed(indices, Reading::Indices);
  if (cells != nullptr && color.is_exact_int() && Cell::color_fits(color.as_int())) {
    const auto bits = static_cast<std::uint32_t>(color.as_int()) & 0xff;
    return map_cells(context, Packing::Colored, *cells, [bits](Cell cell) { return Cell::from_bits(cell.bits() | bits); });
  }
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

Value p_f_body(Context& context, Value element) { return object_palette(context, element); }
Value palette_f_body(Context& context, Value element) { return object_palette(context, element); }
Value palette_t_body(Context& context, Value element) { return grid_palette(context, element); }
Value p_g_body(Context& context, Value grid) { return listed(context, grid_palette(context, grid)); }
Value p_o_body(Context& context, Value obj) { return listed(context, object_palette(context, obj)); }

Value mostcolor_t_body(Context& context, Value grid) { return grid_extreme(context, grid, Rank::Most); }
Value mostcolor_f_body(Context& context, Value obj) { return object_extreme(context, obj, Rank::Most); }
Value leastcolor_t_body(Context& context, Value grid) { return grid_extreme(context, grid, Rank::Least); }
Value leastcolor_f_body(Context& context, Value obj) { return object_extreme(context, obj, Rank::Least); }

Value colorcount_t_body(Context& context, Value grid, Value color) {
  std::int64_t count = 0;
  if (color.is_int() && for_each_grid_color(grid, [&](int cell) { count += cell == color.as_int() ? 1 : 0; }))
    return Value::integer(count);
  Items rows;
  if (!iterate(context, grid, rows)) return type_error();
  for (std::int32_t k = 0; k < rows.size(); ++k) {
    BATT_LET(in_row, count_of(context, rows[k], color));
    count += in_row.as_int();
  }
  return Value::integer(count);
}

Value colorcount_f_body(Context& context, Value obj, Value color) {
  std::int64_t count = 0;
  if (color.is_int() && for_each_object_color(obj, [&](int cell) { count += cell == color.as_int() ? 1 : 0; }))
    return Value::integer(count);
  BATT_TRY(for_each_object_value(context, obj, [&](Value value) {
    count += equal(value, color) ? 1 : 0;
    return Value::none();
  }));
  return Value::integer(count);
}

Value colorfilter_body(Context& context, Value objs, Value color) {
  return filter_like(context, a_set(), objs, [&](Value object) -> Value {
    if (const SetRep* cells = packed(object, Reading::Object))
      return Value::boolean(equal(Value::integer(cells_by_color(*cells)[0].c()), color));
    BATT_LET(first, first_item(context, object));
    BATT_LET(first_color, subscript(context, first, 2));
    return Value::boolean(equal(first_color, color));
  });
}

Value numcolors_t_body(Context& context, Value grid) {
  BATT_LET(colors, op_palette_t(context, grid));
  return length(colors);
}

Value numcolors_f_body(Context& context, Value obj) {
  BATT_LET(colors, op_palette_f(context, obj));
  return length(colors);
}

Value color_body(Context& context, Value obj) {
  if (const SetRep* object = packed(obj, Reading::Object)) return Value::integer(cells_by_color(*object)[0].c());
  Items cells;
  if (!iterate(context, obj, cells)) return type_error();
  if (cells.size() == 0) return Value::minus_infinity();
  const Value first = cells[0];
  return first.is_tuple() ? subscript(context, first, 2) : Value::minus_infinity();
}

Value recolor_i_body(Context& context, Value color, Value indices) {
  BATT_LET(locations, op_toindices_i(context, indices));
  return recolored(context, color, locations);
}

Value recolor_o_body(Context& context, Value color, Value obj) {
  BATT_LET(locations, op_toindices_o(context, obj));
  return recolored(context, color, locations);
}

}  // namespace batt
