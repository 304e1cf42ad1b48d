#include "workspace.h"

#include <sys/syscall.h>
#include <unistd.h>

namespace batt::python {
namespace {

constexpr auto between_signals = std::chrono::milliseconds(20);

std::unique_ptr<Workspace>& kept_workspace() {
  thread_local std::unique_ptr<Workspace> kept;
  return kept;
}

}  // namespace

WorkspaceLease::WorkspaceLease(ErrorMode mode, const Limits& limits) : workspace_(std::move(kept_workspace())) {
  if (workspace_ == nullptr) workspace_ = std::make_unique<Workspace>();
  workspace_->context.set_mode(mode);
  workspace_->context.set_limits(limits);
}

WorkspaceLease::~WorkspaceLease() {
  workspace_->context.set_log(nullptr);
  workspace_->context.reset();
  kept_workspace() = std::move(workspace_);
}

WithoutGil::WithoutGil(Context* context)
    : context_(context), state_(PyEval_SaveThread()), asked_(std::chrono::steady_clock::now()) {
  if (context_ != nullptr) context_->set_interrupts(this);
}

WithoutGil::~WithoutGil() {
  if (context_ != nullptr) context_->set_interrupts(nullptr);
  PyEval_RestoreThread(state_);
}

bool WithoutGil::requested() {
  const auto now = std::chrono::steady_clock::now();
  if (now - asked_ < between_signals) return false;
  asked_ = now;
  if (!is_main_thread_) is_main_thread_ = syscall(SYS_gettid) == getpid();
  if (!*is_main_thread_) return false;
  PyEval_RestoreThread(state_);
  const bool raised = PyErr_CheckSignals() != 0;
  state_ = PyEval_SaveThread();
  return raised;
}

}  // namespace batt::python
