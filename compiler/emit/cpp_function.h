// One function as C++: its constants, its frame, its statements in parts of bounded length, and the function that runs
// the parts. Every instruction of the lowered function is printed as a statement; nothing is decided here but names.
#pragma once

#include <cstddef>
#include <string>

#include "compiler/emit/cpp.h"

namespace battc {

/// `number` tells the function apart from others in the file: it defines Frame1, part1_1, part1_2, ..., run1.
std::string emit_cpp_function(const LoweredFunction& function, const SourceFile& source, std::size_t number,
                              const CppOptions& options);

}  // namespace battc
