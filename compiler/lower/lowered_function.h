// A function after lowering: the program that is run, printed as C++ or sent to a device, and notes that say where each
// part of it comes from. What takes it decides nothing more.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ir/graph.h"
#include "runtime/exec/lowered_program.h"

namespace battc {

/// What is done with calls of functions that are known before the program runs.
enum class KnownCalls : std::uint8_t {
  Inlined,  ///< they become steps and loops
  Called,   ///< closures are made and called, as the source says
};

/// What lowering made of a node, for comments in emitted code and for --emit=json.
struct Remark {
  enum class Kind : std::uint8_t {
    Constant,  ///< a leaf, or a part of another value: nothing runs
    LeftOut,   ///< unused
    Guarded,   ///< computed where its guard stands
    Value,     ///< a tuple, a field, a default: no op is called
    Op,        ///< one call of an op
    Steps,     ///< a known function's own calls, one after the other
    Loop,      ///< an op that calls a known function, as a loop over that function's calls
    Call,      ///< a call of whatever the value called is
  };
  Kind kind = Kind::Constant;
  std::vector<batt::OpId> calling_ops = {};  ///< ops that call a function which is not known before the run
  bool calls_value = false;                  ///< what is called is not known before the run

  /// Whether functions are interpreted at run time, closure by closure.
  bool interprets() const { return !calling_ops.empty() || calls_value; }
};

std::string_view to_string(Remark::Kind kind);

/// Where functions are interpreted, as "rapply, a call".
std::string interpreted_calls(const Remark& remark);

/// Where an instruction comes from. Those inside a block have none.
struct InstructionNote {
  Span span;
  std::uint32_t line = 0;  ///< of the statement; the instruction's own is that of the guarded call
  Remark remark;
};

struct LoweringNotes {
  std::vector<std::string> slot_names;             ///< by slot: the variable; empty: none
  std::vector<InstructionNote> instructions;       ///< by instruction
  std::vector<std::uint8_t> operand_may_be_error;  ///< by place in Program::operands
  std::vector<Remark> nodes;                       ///< by node of the graph
  std::vector<Folded> folded;                      ///< statements that do not run, or not as they are written
};

struct LoweredFunction {
  batt::exec::Program program;
  LoweringNotes notes;
};

}  // namespace battc
