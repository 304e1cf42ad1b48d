// What a call works in. Each thread keeps one for its next call; a call inside of a call (from a signal handler, say)
// gets another.
#pragma once

#include <memory>
#include <optional>

#include "reference.h"
#include "runtime/value/context.h"
#include "to_python.h"

namespace batt::python {

struct Workspace {
  Context context;
  ResultMemory results;
};

class WorkspaceLease {
 public:
  WorkspaceLease(ErrorMode mode, const Limits& limits);
  ~WorkspaceLease();
  WorkspaceLease(const WorkspaceLease&) = delete;
  WorkspaceLease& operator=(const WorkspaceLease&) = delete;

  Workspace& operator*() const { return *workspace_; }
  Workspace* operator->() const { return workspace_.get(); }

 private:
  std::unique_ptr<Workspace> workspace_;
};

/// The GIL given away in its lifetime; meanwhile it is taken back now and then, on the main thread, to let signal
/// handlers run. One that raises ends the run: Limit::Interrupted, and the exception is set.
class WithoutGil : public Interrupts {
 public:
  /// `context`: the one that asks; null: others do, for all of which it is asked on this thread.
  explicit WithoutGil(Context* context);
  ~WithoutGil() override;
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

  bool requested() override;

 private:
  Context* context_;
  PyThreadState* state_;
  std::chrono::steady_clock::time_point asked_;
  std::optional<bool> is_main_thread_;
};

}  // namespace batt::python
