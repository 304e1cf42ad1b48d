// Generator expressions over a container, and the container made of what they yield. They raise what Python raises
// and when: the source is asked for its iterator first, a set hashes each item as it comes, StopIteration does not
// leave a generator. `like` is any value whose type the new container shall have.
#pragma once

#include <algorithm>

#include "runtime/python/python.h"
#include "runtime/value/late_sets.h"
#include "runtime/value/set_parts.h"

namespace batt {

BATT_HD inline Value a_tuple() { return Value::empty_tuple(); }
BATT_HD inline Value a_set() { return Value::empty_set(); }

/// What the container raises when its generator, after it yielded these items, raised `error`.
BATT_HD inline Value generator_failed(Context& context, Value error, Value like, const Value* yielded,
                                      std::size_t count) {
  std::uint64_t ignored;
  if (like.is_set())
    for (std::size_t k = 0; k < count; ++k)
      if (!hash_of(context, yielded[k], ignored)) return type_error();
  return through_generator(error);
}

/// iter(source) for type(like)(... for e in source); an error where the call fails before it takes any item.
BATT_HD inline Value open_generator(Context& context, Value like, Value source, Items& items) {
  if (!iterate(context, source, items)) return type_error();
  context.charge(static_cast<std::uint64_t>(items.size()));
  if (!like.is_okt() && !like.is_text()) return Value::none();
  ScratchVector nothing(context);
  return make_like(context, like, nothing);
}

/// type(like)(yield(e) for e in source).
template <class Yield>
BATT_HD Value map_like(Context& context, Value like, Value source, Yield yield) {
  Items items;
  BATT_TRY(open_generator(context, like, source, items));
  ScratchVector yielded(context);
  for (std::int32_t k = 0; k < items.size(); ++k) {
    const Value item = yield(items[k]);
    if (item.is_error()) return generator_failed(context, item, like, yielded.data(), yielded.size());
    yielded.push(item);
  }
  return make_like(context, like, yielded);
}

/// The cells of a set for which keep(cell) holds, into `kept`; `cells` are those of the set. An error from `keep` as it
/// is.
template <class Keep>
BATT_HD Value select_cells(const SetRep& set, const Cell* cells, Keep& keep, Cell* kept, std::size_t& count) {
  count = 0;
  for (std::uint32_t k = 0; k < set.size; ++k) {
    const Cell cell = cells[k];
    BATT_LET(wanted, keep(value_of(set.packing, cell)));
    kept[count] = cell;
    count += truth(wanted) ? 1 : 0;
  }
  return Value::none();
}

/// Whether keep(cell) fails in this way for each cell of a set: then it does not matter which comes first.
template <class Keep>
BATT_HD bool fails_for_all([[maybe_unused]] const Context& context, const SetRep& set, Keep& keep, Value failure) {
#ifndef BATT_ON_DEVICE
  if (context.log() != nullptr) return false;  // it lists what fails in order
#endif
  const Cell* cells = set.any_cells();
  return std::all_of(cells, cells + set.size,
                     [&](Cell cell) { return keep(value_of(set.packing, cell)).same_as(failure); });
}

/// frozenset(e for e in set if keep(e)) of a set packed as cells.
template <class Keep>
BATT_HD Value filter_cells(Context& context, const SetRep& set, Keep keep) {
  ArenaScope scope(context.scratch());
  Cell* kept = context.scratch().allocate<Cell>(set.size);
  std::size_t count = 0;
  bool in_order = set.recipe == nullptr;  // now: what is called may look at the set, too
  Value failed = select_cells(set, set.any_cells(), keep, kept, count);
  if (failed.is_error() && !in_order && !fails_for_all(context, set, keep, failed)) {
    // Which cell comes first, and raises what?
    failed = select_cells(set, set.cells(), keep, kept, count);
    in_order = true;
  }
  return failed.is_error() ? through_generator(failed) : keep_cells(context, set, kept, count, in_order);
}

#ifndef BATT_ON_DEVICE
/// The same of a set of any values whose order is not known yet, as it is listed; the new set's order, too, is left
/// until asked for. Declined where the order may matter.
template <class Keep>
Value filter_listed(Context& context, const SetRep& set, Keep keep) {
  if (!has_pending_order(set) || context.log() != nullptr || set.value_list[0].is_pair() || set.value_list[0].is_cell())
    return Value::declined();
  Value* kept = context.arena().allocate<Value>(set.size);
  auto* hashes = context.arena().allocate<std::uint64_t>(set.size);
  auto* places = context.arena().allocate<std::uint32_t>(set.size);
  std::uint32_t count = 0;
  for (std::uint32_t k = 0; k < set.size; ++k) {
    const Value value = set.value_list[k];
    const Value wanted = keep(value, set.hash_list[k]);
    if (wanted.is_error() || value.is_pair() || value.is_cell()) return Value::declined();
    kept[count] = value;
    hashes[count] = set.hash_list[k];
    places[count] = k;
    count += truth(wanted) ? 1 : 0;
  }
  return make_set_later(context, kept, hashes, count, kept_places(context, set, places));
}
#endif

/// The same of a set of any values; asks keep(value, hash).
template <class Keep>
BATT_HD Value filter_values(Context& context, const SetRep& set, Keep keep) {
  context.charge(set.size);
#ifndef BATT_ON_DEVICE
  if (const Value made = filter_listed(context, set, keep); !made.is_declined()) return made;
#endif
  ArenaScope scope(context.scratch());
  const Value* values = set.values();
  const std::uint64_t* its_hashes = set.hashes();
  Value* kept = context.scratch().allocate<Value>(set.size);
  auto* hashes = context.scratch().allocate<std::uint64_t>(set.size);
  std::size_t count = 0;
  for (std::uint32_t k = 0; k < set.size; ++k) {
    const Value wanted = keep(values[k], its_hashes[k]);
    if (wanted.is_error()) {
      set.note_look(context);  // another member may have come first, and failed otherwise
      return through_generator(wanted);
    }
    kept[count] = values[k];
    hashes[count] = its_hashes[k];
    count += truth(wanted) ? 1 : 0;
  }
  const bool may_be_cells = count != 0 && (kept[0].is_pair() || kept[0].is_cell());
  const bool unfixed = set.unfixed && !have_fixed_hashes(context, kept, count);
  const Value made =
      may_be_cells ? make_set(context, kept, count) : make_distinct_set(context, kept, hashes, count, unfixed);
  note_walk(context, set, made.set());
  return made;
}

/// type(like)(e for e in source if keep(e)).
template <class Keep>
BATT_HD Value filter_like(Context& context, Value like, Value source, Keep keep) {
  if (like.is_set() && source.is_set())
    return source.set().is_cells()
               ? filter_cells(context, source.set(), keep)
               : filter_values(context, source.set(), [&](Value e, std::uint64_t) { return keep(e); });
  Items items;
  BATT_TRY(open_generator(context, like, source, items));
  ScratchVector kept(context);
  for (std::int32_t k = 0; k < items.size(); ++k) {
    const Value item = items[k];
    const Value wanted = keep(item);
    if (wanted.is_error()) return generator_failed(context, wanted, like, kept.data(), kept.size());
    if (truth(wanted)) kept.push(item);
  }
  return make_like(context, like, kept);
}

}  // namespace batt
