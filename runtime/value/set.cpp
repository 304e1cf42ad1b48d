#include "batt/set.h"

#include <algorithm>

#include "batt/build_order.h"
#include "batt/python.h"

namespace batt {
namespace {

constexpr std::uint64_t nothing_occupied[2] = {0, 0};
const SetRep empty_rep = {.size = 0,
                          .mask = smallest_mask,
                          .packing = Packing::Values,
                          .dummies = false,
                          .hashed = true,
                          .hash = hash::finish_set(0, 0),
                          .values = nullptr,
                          .hashes = nullptr,
                          .occupied = nothing_occupied};

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
  return reinterpret_cast<const std::uint32_t*>(set.occupied + occupancy_words(set.mask) + 1);
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
  return {.size = size, .mask = mask, .packing = packing, .dummies = false, .hashed = false, .hash = 0,
          .values = nullptr, .hashes = nullptr, .occupied = nullptr};
}

template <class Traits>
Value finish(Context& context, Packing packing, const SetTable<Traits>& table) {
  if (table.size() == 0) return Value::empty_set();
  SetRep rep = blank_rep(packing, table.size(), table.mask());
  rep.occupied = keep_occupancy(context, table.occupied(), table.mask());
  auto* cells = context.arena().allocate<std::uint32_t>(table.size());
  table.list(cells);
  rep.cells = reinterpret_cast<const Cell*>(cells);
  return Value::set(context.arena().make<SetRep>(rep));
}

Value finish(Context& context, const SetTable<ValueTraits>& table, const ValueTraits& source) {
  if (table.size() == 0) return Value::empty_set();
  SetRep rep = blank_rep(Packing::Values, table.size(), table.mask());
  rep.occupied = keep_occupancy(context, table.occupied(), table.mask());
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
  packed.cells = cells;
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
  std::uint32_t entry(std::uint32_t k) const { return set.cells[k].bits(); }
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
  if (set.mask != table.mask() || set.dummies) {
    for (std::uint32_t k = 0; k < set.size; ++k) table.insert_clean(from.entry(k), set.hash_at(k));
    return;
  }
  std::uint32_t k = 0;
  for (std::uint32_t word = 0; word < occupancy_words(set.mask); ++word)
    for (std::uint64_t bits = set.occupied[word]; bits != 0; bits &= bits - 1)
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
      if (keep(k)) kept[count++] = from.cells[k];
    return make_distinct_cell_set(context, from.packing, kept, count);
  }
  const ValueTraits traits{from.values, from.hashes};
  SetTable<ValueTraits> table(context.scratch(), traits);
  for (std::uint32_t k = 0; k < from.size; ++k)
    if (keep(k)) table.add_new(k, from.hashes[k]);
  return canonical(context, finish(context, table, traits));
}

bool member(const SetRep& set, const SetRep& of, std::uint32_t k) {
  return cells_of_one_kind(set, of) ? set_contains_cell(set, of.cells[k]) : set_contains(set, of.at(k), of.hash_at(k));
}

/// a - b where a is much larger: CPython copies a and takes b's members out, which leaves dummies behind.
Value copy_and_discard(Context& context, const SetRep& a, const SetRep& b) {
  const SetRep& copy = copy_of_set(context, a).set();
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
  rep.dummies = true;
  auto* occupied = context.scratch().allocate<std::uint64_t>(occupancy_words(copy.mask));
  Value* values = context.arena().allocate<Value>(copy.is_cells() ? 0 : rep.size);
  auto* hashes = context.arena().allocate<std::uint64_t>(copy.is_cells() ? 0 : rep.size);
  Cell* cells = context.arena().allocate<Cell>(copy.is_cells() ? rep.size : 0);
  std::uint32_t k = 0, count = 0;
  for (std::uint32_t word = 0; word < occupancy_words(copy.mask); ++word) {
    occupied[word] = copy.occupied[word];
    for (std::uint64_t bits = copy.occupied[word]; bits != 0; bits &= bits - 1, ++k) {
      if (!keep[k]) {
        occupied[word] &= ~(bits & -bits);
      } else if (copy.is_cells()) {
        cells[count++] = copy.cells[k];
      } else {
        values[count] = copy.values[k];
        hashes[count++] = copy.hashes[k];
      }
    }
  }
  if (copy.is_cells()) {
    rep.cells = cells;
  } else {
    rep.values = values;
    rep.hashes = hashes;
  }
  rep.occupied = keep_occupancy(context, occupied, copy.mask);
  if (removed <= copy.mask / 4) return canonical(context, Value::set(context.arena().make<SetRep>(rep)));

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
  Probe probe(hash, set.mask);
  const std::uint32_t* rank = ranks(set);
  while (true) {
    const std::uint32_t extent = probe.extent();
    for (std::uint32_t slot = probe.start; slot <= probe.start + extent; ++slot) {
      const std::uint64_t word = set.occupied[slot >> 6], bit = std::uint64_t{1} << (slot & 63);
      if (!(word & bit)) return false;
      if (matches(rank[slot >> 6] + static_cast<std::uint32_t>(std::popcount(word & (bit - 1))))) return true;
    }
    probe.jump();
  }
}

/// Below this size a walk over the members is quicker than a look-up; with dummies the occupancy cannot tell where
/// a probe may stop.
bool walk_instead(const SetRep& set) { return set.size <= 8 || set.dummies; }

template <class Traits>
Value make_cells(Context& context, Packing packing, const Traits& traits, const Cell* cells, std::size_t count) {
  ArenaScope scope(context.scratch());
  SetTable<Traits> table(context.scratch(), traits);
  for (std::size_t k = 0; k < count; ++k) table.add(cells[k].bits());
  return finish(context, packing, table);
}

/// Copies the cells without repeats, if a look at their locations can tell: -1 if it cannot.
std::ptrdiff_t without_repeats(Packing packing, const Cell* cells, std::size_t count, Cell* out) {
  constexpr unsigned side = 32;
  std::uint32_t seen[side] = {};
  std::ptrdiff_t kept = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const auto i = static_cast<unsigned>(cells[k].i()), j = static_cast<unsigned>(cells[k].j());
    if ((i | j) >= side) return -1;
    const bool is_new = (seen[i] >> j & 1) == 0;
    if (!is_new && packing == Packing::Colored) return -1;  // perhaps in another colour
    seen[i] |= std::uint32_t{1} << j;
    out[kept] = cells[k];
    kept += is_new ? 1 : 0;
  }
  return kept;
}

template <class Traits>
Value make_distinct_cells(Context& context, Packing packing, const Traits& traits, const Cell* cells, std::uint32_t count) {
  if (count == 0) return Value::empty_set();
  ArenaScope scope(context.scratch());
  auto* hashes = context.scratch().allocate<std::uint64_t>(count);
  for (std::uint32_t k = 0; k < count; ++k) hashes[k] = traits.hash(cells[k].bits());
  const BuiltOrder built = build_order(context.scratch(), hashes, count);
  SetRep rep = blank_rep(packing, count, built.mask);
  rep.occupied = keep_occupancy(context, built.occupied, built.mask);
  Cell* ordered = context.arena().allocate<Cell>(count);
  for (std::uint32_t k = 0; k < count; ++k) ordered[k] = cells[built.order[k]];
  rep.cells = ordered;
  return Value::set(context.arena().make<SetRep>(rep));
}

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
    for (std::uint32_t k = 0; k < size; ++k) mixed ^= hash::shuffle(hash_at(k));
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
  if (const std::ptrdiff_t kept = without_repeats(packing, cells, count, distinct); kept >= 0)
    return make_distinct_cell_set(context, packing, distinct, static_cast<std::size_t>(kept));
  return with_cell_traits(packing, [&](const auto& traits) { return make_cells(context, packing, traits, cells, count); });
}

Value make_distinct_cell_set(Context& context, Packing packing, const Cell* cells, std::size_t count) {
  context.charge(count);
  return with_cell_traits(packing, [&](const auto& traits) {
    return make_distinct_cells(context, packing, traits, cells, static_cast<std::uint32_t>(count));
  });
}

Value copy_of_set(Context& context, const SetRep& set) {
  if (set.size == 0) return Value::empty_set();
  // Another object in Python's eyes, though it may share the members: `a | b` asks whether b is a.
  if (set.mask == copy_mask(set.size) && !set.dummies) return Value::set(context.arena().make<SetRep>(set));
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
  if (walk_instead(set)) return std::find(set.cells, set.cells + set.size, cell) != set.cells + set.size;
  const std::uint64_t hash = set.packing == Packing::Locations ? hash::of_location(cell) : hash::of_colored(cell);
  return find(set, hash, [&](std::uint32_t k) { return set.cells[k] == cell; });
}

bool is_subset(const SetRep& a, const SetRep& b) {
  if (a.size > b.size) return false;
  for (std::uint32_t k = 0; k < a.size; ++k)
    if (!member(b, a, k)) return false;
  return true;
}

bool equal_sets(const SetRep& a, const SetRep& b) {
  if (&a == &b) return true;
  return a.size == b.size && a.get_hash() == b.get_hash() && is_subset(a, b);
}

}  // namespace batt
