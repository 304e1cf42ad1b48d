// Python's cyclic garbage collector rests while a result is made: it would look again and again at thousands of new
// objects, none of which can be garbage yet.
#pragma once

#include "reference.h"

namespace batt::python {

/// Needs the GIL, and nobody may release it meanwhile.
class CollectorPause {
 public:
#if PY_VERSION_HEX >= 0x030a0000
  CollectorPause() : was_on_(PyGC_Disable() != 0) {}
  ~CollectorPause() {
    if (was_on_) PyGC_Enable();
  }
#else
  CollectorPause() = default;
#endif
  CollectorPause(const CollectorPause&) = delete;
  CollectorPause& operator=(const CollectorPause&) = delete;

#if PY_VERSION_HEX >= 0x030a0000
 private:
  bool was_on_;
#endif
};

}  // namespace batt::python
