#include "workspace.h"

#include <vector>

namespace batt::python {
namespace {

constexpr std::size_t most_kept = 4;
constexpr std::size_t most_memory = std::size_t{1} << 26;  ///< that a workspace keeps its sample with
constexpr int most_misses = 8;

bool are_equal(const Limits& a, const Limits& b) {
  return a.seconds == b.seconds && a.memory == b.memory && a.steps == b.steps;
}

/// The workspaces that no call uses, the last used one last. They live as long as the process: after fork the child has
/// those that were kept, and at exit nothing is freed.
class KeptWorkspaces {
 public:
  static KeptWorkspaces& shared() {
    static auto& kept = *new KeptWorkspaces;
    return kept;
  }

  std::unique_ptr<Workspace> find(const exec::StagedProgram& program, const CallInputs& inputs,
                                  const CallOptions& options) {
    for (std::size_t k = kept_.size(); k-- > 0;) {
      const Workspace& workspace = *kept_[k];
      if (workspace.inputs == nullptr || &workspace.run->program() != &program ||
          workspace.context.mode() != options.mode || !are_equal(workspace.limits, options.limits) ||
          !workspace.inputs->are_of_sample(inputs))
        continue;
      misses_ = 0;
      return take(k);
    }
    return nullptr;
  }

  /// One whose sample is not needed any more, as far as can be told: its two calls have been made; or, where callers
  /// make one call of each sample, the last. Else samples of several threads take turns.
  std::unique_ptr<Workspace> take_any() {
    for (std::size_t k = kept_.size(); k-- > 0;)
      if (kept_[k]->inputs == nullptr || kept_[k]->is_reused) return take(k);
    if (!kept_.empty() && ++misses_ > most_misses) return take(kept_.size() - 1);
    if (kept_.size() >= most_kept) return take(0);
    return std::make_unique<Workspace>();
  }

  void give_back(std::unique_ptr<Workspace> workspace) {
    if (kept_.size() == most_kept) kept_.erase(kept_.begin());
    kept_.push_back(std::move(workspace));
  }

 private:
  std::unique_ptr<Workspace> take(std::size_t k) {
    std::unique_ptr<Workspace> taken = std::move(kept_[k]);
    kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(k));
    return taken;
  }

  std::vector<std::unique_ptr<Workspace>> kept_;
  int misses_ = 0;  ///< samples in a row of which only one call was made
};

std::vector<std::unique_ptr<CallInputs>>& kept_inputs() {
  static auto& kept = *new std::vector<std::unique_ptr<CallInputs>>;
  return kept;
}

}  // namespace

void Workspace::forget() {
  run.reset();
  give_back(std::move(inputs));
  entries.clear();
  is_reused = false;
  context.reset();
}

std::unique_ptr<CallInputs> take_inputs() {
  if (kept_inputs().empty()) return std::make_unique<CallInputs>();
  std::unique_ptr<CallInputs> taken = std::move(kept_inputs().back());
  kept_inputs().pop_back();
  return taken;
}

void give_back(std::unique_ptr<CallInputs> inputs) {
  if (inputs != nullptr && kept_inputs().size() < most_kept) kept_inputs().push_back(std::move(inputs));
}

WorkspaceLease::WorkspaceLease(const CallOptions& options) : workspace_(KeptWorkspaces::shared().take_any()) {
  workspace_->forget();
  workspace_->context.set_mode(options.mode);
  workspace_->context.set_limits(options.limits);
}

WorkspaceLease::WorkspaceLease(const std::shared_ptr<const exec::StagedProgram>& program,
                               std::unique_ptr<CallInputs>& inputs, const CallOptions& options)
    : workspace_(KeptWorkspaces::shared().find(*program, *inputs, options)) {
  if (workspace_ != nullptr) {
    candidate_ = std::move(inputs);
    workspace_->is_reused = true;
    return;
  }
  workspace_ = KeptWorkspaces::shared().take_any();
  Workspace& own = *workspace_;
  const bool is_same_program = own.inputs != nullptr && &own.run->program() == program.get() &&
                               own.context.mode() == options.mode && are_equal(own.limits, options.limits);
  if (is_same_program) {
    const bool is_same_task = own.inputs->inputs().S.same_as(inputs->inputs().S);
    if (!is_same_task) own.run->forget();
    own.entries.clear();
    own.is_reused = false;
    give_back(std::move(own.inputs));
  } else {
    own.forget();
    own.context.set_mode(options.mode);
    own.context.set_limits(options.limits);
    own.limits = options.limits;
    own.run.emplace(program, own.context);
  }
  own.inputs = std::move(inputs);
}

Outcome WorkspaceLease::run() {
  Workspace& own = *workspace_;
  if (candidate_ == nullptr) return own.run->run_sample(own.inputs->inputs());
  Inputs inputs = own.inputs->inputs();
  inputs.C = candidate_->inputs().C;
  return own.run->run_candidate(inputs);
}

WorkspaceLease::~WorkspaceLease() {
  Workspace& own = *workspace_;
  own.context.set_log(nullptr);
  const bool keeps_sample = own.run && own.run->has_sample() && own.context.budget().held() <= most_memory;
  if (!keeps_sample) own.forget();
  give_back(std::move(candidate_));
  KeptWorkspaces::shared().give_back(std::move(workspace_));
}

}  // namespace batt::python
