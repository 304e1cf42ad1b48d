// What a call works in. Between calls workspaces are kept, with what their last call has computed: callers run a sample
// with C = None and then with the expected output, and the second call needs only what depends on C. They may make each
// call on a thread of its own, so workspaces belong to no thread. A call inside of a call (from a signal handler, say)
// gets another one.
#pragma once

#include <memory>
#include <optional>

#include "call_inputs.h"
#include "reference.h"
#include "runtime/exec/staged_run.h"
#include "runtime/value/context.h"
#include "to_python.h"

namespace batt::python {

struct Workspace {
  Context context;
  ResultMemory results;
  // Of the sample that it ran last; `inputs` is null if there is none.
  std::unique_ptr<CallInputs> inputs;
  std::optional<exec::StagedRun> run;
  Limits limits;
  KnownEntries entries;
  bool is_reused = false;  ///< whether a later call has found its sample here

  /// Forgets the sample.
  void forget();
};

/// How a call is to be run.
struct CallOptions {
  ErrorMode mode = ErrorMode::Safe;
  Limits limits;
};

/// Has a workspace for the time of a call. Made, used and given back with the GIL held.
class WorkspaceLease {
 public:
  /// An empty one.
  explicit WorkspaceLease(const CallOptions& options);
  /// One for a call of a program with plain inputs, which are taken over: that of the same sample, if there is one.
  WorkspaceLease(const std::shared_ptr<const exec::StagedProgram>& program, std::unique_ptr<CallInputs>& inputs,
                 const CallOptions& options);
  ~WorkspaceLease();
  WorkspaceLease(const WorkspaceLease&) = delete;
  WorkspaceLease& operator=(const WorkspaceLease&) = delete;

  Workspace& operator*() const { return *workspace_; }
  Workspace* operator->() const { return workspace_.get(); }

  /// Runs the program that it was made for.
  Outcome run();

 private:
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<CallInputs> candidate_;  ///< of a call of the sample that the workspace ran last
};

/// Something to read arguments into; the lease, or give_back(), keeps it for the next call.
std::unique_ptr<CallInputs> take_inputs();
void give_back(std::unique_ptr<CallInputs> inputs);

}  // namespace batt::python
