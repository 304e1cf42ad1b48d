// Patches as indices, moved, mirrored and scaled. Where cells stay packed, the order of the result is computed
// lazily.
#include <algorithm>

#include "dsl_kernels/members.h"
#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/readings.h"
#include "runtime/team/cell_jobs.h"
#include "runtime/team/team.h"

namespace batt {
namespace {

// A move takes each location of a patch to another, no two to the same. It is written twice, for cells and for
// values of any kind: Location operator()(int i, int j), and Value operator()(Context&, Value& i, Value& j), which
// moves i and j in place; only an error that it returns counts.

struct Location {
  std::int64_t i, j;
};

struct ShiftCells {
  std::int64_t di, dj;
  BATT_HD Location operator()(int i, int j) const { return {i + di, j + dj}; }
};
struct ShiftValues {
  Value di, dj;
  BATT_HD Value operator()(Context& context, Value& i, Value& j) const {
    i = add(context, i, di);
    BATT_TRY(i);
    return j = add(context, j, dj);
  }
};

enum class Axis : std::uint8_t { Rows, Columns };

struct MirrorCells {
  int sum;  ///< of a place on the axis and its image
  Axis axis;
  BATT_HD Location operator()(int i, int j) const {
    return axis == Axis::Rows ? Location{sum - i, j} : Location{i, sum - j};
  }
};
struct MirrorValues {
  Value sum;
  Axis axis;
  BATT_HD Value operator()(Context& context, Value& i, Value& j) const {
    Value& place = axis == Axis::Rows ? i : j;
    return place = subtract(context, sum, place);
  }
};

struct TransposeCells {
  int top, left;
  BATT_HD Location operator()(int i, int j) const { return {j - left + top, i - top + left}; }
};
struct TransposeValues {
  Value top, left;
  BATT_HD Value operator()(Context& context, Value& i, Value& j) const {
    BATT_LET(column, subtract(context, j, left));
    BATT_LET(to_i, add(context, column, top));
    BATT_LET(row, subtract(context, i, top));
    BATT_LET(to_j, add(context, row, left));
    i = to_i;
    j = to_j;
    return Value::none();
  }
};

// ---- packed cells ---------------------------------------------------------------------------------------------

template <class Move>
struct MoveCell {
  Move move;
  BATT_HD Cell operator()(Cell cell) const {
    const Location to = move(cell.i(), cell.j());
    return Cell(static_cast<int>(to.i), static_cast<int>(to.j), cell.c());
  }
};

/// The packed cells moved; an error if one of them would not fit a cell any more.
template <class Move>
BATT_HD Value move_cells(Context& context, const SetRep& set, const Move& move) {
  bool fits = true;
  for (std::uint32_t k = 0; k < set.size; ++k) {
    const Location to = move(set.any_cells()[k].i(), set.any_cells()[k].j());
    fits &= Cell::fits(to.i, to.j);
  }
  return fits ? map_cells(context, set.packing, set, MoveCell<Move>{move}) : value_error();
}

BATT_HD bool by_team(std::uint32_t cells) {
  constexpr std::uint32_t worth_a_team = 28;
  return cells >= worth_a_team && team::is_there();
}

/// Whether all coordinates are at least -room, and less than room: half of what fits a cell.
BATT_HD bool lie_within(const SetRep& set, int room) {
  if (set.box.is_known() || by_team(set.size)) {
    const Extent extent = set.extent();
    return extent.top >= -room && extent.left >= -room && extent.bottom < room && extent.right < room;
  }
  std::uint32_t wide = 0;  // has the top bit of a coordinate if some cell's has the two topmost bits differ
  const Cell* cells = set.any_cells();
  for (std::uint32_t k = 0; k < set.size; ++k) wide |= cells[k].bits() ^ cells[k].bits() << 1;
  return (wide & 0x80080000u) == 0;
}

BATT_HD Value shift_bits(Context& context, const SetRep& set, const ShiftBits& shift) {
  if (!by_team(set.size)) return map_cells(context, set.packing, set, shift);
  ShiftAll job{shift, set.any_cells(), set.size, context.arena().allocate<Cell>(set.size)};
  team::run(job);
  return make_set_by_recipe(context, set.packing, job.out, set.size, mapped_order(context, set, shift));
}

/// An error if a cell leaves the range of packed cells.
BATT_HD Value shift_cells(Context& context, const SetRep& set, std::int64_t di, std::int64_t dj) {
  constexpr int room = Cell::location_limit / 2;
  const int down = static_cast<int>(di), right = static_cast<int>(dj);
  Value moved;
  if (set.find_rows(context) && Cell::fits(di, dj) && set.rows.can_move(di, dj)) {
    moved = map_rows(context, set.packing, set, set.rows.moved(down, right), MoveCell<ShiftCells>{{di, dj}});
  } else {
    if (!lie_within(set, room) || di < -room || di >= room || dj < -room || dj >= room)
      return move_cells(context, set, ShiftCells{di, dj});
    moved =
        shift_bits(context, set, {static_cast<std::uint32_t>(di) << 20, (static_cast<std::uint32_t>(dj) & 0xfff) << 8});
  }
  if (set.box.is_known()) moved.set().box = set.box.moved(down, right);
  return moved;
}

/// Each cell as a square of side x side. None lies above or left of (0, 0).
BATT_HD void write_squares(const Cell* cells, std::uint32_t count, int side, Cell* out) {
  for (std::uint32_t k = 0; k < count; ++k) {
    const Cell corner(cells[k].i() * side, cells[k].j() * side, cells[k].c());
    for (int i = 0; i < side; ++i) {
      Cell cell = ShiftBits{static_cast<std::uint32_t>(i) << 20, 0}(corner);
      for (int j = 0; j < side; ++j, cell = Cell::from_bits(cell.bits() + (1 << 8))) *out++ = cell;
    }
  }
}

/// The order of a set of cells that each stand for a square of another set's.
struct SquaresOrder : Recipe {
  const SetRep* object;
  int side;
  BATT_HD static void write(const Recipe& recipe, const ListedCells&, Cell* out) {
    const auto& order = static_cast<const SquaresOrder&>(recipe);
    write_squares(order.object->cell_list, order.object->size, order.side, out);
  }
};

/// Each cell of a packed object, that starts at (0, 0), as a square of factor x factor; null if one would not fit.
BATT_HD const SetRep* upscale_cells(Context& context, const SetRep& object, std::int64_t factor) {
  if (factor < 1 || factor > Cell::location_limit) return nullptr;
  const Extent extent = object.extent();
  if (!Cell::fits((extent.bottom + 1) * factor - 1, (extent.right + 1) * factor - 1)) return nullptr;
  const std::size_t count = checked_product(object.size, factor * factor);
  const int side = static_cast<int>(factor);
  Cell* cells = context.arena().allocate<Cell>(count);
  write_squares(object.any_cells(), object.size, side, cells);
  auto* order = context.arena().make<SquaresOrder>(Recipe{SquaresOrder::write}, &object, side);
  order->sources = &order->object;
  order->source_count = 1;
  return &make_set_by_recipe(context, Packing::Colored, cells, count, *order).set();
}

struct LocationOf {
  BATT_HD Cell operator()(Cell cell) const { return cell.location(); }
};

BATT_HD bool has_one_color(const SetRep& set) {
  std::uint32_t different = 0;
  const Cell* cells = set.any_cells();
  for (std::uint32_t k = 1; k < set.size; ++k) different |= cells[k].bits() ^ cells[0].bits();
  return (different & 0xff) == 0;
}

BATT_HD Value locations_of(Context& context, const SetRep& object) {
  if (object.find_rows(context))
    return map_rows(context, Packing::Locations, object, object.rows.without_color(), LocationOf{});
  if (has_one_color(object) || has_distinct_locations(context, object))
    return map_cells(context, Packing::Locations, object, LocationOf{});
  ArenaScope scope(context.scratch());
  Cell* locations = context.scratch().allocate<Cell>(object.size);
  const Cell* cells = object.cells();
  for (std::uint32_t k = 0; k < object.size; ++k) locations[k] = cells[k].location();
  return make_cell_set(context, Packing::Locations, locations, object.size);
}

/// The cells that the rows of a grid stand for, moved and put into a set; an error if one of them does not fit.
BATT_HD Value set_of_rows(Context& context, Value rows, Packing packing, std::int64_t di, std::int64_t dj) {
  ArenaScope scope(context.scratch());
  const auto count = static_cast<std::size_t>(rows.height());
  Cell* cells = context.scratch().allocate<Cell>(count);
  const std::int8_t* row = rows.bytes();
  for (std::size_t k = 0; k < count; ++k, row += rows.width()) {
    const std::int64_t i = row[0] + di, j = row[1] + dj;
    if (!Cell::fits(i, j)) return value_error();
    cells[k] = Cell(static_cast<int>(i), static_cast<int>(j), packing == Packing::Colored ? row[2] : 0);
  }
  return make_cell_set(context, packing, cells, count);
}

// ---- values of any kind ---------------------------------------------------------------------------------------

/// frozenset(move(i, j) for i, j in patch); with `colored`, of cells (i, j, c) that keep their c.
template <class Move>
BATT_HD Value move_values(Context& context, Value patch, bool colored, const Move& move) {
  Items cells;
  if (!iterate(context, patch, cells)) return type_error();
  Members moved(context);
  for (std::int32_t k = 0; k < cells.size(); ++k) {
    Value i, j, c;
    BATT_TRY(colored ? unpack(context, cells[k], i, j, c) : unpack(context, cells[k], i, j));
    BATT_TRY(move(context, i, j));
    BATT_TRY(moved.add(colored ? make_triple(context, i, j, c) : make_pair(context, i, j)));
  }
  return moved.finish();
}

/// Moves a patch; one that may hold either kind of cells is known by its first.
template <class Move>
BATT_HD Value move_patch(Context& context, Value patch, Reading reading, const Move& move) {
  bool colored = reading == Reading::Object;
  if (reading == Reading::Patch) {
    BATT_LET(first, first_item(context, patch));
    BATT_LET(size, length(first));
    colored = size.as_int() == 3;
  }
  return move_values(context, patch, colored, move);
}

BATT_HD Value general_normalized(Context& context, Value patch, Reading reading) {
  BATT_LET(size, length(patch));
  if (size.as_int() == 0) return patch;
  BATT_LET(top, op_uppermost(context, patch, reading));
  BATT_LET(di, negate(context, top));
  BATT_LET(left, op_leftmost(context, patch, reading));
  BATT_LET(dj, negate(context, left));
  return op_shift(context, patch, make_pair(context, di, dj));
}

BATT_HD Value general_mirrored(Context& context, Value patch, Reading reading, Axis axis) {
  const int part = axis == Axis::Rows ? 0 : 1;
  BATT_LET(first_corner, op_ulcorner(context, patch));
  BATT_LET(near, subscript(context, first_corner, part));
  BATT_LET(last_corner, op_lrcorner(context, patch));
  BATT_LET(far, subscript(context, last_corner, part));
  BATT_LET(sum, add(context, near, far));
  return move_patch(context, patch, reading, MirrorValues{sum, axis});
}

BATT_HD Value general_transposed(Context& context, Value patch, Reading reading) {
  BATT_LET(corner, op_ulcorner(context, patch));
  Value top, left;
  BATT_TRY(unpack(context, corner, top, left));
  return move_patch(context, patch, reading, TransposeValues{top, left});
}

/// The mirror along the other diagonal is the one along the first between two flips.
BATT_HD Value counter_transposed(Context& context, Value patch) {
  BATT_LET(flipped, op_vmirror_f(context, patch));
  BATT_LET(turned, op_dmirror_f(context, flipped));
  return op_vmirror_f(context, turned);
}

/// The set that Python fills with o.add(...), each cell as a square of factor x factor.
BATT_HD Value upscale_values(Context& context, Value object, Value factor) {
  Items cells;
  if (!iterate(context, object, cells)) return type_error();
  ArenaScope scope(context.scratch());
  Value* scaled = nullptr;
  std::size_t count = 0;
  for (std::int32_t k = 0; k < cells.size(); ++k) {
    Value i, j, c;
    BATT_TRY(unpack(context, cells[k], i, j, c));
    BATT_LET(range, range_size(factor));
    const std::int64_t side = range.as_int();
    if (k == 0)
      scaled = context.scratch().allocate<Value>(
          checked_product(cells.size(), static_cast<std::int64_t>(checked_product(side, side))));
    for (std::int64_t down = 0; down < side; ++down)
      for (std::int64_t across = 0; across < side; ++across) {
        BATT_LET(top, multiply(context, i, factor));
        BATT_LET(to_i, add(context, top, Value::integer(down)));
        BATT_LET(left, multiply(context, j, factor));
        BATT_LET(to_j, add(context, left, Value::integer(across)));
        scaled[count++] = make_triple(context, to_i, to_j, c);
      }
  }
  return make_set(context, scaled, count);
}

// ---- both -----------------------------------------------------------------------------------------------------

BATT_HD Value packed_normalized(Context& context, Value patch, Reading reading) {
  if (const SetRep* cells = packed(patch, reading)) {
    const Extent extent = cells->extent();
    const Value moved = shift_cells(context, *cells, -extent.top, -extent.left);
    if (!moved.is_error()) return moved;
  }
  return declined();
}

BATT_HD Value packed_mirrored(Context& context, Value patch, Reading reading, Axis axis) {
  if (const SetRep* cells = packed(patch, reading)) {
    const Extent extent = cells->extent();
    const int sum = axis == Axis::Rows ? extent.top + extent.bottom : extent.left + extent.right;
    return map_cells(context, cells->packing, *cells, MoveCell<MirrorCells>{{sum, axis}});  // stays inside the extent
  }
  return is_misread(patch, reading) ? value_error() : declined();
}

BATT_HD Value packed_transposed(Context& context, Value patch, Reading reading) {
  if (const SetRep* cells = packed(patch, reading)) {
    const Extent extent = cells->extent();
    if (Cell::fits(extent.top + extent.width() - 1, extent.left + extent.height() - 1))
      return map_cells(context, cells->packing, *cells, MoveCell<TransposeCells>{{extent.top, extent.left}});
  }
  return is_misread(patch, reading) ? value_error() : declined();
}

}  // namespace

BATT_HD Value toindices_general(Context& context, Value patch) {
  if (!has_length(patch) || length(patch).as_int() == 0) return Value::empty_set();
  BATT_LET(first, first_item(context, patch));
  if (!has_length(first)) return Value::empty_set();
  return length(first).as_int() == 3 ? op_toindices_o(context, patch) : patch;
}
BATT_HD Value toindices_packed(Context& context, Value patch) {
  if (packed(patch, Reading::Indices) != nullptr) return patch;
  if (const SetRep* object = packed(patch, Reading::Object)) return locations_of(context, *object);
  if (is_listed(patch, Reading::Object)) return set_of_rows(context, patch, Packing::Locations, 0, 0);
  return declined();
}

BATT_HD Value toindices_i_general(Context&, Value indices) { return indices; }

BATT_HD Value toindices_o_general(Context& context, Value obj) {
  if (!has_length(obj) || length(obj).as_int() == 0) return Value::empty_set();
  Items cells;
  if (!iterate(context, obj, cells)) return type_error();
  Members locations(context);
  for (std::int32_t k = 0; k < cells.size(); ++k) {
    Value i, j, c;
    BATT_TRY(unpack(context, cells[k], i, j, c));
    BATT_TRY(locations.add(make_pair(context, i, j)));
  }
  return locations.finish();
}
BATT_HD Value toindices_o_packed(Context& context, Value obj) {
  if (const SetRep* object = packed(obj, Reading::Object)) return locations_of(context, *object);
  if (is_listed(obj, Reading::Object)) return set_of_rows(context, obj, Packing::Locations, 0, 0);
  return is_misread(obj, Reading::Object) ? value_error() : declined();
}

BATT_HD Value shift_general(Context& context, Value patch, Value directions) {
  if (!truth(patch)) return Value::empty_set();
  if (directions.is_empty_tuple()) return patch;
  Value di, dj;
  BATT_TRY(unpack(context, directions, di, dj));
  return move_patch(context, patch, Reading::Patch, ShiftValues{di, dj});
}

/// A tuple of two values that are not both numbers of a pair.
BATT_HD static bool is_plain_pair(Value v) {
  return v.is_exact_tuple() && v.form() == Form::Plain && v.tuple_size() == 2;
}

BATT_HD Value shift_packed(Context& context, Value patch, Value directions) {
  if (const SetRep* cells = packed(patch, Reading::Patch)) {
    if (directions.is_pair()) {
      const Value moved = shift_cells(context, *cells, directions.i(), directions.j());
      if (!moved.is_error()) return moved;
    }
    // No sum with a coordinate: whichever cell comes first raises, so their order stays unknown.
    if (cells->size != 0 && is_plain_pair(directions) &&
        !(directions.item(0).is_number() && directions.item(1).is_number()))
      return type_error();
  }
  if (is_listed(patch, Reading::Patch) && directions.is_pair()) {
    const Packing packing = patch.width() == 2 ? Packing::Locations : Packing::Colored;
    const Value moved = set_of_rows(context, patch, packing, directions.i(), directions.j());
    if (!moved.is_error()) return moved;
  }
  return declined();
}

BATT_HD Value normalize_t_general(Context&, Value piece) { return piece; }

#define BY_READING(name, reading, way, ...)                                   \
  BATT_HD Value name##_general(Context& context, Value patch) {               \
    return general_##way(context, patch, reading __VA_OPT__(, ) __VA_ARGS__); \
  }                                                                           \
  BATT_HD Value name##_packed(Context& context, Value patch) {                \
    return packed_##way(context, patch, reading __VA_OPT__(, ) __VA_ARGS__);  \
  }

BY_READING(normalize, Reading::Patch, normalized)
BY_READING(normalize_i, Reading::Indices, normalized)
BY_READING(normalize_o, Reading::Object, normalized)

BY_READING(hmirror_f, Reading::Patch, mirrored, Axis::Rows)
BY_READING(hmirror_i, Reading::Indices, mirrored, Axis::Rows)
BY_READING(hmirror_o, Reading::Object, mirrored, Axis::Rows)
BY_READING(vmirror_i, Reading::Indices, mirrored, Axis::Columns)
BY_READING(vmirror_o, Reading::Object, mirrored, Axis::Columns)

BY_READING(dmirror_f, Reading::Patch, transposed)
BY_READING(dmirror_i, Reading::Indices, transposed)
BY_READING(dmirror_o, Reading::Object, transposed)

#undef BY_READING

BATT_HD Value vmirror_f_general(Context& context, Value patch) {
  if (patch.is_set() && patch.set().size == 0) return patch;
  return general_mirrored(context, patch, Reading::Patch, Axis::Columns);
}
BATT_HD Value vmirror_f_packed(Context& context, Value patch) {
  if (patch.is_set() && patch.set().size == 0) return patch;
  return packed_mirrored(context, patch, Reading::Patch, Axis::Columns);
}

BATT_HD Value cmirror_f_general(Context& context, Value patch) { return counter_transposed(context, patch); }
BATT_HD Value cmirror_i_general(Context& context, Value indices) { return counter_transposed(context, indices); }
BATT_HD Value cmirror_o_general(Context& context, Value obj) { return counter_transposed(context, obj); }

BATT_HD Value mir_rot_f_general(Context& context, Value patch, Value type) {
  if (equal(context, type, Value::integer(0))) return op_hmirror_f(context, patch);
  if (equal(context, type, Value::integer(1))) return op_dmirror_f(context, patch);
  if (equal(context, type, Value::integer(2))) return op_vmirror_f(context, patch);
  if (equal(context, type, Value::integer(3))) return op_cmirror_f(context, patch);
  return patch;
}

BATT_HD Value upscale_f_general(Context& context, Value obj, Value factor) {
  BATT_LET(size, length(obj));
  if (size.as_int() == 0) return Value::empty_set();
  BATT_LET(corner, op_ulcorner(context, obj));
  Value top, left;
  BATT_TRY(unpack(context, corner, top, left));
  BATT_LET(di, negate(context, top));
  BATT_LET(dj, negate(context, left));
  BATT_LET(normed, op_shift(context, obj, make_pair(context, di, dj)));
  BATT_LET(scaled, upscale_values(context, normed, factor));
  return op_shift(context, copy_of_set(context, scaled.set()), make_pair(context, top, left));
}
BATT_HD Value upscale_f_packed(Context& context, Value obj, Value factor) {
  const SetRep* cells = packed(obj, Reading::Object);
  if (cells == nullptr || !factor.is_int()) return declined();
  const Extent extent = cells->extent();
  const Value normed = shift_cells(context, *cells, -extent.top, -extent.left);
  if (normed.is_error()) return declined();
  if (factor.as_int() < 1) return Value::empty_set();
  const SetRep* scaled = upscale_cells(context, normed.set(), factor.as_int());
  if (scaled == nullptr) return declined();
  return op_shift(context, copy_of_set(context, *scaled), Value::pair(extent.top, extent.left));
}

}  // namespace batt
