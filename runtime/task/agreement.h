// How an answer compares with another one. What CPython does not fix is marked in an answer:
//   {"O": v, "unfixed": true}                            nothing of it is fixed; also beside "exc", or "o" and "s"
//   {"o": [..], "s": [..], "unfixed": {"o": [3], "s": []}}   entry 3 of o is not
// and what either of two answers marks is not compared.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "runtime/exec/outcome.h"

namespace batt {

enum class Agreement {
  Same,
  NotFixed,  ///< they differ, but only in what CPython does not fix
  Different,
};

Agreement compare(const nlohmann::json& expected, const nlohmann::json& got);

/// Where two answers that are Different differ: the first place that CPython fixes, as first_difference() tells it.
std::string first_fixed_difference(const nlohmann::json& expected, const nlohmann::json& got);

/// Puts the marks into an answer; without any it stays as it is.
void mark_unfixed(nlohmann::json& answer, const Unfixed& unfixed);

bool is_marked_unfixed(const nlohmann::json& answer);

}  // namespace batt
