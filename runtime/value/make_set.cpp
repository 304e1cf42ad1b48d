// Making sets, and finding their order out when it is asked for.
#include <algorithm>
#include <utility>

#include "batt/build_order.h"
#include "runtime/value/set_parts.h"

namespace batt {
namespace {

/// The empty set lives where the code that asks for it can read it.
#define BATT_EMPTY_SET(occupied)                                                                                              \
  {.size = 0, .table_mask = smallest_mask, .packing = Packing::Values, .table_dummies = false, .hashed = true,                \
   .copied = false, .hash = hash::finish_set(0, 0), .values = nullptr, .hashes = nullptr, .table_occupied = occupied,         \
   .recipe = nullptr, .context = nullptr}

constexpr std::uint64_t nothing_occupied[2] = {0, 0};
[[maybe_unused]] const SetRep empty_rep = BATT_EMPTY_SET(nothing_occupied);
#ifdef __CUDACC__
__device__ const std::uint64_t nothing_occupied_on_device[2] = {0, 0};
__device__ const SetRep empty_rep_on_device = BATT_EMPTY_SET(nothing_occupied_on_device);
#endif
#undef BATT_EMPTY_SET

template <class Traits>
BATT_HD Value make_cells(Context& context, Packing packing, const Traits& traits, const Cell* cells, std::size_t count) {
  ArenaScope scope(context.scratch());
  SetTable<Traits> table(context.scratch(), traits);
  for (std::size_t k = 0; k < count; ++k) table.add(cells[k].bits());
  return finish(context, packing, table);
}

/// Which locations have been met, in which colour, inside the box around some cells.
class LocationMap {
 public:
  /// False if the cells are scattered too widely for a map of their box.
  BATT_HD bool open(Arena& scratch, const Cell* cells, std::size_t count) {
    int top = Cell::location_limit, left = top, bottom = -top, right = -top;
    for (std::size_t k = 0; k < count; ++k) {
      top = std::min(top, cells[k].i());
      bottom = std::max(bottom, cells[k].i());
      left = std::min(left, cells[k].j());
      right = std::max(right, cells[k].j());
    }
    top_ = top;
    left_ = left;
    width_ = right - left + 1;
    height_ = bottom - top + 1;
    const std::size_t area = count == 0 ? 0 : static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
    if (area > most_area) return false;
    met_ = scratch.allocate<std::uint16_t>(area);
    std::memset(met_, 0, area * sizeof(std::uint16_t));
    return true;
  }

  /// What was met at the cell's location before: 0 for nothing, else 1 + its colour's byte. Now it is the cell.
  BATT_HD std::uint16_t meet(Cell cell) {
    std::uint16_t& place = met_[(cell.i() - top_) * width_ + cell.j() - left_];
    return std::exchange(place, mark(cell));
  }
  /// Whether the cell was the last one met at its location.
  BATT_HD bool holds(Cell cell) const {
    const int i = cell.i() - top_, j = cell.j() - left_;
    return static_cast<unsigned>(i) < static_cast<unsigned>(height_) && static_cast<unsigned>(j) < static_cast<unsigned>(width_) &&
           met_[i * width_ + j] == mark(cell);
  }
  BATT_HD static std::uint16_t mark(Cell cell) { return static_cast<std::uint16_t>(1 + (cell.bits() & 0xff)); }

 private:
  static constexpr std::size_t most_area = std::size_t{1} << 15;
  int top_ = 0, left_ = 0, width_ = 0, height_ = 0;
  std::uint16_t* met_ = nullptr;
};

/// Copies the cells without repeats, if a look at their locations can tell: -1 if it cannot.
BATT_HD std::ptrdiff_t without_repeats(Arena& scratch, const Cell* cells, std::size_t count, Cell* out) {
  ArenaScope scope(scratch);
  LocationMap locations;
  if (!locations.open(scratch, cells, count)) return -1;
  std::ptrdiff_t kept = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint16_t met = locations.meet(cells[k]);
    if (met != 0 && met != LocationMap::mark(cells[k])) return -1;  // which colours were there before that one?
    out[kept] = cells[k];
    kept += met == 0 ? 1 : 0;
  }
  return kept;
}

/// Puts the cells of a set into the order in which CPython iterates, given the order in which they were added.
template <class Traits>
BATT_HD void order_cells(Context& context, const SetRep& set, const Traits& traits, const Cell* sequence) {
  auto* hashes = context.scratch().allocate<std::uint64_t>(set.size);
  for (std::uint32_t k = 0; k < set.size; ++k) hashes[k] = traits.hash(sequence[k].bits());
  BuiltOrder built = build_order(context.scratch(), hashes, set.size);
  if (set.copied && built.mask != copy_mask(set.size)) built = rebuild_order(context.scratch(), hashes, set.size, built, copy_mask(set.size));
  Cell* ordered = context.arena().allocate<Cell>(set.size);
  for (std::uint32_t k = 0; k < set.size; ++k) ordered[k] = sequence[built.order[k]];
  set.cell_list = ordered;
  set.table_mask = built.mask;
  set.table_occupied = keep_occupancy(context, built.occupied, built.mask);
}

/// The recipe of a set whose list of cells is the sequence in which they were added.
BATT_HD void list_again(const Recipe&, const SetRep& set, Cell* out) { std::copy_n(set.cell_list, set.size, out); }

BATT_HD const Recipe& as_listed(Context& context) { return *context.arena().make<Recipe>(list_again); }

/// Tells quickly which cells belong to a set, without its table if that is not there yet.
class CellMembers {
 public:
  BATT_HD CellMembers(Context& context, const Cell* cells, std::size_t count) : cells_(cells), count_(count) {
    if (count <= few || !locations_.open(context.scratch(), cells, count)) return;
    mapped_ = true;
    for (std::size_t k = 0; k < count; ++k) mapped_ = locations_.meet(cells[k]) == 0 && mapped_;
  }
  BATT_HD bool contains(Cell cell) const {
    return mapped_ ? locations_.holds(cell) : std::find(cells_, cells_ + count_, cell) != cells_ + count_;
  }
  /// Whether a look-up is quick.
  BATT_HD bool is_quick() const { return mapped_ || count_ <= few; }

 private:
  static constexpr std::size_t few = 8;
  const Cell* cells_;
  std::size_t count_;
  LocationMap locations_;
  bool mapped_ = false;
};

BATT_HD Value make_values(Context& context, const Value* items, std::size_t count) {
  ArenaScope scope(context.scratch());
  auto* hashes = context.scratch().allocate<std::uint64_t>(count);
  for (std::size_t k = 0; k < count; ++k)
    if (!hash_of(items[k], hashes[k])) return type_error();
  const ValueTraits traits{items, hashes};
  SetTable<ValueTraits> table(context.scratch(), traits);
  for (std::size_t k = 0; k < count; ++k) table.add(static_cast<std::uint32_t>(k));
  return finish(context, table, traits);
}

}  // namespace

BATT_HD Value Value::empty_set() {
#ifdef BATT_ON_DEVICE
  return set(&empty_rep_on_device);
#else
  return set(&empty_rep);
#endif
}

BATT_HD std::uint64_t SetRep::get_hash() const {
  if (!hashed) {
    std::uint64_t mixed = 0;
    for (std::uint32_t k = 0; k < size; ++k) {
      const std::uint64_t part = packing == Packing::Values      ? hashes[k]
                                 : packing == Packing::Locations ? hash::of_location(cell_list[k])
                                                                 : hash::of_colored(cell_list[k]);
      mixed ^= hash::shuffle(part);
    }
    hash = hash::finish_set(mixed, size);
    hashed = true;
  }
  return hash;
}

BATT_HD Value make_set(Context& context, const Value* items, std::size_t count) {
  context.charge(count);
  if (count == 0) return Value::empty_set();
  const Form form = items[0].form();
  if (form != Form::Pair && form != Form::Cell) return make_values(context, items, count);
  ArenaScope scope(context.scratch());
  Cell* cells = context.scratch().allocate<Cell>(count);
  for (std::size_t k = 0; k < count; ++k)
    if (!as_cell(items[k], form, cells[k])) return make_values(context, items, count);
  return make_cell_set(context, form == Form::Pair ? Packing::Locations : Packing::Colored, cells, count);
}

BATT_HD Value make_cell_set(Context& context, Packing packing, const Cell* cells, std::size_t count) {
  context.charge(count);
  ArenaScope scope(context.scratch());
  Cell* distinct = context.scratch().allocate<Cell>(count);
  if (const std::ptrdiff_t kept = without_repeats(context.scratch(), cells, count, distinct); kept >= 0)
    return make_distinct_cell_set(context, packing, distinct, static_cast<std::size_t>(kept));
  return with_cell_traits(packing, [&](const auto& traits) { return make_cells(context, packing, traits, cells, count); });
}

BATT_HD Value make_distinct_cell_set(Context& context, Packing packing, const Cell* cells, std::size_t count) {
  return make_set_by_recipe(context, packing, context.arena().copy(cells, count), count, as_listed(context));
}

BATT_HD Value make_set_by_recipe(Context& context, Packing packing, const Cell* cells, std::size_t count, const Recipe& recipe) {
  context.charge(count);
  if (count == 0) return Value::empty_set();
  SetRep rep = blank_rep(packing, static_cast<std::uint32_t>(count), smallest_mask);
  rep.cell_list = cells;
  rep.recipe = &recipe;
  rep.context = &context;
  return Value::set(context.arena().make<SetRep>(rep));
}

/// Finds the order of a set whose sources' order is known.
BATT_HD static void find_order_from_sources(const SetRep& set) {
  Context& context = *set.context;
  ArenaScope scope(context.scratch());
  Cell* sequence = context.scratch().allocate<Cell>(set.size);
  set.recipe->sequence(*set.recipe, set, sequence);
  if (set.packing == Packing::Locations)
    order_cells(context, set, LocationTraits{}, sequence);
  else
    order_cells(context, set, ColoredTraits{}, sequence);
  set.recipe = nullptr;
}

/// The first of the set's sources whose order is not known, or null.
BATT_HD static const SetRep* unknown_source(const SetRep& set) {
  for (std::size_t k = 0; k < set.recipe->source_count; ++k)
    if (set.recipe->sources[k]->recipe != nullptr) return set.recipe->sources[k];
  return nullptr;
}

BATT_HD void SetRep::find_order() const {
  // Depth first over the sources; the sets on the way down form a list.
  struct Waiting {
    const SetRep* set;
    Waiting* above;
  };
  ArenaScope scope(context->scratch());
  auto* top = context->scratch().make<Waiting>(this, nullptr);
  while (top != nullptr) {
    if (const SetRep* source = unknown_source(*top->set)) {
      top = context->scratch().make<Waiting>(source, top);
    } else {
      find_order_from_sources(*top->set);
      top = top->above;
    }
  }
}

BATT_HD Value keep_cells(Context& context, const SetRep& source, const Cell* kept, std::size_t count, bool in_order) {
  if (in_order) return make_distinct_cell_set(context, source.packing, kept, count);
  struct KeptOrder : Recipe {
    const SetRep* source;
  };
  const auto sequence = [](const Recipe& recipe, const SetRep& self, Cell* out) {
    const SetRep& from = *static_cast<const KeptOrder&>(recipe).source;
    const CellMembers members(*self.context, self.any_cells(), self.size);
    std::copy_if(from.cell_list, from.cell_list + from.size, out, [&](Cell cell) { return members.contains(cell); });
  };
  const Cell* cells = context.arena().copy(kept, count);
  auto* order = context.arena().make<KeptOrder>(Recipe{sequence}, &source);
  order->sources = &order->source;
  order->source_count = 1;
  return make_set_by_recipe(context, source.packing, cells, count, *order);
}

BATT_HD Value select_members(Context& context, const SetRep& a, const SetRep& b, bool wanted) {
  ArenaScope scope(context.scratch());
  const CellMembers members(context, b.any_cells(), b.size);
  const auto belongs = [&](Cell cell) { return members.is_quick() ? members.contains(cell) : set_contains_cell(b, cell); };
  Cell* kept = context.scratch().allocate<Cell>(a.size);
  const bool in_order = a.recipe == nullptr;  // now: a look-up may change that, if a is b
  const Cell* cells = a.any_cells();
  Cell* end = std::copy_if(cells, cells + a.size, kept, [&](Cell cell) { return belongs(cell) == wanted; });
  return keep_cells(context, a, kept, static_cast<std::size_t>(end - kept), in_order);
}

BATT_HD bool merge_cell_sets(Context& context, Packing packing, const SetRep* const* sets, std::size_t set_count, Value& merged) {
  struct MergedOrder : Recipe {
    std::size_t total;
  };
  std::size_t total = 0;
  for (std::size_t k = 0; k < set_count; ++k) total += sets[k]->size;
  ArenaScope scope(context.scratch());
  Cell* all = context.scratch().allocate<Cell>(total);
  Cell* end = all;
  bool order_known = true;
  for (std::size_t k = 0; k < set_count; ++k) {
    order_known = order_known && sets[k]->recipe == nullptr;
    end = std::copy_n(sets[k]->any_cells(), sets[k]->size, end);
  }
  Cell* distinct = context.arena().allocate<Cell>(total);
  const std::ptrdiff_t count = without_repeats(context.scratch(), all, total, distinct);
  if (count < 0) return false;
  if (order_known) {
    merged = make_set_by_recipe(context, packing, distinct, static_cast<std::size_t>(count), as_listed(context));
    return true;
  }
  const auto sequence = [](const Recipe& recipe, const SetRep& self, Cell* out) {
    const auto& order = static_cast<const MergedOrder&>(recipe);
    Arena& scratch = self.context->scratch();
    Cell* ordered = scratch.allocate<Cell>(order.total);
    Cell* next = ordered;
    for (std::size_t k = 0; k < order.source_count; ++k) next = std::copy_n(order.sources[k]->cell_list, order.sources[k]->size, next);
    Cell* kept = scratch.allocate<Cell>(order.total);
    without_repeats(scratch, ordered, order.total, kept);
    std::copy_n(kept, self.size, out);
  };
  merged = make_set_by_recipe(context, packing, distinct, static_cast<std::size_t>(count),
                              *context.arena().make<MergedOrder>(Recipe{sequence, context.arena().copy(sets, set_count), set_count}, total));
  return true;
}

BATT_HD bool has_distinct_locations(Context& context, const SetRep& set) {
  if (set.size == 1) return true;
  ArenaScope scope(context.scratch());
  LocationMap locations;
  if (!locations.open(context.scratch(), set.any_cells(), set.size)) return false;
  return std::all_of(set.any_cells(), set.any_cells() + set.size, [&](Cell cell) { return locations.meet(cell) == 0; });
}

BATT_HD const Cell* cells_by_color(const SetRep& set) {
  const Cell* cells = set.any_cells();
  const bool one_color = std::all_of(cells, cells + set.size, [&](Cell cell) { return cell.c() == cells[0].c(); });
  return one_color ? cells : set.cells();
}

}  // namespace batt
