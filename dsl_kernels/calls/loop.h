// An op that calls a function with items, taken apart: it asks for one call after the other, and whoever runs it makes
// the calls, of a closure (nested_call.cpp, call.cpp), of a block of instructions (the interpreter) or of a lambda
// (emitted_loops.h). They all do `for (bool more = start_loop(..); more;) more = advance_loop(.., <the call>)`, and
// then ask for loop_result; docs/decisions/0016 says why each makes its own calls. Plain data, so that frames of loops
// can lie in an array.
#pragma once

#include "dsl_kernels/calls/loop_table.h"
#include "runtime/python/python.h"

namespace batt {

/// What of a loop's result matters, if it is merged from sets of cells (compiler/lower/find_needs.h).
enum class Need : std::uint8_t {
  Value,    ///< everything
  Cells,    ///< which cells there are, and everything if two of them lie at one location
  Paint,    ///< which cells there are, and which of those at one location come before others
  PaintOn,  ///< the same of those that lie on a grid, which comes after the arguments
};

/// What is known of a loop's function.
enum class LoopBody : std::uint8_t {
  Any,
  ConnectsEnds,  ///< connect(item[0], item[-1]), if the item is a tuple
};

struct Loop {
  Value* call;   ///< what the function is to be called with: an item, and another one after it if its call_arity is 2
  Value result;  ///< of the op's body, possibly an error, once it asks for no more calls

  // How far it is: the business of start_loop and advance_loop.
  enum class Gather : std::uint8_t { Result, ItemIfTrue, CellIfTrue, Otherwise };
  Gather gather;    ///< what is kept of a call; Otherwise: it is not that simple
  Need need;        ///< on the host
  bool in_order;    ///< with a cell_set: whether `cells` are in its order
  bool last_call;   ///< the next result is the op's
  Packing packing;  ///< of `cells`
  std::int32_t size;
  std::int32_t place;  ///< of the item after this one
  std::int32_t gathered;
  std::int32_t other_place;
  const Value* values;          ///< the items, if they lie in memory as values; else null
  const std::uint64_t* hashes;  ///< of the values of a set
  const Cell* cells;            ///< the items, if they are cells; else null
  Value* results;               ///< in scratch memory
  Cell* kept;                   ///< the same, for CellIfTrue
  const LoopInfo* info;
  const Value* arguments;
  Value like;
  Items items, others;
  const SetRep* cell_set;  ///< of a Filter, or where the order may not matter: the set that `cells` are of
  const SetRep* listed;    ///< a set of any values that is gone through as it is listed, not in order; else null
  Value best, best_key;
  Arena::Mark scratch;

  [[gnu::always_inline]] BATT_HD void take_item() {
    const std::int32_t k = place++;
    if (cells != nullptr)
      *call = value_of(packing, cells[k]);
    else
      *call = values != nullptr ? values[k] : items[k];
  }
};

/// Begins op(*arguments), of which the function may be anything: it is not looked at. The arguments stay where they are
/// until the loop ends, and so does `call`, the place for two values. False: it asks for no call at all.
BATT_HD bool start_loop(Context& context, Loop& loop, OpId op, const Value* arguments, Value* call,
                        Need need = Need::Value, LoopBody body = LoopBody::Any);

/// The same as advance_loop, for any call.
BATT_HD bool advance_any_loop(Context& context, Loop& loop, Value result);

/// Takes what a call of the function returned, possibly an error. False: it asks for no more calls.
[[gnu::always_inline]] BATT_HD inline bool advance_loop(Context& context, Loop& loop, Value result) {
  if (loop.place == loop.size || result.is_error()) return advance_any_loop(context, loop, result);
  switch (loop.gather) {
    case Loop::Gather::Result: loop.results[loop.gathered++] = result; break;
    case Loop::Gather::ItemIfTrue:
      loop.results[loop.gathered] = Value::by_words(*loop.call);
      loop.gathered += (result.is_bool() ? result.as_bool() : truth(result)) ? 1 : 0;
      break;
    case Loop::Gather::CellIfTrue:
      loop.kept[loop.gathered] = loop.cells[loop.place - 1];
      loop.gathered += (result.is_bool() ? result.as_bool() : truth(result)) ? 1 : 0;
      break;
    case Loop::Gather::Otherwise: return advance_any_loop(context, loop, result);
  }
  loop.take_item();
  return true;
}

/// Whether a loop over this function calls nothing: sorted, max and min take None for no key.
BATT_HD inline bool calls_nothing(const LoopInfo& info, Value function) {
  return function.is_none() && has_key(info.shape);
}

/// Runs such a loop, after start_loop returned `more`: every item is its own key.
BATT_HD inline void run_without_calls(Context& context, Loop& loop, bool more) {
  while (more) more = advance_loop(context, loop, *loop.call);
  if (returns_key(loop.info->shape)) loop.result = type_error();
}

/// The call that a loop over a function asks for, as call(function, arguments...).
template <class Call>
[[gnu::always_inline]] BATT_HD inline auto make_loop_call(const Loop& loop, Value function, Call call) {
  if (loop.info->shape == LoopShape::Calls) return call(*loop.call, function);
  if (loop.info->call_arity() == 2) return call(function, loop.call[0], loop.call[1]);
  return call(function, *loop.call);
}

/// What op(*arguments) returns, once its loop asks for no more calls.
BATT_HD Value loop_result(Context& context, const Loop& loop, OpId op, const Value* arguments);

}  // namespace batt
