#include "dsl_kernels/object_search/value_objects.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "dsl_kernels/grid_access.h"
#include "dsl_kernels/members.h"
#include "dsl_kernels/object_search/index_order.h"
#include "dsl_kernels/object_search/large_objects.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

bool is_nan(Value value) { return value.is_float() && std::isnan(value.as_real()); }

/// Values that Python takes for one get one number, and every nan that of nan, which Python takes for no other.
class NumberedValues {
 public:
  static constexpr int most = 100;
  static constexpr std::int8_t nothing = most;  ///< the number of no value
  static constexpr std::int8_t of_nan = most + 1;

  explicit NumberedValues(Context& context) : context_(context) { slots_.fill(nothing); }

  /// False if there are too many, or if it is another kind of value.
  bool number(Value value, std::int8_t& found) {
    if (is_nan(value)) return found = of_nan, true;
    if (count_ != 0 && value.same_as(values_[last_])) return found = last_, true;
    std::uint64_t hash = 0;
    if (!is_simple(value) || !hash_of(context_, value, hash)) return false;
    std::uint8_t& slot = slot_of(value, hash);
    if (slot == nothing) {
      if (count_ == most) return false;
      slot = static_cast<std::uint8_t>(count_);
      hashes_[static_cast<std::size_t>(count_)] = hash;
      values_[count_++] = value;
    }
    found = last_ = static_cast<std::int8_t>(slot);
    return true;
  }

  /// hash(value) of a number's values.
  std::uint64_t hash_of_number(std::int8_t number) const { return hashes_[static_cast<std::size_t>(number)]; }

  /// The number of a value, or `nothing`.
  std::int8_t find(Value value) {
    std::uint64_t hash = 0;
    return hash_of(context_, value, hash) ? static_cast<std::int8_t>(slot_of(value, hash)) : nothing;
  }

 private:
  static bool is_simple(Value value) {
    return value.is_number() || (value.is_exact_tuple() && (value.form() != Form::Plain || value.is_empty_tuple()));
  }

  std::uint8_t& slot_of(Value value, std::uint64_t hash) {
    std::size_t at = (hash ^ hash >> 32) % slots_.size();
    while (slots_[at] != nothing && !equal(context_, values_[slots_[at]], value)) at = (at + 1) % slots_.size();
    return slots_[at];
  }

  Context& context_;
  std::array<Value, most> values_;
  std::array<std::uint64_t, most> hashes_;
  std::array<std::uint8_t, 256> slots_{};
  int count_ = 0;
  std::int8_t last_ = 0;
};

/// Whether it is a tuple of tuples of which none is shorter than the first one, and whose locations are packed.
bool has_rows(Value grid) {
  if (!grid.is_exact_tuple() || grid.form() != Form::Plain || grid.is_empty_tuple()) return false;
  const Value* rows = grid.items();
  const std::int32_t height = grid.tuple_size();
  const std::int32_t width = rows[0].is_exact_tuple() ? rows[0].tuple_size() : 0;
  if (width == 0 || width >= Cell::location_limit || height >= Cell::location_limit) return false;
  return std::all_of(rows, rows + height, [=](Value row) { return row.is_exact_tuple() && row.tuple_size() >= width; });
}

/// Such a grid with numbers for its values, as the search sees it: of each row as much as the first row has. None if
/// there are other values.
Value numbered_grid(Context& context, Value grid, NumberedValues& numbered) {
  const Value* rows = grid.items();
  const std::int32_t height = grid.tuple_size(), width = rows[0].tuple_size();
  auto* numbers =
      context.arena().allocate<std::int8_t>(static_cast<std::size_t>(height) * static_cast<std::size_t>(width));
  std::int8_t* next = numbers;
  for (std::int32_t i = 0; i < height; ++i)
    for (std::int32_t j = 0; j < width; ++j)
      if (!numbered.number(rows[i].item(j), *next++)) return Value::none();
  return make_grid(context, numbers, height, width);
}

/// The recipe of an object of ints: its cells were added as the search visits those of their numbers.
struct OrderByNumber : Recipe {
  const VisitOrder* order;
  const SetRep* numbers;
  const Value* rows;

  static void write(const Recipe& recipe, const ListedCells& members, Cell* out) {
    const auto& by = static_cast<const OrderByNumber&>(recipe);
    by.order->visit(*by.order, ListedCells(*by.numbers, members.context), out);
    for (std::uint32_t k = 0; k < members.size; ++k) out[k] = color_cell(by.rows, out[k]);
  }
  static Cell color_cell(const Value* rows, Cell cell) {
    return {cell.i(), cell.j(), static_cast<int>(rows[cell.i()].item(cell.j()).as_int())};
  }
};

/// The objects of a grid by those of its numbers.
class ObjectsByNumber {
 public:
  ObjectsByNumber(Context& context, Value grid, const NumberedValues& numbered, Value numbers)
      : context_(context),
        rows_(grid.items()),
        numbered_(numbered),
        numbers_(numbers),
        objects_(context.scratch().allocate<Value>(cell_count(numbers))),
        object_at_(context.scratch().allocate<std::uint32_t>(cell_count(numbers))) {
    std::fill_n(object_at_, cell_count(numbers), std::uint32_t{none});
  }

  Value find(const ObjectKind& kind) {
    const Value found = has_components(numbers_) ? objects_of_grid(context_, numbers_, kind)
                                                 : objects_of_large_grid(context_, numbers_, kind);
    const SetRep& objects = found.set();
    if (objects.size != 0) {
      const auto& order = static_cast<const VisitOrder&>(*objects.value_list[0].set().recipe);
      for (std::uint32_t k = 0; k < objects.size; ++k) {
        const SetRep& numbers = objects.value_list[k].set();
        add(numbers.any_cells(), numbers.size, object_of(numbers, order));
      }
    }
    return finish();
  }

  /// The same where a cell with nan is an object by itself, which no other one may take in.
  Value find_beside_nans(ObjectKind kind) {
    const std::size_t total = cell_count(numbers_);
    const std::int8_t* bytes = numbers_.bytes();
    auto* numbers = context_.arena().allocate<std::int8_t>(total);
    for (std::size_t k = 0; k < total; ++k) {
      const bool is_background = kind.without_background && bytes[k] == kind.background;
      numbers[k] = is_background ? NumberedValues::of_nan : bytes[k];
      if (bytes[k] != NumberedValues::of_nan) continue;
      const Cell cell(static_cast<int>(k) / numbers_.width(), static_cast<int>(k) % numbers_.width());
      add(&cell, 1, make_object(&cell, 1));
    }
    numbers_ = make_grid(context_, numbers, numbers_.height(), numbers_.width());
    kind.without_background = true;
    kind.background = NumberedValues::of_nan;
    return find(kind);
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  void add(const Cell* cells, std::uint32_t size, Value object) {
    for (std::uint32_t k = 0; k < size; ++k) object_at_[cells[k].i() * numbers_.width() + cells[k].j()] = count_;
    objects_[count_++] = object;
  }

  Value object_of(const SetRep& numbers, const VisitOrder& order) {
    const Cell* cells = numbers.any_cells();
    const bool is_of_ints = std::all_of(cells, cells + numbers.size, [this](Cell cell) {
      const Value value = rows_[cell.i()].item(cell.j());
      return value.is_exact_int() && Cell::color_fits(value.as_int());
    });
    if (!is_of_ints || numbers.size == 1) {
      const ArenaScope scope(context_.scratch());
      Cell* visited = context_.scratch().allocate<Cell>(numbers.size);
      order.visit(order, ListedCells(numbers, context_), visited);
      return is_of_ints || has_nan(visited, numbers.size) ? make_object(visited, numbers.size)
                                                          : make_hashed_object(visited, numbers.size);
    }
    Cell* colored = context_.arena().allocate<Cell>(numbers.size);
    for (std::uint32_t k = 0; k < numbers.size; ++k) colored[k] = OrderByNumber::color_cell(rows_, cells[k]);
    const Recipe* recipe =
        context_.arena().make<OrderByNumber>(Recipe{.sequence = OrderByNumber::write}, &order, &numbers, rows_);
    const SetRep rep{.size = numbers.size,
                     .packing = Packing::Colored,
                     .copied = true,
                     .cell_list = colored,
                     .recipe = recipe,
                     .context = &context_};
    return Value::set(context_.arena().make<SetRep>(rep));
  }

  bool has_nan(const Cell* cells, std::uint32_t size) const {
    return std::any_of(cells, cells + size, [this](Cell cell) { return number_at(cell) == NumberedValues::of_nan; });
  }

  std::int8_t number_at(Cell cell) const { return numbers_.bytes()[cell.i() * numbers_.width() + cell.j()]; }

  Value triple_at(Cell cell) {
    return make_triple(context_, Value::integer(cell.i()), Value::integer(cell.j()), rows_[cell.i()].item(cell.j()));
  }

  /// Of cells of which one at least is no packed cell: the numbers tell the hashes.
  Value make_hashed_object(const Cell* visited, std::uint32_t size) {
    const ArenaScope scope(context_.scratch());
    auto* triples = context_.scratch().allocate<Value>(size);
    auto* hashes = context_.scratch().allocate<std::uint64_t>(size);
    for (std::uint32_t k = 0; k < size; ++k) {
      const std::uint64_t location = hash::location_state(visited[k].i(), visited[k].j());
      triples[k] = triple_at(visited[k]);
      hashes[k] = hash::finish_tuple(hash::tuple_step(location, numbered_.hash_of_number(number_at(visited[k]))), 3);
    }
    return make_copied_set(context_, triples, hashes, size);
  }

  Value make_object(const Cell* visited, std::uint32_t size) {
    const ArenaScope scope(context_.scratch());
    auto* triples = context_.scratch().allocate<Value>(size);
    for (std::uint32_t k = 0; k < size; ++k) triples[k] = triple_at(visited[k]);
    return copy_of_set(context_, make_set(context_, triples, size).set());
  }

  /// The set of all, added as the search comes upon them.
  Value finish() {
    const std::uint32_t* cells = order_of_indices(context_.scratch(), numbers_.height(), numbers_.width());
    Members in_turn(context_);
    for (std::uint32_t left = count_; left != 0; ++cells) {
      const std::uint32_t number = object_at_[*cells];
      if (number == none || objects_[number].is_none()) continue;
      in_turn.add(objects_[number]);
      objects_[number] = Value::none();
      --left;
    }
    return copy_of_set(context_, in_turn.finish().set());
  }

  Context& context_;
  const Value* rows_;
  const NumberedValues& numbered_;
  Value numbers_;
  Value* objects_;  ///< `count_` of them
  std::uint32_t* object_at_;
  std::uint32_t count_ = 0;
};

}  // namespace

bool objects_of_value_grid(Context& context, Value grid, const ObjectKind& kind, Value& objects) {
  if (!has_rows(grid)) return false;
  const ArenaScope scope(context.scratch());
  NumberedValues numbered(context);
  const Value numbers = numbered_grid(context, grid, numbered);
  if (numbers.is_none()) return false;
  ObjectKind by_number = kind;
  if (kind.without_background) {
    const Value background = op_mostcolor_t(context, grid);
    if (background.is_error()) return false;
    by_number.background = is_nan(background) ? NumberedValues::nothing : numbered.find(background);
  }
  const std::int8_t* bytes = numbers.bytes();
  const bool has_nans =
      std::find(bytes, bytes + cell_count(numbers), NumberedValues::of_nan) != bytes + cell_count(numbers);
  ObjectsByNumber search(context, grid, numbered, numbers);
  objects = kind.univalued && has_nans ? search.find_beside_nans(by_number) : search.find(by_number);
  return true;
}

}  // namespace batt
