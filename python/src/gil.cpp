#include "gil.h"

#include <sys/syscall.h>
#include <unistd.h>

namespace batt::python {
namespace {

constexpr auto between_signals = std::chrono::milliseconds(20);

}  // namespace

void stop_thread() {
  while (true) pause();
}

WithoutGil::WithoutGil(Context* context) : context_(context), state_(PyEval_SaveThread()) {
  if (context_ != nullptr) context_->set_interrupts(this);
}

WithoutGil::~WithoutGil() {
  if (context_ != nullptr) context_->set_interrupts(nullptr);
  taking_gil([this] { PyEval_RestoreThread(state_); });
}

bool WithoutGil::requested() {
  const auto now = std::chrono::steady_clock::now();
  const bool is_time = asked_ && now - *asked_ >= between_signals;
  if (is_time || !asked_) asked_ = now;
  if (!is_time) return false;
  if (!is_main_thread_) is_main_thread_ = syscall(SYS_gettid) == getpid();
  if (!*is_main_thread_) return false;
  taking_gil([this] { PyEval_RestoreThread(state_); });
  const bool raised = PyErr_CheckSignals() != 0;
  state_ = PyEval_SaveThread();
  return raised;
}

}  // namespace batt::python
