// Static objects that other threads may use while the process ends: exit() destroys static objects at a time when
// threads that nobody waits for still run. tests/check_exit.cmake refuses any others that have destructors.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace batt {

/// Calls `destroy(object)` when the shared object that this code is part of is unloaded, and never when the process
/// ends. The latest call is the first to be made.
class AtUnload {
 public:
  AtUnload(void (*destroy)(void*), void* object);

  /// Calls it. Returns the one to be called next.
  const AtUnload* run() const { return destroy_(object_), earlier_; }

 private:
  void (*destroy_)(void*);
  void* object_;
  AtUnload* earlier_;
};

/// A T as a static object, which lives until its shared object is unloaded.
template <class T>
class UntilUnload {
 public:
  template <class... Arguments>
  explicit(sizeof...(Arguments) != 1) UntilUnload(Arguments&&... arguments) {
    std::construct_at(get(), std::forward<Arguments>(arguments)...);
  }
  UntilUnload(const UntilUnload&) = delete;
  UntilUnload& operator=(const UntilUnload&) = delete;

  T& operator*() { return *get(); }
  T* operator->() { return get(); }
  const T& operator*() const { return *get(); }
  const T* operator->() const { return get(); }

 private:
  T* get() { return reinterpret_cast<T*>(memory_); }
  const T* get() const { return reinterpret_cast<const T*>(memory_); }

  alignas(T) std::byte memory_[sizeof(T)];
  AtUnload destruction_{[](void* object) { std::destroy_at(static_cast<T*>(object)); }, memory_};
};
template <class T>
UntilUnload(T) -> UntilUnload<T>;  // for `static UntilUnload table = make();`

}  // namespace batt
