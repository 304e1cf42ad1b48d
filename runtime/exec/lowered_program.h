// A program after lowering: straight instructions over slots, with blocks and loops inside. The interpreter runs it,
// the C++ emitter prints it, a device gets it as it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "dsl_kernels/calls/function.h"
#include "dsl_kernels/calls/loop.h"
#include "dsl_kernels/quick.h"
#include "runtime/exec/outcome.h"
#include "runtime/exec/raises.h"

namespace batt::exec {

/// One step: computes a value from slots into a slot, and says what becomes of an exception.
struct Instruction {
  enum class Kind : std::uint8_t {
    CallOp,      ///< the op `entry` with its exact number of arguments
    CallValue,   ///< the first operand is the function
    FailedCall,  ///< of `op` with a number of arguments that it does not take
    MakeTuple,
    Default,      ///< _get_safe_default(operand)
    Field,        ///< operand.t (`field` 0), operand.ok (`field` 1)
    MakeOkt,      ///< operands: value, ok
    OtherName,    ///< the function that alias `field` of the operand names
    Pass,         ///< the operand itself: for a guard that stands alone
    Equal,        ///< whether the operands are equal
    Part,         ///< part `field` of the closure that the operand is
    SizeOf,       ///< the size of what `op`, a difference or an intersection, makes; `field` 1: by size_f. With a third
                  ///< operand the first one is shifted by that before
    Objects,      ///< `op`, o_g, for a SingleCells alone: None if that can do without them
    SingleCells,  ///< `op`, sizefilter, of objects and 1; after these stand the operands of the Objects
    Block,        ///< runs the instructions from here to `end`, once
    Loop,  ///< the op with its arguments; the instructions from here to `end` are its function, called with `items`
  };
  enum class Guard : std::uint8_t {
    Propagate,  ///< the error is the value
    Escape,     ///< the error ends the program
    Catch,      ///< `guard_index` is the place in Program::handlers
    Pile,       ///< `guard_index` is the place in Program::piles; the result's slot gets .t, the next one .ok
    Leave,      ///< inside a block: the error is the block's result
    Result,     ///< the last of a block: the value, or the error, is the block's result
  };
  Kind kind;
  Guard guard;
  bool operands_may_be_errors;
  std::uint8_t field;   ///< of a Field, a Part or a SizeOf; of an OtherName the alias; of a Loop what its need() is; of
                        ///< a CallOp whether it is_kept()
  Quick quick;          ///< what is tried first, inside a block; link() sets it
  bool has_quick_body;  ///< of a Loop: whether its function is quick steps alone; link() sets it
  bool has_one_call;    ///< of a Loop: whether its function is one call of an op; link() sets it
  bool is_pair_loop;    ///< the same, and it makes a pair of a pair, if the function makes ints of ints
  bool is_partwise;     ///< of such a loop: whether the function makes of a pair what the loop makes of it
  bool has_columns;     ///< of a Loop: whether make_calls_by_columns takes its function; link() sets it
  std::uint8_t kept;    ///< of a CallOp: if not 0, the number of its KeptCall among those of its loop; link() sets it
  LoopBody body;        ///< of a Loop: what is known of its function; link() sets it
  Raises raises;        ///< whether it may give its guard an error, the block that it begins included
  std::uint16_t operand_count;
  std::uint16_t op;      ///< of a kind that names_op()
  std::uint16_t steady;  ///< of a Loop: how many of the instructions of its function, from the first one on, compute
                         ///< the same for every item
  std::uint32_t first_operand;
  std::uint32_t result;
  std::uint32_t guard_index;
  std::uint32_t line;
  std::uint32_t end;    ///< of a Block or a Loop: its last instruction; itself: the function gives its item back
  std::uint32_t items;  ///< of a Loop: the slot of the item; the other one, if there are two, comes next
  OpEntry entry;        ///< of a CallOp on the host; link() sets it
};

/// Whether such an instruction says an op.
constexpr bool names_op(Instruction::Kind kind) {
  using Kind = Instruction::Kind;
  return kind == Kind::CallOp || kind == Kind::FailedCall || kind == Kind::SizeOf || kind == Kind::Objects ||
         kind == Kind::SingleCells || kind == Kind::Loop;
}

/// The op that asks for the size, of a SizeOf.
BATT_HD constexpr OpId size_op(const Instruction& instruction) {
  return instruction.field == 0 ? OpId::op_size : OpId::op_size_f;
}

/// Whether a CallOp in a loop need not be made if its operands are those of the turn before.
constexpr bool is_kept(const Instruction& instruction) {
  return instruction.kind == Instruction::Kind::CallOp && instruction.field != 0;
}
/// So many calls of a loop are kept.
inline constexpr std::uint8_t most_kept_calls = 4;

/// What of the result of a Loop matters.
BATT_HD constexpr Need need(const Instruction& loop) { return static_cast<Need>(loop.field); }

struct Handler {
  std::uint64_t bits;        ///< of the exceptions caught
  std::uint32_t fallback;    ///< a slot
  bool default_of_fallback;  ///< _get_safe_default(slot) instead of the slot itself
};

struct PileCall {
  std::uint32_t callee;           ///< the slot of the function called: a default belongs to it
  std::uint32_t first_condition;  ///< in Program::conditions: slots
  std::uint32_t condition_count;
};

struct OutputFields {
  bool to_s;
  std::uint32_t slots[4];
};

/// Text constants point into it, so it moves but is never copied.
struct Program {
  Program() = default;
  Program(Program&&) = default;
  Program& operator=(Program&&) = default;

  std::string name;
  bool collects = false;                ///< returns o and s, not one value
  std::vector<std::string> parameters;  ///< slots 0, 1, ...
  std::vector<std::pair<std::uint32_t, Value>> constants;
  std::deque<std::string> texts;  ///< what text constants point to
  std::deque<TextRep> text_reps;
  std::vector<std::uint32_t> operands;
  std::vector<Instruction> instructions;
  std::vector<Handler> handlers;
  std::vector<PileCall> piles;
  std::vector<std::uint32_t> conditions;
  std::vector<OutputFields> outputs;
  std::uint32_t result = 0;
  std::uint32_t slot_count = 0;
  std::uint32_t loop_depth = 0;  ///< how deep blocks and loops lie in each other
  std::string dependences;       ///< which values depend on which, see compiler/lower/write_dependences.h

  /// The text `texts[number]` as a value, which lives as long as the program.
  Value text_constant(std::size_t number);
  /// The last instruction of the block that this one begins; itself if it begins none.
  std::size_t last_of(std::size_t instruction) const;
};

/// Sets what follows from the ops that the instructions name: how they are called.
void link(Program& program);

/// The argument that a parameter of this name gets; null: None.
Value Inputs::*input_of(const std::string& name);
Value parameter_value(const std::string& name, const Inputs& inputs);

/// Which of the lists that a batt returns.
enum class Outputs : std::uint8_t { O, Both };

/// The outcome of a program that ran to its end, from the values of its slots.
template <class SlotValue>
Outcome outcome_of(const Program& program, SlotValue slot, Outputs outputs = Outputs::Both, SpareLists spare = {}) {
  Outcome outcome;
  if (!program.collects) {
    outcome.result = slot(program.result);
    return outcome;
  }
  outcome.kind = Outcome::Kind::Collections;
  outcome.o = std::move(spare.o);
  outcome.s = std::move(spare.s);
  outcome.o.clear();
  outcome.s.clear();
  if (outcome.o.capacity() == 0) {
    const auto of_s = static_cast<std::size_t>(std::ranges::count_if(program.outputs, &OutputFields::to_s));
    outcome.o.reserve(program.outputs.size() - of_s);
    if (outputs == Outputs::Both) outcome.s.reserve(of_s);
  }
  for (const OutputFields& output : program.outputs) {
    if (output.to_s && outputs == Outputs::O) continue;
    const std::uint32_t* const slots = output.slots;
    (output.to_s ? outcome.s : outcome.o).push_back({slot(slots[0]), slot(slots[1]), slot(slots[2]), slot(slots[3])});
  }
  return outcome;
}

/// Runs one sample. Resets nothing: the caller does that, when it is done with the outcome.
Outcome run(const Program& program, Context& context, const Inputs& inputs);

}  // namespace batt::exec
