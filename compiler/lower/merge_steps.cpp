#include "compiler/lower/merge_steps.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "compiler/ir/type.h"
#include "dsl_kernels/calls/loop_table.h"
#include "dsl_kernels/quick.h"
#include "runtime/value/until_unload.h"

namespace battc {
namespace {

using Kind = InlinedStep::Kind;
using Steps = std::vector<InlinedStep>;

/// Whether the op calls what it is given.
bool calls_arguments(batt::OpId op) {
  const batt::OpInfo& info = batt::op_info(op);
  return info.bodies == batt::Bodies::Loop || std::ranges::any_of(info.parameters(), [](const batt::Parameter& each) {
           return each.annotation == batt::Annotation::Callable || each.annotation == batt::Annotation::Unknown;
         });
}

/// Whether Python cannot tell what the step computes from what it would compute again, unless that are sets.
bool is_repeatable(const InlinedStep& step) {
  const bool makes_nothing = batt::op_info(step.op).fresh == batt::Fresh::Nothing;
  switch (step.kind) {
    case Kind::CallOp: return makes_nothing && !calls_arguments(step.op);
    case Kind::Loop: return makes_nothing && std::ranges::all_of(step.body, is_repeatable);
    case Kind::Equal:
    case Kind::Part:
    case Kind::SizeOf: return true;
    case Kind::FailedCall: return batt::op_info(step.op).safe_default != batt::Default::Function;
    case Kind::CallValue:
    case Kind::Block: break;
  }
  return false;
}

/// Whether what the step gives is no set, and holds none.
bool gives_no_sets(const InlinedStep& step) {
  if (step.kind == Kind::Equal || step.kind == Kind::SizeOf || step.kind == Kind::FailedCall) return true;
  static const batt::UntilUnload plain = written_type("none|bool|int|float|text|pair|cell|row|empty_tuple|empty_set");
  return written_type(batt::op_info(step.op).always).is_within(*plain);
}

/// Whether the steps may call an op whose result depends on whether two sets are one object.
bool may_see_identity(const Steps& block) {
  return std::ranges::any_of(block, [](const InlinedStep& step) {
    if (step.kind == Kind::CallValue) return true;
    if (step.kind == Kind::CallOp && !step.is_certain && calls_arguments(step.op)) return true;
    const bool runs_op = step.kind != Kind::Equal && step.kind != Kind::Part && step.kind != Kind::FailedCall;
    return (runs_op && batt::op_info(step.op).sees_identity) || may_see_identity(step.body);
  });
}

/// Compares steps, and what is inside them, but for the names of their temporaries.
class Comparison {
 public:
  bool is_same(const InlinedStep& a, const InlinedStep& b) {
    if (a.kind != b.kind || a.op != b.op || a.number != b.number || a.operands.size() != b.operands.size() ||
        a.body.size() != b.body.size() || a.body_result.has_value() != b.body_result.has_value())
      return false;
    for (std::size_t k = 0; k < a.operands.size(); ++k)
      if (!is_body(a, k) && !is_same(a.operands[k], b.operands[k])) return false;
    if (a.kind == Kind::Loop)
      for (int k = 0; k < batt::loop_info(a.op).call_arity(); ++k)
        names_[a.item + static_cast<std::uint32_t>(k)] = b.item + static_cast<std::uint32_t>(k);
    for (std::size_t k = 0; k < a.body.size(); ++k)
      if (!is_same(a.body[k], b.body[k])) return false;
    names_[a.result] = b.result;
    return !a.body_result || is_same(*a.body_result, *b.body_result);
  }

 private:
  bool is_same(const Operand& a, const Operand& b) const {
    if (a.kind != b.kind) return false;
    const auto known = a.is_temporary() ? names_.find(a.number) : names_.end();
    return (known == names_.end() ? a.number : known->second) == b.number;
  }

  std::unordered_map<std::uint32_t, std::uint32_t> names_;  ///< of the first step's temporaries
};

/// Whether one step may stand for others that compute the same.
class Repeatability {
 public:
  /// `may_merge_sets` takes time: it is asked once at most, and only of sets.
  explicit Repeatability(std::function<bool()> may_merge_sets) : may_merge_sets_(std::move(may_merge_sets)) {}

  bool operator()(const InlinedStep& step) { return is_repeatable(step) && (gives_no_sets(step) || merges_sets()); }

  /// The same of a call that may make numbers: who keeps what it gives looks whether it has made any.
  bool may_keep(const InlinedStep& step) {
    return step.kind == Kind::CallOp && batt::op_info(step.op).fresh != batt::Fresh::Functions &&
           !calls_arguments(step.op) && (gives_no_sets(step) || merges_sets());
  }

 private:
  bool merges_sets() {
    if (!merges_sets_) merges_sets_ = may_merge_sets_();
    return *merges_sets_;
  }

  const std::function<bool()> may_merge_sets_;
  std::optional<bool> merges_sets_;
};

class BlockMerger {
 public:
  explicit BlockMerger(Repeatability& may_repeat) : may_repeat_(may_repeat) {}

  void merge(Steps& block, Operand& result) {
    const std::size_t before = known_.size();
    Steps kept;
    kept.reserve(block.size());  // known_ points to them
    for (InlinedStep& step : block) {
      for (std::size_t k = 0; k < step.operands.size(); ++k)
        if (!is_body(step, k)) rename(step.operands[k]);
      if (step.body_result) merge(step.body, *step.body_result);
      const bool may_merge = is_repeatable(step);
      const InlinedStep* first = may_merge ? find_same(step) : nullptr;
      if (first != nullptr && may_repeat_(step)) {
        stand_ins_[step.result] = first->result;
        continue;
      }
      kept.push_back(std::move(step));
      if (may_merge) known_.push_back(&kept.back());
    }
    known_.resize(before);
    rename(result);
    block = std::move(kept);
  }

 private:
  const InlinedStep* find_same(const InlinedStep& step) const {
    const auto found =
        std::ranges::find_if(known_, [&](const InlinedStep* known) { return Comparison().is_same(step, *known); });
    return found == known_.end() ? nullptr : *found;
  }

  void rename(Operand& operand) const {
    if (!operand.is_temporary()) return;
    if (const auto found = stand_ins_.find(operand.number); found != stand_ins_.end()) operand.number = found->second;
  }

  Repeatability& may_repeat_;
  std::vector<const InlinedStep*> known_;  ///< those that have run, of this block and of those around it
  std::unordered_map<std::uint32_t, std::uint32_t> stand_ins_;
};

/// The temporaries that a loop puts its items into.
struct ItemsOf {
  explicit ItemsOf(const InlinedStep& loop)
      : first(loop.item), end(loop.item + static_cast<std::uint32_t>(batt::loop_info(loop.op).call_arity())) {}

  bool has(const Operand& operand) const {
    return operand.is_temporary() && operand.number >= first && operand.number < end;
  }

  std::uint32_t first, end;
};

/// Whether what the step gives depends on an item. What a failed call is given matters to logs alone.
bool depends_on(const InlinedStep& step, const ItemsOf& items) {
  const auto is_one = [&](const Operand& operand) { return items.has(operand); };
  for (std::size_t k = 0; k < step.operands.size(); ++k)
    if (!is_body(step, k) && step.kind != Kind::FailedCall && is_one(step.operands[k])) return true;
  if (step.body_result && is_one(*step.body_result)) return true;
  return std::ranges::any_of(step.body, [&](const InlinedStep& inner) { return depends_on(inner, items); });
}

/// Whether it is worth a look if the step is called with what it was called with in the turn before. Items differ.
bool may_have_same_operands(const InlinedStep& step, const ItemsOf& items) {
  return step.kind == Kind::CallOp && batt::find_quick(step.op) == batt::Quick::None &&
         std::ranges::any_of(step.operands, &Operand::is_temporary) &&
         std::ranges::none_of(step.operands, [&](const Operand& operand) { return items.has(operand); });
}

void find_steady_steps_of(Steps& block, Repeatability& may_repeat) {
  for (InlinedStep& step : block) {
    find_steady_steps_of(step.body, may_repeat);
    if (step.kind != Kind::Loop) continue;
    const ItemsOf items(step);
    const auto varying = std::ranges::find_if(
        step.body, [&](const InlinedStep& inner) { return depends_on(inner, items) || !may_repeat(inner); });
    step.steady = static_cast<std::size_t>(varying - step.body.begin());
    for (auto inner = varying; inner != step.body.end(); ++inner)
      inner->is_kept = may_have_same_operands(*inner, items) && may_repeat.may_keep(*inner);
  }
}

}  // namespace

void StepMerger::merge(NodeId call, Steps& block, Operand& result) {
  if (!graph_.merges_calls) return;
  Repeatability may_repeat(may_merge_sets(call, block));
  BlockMerger(may_repeat).merge(block, result);
}

void StepMerger::find_steady_steps(NodeId call, Steps& block) {
  if (!graph_.merges_calls) return;
  Repeatability may_repeat(may_merge_sets(call, block));
  find_steady_steps_of(block, may_repeat);
}

std::function<bool()> StepMerger::may_merge_sets(NodeId call, const Steps& block) {
  return [this, call, sees_identity = may_see_identity(block)] {
    if (sees_identity) return false;
    if (!meetings_) meetings_.emplace(graph_);
    return !meetings_->may_meet(call, call);
  };
}

}  // namespace battc
