// Makes all that values otherwise make when first asked for, such as the order of their sets: from then on nothing that
// they reach changes, so that memory that is used later may be freed before theirs.
#pragma once

#include <cstdint>
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
  /// A table with open addressing of what was met, by memory and how much of it.
  struct Met {
    const void* memory = nullptr;
    std::int32_t size = 0;
  };
  bool insert(const Met& met);

  std::vector<Met> met_;
  std::size_t met_count_ = 0;
  std::vector<Value> open_;
};

}  // namespace batt
