#include "dsl_kernels/object_search/general_search.h"

#include <algorithm>

#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/members.h"
#include "dsl_kernels/object_search/index_order.h"
#include "dsl_kernels/object_search/level_sets.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

/// Locations inside the grid, numbered row by row.
struct GridPlaceTraits {
  std::uint32_t width;

  BATT_HD std::int32_t row(std::uint32_t place) const { return static_cast<std::int32_t>(place / width); }
  BATT_HD std::int32_t column(std::uint32_t place) const { return static_cast<std::int32_t>(place % width); }
  BATT_HD std::uint64_t hash(std::uint32_t place) const { return hash::of_pair(row(place), column(place)); }
  BATT_HD bool equal(std::uint32_t a, std::uint32_t b) const { return a == b; }
};
using GridPlaceSet = SetTable<GridPlaceTraits>;

/// objects(): sets, grown around their first cell.
struct AsSets {
  using Group = Members;
  static constexpr bool has_first_cell = true;
  BATT_HD static Value finish(Context& context, Members& members) {
    return copy_of_set(context, members.finish().set());
  }
};

/// objects_t(): tuples of what the search visits.
struct AsTuples {
  class Group {
   public:
    BATT_HD explicit Group(Context& context) : items_(context) {}
    BATT_HD Value add(Value item) { return items_.push(item), Value::none(); }
    BATT_HD ScratchVector& items() { return items_; }

   private:
    ScratchVector items_;
  };
  static constexpr bool has_first_cell = false;
  BATT_HD static Value finish(Context& context, Group& group) { return make_tuple(context, group.items()); }
};

template <class Made>
class ObjectSearch {
 public:
  BATT_HD ObjectSearch(Context& context, Value grid, const GridShape& shape, const ObjectKind& kind, Value background)
      : context_(context),
        grid_(grid),
        shape_(shape),
        kind_(kind),
        background_(background),
        traits_{static_cast<std::uint32_t>(shape.width)} {}

  BATT_HD Value run() {
    const auto total = static_cast<std::size_t>(shape_.height) * static_cast<std::size_t>(shape_.width);
    context_.charge(total);
    const std::uint32_t* unvisited = order_of_indices(context_.scratch(), shape_.height, shape_.width);
    find_rows(total);
    occupied_ = context_.scratch().allocate<bool>(total);
    std::fill_n(occupied_, total, false);
    Group objects(context_);
    for (std::size_t k = 0; k < total; ++k) {
      const std::uint32_t place = unvisited[k];
      if (occupied_[place]) continue;
      if (bytes_ != nullptr && is_byte_background(bytes_[place])) continue;
      BATT_LET(value, value_at(place));
      if (equal(context_, value, background_)) continue;
      BATT_LET(object, grow(place, value));
      BATT_TRY(objects.add(object));
    }
    return Made::finish(context_, objects);
  }

 private:
  using Group = typename Made::Group;

  BATT_HD std::uint32_t number(std::int32_t i, std::int32_t j) const {
    return static_cast<std::uint32_t>(i) * traits_.width + static_cast<std::uint32_t>(j);
  }

  /// Puts rows of bytes one after the other: most cells are looked at, and most of them are background.
  BATT_HD void find_rows(std::size_t total) {
    Items rows;
    if (!iterate(context_, grid_, rows)) return;
    for (std::int32_t i = 0; i < rows.size(); ++i)
      if (!rows[i].is_row() || rows[i].tuple_size() != shape_.width) return;
    bytes_ = context_.scratch().allocate<std::int8_t>(total);
    for (std::int32_t i = 0; i < rows.size(); ++i)
      std::copy_n(rows[i].bytes(), shape_.width, bytes_ + i * shape_.width);
  }
  BATT_HD bool is_byte_background(std::int8_t color) const {
    return background_.is_exact_int() && background_.as_int() == color;
  }

  BATT_HD Value value_at(std::uint32_t place) {
    if (bytes_ != nullptr) return Value::integer(bytes_[place]);
    return cell_value(context_, grid_, traits_.row(place), traits_.column(place));
  }

  BATT_HD Value add_cell(Group& cells, std::uint32_t place, Value value) {
    return cells.add(
        make_triple(context_, Value::integer(traits_.row(place)), Value::integer(traits_.column(place)), value));
  }

  /// The object of cells like `value` that holds this place.
  BATT_HD Value grow(std::uint32_t first, Value value) {
    Group cells(context_);
    if (Made::has_first_cell) BATT_TRY(add_cell(cells, first, value));
    std::uint32_t* candidates = &first;
    std::uint32_t count = 1;
    while (count != 0) {
      GridPlaceSet neighborhood(context_.scratch(), traits_);
      for (std::uint32_t k = 0; k < count; ++k) BATT_TRY(visit(candidates[k], value, cells, neighborhood));
      candidates = context_.scratch().allocate<std::uint32_t>(neighborhood.size());
      count = list_difference(
          context_.scratch(), neighborhood, traits_, occupied_count_,
          [&](std::uint32_t place) { return occupied_[place]; }, candidates);
    }
    return Made::finish(context_, cells);
  }

  BATT_HD Value visit(std::uint32_t place, Value value, Group& cells, GridPlaceSet& neighborhood) {
    context_.charge();
    BATT_LET(there, value_at(place));
    const bool belongs = kind_.univalued ? equal(context_, value, there) : !equal(context_, there, background_);
    if (!belongs) return Value::none();
    BATT_TRY(add_cell(cells, place, there));
    if (!occupied_[place]) ++occupied_count_;
    occupied_[place] = true;
    return add_neighbors(place, neighborhood);
  }

  BATT_HD Value add_neighbors(std::uint32_t place, GridPlaceSet& neighborhood) {
    ArenaScope scope(context_.arena());
    const Value location = Value::pair(traits_.row(place), traits_.column(place));
    BATT_LET(around, kind_.diagonal ? op_neighbors(context_, location) : op_dneighbors(context_, location));
    GridPlaceSet inner(context_.scratch(), traits_);
    for (std::uint32_t k = 0; k < around.set().size; ++k) {
      const Value neighbor = around.set().at(k);
      if (neighbor.i() < 0 || neighbor.i() >= shape_.height || neighbor.j() < 0 || neighbor.j() >= shape_.width)
        continue;
      inner.add(number(neighbor.i(), neighbor.j()));
    }
    merge_into(neighborhood, inner, traits_);
    return Value::none();
  }

  Context& context_;
  Value grid_;
  GridShape shape_;
  ObjectKind kind_;
  Value background_;
  GridPlaceTraits traits_;
  std::int8_t* bytes_ = nullptr;  ///< by place; null: not all rows are rows of bytes, or not of one width
  bool* occupied_ = nullptr;      ///< by place
  std::uint32_t occupied_count_ = 0;
};

template <class Made>
BATT_HD Value search(Context& context, Value grid, const ObjectKind& kind) {
  const Value background = kind.without_background ? op_mostcolor_t(context, grid) : Value::none();
  BATT_TRY(background);
  GridShape shape;
  BATT_TRY(read_shape(context, grid, shape));
  return ObjectSearch<Made>(context, grid, shape, kind, background).run();
}

}  // namespace

BATT_HD Value search_objects(Context& context, Value grid, const ObjectKind& kind) {
  return search<AsSets>(context, grid, kind);
}

BATT_HD Value search_object_tuples(Context& context, Value grid, const ObjectKind& kind) {
  return search<AsTuples>(context, grid, kind);
}

}  // namespace batt
