// What the lowering chose for each node, in words: for comments in emitted code and for --emit=json.
#pragma once

#include <string>
#include <vector>

#include "compiler/lower/lowered_graph.h"

namespace battc {

struct Choice {
  enum class Form : std::uint8_t {
    Constant,  ///< a leaf, or a part of another value: nothing runs
    LeftOut,   ///< no one looks at it
    Guarded,   ///< computed where its guard stands
    Value,     ///< a tuple, a field, a default: no op is called
    Op,        ///< one call of an op
    Steps,     ///< a known function's own calls, one after the other
    Loop,      ///< an op that calls a known function, as a loop over that function's calls
    Call,      ///< a call of whatever the value called is
  };
  Form form = Form::Constant;
  std::vector<batt::OpId> calling_ops = {};  ///< ops that call a function which is not known before the run
  bool calls_value = false;                  ///< what is called is not known before the run

  /// Whether functions are interpreted at run time, closure by closure.
  bool interprets() const { return !calling_ops.empty() || calls_value; }
};

Choice choice_of(const Graph& graph, const LoweredGraph& lowered, NodeId id);

std::string_view to_string(Choice::Form form);

/// Where functions are interpreted, as "rapply, a call".
std::string interpreted_calls(const Choice& choice);

}  // namespace battc
