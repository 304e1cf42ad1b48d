// Objects whose memory is used again: what has served one user is kept for the next.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace batt {

/// At most `most` are kept, the last used one is given first. Nobody waits: while another thread is in here, or after a
/// fork() in the middle of that, none is found and none is kept.
template <class T, std::size_t most>
class SpareObjects {
 public:
  /// Null: there is none.
  std::unique_ptr<T> take() {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || kept_.empty()) return nullptr;
    std::unique_ptr<T> taken = std::move(kept_.back());
    kept_.pop_back();
    return taken;
  }
  void give_back(std::unique_ptr<T> object) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (lock && kept_.size() < most) kept_.push_back(std::move(object));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> kept_;
};

}  // namespace batt
