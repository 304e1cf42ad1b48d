// When each instruction of a program runs. A value depends on S alone, on S and I, or on C as well: callers run all
// samples of a task with one S, and every sample twice, with C = None and with the expected output. So the program is
// cut into stages, and a stage runs again only when its inputs change (staged_run.h).
//
// A schedule also leaves out what is unused: values that neither o nor s needs, and s itself where the caller asks for
// o alone. What may end the program always runs. In safe mode ops do not raise, so that much less has to run; the graph
// and the lowered program serve both modes, hence there is a schedule for each.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/exec/lowered_program.h"
#include "runtime/exec/stage.h"

namespace batt::exec {

/// Instructions outside of blocks, by their places in the program; each list in program order.
struct Schedule {
  using ByStage = std::array<std::vector<std::uint32_t>, stage_count>;

  ByStage o;                                ///< what o, or a solver's result, needs, and all that may end the program
  ByStage s;                                ///< what s needs besides
  std::array<bool, stage_count> is_used{};  ///< whether something of the stage runs
  std::array<bool, stage_count> may_end{};  ///< whether something of the stage may end the program
  std::vector<Stage> stages;                ///< by place of an instruction outside of blocks
  std::vector<std::uint32_t> task_slots;    ///< that the stage Task sets
  std::vector<Stage> outputs;               ///< by place in Program::outputs: that of the entry's values

  bool is_empty(Stage stage) const { return !is_used[static_cast<std::size_t>(stage)]; }
};

/// That of a value that depends on this parameter alone.
Stage stage_of_parameter(const std::string& name);

Schedule make_schedule(const Program& program, ErrorMode mode);

}  // namespace batt::exec
