// A program with all that runs of it in stages share.
#pragma once

#include <memory>

#include "runtime/exec/dependences.h"
#include "runtime/exec/lowered_program.h"
#include "runtime/exec/schedule.h"
#include "runtime/exec/stage_code.h"
#include "runtime/exec/stage_list.h"

namespace batt::exec {

struct StagedProgram {
  explicit StagedProgram(std::shared_ptr<const Program> lowered)
      : program(std::move(lowered)),
        safe(make_schedule(*program, ErrorMode::Safe)),
        raw(make_schedule(*program, ErrorMode::Raw)),
        safe_lists(*program, safe),
        raw_lists(*program, raw),
        dependences(program->dependences) {}
  /// Of a program that runs as code: of `lowered` the name, the parameters and how many slots there are count, of the
  /// schedules what they say of whole stages, and the slots of Task.
  StagedProgram(std::shared_ptr<const Program> lowered, std::shared_ptr<const StageCode> functions, Schedule in_safe,
                Schedule in_raw)
      : program(std::move(lowered)),
        code(std::move(functions)),
        safe(std::move(in_safe)),
        raw(std::move(in_raw)),
        dependences(program->dependences) {}

  const Schedule& schedule(ErrorMode mode) const { return mode == ErrorMode::Safe ? safe : raw; }
  const StageLists& lists(ErrorMode mode) const { return mode == ErrorMode::Safe ? safe_lists : raw_lists; }

  std::shared_ptr<const Program> program;
  std::shared_ptr<const StageCode> code = {};  ///< null: the interpreter runs the program
  Schedule safe, raw;
  StageLists safe_lists, raw_lists;  ///< the same for the interpreter; empty if the program runs as code
  Dependences dependences;
};

}  // namespace batt::exec
