// How much stack linked device code takes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/device/programs/cubin.h"

namespace batt::testing {

/// Functions that call each other, the first one first, and the bytes of their frames.
struct CallChain {
  std::uint64_t bytes = 0;
  std::vector<std::string> functions;
  bool endless = false;  ///< one of them can come to call itself, and nothing bounds how often

  std::string text() const;
};

/// The one from a function that takes the most stack. Functions that count how deep they are count as often as they
/// allow.
CallChain deepest_chain(const Cubin& cubin, const std::string& function);

}  // namespace batt::testing
