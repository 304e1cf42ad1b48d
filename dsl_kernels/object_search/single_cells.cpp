#include "dsl_kernels/object_search/single_cells.h"

#include <algorithm>

#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/grid_rows.h"
#include "dsl_kernels/object_search/large_objects.h"
#include "dsl_kernels/object_search/object_jobs.h"
#include "dsl_kernels/row_masks.h"
#include "runtime/value/bits.h"
#include "runtime/value/late_sets.h"

namespace batt {
namespace {

// ---- which cells ----------------------------------------------------------------------------------------------

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

/// Writes the cells of a grid that takes_rows, row by row; returns the end.
Cell* find_by_rows(Value grid, const ObjectKind& kind, int background, Cell* out) {
  rows::Links links;
  rows::kernels->link({grid.bytes(), grid.height(), grid.width()}, {kind.univalued, kind.diagonal, background}, links);
  for (int i = 0; i < grid.height(); ++i)
    for (std::uint32_t rest = single_cells_of_row(links, i, grid.height(), kind); rest != 0; rest &= rest - 1) {
      const int j = bits::trailing_zeros(rest);
      *out++ = Cell(i, j, row_at(grid, i)[j]);
    }
  return out;
}

/// The cells of a row that belong together with one beside them, a byte each.
class LinkedCells {
 public:
  LinkedCells(Arena& scratch, Value grid, const ObjectKind& kind, int background)
      : grid_(grid), kind_(kind), background_(background), linked_(scratch.allocate<std::uint8_t>(width())) {}

  void find(int i) {
    std::fill_n(linked_, width(), std::uint8_t{0});
    link(i, i, -1);
    link(i, i, 1);
    for (const int other : {i - 1, i + 1}) {
      if (other < 0 || other == grid_.height()) continue;
      link(i, other, 0);
      if (!kind_.diagonal) continue;
      link(i, other, -1);
      link(i, other, 1);
    }
  }
  bool operator[](int j) const { return linked_[j] != 0; }

 private:
  std::size_t width() const { return static_cast<std::size_t>(grid_.width()); }

  /// Marks the cells of row i that belong together with those so far to the right in another row.
  void link(int i, int other, int right) {
    const std::int8_t *row = row_at(grid_, i), *there = row_at(grid_, other) + right;
    const int begin = right < 0 ? 1 : 0, end = grid_.width() - (right > 0 ? 1 : 0);
    std::uint8_t* __restrict linked = linked_;
    if (kind_.univalued) {
      for (int j = begin; j < end; ++j) linked[j] |= row[j] == there[j] ? 1 : 0;
    } else if (kind_.without_background) {
      const auto background = static_cast<std::int8_t>(background_);
      for (int j = begin; j < end; ++j) linked[j] |= there[j] != background ? 1 : 0;
    } else {
      for (int j = begin; j < end; ++j) linked[j] = 1;
    }
  }

  const Value grid_;
  const ObjectKind& kind_;
  const int background_;
  std::uint8_t* const linked_;
};

/// Does the same for any other grid.
Cell* find_in_large_grid(Context& context, Value grid, const ObjectKind& kind, int background, Cell* out) {
  LinkedCells linked(context.scratch(), grid, kind, background);
  for (int i = 0; i < grid.height(); ++i) {
    linked.find(i);
    const std::int8_t* row = row_at(grid, i);
    for (int j = 0; j < grid.width(); ++j)
      if (!linked[j] && row[j] != background) *out++ = Cell(i, j, row[j]);
  }
  return out;
}

// ---- their order ----------------------------------------------------------------------------------------------

/// The recipe of a set of such cells: they come in the order of all objects.
struct OrderOfObjects : Recipe {
  Value grid, type;

  static void write_places(const Recipe& recipe, const SetRep& set, std::uint32_t* out) {
    const auto& order = static_cast<const OrderOfObjects&>(recipe);
    const auto width = static_cast<std::uint32_t>(order.grid.width());
    const auto place_of = [&](Value object) {
      const Cell cell = *object.set().any_cells();
      return static_cast<std::uint32_t>(cell.i()) * width + static_cast<std::uint32_t>(cell.j());
    };
    auto* places = set.context->scratch().allocate<std::uint32_t>(cell_count(order.grid));
    for (std::uint32_t k = 0; k < set.size; ++k) places[place_of(set.value_list[k])] = k;
    const SetRep& objects = op_o_g(*set.context, order.grid, order.type).set();
    for (std::uint32_t k = 0; k < objects.size; ++k)
      if (objects.values()[k].set().size == 1) *out++ = places[place_of(objects.value_list[k])];
  }
};

const Recipe& order_of_objects(Context& context, Value grid, Value type) {
  return *context.arena().make<OrderOfObjects>(Recipe{.sequence = nullptr, .places = OrderOfObjects::write_places},
                                               grid, type);
}

/// Sets of a cell each.
Value* make_objects(Context& context, const Cell* cells, std::size_t count, std::uint64_t* hashes) {
  Value* objects = context.arena().allocate<Value>(count);
  SetRep* reps = context.arena().allocate<SetRep>(count);
  const Recipe& listed = as_listed(context);
  for (std::size_t k = 0; k < count; ++k) {
    hashes[k] = hash::finish_set(hash::shuffle(hash::of_colored(cells[k])), 1);
    reps[k] = object_rep({.mixed = 0, .size = 1, .earliest = 0, .next = 0}, hashes[k], cells + k, listed, context);
    objects[k] = Value::set(reps + k);
  }
  return objects;
}

}  // namespace

bool may_have_single_cells(const Context& context, Value grid, Value type) {
  return context.uses_packed() && has_packed_cells(grid) && is_object_kind(type);
}

Value single_cells(Context& context, Value grid, Value type) {
  context.charge(cell_count(grid));
  ArenaScope scope(context.scratch());
  const ObjectKind kind = object_kind(type.as_int());
  const int background =
      kind.without_background ? static_cast<int>(mostcolor_t_packed(context, grid).as_int()) : rows::no_background;
  Cell* const found = context.scratch().allocate<Cell>(cell_count(grid));
  const Cell* const end = takes_rows(grid) ? find_by_rows(grid, kind, background, found)
                                           : find_in_large_grid(context, grid, kind, background, found);
  const auto count = static_cast<std::size_t>(end - found);
  if (count == 0) return Value::empty_set();
  auto* hashes = context.arena().allocate<std::uint64_t>(count);
  const Value* objects = make_objects(context, context.arena().copy(found, count), count, hashes);
  const auto size = static_cast<std::uint32_t>(count);
  const bool has_order =
      size <= most_in_32_slots && have_own_slots(size, small_mask(size), [&](std::uint32_t k) { return hashes[k]; });
  return has_order ? make_distinct_set(context, objects, hashes, count)
                   : make_set_later(context, objects, hashes, count, order_of_objects(context, grid, type));
}

}  // namespace batt
