#include "compiler/emit/cpp_stages.h"

#include <fmt/format.h>

namespace battc {

using batt::ErrorMode;
using batt::exec::Schedule;

CppStages::CppStages(const batt::exec::Program& program)
    : safe_(make_schedule(program, ErrorMode::Safe)),
      raw_(make_schedule(program, ErrorMode::Raw)),
      is_used_(program.instructions.size()) {
  for (const auto* part : {&safe_.o, &safe_.s})
    for (const auto& places : *part)
      for (const std::uint32_t place : places) is_used_[place] = true;
}

/// What raises in raw mode alone may put piles into a later stage there: then raw mode runs the function as a whole.
std::string CppStages::facts() const {
  const auto of_mode = [&](const Schedule& schedule) {
    return fmt::format("{{{}, {{{}}}, {{{}}}}}", schedule.stages == safe_.stages, fmt::join(schedule.is_used, ", "),
                       fmt::join(schedule.may_end, ", "));
  };
  return of_mode(safe_) + ",\n    " + of_mode(raw_);
}

}  // namespace battc
