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
  std::vector<batt::OpId> host_ops = {};  ///< without a fast body: a device leaves the sample to the host there
  bool calls_value = false;               ///< a function that is not known is called: the same

  bool leaves_device() const { return !host_ops.empty() || calls_value; }
};

Choice choice_of(const Graph& graph, const LoweredGraph& lowered, NodeId id);

std::string_view to_string(Choice::Form form);

/// The ops, and "a call", as "rapply, a call": where a device leaves the sample to the host.
std::string host_steps(const Choice& choice);

}  // namespace battc
