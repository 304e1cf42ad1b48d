#include "batt/set.h"

#include <algorithm>
#include <utility>

#include "batt/build_order.h"
#include "batt/python.h"

namespace batt {
namespace {

constexpr std::uint64_t nothing_occupied[2] = {0, 0};
const SetRep empty_rep = {.size = 0,
                          .table_mask = smallest_mask,
                          .packing = Packing::Values,
                          .table_dummies = false,
                          .hashed = true,
                          .copied = false,
                          .hash = hash::finish_set(0, 0),
                          .values = nullptr,
                          .hashes = nullptr,
                          .table_occupied = nothing_occupied,
                          .recipe = nullptr,
                          .context = nullptr};

// How the entries of a SetTable are understood: a cell itself, or an index into a list of values.

struct LocationTraits {
  std::uint64_t hash(std::uint32_t entry) const { return hash::of_location(Cell::from_bits(entry)); }
  bool equal(std::uint32_t a, std::uint32_t b) const { return a == b; }
};

struct ColoredTraits {
  std::uint64_t hash(std::uint32_t entry) const { return hash::of_colored(Cell::from_bits(entry)); }
  bool equal(std::uint32_t a, std::uint32_t b) const { return a == b; }
};

struct ValueTraits {
  const Value* values;
  const std::uint64_t* hashes;
  std::uint64_t hash(std::uint32_t entry) const { return hashes[entry]; }
  bool equal(std::uint32_t a, std::uint32_t b) const { return hashes[a] == hashes[b] && same_or_equal(values[a], values[b]); }
};

/// How many members stand before each word of the occupancy, behind the words themselves: for look-ups.
const std::uint32_t* ranks(const SetRep& set) {
  return reinterpret_cast<const std::uint32_t*>(set.table_occupied + occupancy_words(set.table_mask) + 1);
}

const std::uint64_t* keep_occupancy(Context& context, const std::uint64_t* occupied, std::uint32_t mask) {
  const std::uint32_t words = occupancy_words(mask);
  auto* kept = context.arena().allocate<std::uint64_t>(words + 1 + (words + 1) / 2);
  std::memcpy(kept, occupied, words * sizeof(std::uint64_t));
  kept[words] = 0;
  auto* rank = reinterpret_cast<std::uint32_t*>(kept + words + 1);
  std::uint32_t before = 0;
  for (std::uint32_t k = 0; k < words; ++k) {
    rank[k] = before;
    before += static_cast<std::uint32_t>(std::popcount(occupied[k]));
  }
  return kept;
}

SetRep blank_rep(Packing packing, std::uint32_t size, std::uint32_t mask) {
  return {.size = size, .table_mask = mask, .packing = packing, .table_dummies = false, .hashed = false, .copied = false, .hash = 0,
          .values = nullptr, .hashes = nullptr, .table_occupied = nullptr, .recipe = nullptr, .context = nullptr};
}

template <class Traits>
Value finish(Context& context, Packing packing, const SetTable<Traits>& table) {
  if (table.size() == 0) return Value::empty_set();
  SetRep rep = blank_rep(packing, table.size(), table.mask());
  rep.table_occupied = keep_occupancy(context, table.occupied(), table.mask());
  auto* cells = context.arena().allocate<std::uint32_t>(table.size());
  table.list(cells);
  rep.cell_list = reinterpret_cast<const Cell*>(cells);
  return Value::set(context.arena().make<SetRep>(rep));
}

Value finish(Context& context, const SetTable<ValueTraits>& table, const ValueTraits& source) {
  if (table.size() == 0) return Value::empty_set();
  SetRep rep = blank_rep(Packing::Values, table.size(), table.mask());
  rep.table_occupied = keep_occupancy(context, table.occupied(), table.mask());
  Value* values = context.arena().allocate<Value>(table.size());
  auto* hashes = context.arena().allocate<std::uint64_t>(table.size());
  std::uint32_t* order = context.scratch().allocate<std::uint32_t>(table.size());
  table.list(order);
  for (std::uint32_t k = 0; k < table.size(); ++k) {
    values[k] = source.values[order[k]];
    hashes[k] = source.hashes[order[k]];
  }
  rep.values = values;
  rep.hashes = hashes;
  return Value::set(context.arena().make<SetRep>(rep));
}

bool as_cell(Value v, Form form, Cell& cell) {
  if (v.form() != form || !Cell::fits(v.i(), v.j())) return false;
  if (form == Form::Pair) {
    cell = Cell(v.i(), v.j());
    return true;
  }
  cell = Cell(v.i(), v.j(), v.c());
  return Cell::color_fits(v.c());
}

/// Packs a set that has lost the members that kept it from being packed.
Value canonical(Context& context, Value set) {
  const SetRep& rep = set.set();
  if (rep.is_cells() || rep.size == 0) return set;
  const Form form = rep.values[0].form();
  if (form != Form::Pair && form != Form::Cell) return set;
  Cell* cells = context.arena().allocate<Cell>(rep.size);
  for (std::uint32_t k = 0; k < rep.size; ++k)
    if (!as_cell(rep.values[k], form, cells[k])) return set;
  SetRep packed = rep;
  packed.packing = form == Form::Pair ? Packing::Locations : Packing::Colored;
  packed.cell_list = cells;
  packed.hashes = nullptr;
  return Value::set(context.arena().make<SetRep>(packed));
}

/// Calls use(traits, packing) for a packing of cells.
template <class Use>
Value with_cell_traits(Packing packing, Use use) {
  return packing == Packing::Locations ? use(LocationTraits{}) : use(ColoredTraits{});
}

/// The members of two sets side by side, as one list of values: a's, then b's.
ValueTraits side_by_side(Context& context, const SetRep& a, const SetRep& b) {
  const std::size_t count = std::size_t{a.size} + b.size;
  Value* values = context.scratch().allocate<Value>(count);
  auto* hashes = context.scratch().allocate<std::uint64_t>(count);
  for (std::uint32_t k = 0; k < count; ++k) {
    const SetRep& from = k < a.size ? a : b;
    const std::uint32_t place = k < a.size ? k : k - a.size;
    values[k] = from.at(place);
    hashes[k] = from.hash_at(place);
  }
  return {values, hashes};
}

/// What the two functions below need to know of a set, however its members are stored: the table's entry and the
/// hash of the k-th member.
struct CellEntries {
  const SetRep& set;
  std::uint32_t entry(std::uint32_t k) const { return set.cells()[k].bits(); }
};
struct ValueEntries {
  const SetRep& set;
  std::uint32_t offset;
  std::uint32_t entry(std::uint32_t k) const { return offset + k; }
};

/// Fills an empty table of copy_mask(size) as CPython copies a set: slot by slot if the size stays.
template <class Traits, class Entries>
void copy_into(SetTable<Traits>& table, const Entries& from) {
  const SetRep& set = from.set;
  if (set.mask() != table.mask() || set.dummies()) {
    for (std::uint32_t k = 0; k < set.size; ++k) table.insert_clean(from.entry(k), set.hash_at(k));
    return;
  }
  std::uint32_t k = 0;
  for (std::uint32_t word = 0; word < occupancy_words(set.mask()); ++word)
    for (std::uint64_t bits = set.occupied()[word]; bits != 0; bits &= bits - 1)
      table.place(word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits)), from.entry(k++));
}

template <class Traits, class Entries>
void unite(SetTable<Traits>& table, const Entries& a, const Entries& b) {
  copy_into(table, a);
  if (&a.set == &b.set) return;
  table.reserve_for_merge(b.set.size);
  for (std::uint32_t k = 0; k < b.set.size; ++k) table.add(b.entry(k), b.set.hash_at(k));
}

bool cells_of_one_kind(const SetRep& a, const SetRep& b) { return a.packing == b.packing && a.is_cells(); }

/// The members of `from` for which keep(k) holds, added one by one to a new set.
template <class Keep>
Value filtered(Context& context, const SetRep& from, Keep keep) {
  ArenaScope scope(context.scratch());
  if (from.is_cells()) {
    Cell* kept = context.scratch().allocate<Cell>(from.size);
    std::size_t count = 0;
    for (std::uint32_t k = 0; k < from.size; ++k)
      if (keep(k)) kept[count++] = from.cells()[k];
    return make_distinct_cell_set(context, from.packing, kept, count);
  }
  const ValueTraits traits{from.values, from.hashes};
  SetTable<ValueTraits> table(context.scratch(), traits);
  for (std::uint32_t k = 0; k < from.size; ++k)
    if (keep(k)) table.add_new(k, from.hashes[k]);
  return canonical(context, finish(context, table, traits));
}

bool member(const SetRep& set, const SetRep& of, std::uint32_t k) {
  return cells_of_one_kind(set, of) ? set_contains_cell(set, of.cells()[k]) : set_contains(set, of.at(k), of.hash_at(k));
}

/// a - b where a is much larger: CPython copies a and takes b's members out, which leaves dummies behind.
Value copy_and_discard(Context& context, const SetRep& a, const SetRep& b) {
  const SetRep& copy = copy_of_set(context, a).set();
  copy.ensure_order();
  std::uint32_t removed = 0;
  const auto kept = [&](std::uint32_t k) {
    const bool keep = !member(b, copy, k);
    removed += keep ? 0 : 1;
    return keep;
  };
  ArenaScope scope(context.scratch());
  bool* keep = context.scratch().allocate<bool>(copy.size);
  for (std::uint32_t k = 0; k < copy.size; ++k) keep[k] = kept(k);
  if (removed == 0) return Value::set(&copy);

  SetRep rep = copy;
  rep.size = copy.size - removed;
  rep.hashed = false;
  rep.table_dummies = true;
  auto* occupied = context.scratch().allocate<std::uint64_t>(occupancy_words(copy.table_mask));
  Value* values = context.arena().allocate<Value>(copy.is_cells() ? 0 : rep.size);
  auto* hashes = context.arena().allocate<std::uint64_t>(copy.is_cells() ? 0 : rep.size);
  Cell* cells = context.arena().allocate<Cell>(copy.is_cells() ? rep.size : 0);
  std::uint32_t k = 0, count = 0;
  for (std::uint32_t word = 0; word < occupancy_words(copy.table_mask); ++word) {
    occupied[word] = copy.table_occupied[word];
    for (std::uint64_t bits = copy.table_occupied[word]; bits != 0; bits &= bits - 1, ++k) {
      if (!keep[k]) {
        occupied[word] &= ~(bits & -bits);
      } else if (copy.is_cells()) {
        cells[count++] = copy.cell_list[k];
      } else {
        values[count] = copy.values[k];
        hashes[count++] = copy.hashes[k];
      }
    }
  }
  if (copy.is_cells()) {
    rep.cell_list = cells;
  } else {
    rep.values = values;
    rep.hashes = hashes;
  }
  rep.table_occupied = keep_occupancy(context, occupied, copy.table_mask);
  if (removed <= copy.table_mask / 4) return canonical(context, Value::set(context.arena().make<SetRep>(rep)));

  // More than a quarter are dummies: CPython resizes them away.
  const std::uint64_t minimum = rep.size > 50000 ? std::uint64_t{rep.size} * 2 : std::uint64_t{rep.size} * 4;
  if (rep.is_cells())
    return with_cell_traits(rep.packing, [&](const auto& traits) {
      SetTable table(context.scratch(), traits, mask_for(minimum));
      copy_into(table, CellEntries{rep});
      return finish(context, rep.packing, table);
    });
  const ValueTraits traits{rep.values, rep.hashes};
  SetTable<ValueTraits> table(context.scratch(), traits, mask_for(minimum));
  copy_into(table, ValueEntries{rep, 0});
  return canonical(context, finish(context, table, traits));
}

/// Looks a member up by its hash; `matches(k)` tells whether the k-th member is it.
template <class Matches>
bool find(const SetRep& set, std::uint64_t hash, Matches matches) {
  set.ensure_order();
  Probe probe(hash, set.table_mask);
  const std::uint32_t* rank = ranks(set);
  while (true) {
    const std::uint32_t extent = probe.extent();
    for (std::uint32_t slot = probe.start; slot <= probe.start + extent; ++slot) {
      const std::uint64_t word = set.table_occupied[slot >> 6], bit = std::uint64_t{1} << (slot & 63);
      if (!(word & bit)) return false;
      if (matches(rank[slot >> 6] + static_cast<std::uint32_t>(std::popcount(word & (bit - 1))))) return true;
    }
    probe.jump();
  }
}

/// Below this size a walk over the members is quicker than a look-up; with dummies the occupancy cannot tell where
/// a probe may stop.
bool walk_instead(const SetRep& set) { return set.size <= 8 || set.dummies(); }

template <class Traits>
Value make_cells(Context& context, Packing packing, const Traits& traits, const Cell* cells, std::size_t count) {
  ArenaScope scope(context.scratch());
  SetTable<Traits> table(context.scratch(), traits);
  for (std::size_t k = 0; k < count; ++k) table.add(cells[k].bits());
  return finish(context, packing, table);
}

/// Which locations have been met, in which colour, inside the box around some cells.
class LocationMap {
 public:
  /// False if the cells are scattered too widely for a map of their box.
  bool open(Arena& scratch, const Cell* cells, std::size_t count) {
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
    const std::size_t area = count == 0 ? 0 : static_cast<std::size_t>(width_) * static_cast<std::size_t>(bottom - top + 1);
    if (area > most_area) return false;
    met_ = scratch.allocate<std::uint16_t>(area);
    std::memset(met_, 0, area * sizeof(std::uint16_t));
    return true;
  }

  /// What was met at the cell's location before: 0 for nothing, else 1 + its colour's byte. Now it is the cell.
  std::uint16_t meet(Cell cell) {
    std::uint16_t& place = met_[(cell.i() - top_) * width_ + cell.j() - left_];
    return std::exchange(place, mark(cell));
  }
  static std::uint16_t mark(Cell cell) { return static_cast<std::uint16_t>(1 + (cell.bits() & 0xff)); }

 private:
  static constexpr std::size_t most_area = std::size_t{1} << 15;
  int top_ = 0, left_ = 0, width_ = 0;
  std::uint16_t* met_ = nullptr;
};

/// Copies the cells without repeats, if a look at their locations can tell: -1 if it cannot.
std::ptrdiff_t without_repeats(Arena& scratch, const Cell* cells, std::size_t count, Cell* out) {
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
void order_cells(Context& context, const SetRep& set, const Traits& traits, const Cell* sequence) {
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
constexpr Recipe as_listed{[](const Recipe&, const SetRep& set, Cell* out) { std::copy_n(set.any_cells(), set.size, out); }};

Value make_values(Context& context, const Value* items, std::size_t count) {
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

Value Value::empty_set() { return set(&empty_rep); }

std::uint64_t SetRep::get_hash() const {
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

Value make_set(Context& context, const Value* items, std::size_t count) {
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

Value make_cell_set(Context& context, Packing packing, const Cell* cells, std::size_t count) {
  context.charge(count);
  ArenaScope scope(context.scratch());
  Cell* distinct = context.scratch().allocate<Cell>(count);
  if (const std::ptrdiff_t kept = without_repeats(context.scratch(), cells, count, distinct); kept >= 0)
    return make_distinct_cell_set(context, packing, distinct, static_cast<std::size_t>(kept));
  return with_cell_traits(packing, [&](const auto& traits) { return make_cells(context, packing, traits, cells, count); });
}

Value make_distinct_cell_set(Context& context, Packing packing, const Cell* cells, std::size_t count) {
  return make_set_by_recipe(context, packing, context.arena().copy(cells, count), count, as_listed);
}

Value make_set_by_recipe(Context& context, Packing packing, const Cell* cells, std::size_t count, const Recipe& recipe) {
  context.charge(count);
  if (count == 0) return Value::empty_set();
  SetRep rep = blank_rep(packing, static_cast<std::uint32_t>(count), smallest_mask);
  rep.cell_list = cells;
  rep.recipe = &recipe;
  rep.context = &context;
  return Value::set(context.arena().make<SetRep>(rep));
}

void SetRep::find_order() const {
  ArenaScope scope(context->scratch());
  Cell* sequence = context->scratch().allocate<Cell>(size);
  recipe->sequence(*recipe, *this, sequence);
  if (packing == Packing::Locations)
    order_cells(*context, *this, LocationTraits{}, sequence);
  else
    order_cells(*context, *this, ColoredTraits{}, sequence);
  recipe = nullptr;
}

bool merge_cell_sets(Context& context, Packing packing, const SetRep* const* sets, std::size_t set_count, Value& merged) {
  struct MergedOrder : Recipe {
    const SetRep* const* sets;
    std::size_t set_count;
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
    merged = make_set_by_recipe(context, packing, distinct, static_cast<std::size_t>(count), as_listed);
    return true;
  }
  const auto sequence = [](const Recipe& recipe, const SetRep& self, Cell* out) {
    const auto& order = static_cast<const MergedOrder&>(recipe);
    Arena& scratch = self.context->scratch();
    Cell* ordered = scratch.allocate<Cell>(order.total);
    Cell* next = ordered;
    for (std::size_t k = 0; k < order.set_count; ++k) next = std::copy_n(order.sets[k]->cells(), order.sets[k]->size, next);
    Cell* kept = scratch.allocate<Cell>(order.total);
    without_repeats(scratch, ordered, order.total, kept);
    std::copy_n(kept, self.size, out);
  };
  merged = make_set_by_recipe(context, packing, distinct, static_cast<std::size_t>(count),
                              *context.arena().make<MergedOrder>(Recipe{sequence}, context.arena().copy(sets, set_count), set_count, total));
  return true;
}

Value copy_of_set(Context& context, const SetRep& set) {
  if (set.size == 0) return Value::empty_set();
  // Another object in Python's eyes, though it may share the members: `a | b` asks whether b is a.
  if (set.recipe != nullptr) {
    SetRep copy = set;
    copy.copied = true;
    return Value::set(context.arena().make<SetRep>(copy));
  }
  if (set.table_mask == copy_mask(set.size) && !set.table_dummies) return Value::set(context.arena().make<SetRep>(set));
  ArenaScope scope(context.scratch());
  if (set.is_cells())
    return with_cell_traits(set.packing, [&](const auto& traits) {
      SetTable table(context.scratch(), traits, copy_mask(set.size));
      copy_into(table, CellEntries{set});
      return finish(context, set.packing, table);
    });
  const ValueTraits traits{set.values, set.hashes};
  SetTable<ValueTraits> table(context.scratch(), traits, copy_mask(set.size));
  copy_into(table, ValueEntries{set, 0});
  return finish(context, table, traits);
}

Value set_union(Context& context, const SetRep& a, const SetRep& b) {
  context.charge(a.size + b.size);
  if (a.size == 0 || b.size == 0) return copy_of_set(context, a.size == 0 ? b : a);
  ArenaScope scope(context.scratch());
  if (cells_of_one_kind(a, b))
    return with_cell_traits(a.packing, [&](const auto& traits) {
      SetTable table(context.scratch(), traits, copy_mask(a.size));
      unite(table, CellEntries{a}, CellEntries{b});
      return finish(context, a.packing, table);
    });
  const ValueTraits traits = side_by_side(context, a, b);
  SetTable<ValueTraits> table(context.scratch(), traits, copy_mask(a.size));
  unite(table, ValueEntries{a, 0}, ValueEntries{b, a.size});
  return finish(context, table, traits);
}

Value set_intersection(Context& context, const SetRep& a, const SetRep& b) {
  context.charge(a.size + b.size);
  if (&a == &b) return copy_of_set(context, a);
  const SetRep& walked = b.size > a.size ? a : b;
  const SetRep& asked = b.size > a.size ? b : a;
  return filtered(context, walked, [&](std::uint32_t k) { return member(asked, walked, k); });
}

Value set_difference(Context& context, const SetRep& a, const SetRep& b) {
  context.charge(a.size + b.size);
  if ((a.size >> 2) > b.size) return copy_and_discard(context, a, b);
  return filtered(context, a, [&](std::uint32_t k) { return !member(b, a, k); });
}

bool set_contains(const SetRep& set, Value value, std::uint64_t hash) {
  const auto matches = [&](std::uint32_t k) { return set.hash_at(k) == hash && same_or_equal(set.at(k), value); };
  if (!walk_instead(set)) return find(set, hash, matches);
  for (std::uint32_t k = 0; k < set.size; ++k)
    if (matches(k)) return true;
  return false;
}

bool set_contains_cell(const SetRep& set, Cell cell) {
  if (set.size <= 8 || walk_instead(set)) return std::find(set.any_cells(), set.any_cells() + set.size, cell) != set.any_cells() + set.size;
  const std::uint64_t hash = set.packing == Packing::Locations ? hash::of_location(cell) : hash::of_colored(cell);
  return find(set, hash, [&](std::uint32_t k) { return set.cell_list[k] == cell; });
}

bool has_distinct_locations(Context& context, const SetRep& set) {
  if (set.size == 1) return true;
  ArenaScope scope(context.scratch());
  LocationMap locations;
  if (!locations.open(context.scratch(), set.any_cells(), set.size)) return false;
  return std::all_of(set.any_cells(), set.any_cells() + set.size, [&](Cell cell) { return locations.meet(cell) == 0; });
}

const Cell* cells_by_color(const SetRep& set) {
  const Cell* cells = set.any_cells();
  const bool one_color = std::all_of(cells, cells + set.size, [&](Cell cell) { return cell.c() == cells[0].c(); });
  return one_color ? cells : set.cells();
}

bool is_subset(const SetRep& a, const SetRep& b) {
  if (a.size > b.size) return false;
  if (cells_of_one_kind(a, b))
    return std::all_of(a.any_cells(), a.any_cells() + a.size, [&](Cell cell) { return set_contains_cell(b, cell); });
  for (std::uint32_t k = 0; k < a.size; ++k)
    if (!member(b, a, k)) return false;
  return true;
}

bool equal_sets(const SetRep& a, const SetRep& b) {
  if (&a == &b) return true;
  return a.size == b.size && a.get_hash() == b.get_hash() && is_subset(a, b);
}

}  // namespace batt
