#include "dsl_kernels/calls/loop.h"

#include <algorithm>

#include "dsl_kernels/connected_pairs.h"
#include "dsl_kernels/generate.h"
#include "dsl_kernels/list_item.h"
#include "dsl_kernels/merge.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

BATT_HD Value like_of(LoopLike like, Value container) {
  switch (like) {
    case LoopLike::Container: return container;
    case LoopLike::Tuple: return a_tuple();
    case LoopLike::Set: return a_set();
  }
  return container;
}

BATT_HD Value merge_by(Context& context, OpId merge, Value containers) {
#define LOOP(name, function, shape, like)
#define MERGED_LOOP(name, inner_name, merge_name) \
  if (merge == OpId::op_##merge_name) return op_##merge_name(context, containers);
#include "dsl_kernels/calls/loops.def"
#include "runtime/value/late_sets.h"
#undef LOOP
#undef MERGED_LOOP
  return containers;
}

/// The op's result from that of its loop: a merged loop is one op inside another.
BATT_HD Value merged(Context& context, const Loop& loop, Value result) {
  const LoopInfo& info = *loop.info;
  if (info.merge == OpId::op_identity) return result;
  if (result.is_error()) {
    result = finish_failed_op(context, info.inner, result, loop.arguments);
    BATT_TRY(result);
  }
  return merge_by(context, info.merge, result);
}

BATT_HD bool end(Context& context, Loop& loop, Value result) {
  context.scratch().release(loop.scratch);
  loop.result = merged(context, loop, result);
  return false;
}

BATT_HD bool ask_once_more(Loop& loop, Value item) {
  *loop.call = item;
  loop.last_call = true;
  return true;
}

BATT_HD void push(Loop& loop, Value value) { loop.results[loop.gathered++] = value; }

BATT_HD std::size_t gathered(const Loop& loop) { return static_cast<std::size_t>(loop.gathered); }

// ---- what is left to do after the last call ------------------------------------------------------------------

/// Which item stands first (rank 0) or last (rank -1) in the order of keys that are ints: no sort is needed for that.
/// Returns `count` if something is otherwise.
BATT_HD std::size_t find_end(const Value* keys, std::size_t count, bool descending, Value rank) {
  if (!rank.is_exact_int() || (rank.as_int() != 0 && rank.as_int() != -1)) return count;
  const bool last = rank.as_int() == -1;
  const bool largest = descending != last;
  std::size_t found = 0;
  for (std::size_t k = 0; k < count; ++k) {
    if (!keys[k].is_exact_int()) return count;
    const std::int64_t key = keys[k].as_int(), best = keys[found].as_int();
    // Sorting is stable: the first of equals is first, the last of them last.
    if ((largest ? key > best : key < best) || (last && key == best)) found = k;
  }
  return found;
}

/// The items in the order of their keys, as far as the op wants to see it.
BATT_HD bool finish_sort(Context& context, Loop& loop) {
  const LoopShape shape = loop.info->shape;
  const std::size_t count = gathered(loop);
  if (shape == LoopShape::ItemAtRank || shape == LoopShape::ValueAtRank) {
    const std::size_t place = find_end(loop.results, count, shape == LoopShape::ItemAtRank, loop.arguments[2]);
    if (place < count && shape == LoopShape::ValueAtRank) return end(context, loop, loop.results[place]);
    if (place < count) return end(context, loop, loop.items[static_cast<std::int32_t>(place)]);
  }
  auto* places = context.scratch().allocate<std::uint32_t>(count);
  const Value failed = sort_places(context, loop.results, count, shape == LoopShape::ItemAtRank, places);
  if (failed.is_error()) return end(context, loop, failed);
  const auto item_at = [&](std::size_t k) { return loop.items[static_cast<std::int32_t>(places[k])]; };
  if (shape == LoopShape::Sorted) {
    for (std::size_t k = 0; k < count; ++k) loop.results[k] = item_at(k);
    return end(context, loop, make_tuple(context, loop.results, count));
  }
  if (shape == LoopShape::NthByKey) {
    const Value rank = loop.arguments[1];
    if (loop.like.is_set()) {
      const Value skipped = range_size(rank);
      if (skipped.is_error()) return end(context, loop, skipped);
      const auto place = static_cast<std::uint64_t>(skipped.as_int());
      return end(context, loop, place < count ? item_at(place) : Value::none());
    }
    return end(context, loop, count == 0 ? Value::none() : list_item(rank, count, item_at));
  }
  const Value rank = loop.arguments[2];
  if (shape == LoopShape::ItemAtRank)
    return end(context, loop, list_item_or(context, rank, count, item_at, empty_like(loop.like)));
  const auto value_at = [&](std::size_t k) { return loop.results[places[k]]; };
  const Value reached = in_reach(context, rank, count);
  if (reached.is_error()) return end(context, loop, reached);
  if (!reached.as_bool()) return ask_once_more(loop, Value::integer(0));
  return end(context, loop, list_item(rank, count, value_at));
}

/// merge(frozenset(results)), if it takes no outer set to tell; else false.
BATT_HD bool finish_merged_set(Context& context, Loop& loop) {
  if (loop.info->merge == OpId::op_identity || !loop.like.is_set() ||
      !merge_set_of(context, loop.results, gathered(loop), loop.listed, loop.result))
    return false;
  context.scratch().release(loop.scratch);
  return true;
}

BATT_HD bool ask(Context& context, Loop& loop);

/// Begins anew, in the order of the set: it does matter.
BATT_HD bool begin_in_order(Context& context, Loop& loop) {
  loop.cells = loop.cell_set->cells();
  loop.in_order = true;
  loop.place = loop.gathered = 0;
  return ask(context, loop);
}

#ifndef BATT_ON_DEVICE

/// merge(results), if what is needed of it takes no order to tell; else false.
bool finish_needed_cells(Context& context, Loop& loop) {
  const bool makes_container = loop.like.is_set() || loop.like.is_exact_tuple();
  const Value* const grid = loop.need == Need::PaintOn ? loop.arguments + loop.info->painted_grid() : nullptr;
  if (!makes_container ||
      !merge_needed_cells(context, loop.results, gathered(loop), loop.like, loop.need, grid, loop.result))
    return false;
  context.scratch().release(loop.scratch);
  return true;
}

/// For more cells it is quicker to make the calls again.
constexpr std::int32_t most_cells_sorted = 128;

/// Goes on as if a Map had gone through a set of cells in its order.
void put_cells_in_order(Context& context, Loop& loop) {
  const Cell* const listed = loop.cells;
  loop.cells = loop.cell_set->cells();
  loop.in_order = true;
  auto* in_order = context.scratch().allocate<Value>(gathered(loop));
  for (std::int32_t k = 0; k < loop.gathered; ++k)
    in_order[k] = loop.results[std::find(listed, listed + loop.gathered, loop.cells[k]) - listed];
  loop.results = in_order;
}

/// Where what a Filter has kept stands in the list of the set: both are in the same turn.
std::uint32_t* places_of_kept(const Loop& loop, Arena& arena) {
  auto* places = arena.allocate<std::uint32_t>(gathered(loop));
  std::uint32_t place = 0;
  for (std::int32_t k = 0; k < loop.gathered; ++k, ++place) {
    while (!loop.values[place].same_as(loop.results[k])) ++place;
    places[k] = place;
  }
  return places;
}

/// Goes on as if the loop had gone through the set in its order.
void put_in_order(Context& context, Loop& loop) {
  const SetRep& set = *loop.listed;
  loop.listed = nullptr;
  set.ensure_order();
  auto* in_order = context.scratch().allocate<Value>(gathered(loop));
  Value* next = in_order;
  if (loop.info->shape == LoopShape::Map) {
    for (std::uint32_t k = 0; k < set.size; ++k) *next++ = loop.results[set.list_order[k]];
  } else {
    const std::uint32_t* places = places_of_kept(loop, context.scratch());
    bool* kept = context.scratch().allocate<bool>(set.size);
    std::fill_n(kept, set.size, false);
    for (std::int32_t k = 0; k < loop.gathered; ++k) kept[places[k]] = true;
    for (std::uint32_t k = 0; k < set.size; ++k)
      if (kept[set.list_order[k]]) *next++ = set.value_list[k];
  }
  loop.results = in_order;
}

/// The set of what was kept of a set that was gone through as it is listed; its order, too, is left until asked for.
/// False if it may be a set of cells.
bool keep_listed(Context& context, const Loop& loop, Value& made) {
  if (loop.gathered <= 0) {
    made = Value::empty_set();
    return true;
  }
  if (loop.results[0].is_pair() || loop.results[0].is_cell()) return false;
  const std::size_t count = gathered(loop);
  Value* values = context.arena().copy(loop.results, count);
  auto* hashes = context.arena().allocate<std::uint64_t>(count);
  const std::uint32_t* places = places_of_kept(loop, context.arena());
  for (std::size_t k = 0; k < count; ++k) hashes[k] = loop.hashes[places[k]];
  made = make_set_later(context, values, hashes, count, kept_places(context, *loop.listed, places));
  return true;
}

/// The set of the results, if they are cells, in the same way. False if they are something else.
bool map_listed(Context& context, const Loop& loop, Value& made) {
  const std::size_t count = gathered(loop);
  const Form form = loop.results[0].form();
  if (form != Form::Pair && form != Form::Cell) return false;
  Cell* cells = context.scratch().allocate<Cell>(count);
  for (std::size_t k = 0; k < count; ++k)
    if (!as_cell(loop.results[k], form, cells[k])) return false;
  made = make_cell_set_of(context, form == Form::Pair ? Packing::Locations : Packing::Colored, cells, *loop.listed);
  return true;
}

/// False: it is as if the set had been gone through in order.
bool finish_listed(Context& context, Loop& loop) {
  Value made;
  if (loop.info->shape == LoopShape::Filter ? keep_listed(context, loop, made) : map_listed(context, loop, made)) {
    end(context, loop, made);
    return true;
  }
  put_in_order(context, loop);
  return false;
}

#endif

BATT_HD bool finish(Context& context, Loop& loop) {
  switch (loop.info->shape) {
    case LoopShape::Map:
    case LoopShape::Calls:
    case LoopShape::Pairwise:
    case LoopShape::Product:
#ifndef BATT_ON_DEVICE
      if (loop.need != Need::Value && finish_needed_cells(context, loop)) return false;
      if (loop.cell_set != nullptr && !loop.in_order) {
        if (loop.gathered > most_cells_sorted) return begin_in_order(context, loop);
        put_cells_in_order(context, loop);
      }
#endif
      if (finish_merged_set(context, loop)) return false;
#ifndef BATT_ON_DEVICE
      if (loop.listed != nullptr && finish_listed(context, loop)) return false;
#endif
      return end(context, loop, make_like(context, loop.like, loop.results, gathered(loop)));
    case LoopShape::Filter:
#ifndef BATT_ON_DEVICE
      if (loop.need != Need::Value && loop.cell_set == nullptr && finish_needed_cells(context, loop)) return false;
      if (loop.listed != nullptr && finish_listed(context, loop)) return false;
#endif
      if (loop.cell_set == nullptr)
        return end(context, loop, make_like(context, loop.like, loop.results, gathered(loop)));
      return end(context, loop, keep_cells(context, *loop.cell_set, loop.kept, gathered(loop), loop.in_order));
    case LoopShape::Find: return end(context, loop, Value::empty_set());
    case LoopShape::LargestItem:
    case LoopShape::SmallestItem: return end(context, loop, loop.gathered == 0 ? value_error() : loop.best);
    case LoopShape::LargestValue:
    case LoopShape::SmallestValue:
      return loop.gathered == 0 ? ask_once_more(loop, Value::integer(0)) : end(context, loop, loop.best_key);
    default: return finish_sort(context, loop);
  }
}

// ---- from one call to the next --------------------------------------------------------------------------------

/// Puts the next item, or finishes after the last one.
BATT_HD bool ask(Context& context, Loop& loop) {
  const LoopShape shape = loop.info->shape;
  if (loop.place == loop.size) {
    if (shape != LoopShape::Product || loop.size == 0) return finish(context, loop);
    if (++loop.other_place == loop.others.size()) return finish(context, loop);
    loop.place = 0;
  }
  if (shape == LoopShape::Pairwise) loop.call[1] = loop.others[loop.place];
  if (shape == LoopShape::Product) loop.call[1] = loop.others[loop.other_place];
  loop.take_item();
  return true;
}

/// Whether it is all the same which item comes first, and raises what: the op's default stands in for it.
BATT_HD bool hides_exceptions([[maybe_unused]] const Context& context) {
#ifdef BATT_ON_DEVICE
  return false;
#else
  return context.mode() == ErrorMode::Safe && context.log() == nullptr;
#endif
}

/// The function raised: so does the op, each shape in its own way.
BATT_HD bool fail(Context& context, Loop& loop, Value error) {
  if (loop.listed != nullptr && !hides_exceptions(context)) {
    // Which item comes first, and raises what?
    loop.values = loop.listed->values();
    loop.listed = nullptr;
    loop.place = loop.gathered = 0;
    return ask(context, loop);
  }
  // Which cell comes first, and raises what?
  if (loop.cell_set != nullptr && !loop.in_order && !hides_exceptions(context)) return begin_in_order(context, loop);
  switch (loop.info->shape) {
    case LoopShape::Map:
    case LoopShape::Calls:
    case LoopShape::Product:
      return end(context, loop, generator_failed(context, error, loop.like, loop.results, gathered(loop)));
    case LoopShape::Filter:
      return end(context, loop,
                 loop.cell_set != nullptr ? through_generator(error)
                                          : generator_failed(context, error, loop.like, loop.results, gathered(loop)));
    case LoopShape::Pairwise:
    case LoopShape::Find: return end(context, loop, through_generator(error));
    default: return end(context, loop, error);
  }
}

BATT_HD Value is_better(Context& context, bool largest, Value key, Value best) {
  if (key.is_int() && best.is_int())
    return Value::boolean(largest ? key.as_int() > best.as_int() : key.as_int() < best.as_int());
  return largest ? greater(context, key, best) : less(context, key, best);
}

/// max and min compare each key with the best so far as soon as they have it.
BATT_HD bool compare(Context& context, Loop& loop, Value key) {
  if (loop.gathered != 0) {
    const bool largest = loop.info->shape == LoopShape::LargestItem || loop.info->shape == LoopShape::LargestValue;
    const Value better = is_better(context, largest, key, loop.best_key);
    if (better.is_error()) return end(context, loop, better);
    if (!better.as_bool()) return ask(context, loop);
  }
  loop.gathered = 1;
  loop.best = *loop.call;
  loop.best_key = key;
  return ask(context, loop);
}

// ---- before the first call ------------------------------------------------------------------------------------

/// Whether the loop can go through a set as it is listed: what it makes is a set as well, and who logs failures is told
/// of them in order.
BATT_HD bool takes_listed([[maybe_unused]] const Context& context, [[maybe_unused]] const Loop& loop,
                          [[maybe_unused]] Value container) {
#ifdef BATT_ON_DEVICE
  return false;
#else
  return container.is_set() && loop.like.is_set() && has_pending_order(container.set()) && context.uses_packed() &&
         context.log() == nullptr;
#endif
}

/// The same for a set of cells where what is needed of the result may not depend on its order.
BATT_HD bool takes_any_order([[maybe_unused]] const Context& context, [[maybe_unused]] const Loop& loop,
                             [[maybe_unused]] Value container) {
#ifdef BATT_ON_DEVICE
  return false;
#else
  return loop.need != Need::Value && loop.like.is_set() && container.is_set() && container.set().is_cells() &&
         container.set().recipe != nullptr && context.log() == nullptr;
#endif
}

/// Goes through a set of cells as it is listed.
BATT_HD Value open_cells(Loop& loop, const SetRep& set) {
  loop.cell_set = &set;
  loop.in_order = set.recipe == nullptr;  // now: what is called may look at the set, too
  loop.cells = set.any_cells();
  return Value::none();
}

/// Takes hold of what is looped over; an error if that fails before the first call.
BATT_HD Value open(Context& context, Loop& loop) {
  const Value* containers = loop.arguments + loop.info->container();
  switch (loop.info->shape) {
    case LoopShape::Map:
      if (takes_listed(context, loop, containers[0])) {
        loop.listed = &containers[0].set();
        return Value::none();
      }
      if (takes_any_order(context, loop, containers[0])) return open_cells(loop, containers[0].set());
      [[fallthrough]];
    case LoopShape::Calls: return open_generator(context, loop.like, containers[0], loop.items);
    case LoopShape::Pairwise:
      return iterate(context, containers[0], loop.items) && iterate(context, containers[1], loop.others) ? Value::none()
                                                                                                         : type_error();
    case LoopShape::Product:
      if (!iterate(context, containers[1], loop.others)) return type_error();
      if (loop.others.size() == 0) return Value::none();
      return iterate(context, containers[0], loop.items) ? Value::none() : type_error();
    case LoopShape::Filter:
      if (loop.like.is_set() && containers[0].is_set() && containers[0].set().is_cells()) {
        return open_cells(loop, containers[0].set());
      }
      if (takes_listed(context, loop, containers[0])) {
        loop.listed = &containers[0].set();
        return Value::none();
      }
      return open_generator(context, loop.like, containers[0], loop.items);
    default: return iterate(context, containers[0], loop.items) ? Value::none() : type_error();
  }
}

/// How many results it may have to keep; decides how far `place` goes.
BATT_HD std::size_t measure(Loop& loop) {
  if (loop.cell_set != nullptr) {
    loop.size = static_cast<std::int32_t>(loop.cell_set->size);
    return loop.cell_set->size;
  }
  if (loop.listed != nullptr) {
    loop.size = static_cast<std::int32_t>(loop.listed->size);
    return loop.listed->size;
  }
  const bool is_empty_product = loop.info->shape == LoopShape::Product && loop.others.size() == 0;
  loop.size = is_empty_product ? 0 : loop.items.size();
  if (loop.info->shape == LoopShape::Pairwise) loop.size = std::min(loop.size, loop.others.size());
  const auto size = static_cast<std::size_t>(loop.size);
  return loop.info->shape == LoopShape::Product ? size * static_cast<std::size_t>(loop.others.size()) : size;
}

BATT_HD Loop::Gather gather_of(const Loop& loop) {
  switch (loop.info->shape) {
    case LoopShape::Filter: return loop.cell_set != nullptr ? Loop::Gather::CellIfTrue : Loop::Gather::ItemIfTrue;
    case LoopShape::Map:
    case LoopShape::Calls:
    case LoopShape::Product:
    case LoopShape::Sorted:
    case LoopShape::NthByKey:
    case LoopShape::ItemAtRank:
    case LoopShape::ValueAtRank: return Loop::Gather::Result;
    default: return Loop::Gather::Otherwise;
  }
}

/// Where the items can be read without a look at what holds them.
BATT_HD void find_items(Loop& loop) {
  if (loop.size == 0) return;
  const Value container = loop.arguments[loop.info->container()];
  if (loop.cell_set != nullptr) {
    loop.packing = loop.cell_set->packing;
  } else if (container.is_set()) {
    const SetRep& set = container.set();
    loop.packing = set.packing;
    if (set.is_cells()) {
      loop.cells = set.cells();
    } else {
      loop.values = loop.listed != nullptr ? set.value_list : set.values();
      loop.hashes = set.hash_list;
    }
  } else if (container.is_tuple() && container.form() == Form::Plain) {
    loop.values = container.items();
  }
}

#ifndef BATT_ON_DEVICE

/// Does all of what such a body takes at once.
bool run_at_once(Context& context, const Loop& loop, OpId op, LoopBody body, Value& result) {
  if (body == LoopBody::ConnectsEnds) {
    const Value container = loop.arguments[loop.info->container()];
    return loop.info->shape == LoopShape::Map && takes_listed(context, loop, container) &&
           connect_ends(context, container, result);
  }
  const Value function = loop.arguments[loop.info->function];
  return function.is_op() && has_body_without_calls(op, static_cast<OpId>(function.op_id())) && context.uses_packed() &&
         connect_pairs(context, loop.arguments[1], loop.arguments[2], result);
}

#endif

}  // namespace

BATT_HD bool start_loop(Context& context, Loop& loop, OpId op, const Value* arguments, Value* call, Need need,
                        [[maybe_unused]] LoopBody body) {
  context.charge();
  loop.need = context.uses_packed() ? need : Need::Value;
  loop.call = call;
  loop.info = &loop_info(op);
  loop.arguments = arguments;
  loop.like = like_of(loop.info->like, arguments[loop.info->container()]);
  loop.place = loop.other_place = loop.gathered = 0;
  loop.last_call = false;
  loop.cell_set = loop.listed = nullptr;
  loop.values = nullptr;
  loop.cells = nullptr;
  loop.scratch = context.scratch().mark();
#ifndef BATT_ON_DEVICE
  if (Value result; run_at_once(context, loop, op, body, result)) return end(context, loop, result);
#endif
  const Value failed = open(context, loop);
  if (failed.is_error()) return end(context, loop, failed);
  const std::size_t count = measure(loop);
  context.charge(count);
  loop.gather = gather_of(loop);
  if (loop.gather == Loop::Gather::CellIfTrue)
    loop.kept = context.scratch().allocate<Cell>(count);
  else if (loop.gather != Loop::Gather::Otherwise || loop.info->call_arity() == 2)
    loop.results = context.scratch().allocate<Value>(count);
  find_items(loop);
  return ask(context, loop);
}

BATT_HD bool advance_any_loop(Context& context, Loop& loop, Value result) {
  if (loop.last_call) return end(context, loop, result);
  if (result.is_error()) return fail(context, loop, result);
  switch (loop.info->shape) {
    case LoopShape::Filter:
      if (loop.cell_set != nullptr) {
        loop.kept[loop.gathered] = loop.cells[loop.place - 1];
        loop.gathered += truth(result) ? 1 : 0;
      } else if (truth(result)) {
        push(loop, *loop.call);
      }
      break;
    case LoopShape::Find:
      if (truth(result)) return end(context, loop, *loop.call);
      break;
    case LoopShape::LargestItem:
    case LoopShape::SmallestItem:
    case LoopShape::LargestValue:
    case LoopShape::SmallestValue: return compare(context, loop, result);
    default: push(loop, result);
  }
  return ask(context, loop);
}

BATT_HD Value loop_result(Context& context, const Loop& loop, OpId op, const Value* arguments) {
  return loop.result.is_error() ? finish_failed_op(context, op, loop.result, arguments) : loop.result;
}

}  // namespace batt
