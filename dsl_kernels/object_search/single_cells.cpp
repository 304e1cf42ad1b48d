#include "dsl_kernels/object_search/single_cells.h"

#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/grid_rows.h"
#include "dsl_kernels/object_search/components.h"
#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/row_masks.h"
#include "runtime/value/bits.h"

namespace batt {
namespace {

/// More of them would hardly have an order of their own.
constexpr std::uint32_t most_cells = most_in_32_slots;

/// The cells of row i that are runs by themselves and linked to no other run.
std::uint32_t single_cells_of_row(const rows::Links& links, int i, int height, const ObjectKind& kind) {
  std::uint32_t starts = links.starts[i], ends = links.ends[i];
  if (!kind.univalued) {
    starts &= ~links.joined[i];
    ends &= ~(links.joined[i] >> 1);
  }
  std::uint32_t linked = links.above[i];
  if (kind.diagonal) linked |= links.above_left[i] | links.above_right[i];
  if (i + 1 < height) {
    linked |= links.above[i + 1];
    if (kind.diagonal) linked |= links.above_left[i + 1] >> 1 | links.above_right[i + 1] << 1;
  }
  return starts & ends & ~linked;
}

}  // namespace

bool may_have_single_cells(const Context& context, Value grid, Value type) {
  return context.uses_packed() && grid.is_grid() && takes_rows(grid) && is_object_kind(type);
}

Value single_cells(Context& context, Value grid, Value type) {
  context.charge(cell_count(grid));
  const ObjectKind kind = object_kind(type.as_int());
  rows::Links links;
  const int background =
      kind.without_background ? static_cast<int>(mostcolor_t_packed(context, grid).as_int()) : rows::no_background;
  rows::kernels->link({grid.bytes(), grid.height(), grid.width()}, {kind.univalued, kind.diagonal, background}, links);
  Cell cells[most_cells];
  std::uint32_t count = 0;
  for (int i = 0; i < grid.height(); ++i)
    for (std::uint32_t rest = single_cells_of_row(links, i, grid.height(), kind); rest != 0; rest &= rest - 1) {
      if (count == most_cells) return declined();
      const int j = bits::trailing_zeros(rest);
      cells[count++] = Cell(i, j, row_at(grid, i)[j]);
    }
  if (count == 0) return Value::empty_set();
  std::uint64_t hashes[most_cells];
  for (std::uint32_t k = 0; k < count; ++k) hashes[k] = hash::finish_set(hash::shuffle(hash::of_colored(cells[k])), 1);
  if (!have_own_slots(count, small_mask(count), [&](std::uint32_t k) { return hashes[k]; })) return declined();
  const Cell* listed = context.arena().copy(cells, count);
  Value objects[most_cells];
  for (std::uint32_t k = 0; k < count; ++k) {
    objects[k] = make_listed_cell_set(context, Packing::Colored, listed + k, 1);
    objects[k].set().hash = hashes[k];
    objects[k].set().hashed = true;
  }
  return make_distinct_set(context, objects, hashes, count);
}

}  // namespace batt
