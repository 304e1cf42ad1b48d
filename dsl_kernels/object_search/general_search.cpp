#include "dsl_kernels/object_search/general_search.h"

#include <algorithm>
#include <limits>

#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/members.h"
#include "dsl_kernels/object_search/index_order.h"
#include "dsl_kernels/object_search/level_sets.h"
#include "dsl_kernels/op_bodies.h"
#include "dsl_kernels/runs.h"
#include "runtime/value/bits.h"

namespace batt {
namespace {

/// Locations inside the grid, numbered row by row; the rows of a grid of some width begin this power of two apart.
struct GridPlaceTraits {
  int width_bits;

  BATT_HD std::int32_t row(std::uint32_t place) const { return static_cast<std::int32_t>(place >> width_bits); }
  BATT_HD std::int32_t column(std::uint32_t place) const {
    return static_cast<std::int32_t>(place & ((std::uint32_t{1} << width_bits) - 1));
  }
  BATT_HD std::uint32_t at(std::int32_t i, std::int32_t j) const {
    return static_cast<std::uint32_t>(i) << width_bits | static_cast<std::uint32_t>(j);
  }
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
        traits_{bits::width(static_cast<std::uint64_t>(std::max<std::int64_t>(shape.width - 1, 0)))} {}

  BATT_HD Value run() {
    const auto total = static_cast<std::size_t>(shape_.height) * static_cast<std::size_t>(shape_.width);
    context_.charge(total);
    const std::size_t places = static_cast<std::size_t>(shape_.height) << traits_.width_bits;
    if (places > std::numeric_limits<std::uint32_t>::max()) stop(Limit::Memory);
    find_rows(total);
    occupied_ = context_.scratch().allocate<bool>(places);
    std::fill_n(occupied_, places, false);
    Group objects(context_);
    BATT_TRY(search_all(objects, total));
    return Made::finish(context_, objects);
  }

 private:
  using Group = typename Made::Group;

  /// Grows an object from each cell that belongs to none yet, in the order of asindices(grid).
  BATT_HD Value search_all(Group& objects, std::size_t total) {
    std::size_t count = total;
    const std::uint32_t* cells = few_of_foreground(total, count);
    if (cells == nullptr) cells = order_of_indices(context_.scratch(), shape_.height, shape_.width);
    for (std::size_t k = 0; k < count; ++k) {
      if (bytes_ != nullptr && is_byte_background(bytes_[cells[k]])) continue;
      const std::uint32_t width = static_cast<std::uint32_t>(shape_.width), i = cells[k] / width;
      const std::uint32_t place =
          traits_.at(static_cast<std::int32_t>(i), static_cast<std::int32_t>(cells[k] - i * width));
      if (occupied_[place]) continue;
      BATT_LET(value, value_at(place));
      if (equal(context_, value, background_)) continue;
      BATT_LET(object, grow(place, value));
      BATT_TRY(objects.add(object));
    }
    return Value::none();
  }

  /// The cells of a grid of bytes that are not background, in that order; null if there are many, or on the device.
  BATT_HD const std::uint32_t* few_of_foreground([[maybe_unused]] std::size_t total,
                                                 [[maybe_unused]] std::size_t& count) {
#ifndef BATT_ON_DEVICE
    if (bytes_ == nullptr || !background_.is_exact_int()) return nullptr;
    const std::size_t most = total / 16;
    auto* cells = context_.scratch().allocate<std::uint32_t>(most);
    std::size_t found = 0;
    const std::int8_t* const end = bytes_ + total;
    for (const std::int8_t *run = bytes_, *run_end = run; run != end; run = run_end) {
      run_end = end_of_run(run, end);
      if (is_byte_background(*run)) continue;
      if (found + static_cast<std::size_t>(run_end - run) > most) return nullptr;
      for (; run != run_end; ++run) cells[found++] = static_cast<std::uint32_t>(run - bytes_);
    }
    sort_by_order_of_indices(context_.scratch(), shape_.height, shape_.width, cells, static_cast<std::uint32_t>(found));
    count = found;
    return cells;
#else
    return nullptr;
#endif
  }

  /// Looks the rows up, if none is shorter than the first one, and puts rows of bytes one after the other: most cells
  /// are looked at, and most of them are background.
  BATT_HD void find_rows(std::size_t total) {
    if (grid_.is_grid()) {
      bytes_ = grid_.bytes();
      return;
    }
    if (!grid_.is_exact_tuple()) return;
    const auto height = static_cast<std::size_t>(shape_.height);
    const Value* rows = grid_.items();
    const auto all_rows = [&](auto holds) { return std::all_of(rows, rows + height, holds); };
    if (!all_rows([&](Value row) { return row.is_exact_tuple() && row.tuple_size() >= shape_.width; })) return;
    rows_ = rows;
    if (!all_rows([&](Value row) { return row.is_row(); })) return;
    auto* bytes = context_.scratch().allocate<std::int8_t>(total);
    for (std::size_t i = 0; i < height; ++i)
      std::copy_n(rows[i].bytes(), shape_.width, bytes + i * static_cast<std::size_t>(shape_.width));
    bytes_ = bytes;
  }
  BATT_HD bool is_byte_background(std::int8_t color) const {
    return background_.is_exact_int() && background_.as_int() == color;
  }

  BATT_HD Value value_at(std::uint32_t place) {
    const std::int32_t i = traits_.row(place), j = traits_.column(place);
    if (bytes_ != nullptr) return Value::integer(bytes_[i * shape_.width + j]);
    return rows_ != nullptr ? rows_[i].item(j) : cell_value(context_, grid_, i, j);
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
    const NeighborsInside neighbors(traits_.row(place), traits_.column(place), static_cast<int>(shape_.height),
                                    static_cast<int>(shape_.width), kind_.diagonal);
    neighbors.merge_into(neighborhood, [this](int i, int j) { return traits_.at(i, j); });
    return Value::none();
  }

  Context& context_;
  Value grid_;
  GridShape shape_;
  ObjectKind kind_;
  Value background_;
  GridPlaceTraits traits_;
  const std::int8_t* bytes_ = nullptr;  ///< row by row; null: not all rows are rows of bytes
  const Value* rows_ = nullptr;         ///< null: it is no tuple of tuples, or one is shorter than the first one
  bool* occupied_ = nullptr;            ///< by place
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
