// An op that calls a function with items, taken apart: it asks for one call after the other, and whoever runs it makes
// the calls, of a closure or of a block of instructions. Plain data, so that frames of loops can lie in an array.
#pragma once

#include <initializer_list>

#include "batt/python.h"
#include "dsl_kernels/loop_table.h"

namespace batt {

struct Loop {
  Value item, other;  ///< what the function is to be called with; `other` if its call_arity is 2
  Value answer;       ///< the op's, possibly an error, once it asks for no more calls

  // How far it is: the business of start_loop and advance_loop.
  bool in_order;        ///< Filter of a set of cells: whether `cells` are in its order
  bool last_call;       ///< the next answer is the op's
  const LoopInfo* info;
  const Value* arguments;
  Value like;
  Items items, others;
  std::int32_t size;
  std::int32_t place, other_place;
  std::int32_t gathered;
  Value* results;          ///< in scratch memory
  const SetRep* cell_set;  ///< Filter: set if the container is a set of cells that stays one
  const Cell* cells;
  Cell* kept;
  Value best, best_key;
  Arena::Mark scratch;
};

/// Begins op(*arguments), of which the function may be anything: it is not looked at. The arguments stay where they are
/// until the loop ends. False: `answer` is what the op's body answers.
BATT_HD bool start_loop(Context& context, Loop& loop, OpId op, const Value* arguments);

/// Takes the function's answer, possibly an error. False: `answer` is what the op's body answers.
BATT_HD bool advance_loop(Context& context, Loop& loop, Value result);

/// The op's body, with a function that is a value.
Value run_loop(Context& context, OpId op, std::initializer_list<Value> arguments);

}  // namespace batt
