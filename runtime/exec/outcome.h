// What goes into a run of a program over one sample, and what comes out.
#pragma once

#include <cstdint>
#include <vector>

#include "batt/value.h"
#include "runtime/value/context.h"

namespace batt {

/// The arguments of solve_ID(S, I, C) and batt(task_id, S, I, C, log_path).
struct Inputs {
  Value task_id;
  Value S;
  Value I;
  Value C;
  Value log_path;
};

/// One entry of o or s.
struct OutputEntry {
  Value fields[4];
};

/// Memory of the lists of an earlier outcome.
struct SpareLists {
  std::vector<OutputEntry> o, s;
};

/// Which parts of an answer depend on the order of a set that CPython does not fix.
struct Unfixed {
  bool whole = false;               ///< all of it: the program may as well end with another exception, or with none
  std::vector<std::uint32_t> o, s;  ///< these entries

  bool any() const { return whole || !o.empty() || !s.empty(); }
};

/// How a run ended. Its values live in the context's arena until the context is reset.
struct Outcome {
  enum class Kind : std::uint8_t { Result, Collections, Raised, Limited, Unanswered };
  Kind kind = Kind::Result;
  Value result;                   ///< of a solver
  std::vector<OutputEntry> o, s;  ///< of a batt
  Exception exception{};          ///< what escaped
  Limit limit{};
  Unanswered unanswered{};  ///< why the fast path alone gave no answer
  Unfixed unfixed;          ///< of what was computed; the order of a set inside the result is seen when it is encoded

  /// What depends on unfixed orders; of an exception there are no entries.
  void set_unfixed(const Unfixed& found) {
    unfixed.whole = found.whole;
    if (kind == Kind::Raised) return;
    unfixed.o = found.o;
    unfixed.s = found.s;
  }

  static Outcome raised(Exception exception) {
    Outcome outcome;
    outcome.kind = Kind::Raised;
    outcome.exception = exception;
    return outcome;
  }
  static Outcome limited(Limit limit) {
    Outcome outcome;
    outcome.kind = Kind::Limited;
    outcome.limit = limit;
    return outcome;
  }
  static Outcome not_answered(const Unanswered& unanswered) {
    Outcome outcome;
    outcome.kind = Kind::Unanswered;
    outcome.unanswered = unanswered;
    return outcome;
  }
};

}  // namespace batt
