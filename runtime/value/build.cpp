#include "runtime/value/build.h"
#include "runtime/value/bytes.h"

#include <algorithm>

namespace batt {
namespace {

constexpr std::size_t max_grid_side = 0x7fff;

BATT_HD bool fits_grid(std::size_t height, std::size_t width) {
  return height <= max_grid_side && width <= max_grid_side && height * width <= most_packed_ints;
}

BATT_HD bool fits_pair_part(Value v) { return v.is_exact_int() && v.as_int() == static_cast<std::int32_t>(v.as_int()); }

/// The width of a tuple of small ints, or 0 for anything else.
BATT_HD std::int32_t row_width(Value v) {
  if (v.kind() != Kind::Tuple) return 0;
  const auto fits = [](std::int32_t part) { return part == static_cast<std::int8_t>(part); };
  switch (v.form()) {
    case Form::Row: return v.tuple_size();
    case Form::Pair: return fits(v.i()) && fits(v.j()) ? 2 : 0;
    case Form::Cell: return fits(v.i()) && fits(v.j()) && fits(v.c()) ? 3 : 0;
    default: return 0;
  }
}

BATT_HD void copy_row(Value row, std::int8_t* out) {
  if (row.is_row()) {
    copy_bytes(out, row.bytes(), static_cast<std::size_t>(row.tuple_size()));
    return;
  }
  out[0] = static_cast<std::int8_t>(row.i());
  out[1] = static_cast<std::int8_t>(row.j());
  if (row.is_cell()) out[2] = static_cast<std::int8_t>(row.c());
}

BATT_HD bool all_fit_byte(const Value* items, std::size_t count) {
  return std::all_of(items, items + count, [](Value v) { return fits_byte(v); });
}

/// A copy in the arena, charged as it goes.
BATT_HD const Value* copy_items(Context& context, const Value* items, std::size_t count) {
  constexpr std::size_t step = std::size_t{1} << 16;
  Value* copy = context.arena().allocate<Value>(count);
  for (std::size_t k = 0; k < count; k += step) {
    const std::size_t part = std::min(count - k, std::size_t{step});
    context.charge(part);
    copy_bytes(copy + k, items + k, part * sizeof(Value));
  }
  return copy;
}

/// A grid if all items are rows of one width.
BATT_HD bool try_grid(Context& context, const Value* items, std::size_t count, Value& grid) {
  const std::int32_t width = row_width(items[0]);
  if (width == 0 || !fits_grid(count, static_cast<std::size_t>(width))) return false;
  for (std::size_t k = 1; k < count; ++k)
    if (row_width(items[k]) != width) return false;
  context.charge(count);
  auto* bytes = context.arena().allocate<std::int8_t>(count * static_cast<std::size_t>(width));
  for (std::size_t k = 0; k < count; ++k) copy_row(items[k], bytes + k * static_cast<std::size_t>(width));
  grid = Value::grid_of(bytes, static_cast<int>(count), width);
  return true;
}

}  // namespace

BATT_HD Value make_tuple(Context& context, const Value* items, std::size_t count) {
  if (count == 0) return Value::empty_tuple();
  if (count == 2 && fits_pair_part(items[0]) && fits_pair_part(items[1]))
    return Value::pair(static_cast<std::int32_t>(items[0].as_int()), static_cast<std::int32_t>(items[1].as_int()));
  if (count == 3 && fits_pair_part(items[0]) && fits_pair_part(items[1]) && fits_pair_part(items[2]))
    return Value::cell(static_cast<std::int32_t>(items[0].as_int()), static_cast<std::int32_t>(items[1].as_int()),
                       static_cast<std::int32_t>(items[2].as_int()));
  if (count != 2 && count != 3 && count <= most_packed_ints && all_fit_byte(items, count)) {
    context.charge(count);
    auto* bytes = context.arena().allocate<std::int8_t>(count);
    for (std::size_t k = 0; k < count; ++k) bytes[k] = static_cast<std::int8_t>(items[k].as_int());
    return Value::row_of(bytes, static_cast<std::int32_t>(count));
  }
  Value grid;
  if (try_grid(context, items, count, grid)) return grid;
  if (count > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) stop(Limit::Memory);
  return Value::plain_tuple(copy_items(context, items, count), static_cast<std::int32_t>(count));
}

BATT_HD Value make_pair(Context& context, Value a, Value b) {
  if (fits_pair_part(a) && fits_pair_part(b))
    return Value::pair(static_cast<std::int32_t>(a.as_int()), static_cast<std::int32_t>(b.as_int()));
  const Value items[] = {a, b};
  return make_tuple(context, items, 2);
}

BATT_HD Value make_triple(Context& context, Value a, Value b, Value c) {
  const Value items[] = {a, b, c};
  return make_tuple(context, items, 3);
}

BATT_HD Value make_row(Context& context, const std::int8_t* ints, std::size_t count) {
  if (count == 0) return Value::empty_tuple();
  if (count == 2) return Value::pair(ints[0], ints[1]);
  if (count == 3) return Value::cell(ints[0], ints[1], ints[2]);
  if (count <= most_packed_ints)
    return Value::row_of(context.arena().copy(ints, count), static_cast<std::int32_t>(count));
  context.charge(count);
  Value* items = context.arena().allocate<Value>(count);
  for (std::size_t k = 0; k < count; ++k) items[k] = Value::integer(ints[k]);
  return Value::plain_tuple(items, static_cast<std::int32_t>(count));
}

BATT_HD Value make_grid(Context& context, const std::int8_t* bytes, int height, int width) {
  if (height == 0) return Value::empty_tuple();
  if (width > 0 && fits_grid(static_cast<std::size_t>(height), static_cast<std::size_t>(width)))
    return Value::grid_of(bytes, height, width);
  context.charge(static_cast<std::uint64_t>(height));
  Value* rows = context.arena().allocate<Value>(static_cast<std::size_t>(height));
  for (int k = 0; k < height; ++k)
    rows[k] = make_row(context, bytes + static_cast<std::ptrdiff_t>(k) * width, static_cast<std::size_t>(width));
  return Value::plain_tuple(rows, height);
}

BATT_HD Value make_text(Context& context, std::string_view utf8) {
  const auto is_start = [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; };
  return Value::text(context.arena().make<TextRep>(
      context.arena().copy(utf8.data(), utf8.size()), static_cast<std::int32_t>(utf8.size()),
      static_cast<std::int32_t>(std::count_if(utf8.begin(), utf8.end(), is_start))));
}

}  // namespace batt
