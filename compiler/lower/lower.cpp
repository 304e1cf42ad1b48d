#include "compiler/lower/lower.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "compiler/ir/failures.h"
#include "compiler/lower/find_needs.h"
#include "compiler/lower/find_single_cells.h"
#include "compiler/lower/placement.h"
#include "compiler/lower/remarks.h"
#include "compiler/lower/write_dependences.h"
#include "compiler/support/text.h"

namespace battc {
namespace {

using batt::Raises;
using batt::Value;
using batt::exec::Instruction;
using batt::exec::Program;

class Lowering {
 public:
  Lowering(const Graph& graph, KnownCalls calls)
      : graph_(graph), failures_(graph), placement_(graph, calls), slots_(graph.size(), no_slot) {}

  LoweredFunction lower() {
    program_.name = graph_.name;
    program_.collects = graph_.function_kind == FunctionKind::Batt;
    program_.parameters = graph_.parameters;
    program_.slot_count = static_cast<std::uint32_t>(graph_.parameters.size());
    program_.texts.assign(graph_.texts.begin(), graph_.texts.end());
    for (std::size_t k = 0; k < graph_.size(); ++k) lower_node(static_cast<NodeId>(k));
    lower_outputs();
    program_.dependences = write_dependences(graph_);
    find_single_cells(lowered_);
    link(program_);
    find_needs(lowered_);
    notes_.folded = graph_.folded;
    notes_.slot_names.resize(program_.slot_count);
    return std::move(lowered_);
  }

 private:
  static constexpr std::uint32_t no_slot = std::numeric_limits<std::uint32_t>::max();

  void lower_node(NodeId id) {
    notes_.nodes.push_back(remark_of(graph_, placement_, id));
    if (is_constant(id) || placement_.is_left_out(id)) return;
    if (is_effect(graph_[id].kind))
      lower_guard(id);
    else
      lower_value(id, id, Instruction::Guard::Propagate, 0);
  }

  // ---- guards -------------------------------------------------------------------------------------------------

  void lower_guard(NodeId id) {
    const NodeId body = graph_.operands(id)[0];
    switch (graph_[id].kind) {
      case NodeKind::Escape: lower_value(id, body, Instruction::Guard::Escape, 0); break;
      case NodeKind::Catch: lower_value(id, body, Instruction::Guard::Catch, add_handler(id)); break;
      default: lower_value(id, body, Instruction::Guard::Pile, add_pile(id, body));
    }
  }

  /// A default that serves as this fallback alone is made when it is needed.
  std::uint32_t add_handler(NodeId id) {
    const NodeId fallback = graph_.operands(id)[1];
    const bool lazy_default = graph_.is(fallback, NodeKind::Default) && placement_.is_fused(fallback);
    program_.handlers.push_back({static_cast<std::uint64_t>(graph_[id].number),
                                 slot(lazy_default ? graph_.operands(fallback)[0] : fallback), lazy_default});
    return static_cast<std::uint32_t>(program_.handlers.size() - 1);
  }

  std::uint32_t add_pile(NodeId id, NodeId body) {
    batt::exec::PileCall pile{pile_callee(id, body), 0, 0};
    std::vector<std::uint32_t> conditions;
    for (const NodeId condition : graph_.operands(id).subspan(1))
      if (!graph_.is(condition, NodeKind::Boolean) || graph_[condition].number == 0)
        conditions.push_back(slot(condition));
    pile.first_condition = static_cast<std::uint32_t>(program_.conditions.size());
    pile.condition_count = static_cast<std::uint32_t>(conditions.size());
    program_.conditions.insert(program_.conditions.end(), conditions.begin(), conditions.end());
    program_.piles.push_back(pile);
    return static_cast<std::uint32_t>(program_.piles.size() - 1);
  }

  /// Where the pile finds the function whose default it gives. A call that was folded away raised in both error modes:
  /// no op does that in safe mode, so it has no default; nor has a closure.
  std::uint32_t pile_callee(NodeId pile, NodeId body) {
    if (placement_.needs_only_ok_flag(pile)) return none_slot();
    if (!graph_.is(body, NodeKind::Call)) return slot(body);
    const NodeId callee = graph_.operands(body)[0];
    return placement_.is_known_closure(callee, pile) ? none_slot() : slot(callee);
  }

  // ---- instructions -------------------------------------------------------------------------------------------

  /// Computes `body` (or, if that is done already, passes it on) under a guard, as the value of `id`.
  void lower_value(NodeId id, NodeId body, Instruction::Guard guard, std::uint32_t guard_index) {
    Instruction instruction{};
    instruction.guard = guard;
    instruction.guard_index = guard_index;
    instruction.line = graph_.origin(body).line;
    const bool is_pile = guard == Instruction::Guard::Pile;
    const bool already_computed =
        id != body && (is_constant(body) || placement_.is_pile_field(body) || slots_[index(body)] != no_slot);
    const InlinedCall* inlined = nullptr;
    if (is_pile && placement_.needs_only_ok_flag(id)) {
      instruction.kind = Instruction::Kind::Pass;
      set_operands(instruction, {none_slot()});
    } else if (already_computed) {
      instruction.kind = Instruction::Kind::Pass;
      instruction.raises = failures_[body];
      set_operands(instruction, std::span(&body, 1));
    } else if (inlined = placement_.inlined_call(id); inlined != nullptr) {
      make_operands(inlined->step);
    } else {
      instruction.raises = failures_[body];
      set_computation(instruction, body);
    }
    slots_[index(id)] = instruction.result = new_slot(graph_.origin(id).variable);
    if (is_pile) new_slot();
    const InstructionNote note{graph_.origin(id).span, graph_.origin(id).line, notes_.nodes[index(id)]};
    if (inlined == nullptr) {
      add(instruction, note);
    } else {
      first_temporary_ = program_.slot_count;
      program_.slot_count += inlined->temporaries;
      lower_step(inlined->step, instruction, note, 1);
    }
  }

  void set_computation(Instruction& instruction, NodeId body) {
    const Node& node = graph_[body];
    auto operands = graph_.operands(body);
    switch (node.kind) {
      case NodeKind::Call:
        instruction.kind = Instruction::Kind::CallValue;
        if (graph_.is(operands[0], NodeKind::Function) &&
            operands.size() - 1 == batt::op_info(graph_.op(operands[0])).arity) {
          instruction.kind = Instruction::Kind::CallOp;
          instruction.op = static_cast<std::uint16_t>(graph_.op(operands[0]));
          operands = operands.subspan(1);
        }
        break;
      case NodeKind::Tuple: instruction.kind = Instruction::Kind::MakeTuple; break;
      case NodeKind::Default: instruction.kind = Instruction::Kind::Default; break;
      case NodeKind::OtherName:
        instruction.kind = Instruction::Kind::OtherName;
        instruction.field = static_cast<std::uint8_t>(node.number);
        break;
      default: instruction.kind = Instruction::Kind::Field; instruction.field = static_cast<std::uint8_t>(node.number);
    }
    set_operands(instruction, operands);
  }

  void set_operands(Instruction& instruction, std::span<const NodeId> operands) {
    std::vector<std::uint32_t> from;
    std::vector<std::uint8_t> may_be_error;
    for (const NodeId operand : operands) {
      from.push_back(slot(operand));
      may_be_error.push_back(failures_.may_be_error(operand) ? 1 : 0);
    }
    set_operands(instruction, from, may_be_error);
  }
  void set_operands(Instruction& instruction, const std::vector<std::uint32_t>& from,
                    std::vector<std::uint8_t> may_be_error = {}) {
    instruction.first_operand = static_cast<std::uint32_t>(program_.operands.size());
    instruction.operand_count = static_cast<std::uint16_t>(from.size());
    instruction.operands_may_be_errors = std::ranges::find(may_be_error, 1) != may_be_error.end();
    may_be_error.resize(from.size());
    program_.operands.insert(program_.operands.end(), from.begin(), from.end());
    notes_.operand_may_be_error.insert(notes_.operand_may_be_error.end(), may_be_error.begin(), may_be_error.end());
  }

  void add(const Instruction& instruction, InstructionNote note = {}) {
    program_.instructions.push_back(instruction);
    notes_.instructions.push_back(std::move(note));
  }

  // ---- inlined calls ------------------------------------------------------------------------------------------

  /// Makes the OKTs that the steps take, before any block begins: a block may not run at all.
  void make_operands(const InlinedStep& step) {
    std::vector<NodeId> nodes;
    collect_nodes(step, nodes);
    for (const NodeId node : nodes) slot(node);
  }

  /// One step under the guard that `instruction` has already, and the block inside it. Errors among the operands are
  /// looked for once, by the outermost step.
  void lower_step(const InlinedStep& step, Instruction instruction, InstructionNote note, std::uint32_t depth) {
    set_kind(instruction, step);
    instruction.raises = raises_of(step);
    std::vector<std::uint32_t> from;
    std::vector<std::uint8_t> may_be_error;
    for (std::size_t k = 0; k < step.operands.size(); ++k) {
      const bool is_function = is_body(step, k);
      from.push_back(is_function ? function_slot() : slot(step.operands[k]));
      const Raises operand = depth == 1 && !is_function ? raises_of(step.operands[k]) : Raises::Never;
      may_be_error.push_back(operand != Raises::Never ? 1 : 0);
      instruction.raises = either(instruction.raises, operand);
    }
    set_operands(instruction, from, std::move(may_be_error));
    const std::size_t place = program_.instructions.size();
    add(instruction, std::move(note));
    if (step.kind != InlinedStep::Kind::Block && step.kind != InlinedStep::Kind::Loop) return;

    program_.loop_depth = std::max(program_.loop_depth, depth);
    const Operand& result = *step.body_result;
    const bool is_identity = step.kind == InlinedStep::Kind::Loop && !result.is_node() && result.number == step.item;
    if (!is_identity) lower_block(step, place, depth + 1);
    program_.instructions[place].items = first_temporary_ + step.item;
    program_.instructions[place].end = static_cast<std::uint32_t>(program_.instructions.size() - 1);
  }

  /// The steps inside the step at a place; the last one gives their result.
  void lower_block(const InlinedStep& step, std::size_t place, std::uint32_t depth) {
    const Operand& result = *step.body_result;
    Instruction instruction{};
    instruction.line = program_.instructions[place].line;
    for (std::size_t k = 0; k < step.body.size(); ++k) {
      const InlinedStep& inner = step.body[k];
      const bool is_last = k + 1 == step.body.size() && k + 1 != step.steady;  // steady steps give the result once
      const bool is_result = is_last && !result.is_node() && result.number == inner.result;
      instruction.guard = is_result ? Instruction::Guard::Result : Instruction::Guard::Leave;
      instruction.result = first_temporary_ + inner.result;
      lower_step(inner, instruction, {}, depth);
      if (const std::size_t count = program_.instructions.size() - place - 1;
          k + 1 == step.steady && std::in_range<std::uint16_t>(count))
        program_.instructions[place].steady = static_cast<std::uint16_t>(count);
      if (is_result) return;
    }
    instruction.guard = Instruction::Guard::Result;
    instruction.kind = Instruction::Kind::Pass;
    instruction.result = slot(result);
    set_operands(instruction, {slot(result)});
    add(instruction);
  }

  static void set_kind(Instruction& instruction, const InlinedStep& step) {
    instruction.op = static_cast<std::uint16_t>(step.op);
    switch (step.kind) {
      case InlinedStep::Kind::CallOp:
        instruction.kind = Instruction::Kind::CallOp;
        instruction.field = step.is_kept ? 1 : 0;
        break;
      case InlinedStep::Kind::CallValue: instruction.kind = Instruction::Kind::CallValue; break;
      case InlinedStep::Kind::FailedCall: instruction.kind = Instruction::Kind::FailedCall; break;
      case InlinedStep::Kind::Equal: instruction.kind = Instruction::Kind::Equal; break;
      case InlinedStep::Kind::Part:
        instruction.kind = Instruction::Kind::Part;
        instruction.field = step.number;
        break;
      case InlinedStep::Kind::SizeOf:
        instruction.kind = Instruction::Kind::SizeOf;
        instruction.field = step.number;
        break;
      case InlinedStep::Kind::Block: instruction.kind = Instruction::Kind::Block; break;
      case InlinedStep::Kind::Loop: instruction.kind = Instruction::Kind::Loop; break;
    }
  }

  Raises raises_of(const Operand& operand) {
    return operand.is_node() && operand.function == nullptr ? failures_[operand.node()] : Raises::Never;
  }

  /// Of the step itself, if its operands are values. What the function of a loop raises, the loop's op raises.
  static Raises raises_of(const InlinedStep& step) {
    Raises raises = Raises::Never;
    switch (step.kind) {
      case InlinedStep::Kind::CallOp:
      case InlinedStep::Kind::SizeOf:
      case InlinedStep::Kind::Loop: return call_raises(step.op);
      case InlinedStep::Kind::FailedCall: return Raises::InRawMode;
      case InlinedStep::Kind::CallValue: return Raises::InBothModes;
      case InlinedStep::Kind::Equal:
      case InlinedStep::Kind::Part: break;
      case InlinedStep::Kind::Block:
        for (const InlinedStep& inner : step.body) raises = either(raises, raises_of(inner));
    }
    return raises;
  }

  // ---- outputs ------------------------------------------------------------------------------------------------

  void lower_outputs() {
    for (const Output& output : graph_.outputs) {
      batt::exec::OutputFields fields{output.to == Output::To::S, {}};
      for (std::size_t k = 0; k < 4; ++k) fields.slots[k] = slot(output.fields[k]);
      program_.outputs.push_back(fields);
    }
    program_.result = slot(graph_.result);
  }

  // ---- slots --------------------------------------------------------------------------------------------------

  /// The slot of a node's value. Constants get theirs when they are first used. A Pile keeps .t and .ok side by side;
  /// as a whole it is made on demand.
  std::uint32_t slot(NodeId id) {
    if (placement_.is_pile_field(id))
      return slots_[index(graph_.operands(id)[0])] + static_cast<std::uint32_t>(graph_[id].number);
    if (graph_.is(id, NodeKind::Parameter)) return static_cast<std::uint32_t>(graph_[id].number);
    if (is_constant(id) && slots_[index(id)] == no_slot) slots_[index(id)] = add_constant(constant(id));
    return graph_.is(id, NodeKind::Pile) ? okt_slot(id) : slots_[index(id)];
  }
  std::uint32_t slot(const Operand& operand) {
    return operand.is_node() ? slot(operand.node()) : first_temporary_ + operand.number;
  }

  std::uint32_t okt_slot(NodeId pile) {
    const auto [known, is_new] = okts_.try_emplace(index(pile), program_.slot_count);
    if (!is_new) return known->second;
    Instruction instruction{};
    instruction.kind = Instruction::Kind::MakeOkt;
    instruction.guard = Instruction::Guard::Propagate;
    instruction.line = graph_.origin(pile).line;
    instruction.result = new_slot();
    set_operands(instruction, {slots_[index(pile)], slots_[index(pile)] + 1});
    add(instruction);
    return instruction.result;
  }

  std::uint32_t new_slot(std::string_view variable = {}) {
    const std::uint32_t slot = program_.slot_count++;
    if (!variable.empty()) {
      notes_.slot_names.resize(program_.slot_count);
      notes_.slot_names[slot] = variable;
    }
    return slot;
  }

  // ---- constants ----------------------------------------------------------------------------------------------

  /// Constants that no node stands for: None, and a function in the place of one that was inlined.
  std::uint32_t none_slot() { return constant_slot(none_slot_, Value::none()); }
  std::uint32_t function_slot() {
    return constant_slot(function_slot_, Value::op(static_cast<std::uint16_t>(batt::OpId::op_identity)));
  }
  std::uint32_t constant_slot(std::uint32_t& place, Value value) {
    if (place == no_slot) place = add_constant(value);
    return place;
  }
  std::uint32_t add_constant(Value value) {
    const std::uint32_t slot = new_slot();
    program_.constants.emplace_back(slot, value);
    return slot;
  }

  /// Leaves, and tuples that need no memory: (), and two or three ints of 32 bits.
  bool is_constant(NodeId id) const {
    if (is_leaf(graph_[id].kind)) return true;
    if (!graph_.is(id, NodeKind::Tuple)) return false;
    const auto items = graph_.operands(id);
    if (items.size() == 1 || items.size() > 3) return false;
    return std::ranges::all_of(items, [&](NodeId item) {
      return graph_.is(item, NodeKind::Integer) &&
             graph_[item].number == static_cast<std::int32_t>(graph_[item].number);
    });
  }

  Value constant(NodeId id) {
    const Node& node = graph_[id];
    switch (node.kind) {
      case NodeKind::Boolean: return Value::boolean(node.number != 0);
      case NodeKind::Integer: return Value::integer(node.number);
      case NodeKind::EmptySet: return Value::empty_set();
      case NodeKind::Function: return Value::op(static_cast<std::uint16_t>(node.number));
      case NodeKind::Error: return Value::error(static_cast<batt::Exception>(node.number));
      case NodeKind::Text: return program_.text_constant(static_cast<std::size_t>(node.number));
      case NodeKind::Tuple: {
        const auto items = graph_.operands(id);
        const auto part = [&](std::size_t k) { return static_cast<std::int32_t>(graph_[items[k]].number); };
        if (items.empty()) return Value::empty_tuple();
        return items.size() == 2 ? Value::pair(part(0), part(1)) : Value::cell(part(0), part(1), part(2));
      }
      default: return Value::none();
    }
  }

  const Graph& graph_;
  Failures failures_;
  Placement placement_;
  std::vector<std::uint32_t> slots_;   ///< by node; of a Pile that of its `.t`
  std::uint32_t first_temporary_ = 0;  ///< the slot of temporary 0 of the call that is being inlined
  std::uint32_t none_slot_ = no_slot, function_slot_ = no_slot;
  std::unordered_map<std::size_t, std::uint32_t> okts_;
  LoweredFunction lowered_;
  Program& program_ = lowered_.program;
  LoweringNotes& notes_ = lowered_.notes;
};

}  // namespace

LoweredFunction lower(const Graph& graph, KnownCalls calls) { return Lowering(graph, calls).lower(); }

}  // namespace battc
