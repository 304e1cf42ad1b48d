// Makes all that values otherwise make when first asked for, such as the order of their sets: from then on nothing that
// they reach changes, so that memory that is used later may be freed before theirs.
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "batt/value.h"
#include "runtime/value/context.h"

namespace batt {

class Materializer {
 public:
  /// `memory`: where it is made.
  explicit Materializer(Context& memory) : memory_(memory) {}

  /// The value, and all values inside it. What several values share is looked at once.
  void materialize(Value value);

 private:
  void open(Value value);

  Context& memory_;
  std::set<std::pair<const void*, std::int32_t>> met_;  ///< by memory, and how much of it
  std::vector<Value> open_;
};

}  // namespace batt
