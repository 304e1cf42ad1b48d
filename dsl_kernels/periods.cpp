// The periods of objects: how far to move one until it covers itself.
#include <algorithm>

#include "dsl_kernels/members.h"
#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/patch.h"
#include "runtime/value/cell_map.h"

namespace batt {
namespace {

/// The smallest p > 0 for which a packed object, moved back by p and cut off at its edge, lies in itself; else its
/// size.
BATT_HD Value packed_period(Context& context, const SetRep& object, bool horizontal) {
  const Extent extent = object.extent();
  const int size = horizontal ? extent.width() : extent.height(), edge = horizontal ? extent.left : extent.top;
  if (object.packing == Packing::Locations) return size == 1 ? Value::integer(1) : value_error();
  ArenaScope scope(context.scratch());
  const CellMembers members(context, object);
  const Cell* cells = object.any_cells();
  for (int p = 1; p < size; ++p) {
    context.charge(object.size);
    const bool inside = std::all_of(cells, cells + object.size, [&](Cell cell) {
      const int i = horizontal ? cell.i() : cell.i() - p, j = horizontal ? cell.j() - p : cell.j();
      return (horizontal ? j : i) < edge || members.contains(Cell(i, j, cell.c()));
    });
    if (inside) return Value::integer(p);
  }
  return Value::integer(size);
}

/// {(i, j, c) for i, j, c in object if j >= 0}, or i >= 0.
BATT_HD Value cut_off(Context& context, Value object, bool horizontal) {
  Items cells;
  if (!iterate(context, object, cells)) return type_error();
  Members kept(context);
  for (std::int32_t k = 0; k < cells.size(); ++k) {
    Value i, j, c;
    BATT_TRY(unpack(context, cells[k], i, j, c));
    BATT_LET(inside, greater_equal(context, horizontal ? j : i, Value::integer(0)));
    if (inside.as_bool()) BATT_TRY(kept.add(make_triple(context, i, j, c)));
  }
  return kept.finish();
}

BATT_HD Value general_period(Context& context, Value object, bool horizontal) {
  BATT_LET(normalized, op_normalize(context, object));
  BATT_LET(size, horizontal ? op_width_f(context, normalized) : op_height_f(context, normalized));
  if (!size.is_int()) return type_error();
  for (std::int64_t p = 1; p < size.as_int(); ++p) {
    const Value back = Value::integer(-p), stay = Value::integer(0);
    BATT_LET(offset, op_shift(context, normalized,
                              horizontal ? make_pair(context, stay, back) : make_pair(context, back, stay)));
    BATT_LET(pruned, cut_off(context, offset, horizontal));
    // A size above 1 means that normalize has shifted something, so it is a set.
    if (is_subset(context, pruned.set(), normalized.set())) return Value::integer(p);
  }
  return size;
}

}  // namespace

BATT_HD Value hperiod_general(Context& context, Value obj) { return general_period(context, obj, true); }
BATT_HD Value hperiod_packed(Context& context, Value obj) {
  const SetRep* cells = packed(obj, Reading::Patch);
  return cells != nullptr ? packed_period(context, *cells, true) : declined();
}
BATT_HD Value vperiod_general(Context& context, Value obj) { return general_period(context, obj, false); }
BATT_HD Value vperiod_packed(Context& context, Value obj) {
  const SetRep* cells = packed(obj, Reading::Patch);
  return cells != nullptr ? packed_period(context, *cells, false) : declined();
}

}  // namespace batt
