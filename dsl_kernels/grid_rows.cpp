#include "dsl_kernels/grid_rows.h"

#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/object_search/object_tables.h"
#include "runtime/value/bits.h"

namespace batt {
namespace {

[[maybe_unused]] rows::Grid kernel_grid(Value grid) { return {grid.bytes(), grid.height(), grid.width()}; }

[[maybe_unused]] std::uint32_t columns_below(int width) {
  return width == rows::side ? ~std::uint32_t{0} : (std::uint32_t{1} << width) - 1;
}

[[maybe_unused]] std::uint32_t* allocate_rows(Context& context) {
  return context.arena().allocate<std::uint32_t>(rows::side);
}

[[maybe_unused]] CellRows rows_of_grid(const std::uint32_t* words, Value grid) {
  return {.words = words,
          .colors = grid.bytes(),
          .height = static_cast<std::uint8_t>(grid.height()),
          .pitch = static_cast<std::uint8_t>(grid.width())};
}

/// A grid of this one's shape, with room for what the kernels write after it.
[[maybe_unused]] std::int8_t* allocate_copy(Context& context, Value grid) {
  context.charge(cell_count(grid));
  return context.arena().allocate<std::int8_t>(cell_count(grid) + rows::excess);
}

[[maybe_unused]] bool survey(Value grid, rows::ColorSurvey& found) {
  const std::size_t size = cell_count(grid);
  return rows_enabled() && size <= rows::most_surveyed &&
         rows::kernels->survey(grid.bytes(), static_cast<std::uint32_t>(size), found);
}

/// Whether the set of these colours has an order that depends on which comes first: two of them want one of 8 slots.
[[maybe_unused]] bool share_slots(std::uint32_t colors) {
  return bits::ones(colors) < 5 && (colors & colors >> 8) != 0;
}

}  // namespace

BATT_HD Value indices_of_color([[maybe_unused]] Context& context, [[maybe_unused]] Value grid,
                               [[maybe_unused]] std::int8_t color) {
#ifdef BATT_ON_DEVICE
  return {};
#else
  std::uint32_t* words = allocate_rows(context);
  const std::uint32_t count = rows::kernels->cells_of_color(kernel_grid(grid), color, words);
  if (count == 0) return Value::empty_set();
  return make_set_in_rows(context, Packing::Locations, rows_of_grid(words, grid).without_color(), count);
#endif
}

BATT_HD Value object_of_grid([[maybe_unused]] Context& context, [[maybe_unused]] Value grid) {
#ifdef BATT_ON_DEVICE
  return {};
#else
  auto* words = context.arena().allocate<std::uint32_t>(static_cast<std::size_t>(grid.height()));
  for (int i = 0; i < grid.height(); ++i) words[i] = columns_below(grid.width());
  return make_set_in_rows(context, Packing::Colored, rows_of_grid(words, grid),
                          static_cast<std::uint32_t>(cell_count(grid)));
#endif
}

BATT_HD Value object_on_grid([[maybe_unused]] Context& context, [[maybe_unused]] Value grid,
                             [[maybe_unused]] const SetRep& locations, [[maybe_unused]] const Recipe& recipe) {
#ifdef BATT_ON_DEVICE
  return {};
#else
  std::uint32_t all[rows::side];
  for (int i = 0; i < grid.height(); ++i) all[i] = columns_below(grid.width());
  std::uint32_t* words = allocate_rows(context);
  const std::uint32_t count = rows::kernels->intersect({all, grid.height()}, locations.rows.placed(0, 0), words);
  if (count == 0) return Value::empty_set();
  return make_set_by_rows(context, Packing::Colored, rows_of_grid(words, grid), count, recipe);
#endif
}

BATT_HD bool indices_of_box([[maybe_unused]] Context& context, [[maybe_unused]] const Extent& box,
                            [[maybe_unused]] Value& indices) {
#ifdef BATT_ON_DEVICE
  return false;
#else
  if (!rows_enabled() || box.height() > rows::side || box.width() > rows::side) return false;
  const auto height = static_cast<std::size_t>(box.height());
  auto* words = context.arena().allocate<std::uint32_t>(height);
  for (std::size_t i = 0; i < height; ++i) words[i] = columns_below(box.width());
  indices = make_set_in_rows(context, Packing::Locations,
                             {.words = words,
                              .top = static_cast<std::int16_t>(box.top),
                              .left = static_cast<std::int16_t>(box.left),
                              .height = static_cast<std::uint8_t>(height)},
                             static_cast<std::uint32_t>(box.height() * box.width()));
  return true;
#endif
}

BATT_HD std::uint32_t cells_around([[maybe_unused]] Context& context, [[maybe_unused]] const CellRows& cells,
                                   [[maybe_unused]] const Extent& box, [[maybe_unused]] CellRows& rest) {
#ifdef BATT_ON_DEVICE
  return 0;
#else
  std::uint32_t* words = allocate_rows(context);
  const std::uint32_t columns = columns_below(box.width()) << (box.left - cells.left);
  const int skipped = box.top - cells.top;
  std::uint32_t count = 0;
  for (int row = 0; row < box.height(); ++row) {
    words[row] = columns & ~cells.words[skipped + row];
    count += static_cast<std::uint32_t>(bits::ones(words[row]));
  }
  rest = {.words = words,
          .top = static_cast<std::int16_t>(box.top),
          .left = cells.left,
          .height = static_cast<std::uint8_t>(box.height())};
  return count;
#endif
}

BATT_HD bool survey_colors([[maybe_unused]] Value grid, [[maybe_unused]] ColorCounts& counts) {
#ifdef BATT_ON_DEVICE
  return false;
#else
  rows::ColorSurvey found;
  if (!survey(grid, found)) return false;
  const auto count = [&](int color) { counts.count(static_cast<std::int8_t>(color), found.counts[color]); };
  std::uint32_t rest = found.present;
  if (share_slots(rest)) {  // in the order in which they are met
    for (const std::int8_t* next = grid.bytes(); rest != 0; rest &= ~(std::uint32_t{1} << *next)) {
      while ((rest >> *next & 1) == 0) ++next;
      count(*next);
    }
    return true;
  }
  for (; rest != 0; rest &= rest - 1) count(bits::trailing_zeros(rest));
  return true;
#endif
}

BATT_HD bool find_palette([[maybe_unused]] Context& context, [[maybe_unused]] Value grid,
                          [[maybe_unused]] bool as_tuple, [[maybe_unused]] Value& palette) {
#ifdef BATT_ON_DEVICE
  return false;
#else
  constexpr std::uint32_t all_colors = 0x3ff;
  std::uint32_t present = 0;
  const std::size_t size = cell_count(grid);
  if (!rows_enabled() || size > rows::most_surveyed ||
      !rows::kernels->colors(grid.bytes(), static_cast<std::uint32_t>(size), present) || (present & ~all_colors) != 0 ||
      share_slots(present))
    return false;
  context.charge(size);
  const Palette& kept = palette_of(present);
  palette = as_tuple ? make_row(context, kept.colors, static_cast<std::size_t>(kept.size))
                     : Value::set(context.arena().make<SetRep>(*kept.set));
  return true;
#endif
}

BATT_HD bool find_most_common([[maybe_unused]] Value grid, [[maybe_unused]] std::int8_t& color) {
#ifdef BATT_ON_DEVICE
  return false;
#else
  const std::size_t size = cell_count(grid);
  return rows_enabled() && size <= rows::most_surveyed &&
         rows::kernels->most_common(grid.bytes(), static_cast<std::uint32_t>(size), color);
#endif
}

BATT_HD bool find_color_at_rank([[maybe_unused]] Value grid, [[maybe_unused]] std::int64_t place,
                                [[maybe_unused]] Value& color) {
#ifdef BATT_ON_DEVICE
  return false;
#else
  rows::ColorSurvey found;
  if (!survey(grid, found)) return false;
  const int size = bits::ones(found.present);
  if (place < 0) place += size;
  for (std::uint32_t rest = found.present; rest != 0; rest &= rest - 1) {
    const int candidate = bits::trailing_zeros(rest);
    int more = 0, as_many = 0;
    for (std::uint32_t others = found.present; others != 0; others &= others - 1) {
      const std::uint32_t count = found.counts[bits::trailing_zeros(others)];
      more += count > found.counts[candidate] ? 1 : 0;
      as_many += count == found.counts[candidate] ? 1 : 0;
    }
    if (more == place && as_many == 1) {
      color = Value::integer(candidate);
      return true;
    }
  }
  return false;
#endif
}

BATT_HD bool paint_by_rows([[maybe_unused]] Context& context, [[maybe_unused]] Value grid,
                           [[maybe_unused]] const SetRep& cells, [[maybe_unused]] const rows::Colors& colors,
                           [[maybe_unused]] const std::int8_t* over, [[maybe_unused]] Value& painted) {
#ifdef BATT_ON_DEVICE
  return false;
#else
  // So few cells are painted more quickly one by one than marked in rows first.
  constexpr std::uint32_t few = 16;
  if (!takes_rows(grid) || (cells.rows.words == nullptr && (cells.size <= few || !cells.find_rows(context))))
    return false;
  const rows::Grid from = kernel_grid(grid);
  std::uint32_t words[rows::side];
  rows::Placed set = cells.rows.placed(0, 0);
  if (over != nullptr) {
    rows::kernels->cells_on_color(from, set, *over, words);
    set = {words, rows::side};
  }
  std::int8_t* bytes = allocate_copy(context, grid);
  rows::kernels->paint(from, set, colors, bytes);
  painted = Value::grid_of(bytes, grid.height(), grid.width());
  return true;
#endif
}

BATT_HD bool replace_by_rows([[maybe_unused]] Context& context, [[maybe_unused]] Value grid,
                             [[maybe_unused]] std::int8_t from, [[maybe_unused]] std::int8_t to,
                             [[maybe_unused]] Value& replaced) {
#ifdef BATT_ON_DEVICE
  return false;
#else
  if (!rows_enabled()) return false;
  std::int8_t* bytes = allocate_copy(context, grid);
  rows::kernels->replace(grid.bytes(), static_cast<std::uint32_t>(cell_count(grid)), from, to, bytes);
  replaced = Value::grid_of(bytes, grid.height(), grid.width());
  return true;
#endif
}

}  // namespace batt
