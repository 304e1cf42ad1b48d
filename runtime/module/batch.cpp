#include "runtime/module/batch.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <system_error>
#include <thread>

#include "batt/task.h"

namespace batt::emitted {
namespace {

class Batch {
 public:
  Batch(const Program& program, std::uint32_t entry, const std::vector<Inputs>& samples, const RunOptions& options)
      : entry_(program.entries[entry]), samples_(samples), options_(options), answers_(samples.size()) {
    if (program.on_device != nullptr && !options.paths.is_checked()) device_.reset(program.on_device(program, entry));
  }

  std::vector<Answer> run() {
    run_device();
    {
      std::vector<std::jthread> helpers;
      start(helpers);
      work();
    }
    if (failure_) std::rethrow_exception(failure_);
    return std::move(answers_);
  }

 private:
  /// What no device answers is left to the host.
  void run_device() {
    const Path path = options_.paths.path;
    if (device_ == nullptr || choose_path(path, samples_.size(), true) != Path::Device || !device_->unavailable().empty()) return;
    DeviceOptions options = options_.device;
    options.steps = std::min(options.steps, options_.limits.steps);
    from_device_ = device_->run(options_.mode, samples_, options);
  }

  Outcome outcome(std::size_t k, Context& context) const {
    if (!from_device_.status.empty()) {
      const SampleStatus& status = from_device_.status[k];
      if (status.answered != 0) return device_->read(from_device_, k, context);
      if (options_.paths.fallback == Fallback::Never) return Outcome::not_answered({status.reason, status.op, status.statement});
    }
    return emitted::run(entry_, context, samples_[k]);
  }

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
        answers_[k] = answer(context, outcome(k, context));
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      next_ = samples_.size();
    }
  }

  static Answer answer(Context& context, const Outcome& outcome) {
    const nlohmann::json json = encode(context, outcome);
    // A result that is nested too deeply to be written is a limit as well, so the JSON decides.
    const std::uint32_t status = json.contains("exc")          ? BATT_ANSWER_EXCEPTION
                                 : json.contains("limit")      ? BATT_ANSWER_LIMIT
                                 : json.contains("unanswered") ? BATT_ANSWER_NONE
                                                               : BATT_ANSWER_OK;
    return {status, json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
  }

  const Entry& entry_;
  const std::vector<Inputs>& samples_;
  const RunOptions& options_;
  std::vector<Answer> answers_;
  std::unique_ptr<DeviceProgram> device_;  ///< null: there is none for this program, or it is not wanted
  DeviceRun from_device_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

std::vector<Answer> run_batch(const Program& program, std::uint32_t entry, const std::vector<Inputs>& samples, const RunOptions& options) {
  return Batch(program, entry, samples, options).run();
}

}  // namespace batt::emitted
