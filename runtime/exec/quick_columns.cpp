#include "runtime/exec/quick_columns.h"

#include <algorithm>

#include "dsl_kernels/set_size.h"

namespace batt::exec {
namespace {

/// The values of an operand for some items, one for each, or one for all.
struct Column {
  const Value* values;
  std::size_t stride;

  Value operator[](std::size_t k) const { return values[k * stride]; }
};

/// Computes a step for so many items. False if one of them is not its case.
using RunStep = bool (*)(const Column* operands, std::size_t count, Value* results);

template <class Step>
bool run_step(std::size_t count, Value* results, Step step) {
  for (std::size_t k = 0; k < count; ++k) {
    const QuickResult result = step(k);
    if (!result.applies()) return false;
    results[k] = result.value();
  }
  return true;
}

// What is the same for all items comes second in most steps: a rank, a number to compare with.
#define BATT_RUN_1(name)                                                                \
  [](const Column* operands, std::size_t count, Value* results) {                       \
    const Column a = operands[0];                                                       \
    return run_step(count, results, [a](std::size_t k) { return quick_##name(a[k]); }); \
  }
#define BATT_RUN_2(name)                                                                                            \
  [](const Column* operands, std::size_t count, Value* results) {                                                   \
    const Column a = operands[0], b = operands[1];                                                                  \
    if (b.stride != 0) return run_step(count, results, [a, b](std::size_t k) { return quick_##name(a[k], b[k]); }); \
    return run_step(count, results, [a, c = b[0]](std::size_t k) { return quick_##name(a[k], c); });                \
  }
#define BATT_RUN_3(name)                                                                                  \
  [](const Column* operands, std::size_t count, Value* results) {                                         \
    const Column a = operands[0], b = operands[1], c = operands[2];                                       \
    return run_step(count, results, [a, b, c](std::size_t k) { return quick_##name(a[k], b[k], c[k]); }); \
  }
constexpr RunStep steps_by_quick[] = {
    nullptr,
#define OP(name, arity, bodies, ...) BATT_IF_QUICK_##bodies(BATT_RUN_##arity(name), )
#include "dsl_kernels/ops.def"
#undef OP
};
#undef BATT_RUN_1
#undef BATT_RUN_2
#undef BATT_RUN_3

constexpr std::size_t most_items = 64;  ///< at once: the columns stay in the nearest cache

/// The steps of a function, and what they make of some items.
class Columns {
 public:
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): of steps and columns only what is used is written
  Columns(Context& context, const Loop& loop, const Instruction& instruction, const std::uint32_t* operands,
          const Value* slots)
      : context_(context), loop_(loop) {
    const Instruction* step = &instruction;
    do {
      ++step;
      for (std::size_t k = 0; k < step->operand_count; ++k)
        steps_[step_count_].operands[k] = column_of(operands[step->first_operand + k], instruction.items, slots);
      steps_[step_count_++].instruction = step;
    } while (step->guard != Instruction::Guard::Result);
  }

  /// False if one of the items from this place on is not the case of a step.
  bool run(std::int32_t place, std::size_t count) {
    list_items(place, count);
    for (std::size_t k = 0; k < step_count_; ++k) {
      const Step& step = steps_[k];
      const RunStep quick = steps_by_quick[static_cast<std::size_t>(step.instruction->quick)];
      Value* const results = columns_[k + 1];
      if (!(quick != nullptr ? quick(step.operands, count, results) : count_cells_of(step, count, results)))
        return false;
    }
    return true;
  }

  const Value* items() const { return columns_[0]; }
  const Value* results() const { return columns_[step_count_]; }

 private:
  struct Step {
    const Instruction* instruction;
    Column operands[3];
  };

  Column column_of(std::uint32_t slot, std::uint32_t item, const Value* slots) const {
    if (slot == item) return {columns_[0], 1};
    for (std::size_t k = 0; k < step_count_; ++k)
      if (steps_[k].instruction->result == slot) return {columns_[k + 1], 1};
    return {slots + slot, 0};
  }

  void list_items(std::int32_t place, std::size_t count) {
    Value* const items = columns_[0];
    if (loop_.cells != nullptr) {
      const Cell* const cells = loop_.cells + place;
      if (loop_.packing == Packing::Locations)
        for (std::size_t k = 0; k < count; ++k) items[k] = value_of(Packing::Locations, cells[k]);
      else
        for (std::size_t k = 0; k < count; ++k) items[k] = value_of(Packing::Colored, cells[k]);
    } else if (loop_.values != nullptr) {
      std::copy_n(loop_.values + place, count, items);
    } else {
      for (std::size_t k = 0; k < count; ++k) items[k] = loop_.items[place + static_cast<std::int32_t>(k)];
    }
  }

  bool count_cells_of(const Step& step, std::size_t count, Value* results) {
    const Value nowhere = Value::pair(0, 0);
    const Column a = step.operands[0], b = step.operands[1];
    const Column directions = step.instruction->operand_count == 3 ? step.operands[2] : Column{&nowhere, 0};
    const auto made = static_cast<OpId>(step.instruction->op);
    return run_step(count, results,
                    [&](std::size_t k) { return QuickResult(count_cells(context_, made, a[k], b[k], directions[k])); });
  }

  Context& context_;
  const Loop& loop_;
  std::size_t step_count_ = 0;
  Step steps_[most_column_steps];
  union {
    Value columns_[most_column_steps + 1][most_items];  ///< the items, and what each step makes of them
  };
};

/// Copies the items of which the result is true; returns after the last one.
template <class Item>
Item* keep_items(const Item* items, const Value* results, std::size_t count, Item* kept) {
  for (std::size_t k = 0; k < count; ++k) {
    *kept = items[k];
    kept += truth(results[k]) ? 1 : 0;
  }
  return kept;
}

/// Gives the loop the results of calls with the items from its current one on. False: it asks for no more calls.
bool give_results(Context& context, Loop& loop, const Columns& columns, std::size_t count) {
  const Value* const results = columns.results();
  const std::size_t last = count - 1;  // which may end the loop
  if (loop.gather == Loop::Gather::CellIfTrue) {
    const Cell* const cells = loop.cells + loop.place - 1;
    loop.gathered = static_cast<std::int32_t>(keep_items(cells, results, last, loop.kept + loop.gathered) - loop.kept);
  } else {
    Value* const gathered = loop.results + loop.gathered;
    Value* const end = loop.gather == Loop::Gather::Result ? std::copy_n(results, last, gathered)
                                                           : keep_items(columns.items(), results, last, gathered);
    loop.gathered = static_cast<std::int32_t>(end - loop.results);
  }
  loop.place += static_cast<std::int32_t>(last);
  *loop.call = columns.items()[last];
  return advance_loop(context, loop, results[last]);
}

}  // namespace

bool make_calls_by_columns(Context& context, Loop& loop, const Instruction& instruction, const std::uint32_t* operands,
                           const Value* slots) {
  if (loop.gather == Loop::Gather::Otherwise || loop.info->call_arity() != 1) return true;
  Columns columns(context, loop, instruction, operands, slots);
  // The first item goes alone: if it is not the case of a step, mostly no one is.
  for (std::size_t most = 1; has_many_calls(loop); most = most_items) {
    const std::size_t count = std::min(most, static_cast<std::size_t>(loop.size - loop.place) + 1);
    if (!columns.run(loop.place - 1, count)) return true;
    if (!give_results(context, loop, columns, count)) return false;
  }
  return true;
}

}  // namespace batt::exec
