// Which values of a program depend on which, as compiler/lower/write_dependences.h writes it down, read once for many
// runs.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "runtime/exec/outcome.h"

namespace batt {

class Dependences {
 public:
  explicit Dependences(std::string_view text);

  /// What depends on the looks of a run of the program at orders that CPython does not fix.
  Unfixed find_unfixed(const Context& context) const;
  /// Sets `outcome.unfixed` after the run.
  void mark(const Context& context, Outcome& outcome) const;

 private:
  struct Step {
    std::uint32_t line;
    std::uint32_t first_operand;  ///< in operands_
    bool fails_in_safe, fails_in_raw, ends, piles;
  };
  struct Output {
    enum class To : std::uint8_t { O, S, Result };
    To to;
    std::uint32_t first_field;  ///< in operands_
  };

  bool is_read_ = false;                 ///< false: this version of battc has not written it, so all may depend on all
  std::vector<Step> steps_;              ///< and one more, at which the operands of the last one end
  std::vector<Output> outputs_;          ///< and one more
  std::vector<std::uint32_t> operands_;  ///< places in steps_
  std::uint32_t last_line_ = 0;
};

}  // namespace batt
