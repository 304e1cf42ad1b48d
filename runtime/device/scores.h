// What a device says of a sample that it scored: SampleStatus::answer, a byte for each of its calls.
#pragma once

#include <cstdint>
#include <optional>

#include "batt/status.h"
#include "runtime/value/context.h"

namespace batt::device {

namespace scores {
inline constexpr unsigned bits = 8, no_match = 0, match = 1, first_exception = 2;
inline constexpr unsigned none = 0, expected = 1;  ///< places of the calls with C = None, and with the expected output
inline constexpr unsigned calls = 2;

inline constexpr unsigned exception_count = 0
#define EXCEPTION(name, base) +1
#include "batt/exceptions.def"
#undef EXCEPTION
    ;

inline unsigned of_call(std::uint32_t answer, unsigned call) { return answer >> bits * call & ((1u << bits) - 1); }

inline bool is_possible(std::uint32_t answer) {
  for (const unsigned call : {none, expected})
    if (of_call(answer, call) >= first_exception + exception_count) return false;
  return answer >> 2 * bits == 0;
}
}  // namespace scores

/// What came of one call.
struct ScoredCall {
  bool has_match = false;              ///< whether an entry of o, or a solver's result, equals the expected output
  std::optional<Exception> exception;  ///< that ended the call
};

/// Of a call of an answered sample: scores::none or scores::expected.
inline ScoredCall score_of(const SampleStatus& status, unsigned call) {
  const unsigned code = scores::of_call(status.answer, call);
  if (code < scores::first_exception) return {code == scores::match, {}};
  return {false, static_cast<Exception>(code - scores::first_exception)};
}

}  // namespace batt::device
