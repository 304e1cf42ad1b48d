// The functions that rbind, compose, ... make, as combinators.def describes them: the interpreter of closures and the
// compiler both read what a call does from here.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "dsl_kernels/op_table.h"
#include "runtime/value/closure.h"

namespace batt {

enum class Closure::Kind : std::uint8_t {
#define COMBINATOR(op, ...) op,
#include "dsl_kernels/calls/combinators.def"
#undef COMBINATOR
  SafeDefault,  ///< what an op that returns a function returns in safe mode: gives () for any arguments
  Bottomless,   ///< power(f, n) that never comes down to 1, in safe mode: CPython ends it near its recursion limit
                ///< with a () for a function, so that calling it is a TypeError; it is too deep to be written
  TooDeep,      ///< power(f, n) near CPython's recursion limit: the result of a call, or of writing it, is not fixed
};

/// A part of a function that is called, or compared with.
struct CombinatorStep {
  enum class With : std::uint8_t { Arguments, ArgumentsAndFixed, FixedAndArguments, Result, Results, Equal };
  std::uint8_t part;
  With with;
};

/// A row of combinators.def.
struct Combinator {
  enum class Arity : std::uint8_t { One, OneLess };
  Closure::Kind kind;
  OpId op;
  Arity arity_rule;
  std::uint8_t step_count;
  std::array<CombinatorStep, 3> step_slots;

  /// How many arguments the function takes, if its part 0 takes `count`.
  BATT_HD constexpr int arity(int count) const {
    if (arity_rule == Arity::One) return 1;
    return count == 2 || count == 3 ? count - 1 : 3;
  }
  std::span<const CombinatorStep> steps() const { return {step_slots.data(), step_count}; }
};

/// The combinator that made a closure; null for the kinds that no row makes.
BATT_HD const Combinator* find_combinator(Closure::Kind kind);
/// The combinator that an op is, or null.
const Combinator* find_combinator(OpId op);

/// The op that makes closures of a kind; "safe_callable" if none does.
std::string_view closure_maker(Closure::Kind kind);
/// How many parts they have.
std::size_t closure_part_count(Closure::Kind kind);

}  // namespace batt
