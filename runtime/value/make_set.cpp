// Making sets, and finding their order out when it is asked for.
#include <algorithm>
#include <cassert>

#include "runtime/team/cell_jobs.h"
#include "runtime/team/hash_jobs.h"
#include "runtime/team/order_members.h"
#include "runtime/team/team.h"
#include "runtime/value/build.h"
#include "runtime/value/build_order.h"
#include "runtime/value/cell_map.h"
#include "runtime/value/late_sets.h"
#include "runtime/value/load_ahead.h"
#include "runtime/value/nesting.h"
#include "runtime/value/set_parts.h"

namespace batt {
namespace {

BATT_HD constexpr SetRep empty_rep_with(const std::uint64_t* occupied) {
  return {.size = 0,
          .packing = Packing::Values,
          .hashed = true,
          .rows_tried = true,
          .hash = hash::finish_set(0, 0),
          .value_list = nullptr,
          .table_occupied = occupied};
}

/// The empty set lives where the code that asks for it can read it.
[[maybe_unused]] constexpr std::uint64_t nothing_occupied[2] = {0, 0};
[[maybe_unused]] const SetRep empty_rep = empty_rep_with(nothing_occupied);
#ifdef __CUDACC__
__device__ const std::uint64_t nothing_occupied_on_device[2] = {0, 0};
__device__ const SetRep empty_rep_on_device = empty_rep_with(nothing_occupied_on_device);
#endif

/// So many members are worth calling a team for.
constexpr std::size_t worth_a_team = 8;

BATT_HD bool by_team(std::size_t count) { return count >= worth_a_team && team::is_there(); }

/// Room for a team to order members in; the table stays.
BATT_HD OrderMembers job_for_order(Context& context, std::uint32_t count, bool copied) {
  Arena& scratch = context.scratch();
  OrderMembers job{};
  job.count = count;
  job.grown_mask = grown_mask(count);
  job.final_mask = copied ? copy_mask(count) : job.grown_mask;
  job.slots = scratch.allocate<std::uint32_t>(count);
  job.listed = scratch.allocate<std::uint32_t>(count);
  job.relisted = scratch.allocate<std::uint32_t>(count);
  job.occupied = context.arena().allocate<std::uint64_t>(table_words(job.final_mask));
  job.grown =
      job.final_mask == job.grown_mask ? job.occupied : scratch.allocate<std::uint64_t>(table_words(job.grown_mask));
  return job;
}

BATT_HD void order_cells_by_team(Context& context, const SetRep& set, const Cell* sequence) {
  OrderMembers job = job_for_order(context, set.size, set.copied);
  job.packing = set.packing;
  job.hashes = job.hash_room = context.scratch().allocate<std::uint64_t>(set.size);
  job.cells = sequence;
  job.ordered_cells = context.arena().allocate<Cell>(set.size);
  team::run(job);
  set.cell_list = job.ordered_cells;
  set.table_mask = job.final_mask;
  set.table_occupied = job.occupied;
}

BATT_HD Value order_values_by_team(Context& context, const Value* items, const std::uint64_t* hashes,
                                   std::uint32_t count, bool copied, bool unfixed) {
  OrderMembers job = job_for_order(context, count, copied);
  job.hashes = hashes;
  job.values = items;
  job.ordered_values = context.arena().allocate<Value>(count);
  job.ordered_hashes = context.arena().allocate<std::uint64_t>(count);
  team::run(job);
  const SetRep rep{.size = count,
                   .table_mask = job.final_mask,
                   .packing = Packing::Values,
                   .unfixed = unfixed,
                   .value_list = job.ordered_values,
                   .hash_list = job.ordered_hashes,
                   .table_occupied = job.occupied};
  return Value::set(context.arena().make<SetRep>(rep));
}

/// The order of keys added one by one; `copied`: that of a copy of the set.
BATT_HD BuiltOrder build_order_of(Arena& scratch, const std::uint64_t* hashes, std::uint32_t count, bool copied) {
  const BuiltOrder built = build_order(scratch, hashes, count);
  const bool is_kept = !copied || built.mask == copy_mask(count);
  return is_kept ? built : rebuild_order(scratch, hashes, count, built, copy_mask(count));
}

/// Puts the cells of a set into the order in which CPython iterates, given the order in which they were added.
template <class Traits>
BATT_HD void order_cells(Context& context, const SetRep& set, const Traits& traits, const Cell* sequence) {
  if (by_team(set.size)) return order_cells_by_team(context, set, sequence);
  auto* hashes = context.scratch().allocate<std::uint64_t>(set.size);
  load_ahead(
      set.size, [sequence](std::size_t k) { return sequence[k].bits(); },
      [&](std::size_t k, std::uint32_t bits) { hashes[k] = traits.hash(bits); });
  const BuiltOrder built = build_order_of(context.scratch(), hashes, set.size, set.copied);
  Cell* ordered = context.arena().allocate<Cell>(set.size);
  gather(ordered, sequence, built.order, set.size);
  set.cell_list = ordered;
  set.table_mask = built.mask;
  set.table_occupied = keep_occupancy(context, built.occupied, built.mask);
}

/// The recipe of a set whose list of cells is the sequence in which they were added.
BATT_HD void list_again(const Recipe&, const ListedCells& members, Cell* out) {
  std::copy_n(members.cells(), members.size, out);
}

[[maybe_unused]] const Recipe listed_recipe{list_again};

/// A set of small ints: a bit for each tells the repeats. False if there is anything else.
BATT_HD bool make_bytes(Context& context, const Value* items, std::size_t count, Value& made) {
  if (!std::all_of(items, items + count, [](Value v) { return fits_byte(v); })) return false;
  ArenaScope scope(context.scratch());
  Value* distinct = context.scratch().allocate<Value>(256);
  auto* hashes = context.scratch().allocate<std::uint64_t>(256);
  std::uint64_t met[4] = {};
  std::size_t kept = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const auto place = static_cast<std::uint32_t>(items[k].as_int() - min_byte);
    const std::uint64_t bit = std::uint64_t{1} << (place & 63);
    if ((met[place >> 6] & bit) != 0) continue;
    met[place >> 6] |= bit;
    distinct[kept] = items[k];
    hashes[kept++] = hash::of_small_int(items[k].as_int());
  }
  made = make_distinct_set(context, distinct, hashes, kept);
  return true;
}

/// The items that equal no earlier one, with their hashes.
class DistinctValues {
 public:
  /// Memory comes from the scratch arena; the caller scopes it.
  BATT_HD DistinctValues(Context& context, std::size_t most)
      : values(context.scratch().allocate<Value>(most)),
        hashes(context.scratch().allocate<std::uint64_t>(most)),
        context_(context),
        mask_(mask_for(most * 2)),
        slots_(context.scratch().allocate<std::uint32_t>(std::size_t{mask_} + 1)) {
    fill_bytes(slots_, 0, (std::size_t{mask_} + 1) * sizeof(std::uint32_t));
  }

  /// False if one that differs has the same hash: then all is undecided.
  BATT_HD bool add(Value value, std::uint64_t hash) {
    std::uint32_t slot = static_cast<std::uint32_t>(hash) & mask_;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask_) {
      const std::uint32_t earlier = slots_[slot] - 1;
      if (hashes[earlier] == hash) return same_or_equal(context_, values[earlier], value);
    }
    values[count] = value;
    hashes[count] = hash;
    slots_[slot] = ++count;
    return true;
  }

  Value* const values;
  std::uint64_t* const hashes;
  std::uint32_t count = 0;

 private:
  Context& context_;
  const std::uint32_t mask_;
  std::uint32_t* const slots_;  ///< one more than the place of a value, or 0
};

BATT_HD bool find_hashes(Context& context, const Value* items, std::size_t count, std::uint64_t* hashes) {
  for (std::size_t k = 0; k < count; ++k)
    if (k != 0 && items[k].same_as(items[k - 1]))
      hashes[k] = hashes[k - 1];
    else if (items[k].is_set())
      hashes[k] = items[k].set().get_hash();
    else if (!hash_of(context, items[k], hashes[k]))
      return false;
  return true;
}

/// The set of one value, which is not packed as a cell.
BATT_HD Value make_single(Context& context, Value item) {
  std::uint64_t hash = 0;
  if (!find_hashes(context, &item, 1, &hash)) return Value::error(Exception::TypeError);
  context.charge();
  auto* hashes = context.arena().make<std::uint64_t>(hash);
  auto* table = context.arena().allocate<std::uint64_t>(table_words(smallest_mask));  // a word, and nothing before it
  std::fill_n(table, table_words(smallest_mask), std::uint64_t{0});
  table[0] = std::uint64_t{1} << (hash & smallest_mask);
  const SetRep rep{.size = 1,
                   .table_mask = smallest_mask,
                   .packing = Packing::Values,
                   .unfixed = !has_fixed_hash(context, item),
                   .value_list = context.arena().make<Value>(item),
                   .hash_list = hashes,
                   .table_occupied = table};
  return Value::set(context.arena().make<SetRep>(rep));
}

BATT_HD Value make_values(Context& context, const Value* items, std::size_t count) {
  if (count == 1) return make_single(context, items[0]);
  if (Value made; items[0].is_exact_int() && make_bytes(context, items, count, made)) return made;
  ArenaScope scope(context.scratch());
  auto* hashes = context.scratch().allocate<std::uint64_t>(count);
  const bool are_packed = hash_by_team(items, count, hashes);
  if (!are_packed && !find_hashes(context, items, count, hashes)) return Value::error(Exception::TypeError);
  DistinctValues distinct(context, count);
  bool is_decided = true;
  for (std::size_t k = 0; k < count && is_decided; ++k) is_decided = distinct.add(items[k], hashes[k]);
  if (is_decided)
    return make_distinct_set(context, distinct.values, distinct.hashes, distinct.count,
                             !are_packed && !have_fixed_hashes(context, distinct.values, distinct.count));
  const ValueTraits traits{&context, items, hashes};
  SetTable<ValueTraits> table(context.scratch(), traits);
  bool unfixed = false;
  for (std::size_t k = 0; k < count; ++k)
    if (table.add(static_cast<std::uint32_t>(k))) unfixed = unfixed || !has_fixed_hash(context, items[k]);
  return finish(context, table, traits, unfixed);
}

/// The cells that the items are; false if some are none.
BATT_HD bool pack_cells(const Value* items, std::size_t count, Form form, Cell* cells) {
  if (by_team(count) && team::can_reach(items)) {
    PackCells job{items, count, form, cells, false};
    team::run(job);
    return job.all_fit;
  }
  for (std::size_t k = 0; k < count; ++k)
    if (!as_cell(items[k], form, cells[k])) return false;
  return true;
}

}  // namespace

BATT_HD const Recipe& as_listed([[maybe_unused]] Context& context) {
#ifdef BATT_ON_DEVICE
  return *context.arena().make<Recipe>(list_again);
#else
  return listed_recipe;
#endif
}

BATT_HD Value Value::empty_set() {
#ifdef BATT_ON_DEVICE
  return set(&empty_rep_on_device);
#else
  return set(&empty_rep);
#endif
}

#ifndef BATT_ON_DEVICE
/// The xor of the shuffled hashes of cells that were never listed.
static std::uint64_t mixed_hashes(const CellRows& cells, bool is_colored) {
  std::uint64_t all = 0;
  if (is_colored)
    for_each_cell(cells, [&](int i, int j, int row, int column) {
      all ^= hash::shuffle(hash::of_triple(i, j, cells.color_at(row, column)));
    });
  else
    for_each_cell(cells, [&](int i, int j, int, int) { all ^= hash::shuffle(hash::of_pair(i, j)); });
  return all;
}
#endif

BATT_HD std::uint64_t SetRep::get_hash() const {
  if (hashed) return hash;
  if (by_team(size)) {
    HashMembers job{size, packing, is_cells() ? any_cells() : nullptr, hash_list, 0};
    team::run(job);
    hash = hash::finish_set(job.mixed, size);
    hashed = true;
    return hash;
  }
  const auto mixed = [this](auto hash_of_member) {
    std::uint64_t all = 0;
    for (std::uint32_t k = 0; k < size; ++k) all ^= hash::shuffle(hash_of_member(k));
    return all;
  };
  std::uint64_t all = 0;
  if (packing == Packing::Values) all = mixed([this](std::uint32_t k) { return hash_list[k]; });
#ifndef BATT_ON_DEVICE
  else if (cell_list == nullptr && rows.words != nullptr)
    all = mixed_hashes(rows, packing == Packing::Colored);
#endif
  else if (packing == Packing::Locations)
    all = mixed([this](std::uint32_t k) { return hash::of_location(cell_list[k]); });
  else
    all = mixed([this](std::uint32_t k) { return hash::of_colored(cell_list[k]); });
  hash = hash::finish_set(all, size);
  hashed = true;
  return hash;
}

BATT_HD Value make_set(Context& context, const Value* items, std::size_t count) {
  context.charge(count);
  if (count == 0) return Value::empty_set();
  const Form form = items[0].form();
  if (form != Form::Pair && form != Form::Cell) return make_values(context, items, count);
  const Packing packing = form == Form::Pair ? Packing::Locations : Packing::Colored;
  if (Cell single; count == 1 && as_cell(items[0], form, single))
    return make_distinct_cell_set(context, packing, &single, 1);
  ArenaScope scope(context.scratch());
  Cell* cells = context.scratch().allocate<Cell>(count);
  if (!pack_cells(items, count, form, cells)) return make_values(context, items, count);
  return make_cell_set(context, packing, cells, count);
}

namespace {

struct ListedValues {
  const Value* values;
  const std::uint64_t* hashes;
};

/// Values and their hashes in this order, in the arena.
BATT_HD ListedValues list_by_order(Context& context, const Value* items, const std::uint64_t* hashes,
                                   const std::uint32_t* order, std::uint32_t count) {
  Value* values = context.arena().allocate<Value>(count);
  auto* ordered_hashes = context.arena().allocate<std::uint64_t>(count);
  std::uint32_t k = 0;
#ifndef BATT_ON_DEVICE
  constexpr std::uint32_t large = 1 << 10, ahead = 16;  // large sets are listed far from the order they were made in
  if (count >= large) {
    for (; k + ahead < count; ++k) {
      __builtin_prefetch(items + order[k + ahead]);
      __builtin_prefetch(hashes + order[k + ahead]);
      values[k] = items[order[k]];
      ordered_hashes[k] = hashes[order[k]];
    }
  }
#endif
  gather(values + k, items, order + k, count - k);
  gather(ordered_hashes + k, hashes, order + k, count - k);
  return {values, ordered_hashes};
}

}  // namespace

/// The set of these values, in the order that was built for them.
BATT_HD static Value set_in_order(Context& context, const Value* items, const std::uint64_t* hashes,
                                  std::uint32_t count, const BuiltOrder& built, bool unfixed) {
  const ListedValues ordered = list_by_order(context, items, hashes, built.order, count);
  const SetRep rep{.size = count,
                   .table_mask = built.mask,
                   .packing = Packing::Values,
                   .unfixed = unfixed,
                   .value_list = ordered.values,
                   .hash_list = ordered.hashes,
                   .table_occupied = keep_occupancy(context, built.occupied, built.mask)};
  return Value::set(context.arena().make<SetRep>(rep));
}

namespace {

/// The order of keys that all have slots of their own in a table, which must have at most 64 slots: it follows from
/// their hashes.
class OrderByHomes {
 public:
  /// False if two of the keys want one slot.
  BATT_HD bool find(const std::uint64_t* hashes, std::size_t count, std::uint32_t mask) {
    std::uint8_t at[64];
    for (std::size_t k = 0; k < count; ++k) {
      const auto home = static_cast<std::uint32_t>(hashes[k]) & mask;
      if ((occupied_[0] >> home & 1) != 0) return false;
      occupied_[0] |= std::uint64_t{1} << home;
      at[home] = static_cast<std::uint8_t>(k);
    }
    std::uint32_t* next = order_;
    for (std::uint64_t rest = occupied_[0]; rest != 0; rest &= rest - 1) *next++ = at[bits::trailing_zeros(rest)];
    mask_ = mask;
    return true;
  }
  BATT_HD BuiltOrder built() { return {mask_, order_, occupied_}; }

 private:
  std::uint32_t mask_ = 0;
  std::uint32_t order_[most_by_homes];
  std::uint64_t occupied_[2] = {0, 0};
};

}  // namespace

/// Up to so many keys are tried before their order is built.
constexpr std::uint32_t few_by_homes = 4;

/// The set of such keys; false if two of them want one slot.
BATT_HD static bool make_set_by_homes(Context& context, const Value* items, const std::uint64_t* hashes,
                                      std::uint32_t count, std::uint32_t mask, bool unfixed, Value& made) {
  OrderByHomes order;
  if (!order.find(hashes, count, mask)) return false;
  made = set_in_order(context, items, hashes, count, order.built(), unfixed);
  return true;
}

BATT_HD Value make_distinct_set(Context& context, const Value* items, const std::uint64_t* hashes, std::size_t count,
                                bool unfixed) {
  context.charge(count);
  if (count == 0) return Value::empty_set();
  ArenaScope scope(context.scratch());
  const auto size = static_cast<std::uint32_t>(count);
  if (by_team(size) && team::can_reach(items))
    return order_values_by_team(context, items, hashes, size, false, unfixed);
  if (Value made;
      size <= few_by_homes && make_set_by_homes(context, items, hashes, size, grown_mask(size), unfixed, made))
    return made;
  return set_in_order(context, items, hashes, size, build_order(context.scratch(), hashes, size), unfixed);
}

BATT_HD bool make_set_by_homes(Context& context, const Value* items, const std::uint64_t* hashes, std::size_t count,
                               Value& made) {
  if (count == 0 || count > most_by_homes) return false;
  return make_set_by_homes(context, items, hashes, static_cast<std::uint32_t>(count),
                           copy_mask(static_cast<std::uint32_t>(count)), false, made);
}

BATT_HD Value make_copied_set(Context& context, const Value* items, const std::uint64_t* hashes, std::size_t count) {
  context.charge(count);
  if (count == 0) return Value::empty_set();
  ArenaScope scope(context.scratch());
  const auto size = static_cast<std::uint32_t>(count);
  if (by_team(size) && team::can_reach(items)) return order_values_by_team(context, items, hashes, size, true, false);
  if (Value made; make_set_by_homes(context, items, hashes, count, made)) return made;
  const BuiltOrder built = build_order_of(context.scratch(), hashes, size, true);
  return set_in_order(context, items, hashes, size, built, false);
}

BATT_HD Value make_cell_set(Context& context, Packing packing, const Cell* cells, std::size_t count) {
  context.charge(count);
  ArenaScope scope(context.scratch());
  Cell* distinct = context.scratch().allocate<Cell>(count);
  const std::size_t kept = without_repeats(context.scratch(), cells, count, distinct);
  return make_distinct_cell_set(context, packing, distinct, kept);
}

BATT_HD Value make_distinct_cell_set(Context& context, Packing packing, const Cell* cells, std::size_t count) {
  return make_listed_cell_set(context, packing, context.arena().copy(cells, count), count);
}

BATT_HD Value make_listed_cell_set(Context& context, Packing packing, const Cell* cells, std::size_t count) {
  return make_set_by_recipe(context, packing, cells, count, as_listed(context));
}

BATT_HD Value make_set_by_recipe(Context& context, Packing packing, const Cell* cells, std::size_t count,
                                 const Recipe& recipe) {
  context.charge(count);
  if (count == 0) return Value::empty_set();
  auto* rep = new (context.arena().allocate<SetRep>(1)) SetRep{.size = static_cast<std::uint32_t>(count),
                                                               .packing = packing,
                                                               .cell_list = cells,
                                                               .recipe = &recipe,
                                                               .context = &context};
  return Value::set(rep);
}

#ifndef BATT_ON_DEVICE

/// Puts the members of a set of any values into an order, given by their places, and notes how they were listed before.
static void list_values(Context& context, const SetRep& set, const std::uint32_t* list_order, const BuiltOrder& built) {
  const ListedValues ordered = list_by_order(context, set.value_list, set.hash_list, list_order, set.size);
  set.value_list = ordered.values;
  set.hash_list = ordered.hashes;
  set.list_order = list_order;
  set.table_mask = built.mask;
  set.table_occupied = keep_occupancy(context, built.occupied, built.mask);
  set.recipe = nullptr;
}

/// Finds the order of a set of any values if it does not depend on how they were added.
static bool order_values_by_homes(const SetRep& set) {
  if (set.size > most_by_homes) return false;
  OrderByHomes order;
  if (!order.find(set.hash_list, set.size, set.copied ? copy_mask(set.size) : grown_mask(set.size))) return false;
  const BuiltOrder built = order.built();
  list_values(*set.context, set, set.context->arena().copy(built.order, set.size), built);
  return true;
}

/// Finds the order of a set of any values.
static void order_values(Context& context, const SetRep& set) {
  Arena& scratch = context.scratch();
  const std::uint32_t* added = nullptr;  // null: as they are listed
  const std::uint64_t* hashes = set.hash_list;
  if (set.recipe != &added_as_listed) {
    auto* places = scratch.allocate<std::uint32_t>(set.size);
    auto* in_turn = scratch.allocate<std::uint64_t>(set.size);
    set.recipe->places(*set.recipe, set, places);
    for (std::uint32_t k = 0; k < set.size; ++k) in_turn[k] = set.hash_list[places[k]];
    added = places;
    hashes = in_turn;
  }
  const BuiltOrder built = build_order_of(scratch, hashes, set.size, set.copied);
  auto* list_order = context.arena().allocate<std::uint32_t>(set.size);
  for (std::uint32_t k = 0; k < set.size; ++k)
    list_order[k] = added != nullptr ? added[built.order[k]] : built.order[k];
  list_values(context, set, list_order, built);
}

#endif

/// Marks a set while its order is being found.
class FindingOrder {
 public:
  BATT_HD explicit FindingOrder(const SetRep& set) : set_(set) {
    assert(!set.finding);
    set.finding = true;
  }
  BATT_HD ~FindingOrder() { set_.finding = false; }
  FindingOrder(const FindingOrder&) = delete;
  FindingOrder& operator=(const FindingOrder&) = delete;

 private:
  const SetRep& set_;
};

/// The cells of a set in the order in which they were added, for a recipe that tells it and whose sources have their
/// order; in scratch memory, or in the set's own.
BATT_HD static const Cell* list_added(const SetRep& set) {
  const ListedCells members(set, *set.context);
  if (set.recipe->sequence == list_again) return members.cells();
  Cell* added = set.context->scratch().allocate<Cell>(set.size);
  set.recipe->sequence(*set.recipe, members, added);
  return added;
}

/// Finds the order of a set whose sources' order is known.
BATT_HD static void find_order_from_sources(const SetRep& set) {
  Context& context = *set.context;
  const Recipe& recipe = *set.recipe;
  const FindingOrder finding(set);
  const Nested nested(context, context.nesting().orders, most_nested_orders);
  ArenaScope scope(context.scratch());
#ifndef BATT_ON_DEVICE
  if (recipe.places != nullptr) {
    order_values(context, set);
    return;
  }
#endif
  if (recipe.make != nullptr) {
    const Value made = recipe.make(recipe, context);
    const SetRep& equal = set.copied ? copy_of_set(context, made.set()).set() : made.set();
    equal.ensure_order();
    set.cell_list = equal.cell_list;
    set.table_mask = equal.table_mask;
    set.table_dummies = equal.table_dummies;
    set.table_occupied = equal.table_occupied;
  } else {
    const Cell* const sequence = list_added(set);
    if (set.packing == Packing::Locations)
      order_cells(context, set, LocationTraits{}, sequence);
    else
      order_cells(context, set, ColoredTraits{}, sequence);
  }
  set.recipe = nullptr;
}

/// Whether a recipe needs the order of one of its sources found before.
BATT_HD static bool waits_for(const Recipe& recipe, const SetRep& source) {
#ifdef BATT_ON_DEVICE
  return source.recipe != nullptr;
#else
  return source.recipe != nullptr && !(recipe.orders_sources && source.is_ordered_alone());
#endif
}

BATT_HD void SetRep::find_order() const {
  // Depth first over the sources; the sets on the way down form a list.
  struct Waiting {
    const SetRep* set;
    Waiting* above;
    std::size_t known_sources;  ///< at least so many of its sources, the first ones, have their order
  };
#ifndef BATT_ON_DEVICE
  if (recipe->places != nullptr && order_values_by_homes(*this)) return;
#endif
  if (recipe->source_count == 0) return find_order_from_sources(*this);
  ArenaScope scope(context->scratch());
  auto* top = context->scratch().make<Waiting>(this, nullptr, std::size_t{0});
  while (top != nullptr) {
    const Recipe& waiting = *top->set->recipe;
    std::size_t& known = top->known_sources;
    while (known < waiting.source_count && !waits_for(waiting, *waiting.sources[known])) ++known;
    if (known < waiting.source_count) {
      top = context->scratch().make<Waiting>(waiting.sources[known], top, std::size_t{0});
    } else {
      find_order_from_sources(*top->set);
      top = top->above;
    }
  }
}

#ifndef BATT_ON_DEVICE

const Cell* SetRep::find_added() const {
  if (!is_ordered_by_adds()) return nullptr;
  for (std::size_t k = 0; k < recipe->source_count; ++k)
    if (waits_for(*recipe, *recipe->sources[k])) recipe->sources[k]->find_order();
  const FindingOrder mark(*this);
  return list_added(*this);
}

#endif

BATT_HD void SetRep::find_extent() const {
  Extent extent;
#ifndef BATT_ON_DEVICE
  if (rows.words != nullptr) {
    const rows::Box in_window = rows::kernels->box(rows.words, rows.height);
    extent = {rows.top + in_window.top, rows.left + in_window.left, rows.top + in_window.bottom,
              rows.left + in_window.right};
  } else
#endif
    extent = extent_of(any_cells(), size);
  box = KnownExtent(extent);
}

BATT_HD void SetRep::materialize(Context& memory) const {
  ensure_order();
  get_hash();
  if (!is_cells()) return;
  extent();
  if (find_rows(memory)) return;
  asked = true;
  const CellMembers members(memory, *this);
}

BATT_HD bool has_distinct_locations(Context& context, const SetRep& set) {
  if (set.size == 1 || set.rows.words != nullptr) return true;
  ArenaScope scope(context.scratch());
  CellMap locations;
  if (!locations.open(context.scratch(), set.any_cells(), set.size)) return false;
  return std::all_of(set.any_cells(), set.any_cells() + set.size,
                     [&](Cell cell) { return locations.insert(cell) == 0; });
}

BATT_HD const Cell* cells_by_color(const SetRep& set) {
  if (set.rows.words != nullptr && set.rows.one_color) return set.any_cells();
  const Cell* cells = set.any_cells();
  const bool one_color = std::all_of(cells, cells + set.size, [&](Cell cell) { return cell.c() == cells[0].c(); });
  return one_color ? cells : set.cells();
}

}  // namespace batt
