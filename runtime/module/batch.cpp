#include "runtime/module/batch.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <nlohmann/json.hpp>
#include <system_error>
#include <thread>

#include "batt/task.h"

namespace batt::emitted {
namespace {

class Batch {
 public:
  Batch(const Entry& entry, std::span<const Inputs> samples, const RunOptions& options)
      : entry_(entry), samples_(samples), options_(options), answers_(samples.size()) {}

  std::vector<Answer> run() {
    {
      std::vector<std::jthread> helpers;
      start(helpers);
      work();
    }
    if (failure_) std::rethrow_exception(failure_);
    return std::move(answers_);
  }

 private:
  void start(std::vector<std::jthread>& helpers) {
    const std::size_t wanted = std::min(static_cast<std::size_t>(std::max(1, options_.jobs)), samples_.size());
    try {
      for (std::size_t k = 1; k < wanted; ++k) helpers.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      // No more threads are to be had; those that there are do the work.
    }
  }

  void work() noexcept {
    try {
      Context context(options_.mode, options_.limits);
      context.set_bodies(options_.paths.bodies());
      for (std::size_t k = next_.fetch_add(1); k < samples_.size(); k = next_.fetch_add(1)) {
        context.reset();
        answers_[k] = answer(emitted::run(entry_, context, samples_[k]));
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      next_ = samples_.size();
    }
  }

  static Answer answer(const Outcome& outcome) {
    const nlohmann::json json = encode(outcome);
    // A result that is nested too deeply to be written is a limit as well, so the JSON decides.
    const std::uint32_t status = json.contains("exc")          ? BATT_ANSWER_EXCEPTION
                                 : json.contains("limit")      ? BATT_ANSWER_LIMIT
                                 : json.contains("unanswered") ? BATT_ANSWER_NONE
                                                               : BATT_ANSWER_OK;
    return {status, json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
  }

  const Entry& entry_;
  std::span<const Inputs> samples_;
  const RunOptions& options_;
  std::vector<Answer> answers_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

std::vector<Answer> run_batch(const Entry& entry, std::span<const Inputs> samples, const RunOptions& options) {
  return Batch(entry, samples, options).run();
}

}  // namespace batt::emitted
