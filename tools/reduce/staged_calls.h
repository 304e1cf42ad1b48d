// Calls that share work: samples of one task one after the other, each without and with its candidate.
#pragma once

#include <functional>
#include <string>

#include "compiler/ir/graph.h"
#include "runtime/task/task.h"
#include "runtime/value/context.h"

namespace battc {

/// Gets what a whole run of a call answers, and what the call in stages does, as JSON. False: no more calls.
using AnswerPair = std::function<bool(const std::string& call, const std::string& whole, const std::string& staged)>;

/// Makes such calls of a program: with an S that they share, then with their own, `s` at once and on demand.
void make_staged_calls(const Graph& graph, const batt::Task& task, batt::ErrorMode mode, const batt::Limits& limits,
                       const AnswerPair& compare);

}  // namespace battc
