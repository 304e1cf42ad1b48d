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
enum class Limit : std::uint8_t { Time, Memory, Steps, Integer, Interrupted };

std::string_view to_string(Limit limit);

struct LimitExceeded {
  Limit limit;
};

/// Why a device leaves a sample to the host.
enum class Reason : std::uint8_t {
  Type,     ///< values that device code does not compare
  Memory,   ///< the sample's slab is full
  Steps,    ///< more work than the device gives a sample
  Nesting,  ///< values nested too deeply
  Integer,  ///< an int beyond 64 bits
  Device,   ///< no device, or it failed
  Result,   ///< more results than the sample's share of the transfer holds
  Time,     ///< more time than the device gives a sample, or all of a launch
  Order,    ///< it depends on the order of a set that CPython does not fix, which the host keeps track of
};
inline constexpr std::size_t reason_count = static_cast<std::size_t>(Reason::Order) + 1;

std::string_view to_string(Reason reason);

}  // namespace batt
