// Which ops were called, with which kinds of arguments, in which error mode, and how that went.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <string>

#include "runtime/value/context.h"
#include "tests/fuzz/programs/value_kind.h"

namespace battc::fuzz {

/// Lives in memory that several processes share.
class Coverage {
 public:
  void count(batt::OpId op, std::span<const batt::Value> arguments, batt::ErrorMode mode, bool failed);

  /// A few lines: calls and ops reached in each mode, kinds of arguments, and which ops were never reached.
  std::string summary() const;
  /// A line for each op.
  std::string table() const;

 private:
  using Counter = std::atomic<std::uint32_t>;
  struct OpCounts {
    Counter calls[2][2];  ///< by mode; [1]: failed
    Counter kinds[2][batt::max_arity][value_kind_count];
  };
  std::string never(batt::ErrorMode mode, bool failed) const;

  std::array<OpCounts, batt::op_count> ops_;
};

}  // namespace battc::fuzz
