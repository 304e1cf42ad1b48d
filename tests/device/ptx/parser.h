// Reads the PTX that nvcc writes. Debug sections, source lines and pragmas are skipped.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tests/device/ptx/syntax.h"

namespace batt::ptx {

/// The text is not PTX as far as this reader knows it.
struct ParseError : std::runtime_error {
  ParseError(std::uint32_t at_line, const std::string& what)
      : std::runtime_error("PTX line " + std::to_string(at_line) + ": " + what), line(at_line) {}
  std::uint32_t line;
};

ModuleSyntax parse(std::string_view source);

}  // namespace batt::ptx
