// Which calls are made for a sample that is scored.
#pragma once

namespace batt {

struct Candidates {
  bool none = true;      ///< one with C = None
  bool expected = true;  ///< one with C = the expected output, if that is known
};

}  // namespace batt
