#include "batt/status.h"

#include <array>
#include <utility>

namespace batt {
namespace {

struct ExceptionRow {
  std::string_view name;
  Exception base;
};

constexpr ExceptionRow exceptions[] = {
#define EXCEPTION(name, base) {#name, Exception::base},
#include "batt/exceptions.def"
#undef EXCEPTION
};

const ExceptionRow& row(Exception exception) { return exceptions[static_cast<std::size_t>(exception)]; }

}  // namespace

std::string_view to_string(Exception exception) { return row(exception).name; }

std::optional<Exception> find_exception(std::string_view name) {
  for (std::size_t k = 0; k < std::size(exceptions); ++k)
    if (exceptions[k].name == name) return static_cast<Exception>(k);
  return std::nullopt;
}

bool is_subclass(Exception exception, Exception base) {
  while (exception != base) {
    if (exception == Exception::Exception) return false;
    exception = row(exception).base;
  }
  return true;
}

std::string_view to_string(Limit limit) {
  switch (limit) {
    case Limit::Time: return "time";
    case Limit::Memory: return "memory";
    case Limit::Steps: return "steps";
    case Limit::Integer: return "integer";
    case Limit::Interrupted: return "interrupted";
  }
  return "";
}

std::string_view to_string(Reason reason) {
  switch (reason) {
    case Reason::Type: return "type";
    case Reason::Memory: return "memory";
    case Reason::Steps: return "steps";
    case Reason::Nesting: return "nesting";
    case Reason::Integer: return "integer";
    case Reason::Device: return "device";
    case Reason::Result: return "result too large";
    case Reason::Time: return "time";
    case Reason::Order: return "order not fixed";
  }
  return "";
}

}  // namespace batt
