// Who holds the GIL, and what Ctrl-C does while nobody does.
#pragma once

#include <cxxabi.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "reference.h"
#include "runtime/value/context.h"

namespace batt::python {

/// Ends the thread without unwinding it: it waits until the process is gone.
[[noreturn]] void stop_thread();

/// Calls what takes the GIL, or lets go of it meanwhile. An interpreter that ends meanwhile unwinds each other thread
/// that takes the GIL; destructors and `catch (...)` would turn that into an abort. Such a thread stops here, as Python
/// itself stops it from 3.14 on.
template <class Call>
auto taking_gil(Call call) {
  try {
    return call();
  } catch (const abi::__forced_unwind&) {
    stop_thread();
  }
}

/// The GIL for a thread that may have it or not.
class WithGil {
 public:
  WithGil() : state_(take()) {}
  ~WithGil() { PyGILState_Release(state_); }
  WithGil(const WithGil&) = delete;
  WithGil& operator=(const WithGil&) = delete;

 private:
  /// A thread of battc's own may come when the interpreter has ended. There is no GIL then: the thread stops here.
  static PyGILState_STATE take() {
    if (PyGILState_GetThisThreadState() == nullptr && Py_IsInitialized() == 0) stop_thread();
    return taking_gil(PyGILState_Ensure);
  }

  PyGILState_STATE state_;
};

/// The GIL for making objects of a run's values, which may find out orders of sets on the way: the run asks for no
/// interrupts meanwhile, since they would take the GIL once more.
class WithGilForObjects {
 public:
  explicit WithGilForObjects(Context& context) : context_(context), interrupts_(context.interrupts()) {
    context_.set_interrupts(nullptr);
  }
  ~WithGilForObjects() { context_.set_interrupts(interrupts_); }
  WithGilForObjects(const WithGilForObjects&) = delete;
  WithGilForObjects& operator=(const WithGilForObjects&) = delete;

 private:
  const WithGil gil_;
  Context& context_;
  Interrupts* interrupts_;
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
  std::optional<std::chrono::steady_clock::time_point> asked_;  ///< not yet: most runs are over before
  std::optional<bool> is_main_thread_;
};

/// One thread looks for signals; what it finds ends the work of all.
class SharedInterrupts : public Interrupts {
 public:
  explicit SharedInterrupts(WithoutGil& released) : released_(released) {}

  bool requested() override {
    if (!is_stopped_ && std::this_thread::get_id() == owner_ && released_.requested()) is_stopped_ = true;
    return is_stopped_;
  }
  bool is_stopped() const { return is_stopped_; }

 private:
  WithoutGil& released_;
  std::thread::id owner_ = std::this_thread::get_id();
  std::atomic<bool> is_stopped_ = false;
};

}  // namespace batt::python
