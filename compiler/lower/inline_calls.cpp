#include "compiler/lower/inline_calls.h"

#include <iterator>
#include <limits>
#include <unordered_map>

#include "compiler/lower/merge_steps.h"
#include "dsl_kernels/calls/loop_table.h"

namespace battc {
namespace {

using Operands = std::vector<Operand>;
using Steps = std::vector<InlinedStep>;

/// Functions that are not light are written out in no more steps than this.
constexpr std::size_t most_steps = 200;
/// Of which equal ones may become one: from here on nothing is written.
constexpr std::size_t most_written_steps = 1000;

/// Whether the calls of a loop are known steps, and better made one by one.
bool is_loop(batt::OpId op, std::span<const Operand> arguments) {
  const batt::LoopInfo& info = batt::loop_info(op);
  if (info.shape == batt::LoopShape::None) return false;
  if (info.shape == batt::LoopShape::Calls)
    return arguments[static_cast<std::size_t>(info.container())].items != nullptr;
  const KnownFunction* function = arguments[info.function].function;
  return function != nullptr && !(function->is_op() && batt::has_body_without_calls(op, function->op));
}

class CallWriter {
 public:
  /// Functions heavier than `heaviest` are called as they are.
  CallWriter(const Graph& graph, KnownFunctions& functions, int heaviest)
      : graph_(graph), functions_(functions), heaviest_(heaviest) {}

  /// function(*arguments) as steps after those of the block.
  Operand call(const Operand& function, const Operands& arguments, Steps& block) {
    const KnownFunction* known = function.function;
    if (step_count_ > most_written_steps && heaviest_ > max_light_weight) return function;  // no one will read them
    if (known != nullptr && known->is_op() && !batt::op_info(known->op).takes(arguments.size()))
      return add(block, {InlinedStep::Kind::FailedCall, known->op, arguments});
    if (known == nullptr || known->weight > heaviest_ || static_cast<int>(arguments.size()) != known->arity) {
      Operands all{function};
      all.insert(all.end(), arguments.begin(), arguments.end());
      return add(block, {InlinedStep::Kind::CallValue, {}, std::move(all)});
    }
    if (known->is_op()) return call_op(known->op, arguments, block);
    if (known->weight > max_light_weight) wrote_heavy_ = true;
    Operands results;
    for (const batt::CombinatorStep& step : known->combinator->steps())
      results.push_back(take_step(*known, step, arguments, results, block));
    return results.back();
  }

  std::uint32_t temporaries() const { return temporaries_; }
  /// Whether a function that is not light has been written out.
  bool wrote_heavy() const { return wrote_heavy_; }

 private:
  /// A step of a call of a function that a combinator made; `results`: of the steps before.
  Operand take_step(const KnownFunction& function, const batt::CombinatorStep& step, const Operands& arguments,
                    const Operands& results, Steps& block) {
    using With = batt::CombinatorStep::With;
    const Operand& part = function.parts[step.part];
    Operands passed = arguments;
    switch (step.with) {
      case With::Arguments: break;
      case With::ArgumentsAndFixed: passed.push_back(function.parts[1]); break;
      case With::FixedAndArguments: passed.insert(passed.begin(), function.parts[1]); break;
      case With::Result: passed = {results.back()}; break;
      case With::Results: passed.assign(results.end() - 2, results.end()); break;
      case With::Equal: return add(block, {InlinedStep::Kind::Equal, {}, {results.back(), part}});
    }
    return call(part, passed, block);
  }

  Operand call_op(batt::OpId op, const Operands& arguments, Steps& block) {
    if (op == batt::OpId::op_identity) return arguments[0];
    if (op == batt::OpId::op_get_nth_t || op == batt::OpId::op_get_nth_f)
      if (const Operand* part = find_part(arguments[0], arguments[1])) return *part;
    if (const KnownFunction* made = functions_.make(op, arguments)) {
      Operand function = add(block, {InlinedStep::Kind::CallOp, op, arguments});
      block.back().is_certain = true;
      function.function = made;
      return function;
    }
    if (op == batt::OpId::op_astuple) {
      const Operand pair = add(block, {InlinedStep::Kind::CallOp, op, arguments});
      block.back().is_certain = true;
      pairs_.emplace(pair.number, arguments);
      return pair;
    }
    if (!is_loop(op, arguments)) return add(block, {InlinedStep::Kind::CallOp, op, arguments});
    const batt::LoopInfo& info = batt::loop_info(op);
    InlinedStep loop{InlinedStep::Kind::Loop, op, arguments};
    loop.item = new_temporary();
    Operands items{temporary(loop.item)};
    if (info.call_arity() == 2) items.push_back(temporary(new_temporary()));
    for (std::size_t k = 0; k < items.size(); ++k)
      if (const KnownFunction* known = arguments[static_cast<std::size_t>(info.container()) + k].items;
          known != nullptr && !batt::returns_key(info.shape))
        items[k].function = read_parts(items[k], *known, loop.body);
    const Operand& argument = arguments[info.function];
    loop.body_result =
        info.shape == batt::LoopShape::Calls ? call(items[0], {argument}, loop.body) : call(argument, items, loop.body);
    const KnownFunction* item = keeps_results(info) ? functions_.held(loop.body_result->function) : nullptr;
    Operand container = add(block, std::move(loop));
    container.items = item;
    return container;
  }

  /// Whether the items of the result are what the function returned.
  static bool keeps_results(const batt::LoopInfo& info) {
    using batt::LoopShape;
    return info.merge == batt::OpId::op_identity &&
           (info.shape == LoopShape::Map || info.shape == LoopShape::Calls || info.shape == LoopShape::Pairwise ||
            info.shape == LoopShape::Product);
  }

  /// The function with steps that read what the closure holds.
  const KnownFunction* read_parts(const Operand& closure, const KnownFunction& function, Steps& block) {
    if (function.is_op()) return &function;
    Operands parts;
    for (std::size_t k = 0; k < std::size(function.parts); ++k) {
      Operand part = function.parts[k];
      if (part.kind == Operand::Kind::Held) {
        const KnownFunction* known = part.function;
        part = add(block, {.kind = InlinedStep::Kind::Part,
                           .operands = {closure},
                           .number = static_cast<std::uint8_t>(k),
                           .is_certain = true});
        if (known != nullptr) part.function = read_parts(part, *known, block);
      }
      parts.push_back(part);
    }
    return functions_.with_parts(function, parts);
  }

  /// The part of a pair that astuple made in these steps, at a rank that is known and there.
  const Operand* find_part(const Operand& container, const Operand& rank) const {
    const auto made = container.is_node() ? pairs_.end() : pairs_.find(container.number);
    if (made == pairs_.end() || !rank.is_node() || !graph_.is(rank.node(), NodeKind::Integer)) return nullptr;
    const std::int64_t place = graph_[rank.node()].number;
    return place < -2 || place > 1 ? nullptr : &made->second[static_cast<std::size_t>(place & 1)];
  }

  Operand add(Steps& block, InlinedStep step) {
    ++step_count_;
    step.result = new_temporary();
    block.push_back(std::move(step));
    return temporary(block.back().result);
  }

  static Operand temporary(std::uint32_t number) { return {Operand::Kind::Temporary, number}; }
  std::uint32_t new_temporary() { return temporaries_++; }

  const Graph& graph_;
  KnownFunctions& functions_;
  const int heaviest_;
  std::uint32_t temporaries_ = 0;
  std::size_t step_count_ = 0;
  bool wrote_heavy_ = false;
  std::unordered_map<std::uint32_t, Operands> pairs_;  ///< by temporary: what astuple made a pair of
};

/// Takes away the steps that cannot raise and whose values are unused; and, if asked, the sets of which only the size
/// is used.
class UnusedValues {
 public:
  enum class Sets : std::uint8_t { Kept, Counted };
  UnusedValues(std::uint32_t temporaries, Sets sets) : uses_(temporaries, 0), sets_(sets) {}

  /// From the last step to the first: what uses a temporary stands after the step that sets it.
  void remove(Steps& block, const Operand& result) {
    use(result);
    Steps kept;
    for (auto step = block.rbegin(); step != block.rend(); ++step) {
      if (step->is_certain && uses_[step->result] == 0) continue;
      if (sets_ == Sets::Counted && !kept.empty() && is_sized_by(*step, kept.back())) {
        step->kind = InlinedStep::Kind::SizeOf;
        step->number = kept.back().op == batt::OpId::op_size ? 0 : 1;
        step->result = kept.back().result;
        kept.pop_back();
      } else if (sets_ == Sets::Counted && !kept.empty() && is_shifted_for(*step, kept.back())) {
        InlinedStep& size = kept.back();
        size.operands = {step->operands[0], size.operands[1], step->operands[1]};
        for (const Operand& operand : step->operands) use(operand);
        continue;
      }
      if (step->body_result) remove(step->body, *step->body_result);
      for (std::size_t k = 0; k < step->operands.size(); ++k)
        if (!is_body(*step, k)) use(step->operands[k]);
      kept.push_back(std::move(*step));
    }
    block.assign(std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
  }

 private:
  /// Whether the size, which the next step asks for, is all that is used of the set that this step makes.
  bool is_sized_by(const InlinedStep& made, const InlinedStep& next) const {
    using Kind = InlinedStep::Kind;
    return made.kind == Kind::CallOp && makes_sized_set(made.op) && next.kind == Kind::CallOp &&
           (next.op == batt::OpId::op_size || next.op == batt::OpId::op_size_f) && next.operands[0].is_temporary() &&
           next.operands[0].number == made.result && uses_[made.result] == 1;
  }

  /// Whether the next step counts what is made of the set that this step shifts, and nothing else uses that.
  bool is_shifted_for(const InlinedStep& shift, const InlinedStep& next) const {
    using Kind = InlinedStep::Kind;
    return shift.kind == Kind::CallOp && shift.op == batt::OpId::op_shift && next.kind == Kind::SizeOf &&
           next.operands.size() == 2 && next.operands[0].is_temporary() && next.operands[0].number == shift.result &&
           uses_[shift.result] == 1;
  }

  void use(const Operand& operand) {
    if (!operand.is_node()) ++uses_[operand.number];
  }

  std::vector<std::uint32_t> uses_;
  const Sets sets_;
};

std::size_t count_steps(const Steps& block) {
  std::size_t count = block.size();
  for (const InlinedStep& step : block) count += count_steps(step.body);
  return count;
}

/// The call with functions written out up to this weight.
std::optional<InlinedCall> write_call(const Graph& graph, KnownFunctions& functions, StepMerger& merger, NodeId call,
                                      std::span<const NodeId> conditions, int heaviest) {
  const auto operand = [&](NodeId id) {
    const KnownFunction* function = functions.find(id, conditions);
    if (function != nullptr && function->weight > heaviest) function = nullptr;
    return Operand{Operand::Kind::Node, static_cast<std::uint32_t>(id), function, functions.items_of(id)};
  };
  const auto nodes = graph.operands(call);
  const Operand function = operand(nodes[0]);
  if (function.function == nullptr) return std::nullopt;
  Operands arguments;
  for (const NodeId id : nodes.subspan(1)) arguments.push_back(operand(id));
  const bool is_op = function.function->is_op();
  if (is_op &&
      (arguments.size() != batt::op_info(function.function->op).arity || !is_loop(function.function->op, arguments)))
    return std::nullopt;
  if (!is_op && static_cast<int>(arguments.size()) != function.function->arity) return std::nullopt;

  CallWriter writer(graph, functions, heaviest);
  Steps block;
  Operand result = writer.call(function, arguments, block);
  UnusedValues(writer.temporaries(), UnusedValues::Sets::Kept).remove(block, result);
  merger.merge(call, block, result);
  UnusedValues(writer.temporaries(), UnusedValues::Sets::Counted).remove(block, result);
  merger.find_steady_steps(call, block);
  if (writer.wrote_heavy() && count_steps(block) > most_steps)
    return write_call(graph, functions, merger, call, conditions, max_light_weight);
  if (block.size() == 1 && !result.is_node() && result.number == block[0].result)
    return InlinedCall{std::move(block[0]), writer.temporaries(), result.items};
  InlinedStep step{InlinedStep::Kind::Block, {}, arguments};
  step.body = std::move(block);
  step.body_result = result;
  return InlinedCall{std::move(step), writer.temporaries(), result.items};
}

}  // namespace

bool is_body(const InlinedStep& step, std::size_t operand) {
  if (step.kind != InlinedStep::Kind::Loop) return false;
  const batt::LoopInfo& info = batt::loop_info(step.op);
  return info.shape != batt::LoopShape::Calls && operand == info.function;
}

std::optional<InlinedCall> inline_call(const Graph& graph, KnownFunctions& functions, StepMerger& merger, NodeId call,
                                       std::span<const NodeId> conditions) {
  return write_call(graph, functions, merger, call, conditions, std::numeric_limits<int>::max());
}

void collect_nodes(const InlinedStep& step, std::vector<NodeId>& nodes) {
  const auto collect = [&](const Operand& operand) {
    if (operand.is_node()) nodes.push_back(operand.node());
  };
  for (std::size_t k = 0; k < step.operands.size(); ++k)
    if (!is_body(step, k)) collect(step.operands[k]);
  for (const InlinedStep& inner : step.body) collect_nodes(inner, nodes);
  if (step.body_result) collect(*step.body_result);
}

}  // namespace battc
