// From lowered functions to C++: readable, the same bytes for the same input, with nothing from the source in it
// unescaped. The file includes batt/emitted.h and calls nothing but what that declares.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "batt/program.h"
#include "compiler/lower/lowered_function.h"
#include "compiler/support/source.h"

namespace battc {

struct CppOptions {
  std::string symbol = BATT_PROGRAM_SYMBOL;  ///< the function that the file exports
  bool batch = false;                        ///< whether it exports batt_batch, too, for the batt of the source
  /// C++ compilers take more than twice as long for a function twice as long.
  std::size_t statements_per_function = 40;
};

/// The first function that is a batt, by its number.
std::optional<std::size_t> batt_of(const std::vector<LoweredFunction>& functions);

std::string emit_cpp(const std::vector<LoweredFunction>& functions, const SourceFile& source,
                     const CppOptions& options = {});

}  // namespace battc
