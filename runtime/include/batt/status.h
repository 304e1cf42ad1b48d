// How a run can end other than with a value: a Python exception, which is an ordinary answer and travels as a
// status inside Value, or a limit of ours, which ends the sample and is thrown as LimitExceeded.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace batt {

enum class Exception : std::uint8_t {
#define EXCEPTION(name, base) name,
#include "batt/exceptions.def"
#undef EXCEPTION
};

std::string_view to_string(Exception exception);
std::optional<Exception> find_exception(std::string_view name);

/// Whether `except base:` catches `exception`.
bool is_subclass(Exception exception, Exception base);

/// What the caller or the machine does not give a sample without end. Python knows no such ends, so no
/// `except` and no safe mode catches them.
enum class Limit : std::uint8_t { Time, Memory, Steps, Integer };

std::string_view to_string(Limit limit);

struct LimitExceeded {
  Limit limit;
};

}  // namespace batt
