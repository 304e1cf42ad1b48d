#include "runtime/value/until_unload.h"

#include <atomic>

namespace batt {
namespace {

std::atomic<AtUnload*> latest = nullptr;

/// exit() destroys static objects before the libraries' destructor functions run. dlclose() does it after them.
bool process_ends = false;
struct NoteEnd {
  ~NoteEnd() { process_ends = true; }
} const note_end;

[[gnu::destructor]] void unload() {
  if (process_ends) return;
  for (const AtUnload* next = latest; next != nullptr;) next = next->run();
}

}  // namespace

AtUnload::AtUnload(void (*destroy)(void*), void* object) : destroy_(destroy), object_(object), earlier_(latest.load()) {
  while (!latest.compare_exchange_weak(earlier_, this)) {
  }
}

}  // namespace batt
