// What went wrong on the device, and where: the interpreter's counterpart of a sanitizer report.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace batt::ptx {

struct Diagnosis {
  enum class Kind : std::uint8_t {
    outside,  // an access that no buffer, variable or frame contains
    misaligned,
    foreign_mask,    // a lane outside its own member mask
    undefined_lane,  // a shuffle reads a lane that does not take part
    deadlock,        // lanes wait for lanes that never come
    unknown_instruction,
    trap,
    bad_call,  // an undefined function, a bad pointer or too deep
    step_budget,
    bad_launch,  // no such kernel, or a shape no device takes
  };
  Kind kind = Kind::trap;
  std::string what;
  std::array<std::uint32_t, 3> block{};
  std::uint32_t warp = 0, lane = 0;
  std::uint32_t line = 0;   // of the PTX text
  std::string instruction;  // as written there
  std::string function;

  /// One line with all of the above.
  std::string text() const;
};

}  // namespace batt::ptx
