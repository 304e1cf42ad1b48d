#include "runtime/task/threads.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace batt {

void WorkQueue::fill(std::size_t count, std::size_t workers) {
  // Samples differ in how long they take, so that the last blocks have to be small beside what each worker does.
  constexpr std::size_t blocks_per_worker = 32, largest_block = 16;
  count_ = count;
  block_ = workers <= 1 ? std::max<std::size_t>(1, count)
                        : std::clamp<std::size_t>(count / (workers * blocks_per_worker), 1, largest_block);
  next_ = 0;
}

void run_on_threads(std::size_t wanted, const std::function<void(std::size_t)>& work,
                    const std::function<void()>& stop) {
  if (wanted <= 1) return work(0);
  std::mutex mutex;
  std::exception_ptr failure;
  const auto guarded = [&](std::size_t worker) noexcept {
    try {
      work(worker);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      stop();
    }
  };
  {
    std::vector<std::jthread> helpers;
    try {
      helpers.reserve(wanted - 1);
      for (std::size_t k = 1; k < wanted; ++k) helpers.emplace_back([&guarded, k] { guarded(k); });
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
    guarded(0);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace batt
