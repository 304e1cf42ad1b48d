// The neighbours of a location: direct, diagonal, and all eight.
#include "dsl_kernels/location_table.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

enum class Around : std::uint8_t { Direct, Diagonal };

/// The k-th of the four directions, in the order in which Python lists them.
BATT_HD int row_step(Around around, int k) {
  return around == Around::Direct ? (k == 0 ? -1 : k == 1) : (k < 2 ? -1 : 1);
}
BATT_HD int column_step(Around around, int k) {
  return around == Around::Direct ? (k == 2 ? -1 : k == 3) : (k % 2 == 0 ? -1 : 1);
}

/// Whether a location's neighbours are packed cells.
BATT_HD bool has_packed_neighbors(Value location) {
  if (!location.is_pair()) return false;
  const std::int64_t i = location.i(), j = location.j();
  return Cell::fits(i - 1, j - 1) && Cell::fits(i + 1, j + 1);
}

/// {(i + di, j + dj) ...} for four directions. Four members lie in a table of the smallest size, and so does a copy of
/// them: frozenset({...}) is the set itself.
BATT_HD Value general_around(Context& context, Value location, Around which) {
  if (!location.is_exact_tuple() || location.is_empty_tuple()) return Value::empty_set();
  Value around[4];
  for (int k = 0; k < 4; ++k) {
    Value parts[2];
    for (int part = 0; part < 2; ++part) {
      parts[part] = subscript(context, location, part);
      BATT_TRY(parts[part]);
      const int step = part == 0 ? row_step(which, k) : column_step(which, k);
      if (step == 0) continue;
      parts[part] =
          step > 0 ? add(context, parts[part], Value::integer(1)) : subtract(context, parts[part], Value::integer(1));
      BATT_TRY(parts[part]);
    }
    around[k] = make_pair(context, parts[0], parts[1]);
  }
  return make_set(context, around, 4);
}

BATT_HD Cell* write_around(Value location, Around which, Cell* out) {
  for (int k = 0; k < 4; ++k) *out++ = Cell(location.i() + row_step(which, k), location.j() + column_step(which, k));
  return out;
}

BATT_HD Value packed_around(Context& context, Value location, Around which) {
  if (!has_packed_neighbors(location)) return declined();
  Cell* cells = context.arena().allocate<Cell>(4);
  write_around(location, which, cells);
  return listed_locations(context, cells, 4);
}

/// The order of all eight is that of the union of four and four.
struct NeighborsOrder : Recipe {
  Value location;

  BATT_HD static Value find(const Recipe& recipe, Context& context) {
    const Value location = static_cast<const NeighborsOrder&>(recipe).location;
    LocationTable direct(context), diagonal(context);
    for (int k = 0; k < 4; ++k) {
      direct.add(location.i() + row_step(Around::Direct, k), location.j() + column_step(Around::Direct, k));
      diagonal.add(location.i() + row_step(Around::Diagonal, k), location.j() + column_step(Around::Diagonal, k));
    }
    LocationTable all(context, direct);
    all.merge(diagonal);
    return all.finish(context);
  }
};

}  // namespace

BATT_HD Value dneighbors_general(Context& context, Value loc) { return general_around(context, loc, Around::Direct); }
BATT_HD Value dneighbors_packed(Context& context, Value loc) { return packed_around(context, loc, Around::Direct); }
BATT_HD Value ineighbors_general(Context& context, Value loc) { return general_around(context, loc, Around::Diagonal); }
BATT_HD Value ineighbors_packed(Context& context, Value loc) { return packed_around(context, loc, Around::Diagonal); }

BATT_HD Value neighbors_general(Context& context, Value loc) {
  BATT_LET(direct, op_dneighbors(context, loc));
  BATT_LET(diagonal, op_ineighbors(context, loc));
  return bit_or(context, direct, diagonal);
}
BATT_HD Value neighbors_packed(Context& context, Value loc) {
  if (!has_packed_neighbors(loc)) return declined();
  Cell* cells = context.arena().allocate<Cell>(8);
  write_around(loc, Around::Diagonal, write_around(loc, Around::Direct, cells));
  const auto& order = *context.arena().make<NeighborsOrder>(Recipe{nullptr, NeighborsOrder::find}, loc);
  return make_set_by_recipe(context, Packing::Locations, cells, 8, order);
}

}  // namespace batt
