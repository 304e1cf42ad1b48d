#include "compiler/emit/program_data.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "compiler/ir/errors.h"
#include "compiler/lower/dependences.h"
#include "compiler/lower/lowered_graph.h"
#include "dsl_kernels/op_bodies.h"

namespace battc {
namespace {

using batt::Value;
using batt::exec::Instruction;
using batt::exec::Program;

class ProgramWriter {
 public:
  ProgramWriter(const Graph& graph, KnownCalls calls) : graph_(graph), lowered_(graph, calls), slots_(graph.size(), no_slot) {}

  Program write() {
    program_.name = graph_.name;
    program_.collects = graph_.function_kind == FunctionKind::Batt;
    program_.parameters = graph_.parameters;
    program_.slot_count = static_cast<std::uint32_t>(graph_.parameters.size());
    program_.texts.assign(graph_.texts.begin(), graph_.texts.end());
    for (std::size_t k = 0; k < graph_.size(); ++k) write_node(static_cast<NodeId>(k));
    for (const Output& output : graph_.outputs) {
      batt::exec::OutputFields fields{output.to == Output::To::S, {}};
      for (std::size_t k = 0; k < 4; ++k) fields.slots[k] = slot(output.fields[k]);
      program_.outputs.push_back(fields);
    }
    program_.result = slot(graph_.result);
    program_.dependences = write_dependences(graph_);
    return std::move(program_);
  }

 private:
  static constexpr std::uint32_t no_slot = std::numeric_limits<std::uint32_t>::max();

  void write_node(NodeId id) {
    const Node& node = graph_[id];
    if (node.kind == NodeKind::Parameter) {
      slots_[index(id)] = static_cast<std::uint32_t>(node.number);
    } else if (is_leaf(node.kind) || is_constant_pair(id)) {
      slots_[index(id)] = new_slot();
      program_.constants.emplace_back(slots_[index(id)], constant(id));
    } else if (lowered_.is_left_out(id)) {
      return;
    } else if (!is_effect(node.kind)) {
      write_instruction(id, id, Instruction::Guard::Propagate, 0);
    } else {
      write_guarded(id);
    }
  }

  void write_guarded(NodeId id) {
    const Node& node = graph_[id];
    const auto operands = graph_.operands(id);
    const NodeId body = operands[0];
    switch (node.kind) {
      case NodeKind::Escape: write_instruction(id, body, Instruction::Guard::Escape, 0); break;
      case NodeKind::Catch: {
        const bool lazy_default = graph_.is(operands[1], NodeKind::Default) && lowered_.is_fused(operands[1]);
        const NodeId fallback = lazy_default ? graph_.operands(operands[1])[0] : operands[1];
        program_.handlers.push_back({static_cast<std::uint64_t>(node.number), slot(fallback), lazy_default});
        write_instruction(id, body, Instruction::Guard::Catch, static_cast<std::uint32_t>(program_.handlers.size() - 1));
        break;
      }
      default: {
        batt::exec::PileCall pile{pile_callee(id, body), static_cast<std::uint32_t>(program_.conditions.size()), 0};
        std::vector<std::uint32_t> conditions;
        for (const NodeId condition : operands.subspan(1)) conditions.push_back(slot(condition));
        pile.condition_count = static_cast<std::uint32_t>(conditions.size());
        program_.conditions.insert(program_.conditions.end(), conditions.begin(), conditions.end());
        program_.piles.push_back(pile);
        write_instruction(id, body, Instruction::Guard::Pile, static_cast<std::uint32_t>(program_.piles.size() - 1));
      }
    }
  }

  /// Where the pile finds the function whose default it gives. A call that was folded away raised in both error modes: no op does
  /// that in safe mode, so it has no default; nor has a closure.
  std::uint32_t pile_callee(NodeId pile, NodeId body) {
    if (!graph_.is(body, NodeKind::Call)) return lowered_.is_ok_alone(pile) ? none_slot() : slot(body);
    const NodeId callee = graph_.operands(body)[0];
    return lowered_.is_ok_alone(pile) || lowered_.is_known_closure(callee, pile) ? none_slot() : slot(callee);
  }

  /// Computes `body` (or, if that is done already, passes it on) under a guard, as the value of `id`.
  void write_instruction(NodeId id, NodeId body, Instruction::Guard guard, std::uint32_t detail) {
    Instruction instruction{};
    instruction.guard = guard;
    instruction.detail = detail;
    instruction.line = graph_.origin(body).line;
    const bool already_computed = id != body && slots_[index(body)] != no_slot;
    const WrittenCall* written = already_computed ? nullptr : lowered_.written_call(id);
    if (guard == Instruction::Guard::Pile && lowered_.is_ok_alone(id)) {
      instruction.kind = Instruction::Kind::Pass;
      set_operands(instruction, {none_slot()});
      written = nullptr;
    } else if (already_computed) {
      instruction.kind = Instruction::Kind::Pass;
      set_operands(instruction, std::span(&body, 1));
    } else if (written == nullptr) {
      choose_kind(instruction, body);
    } else {
      prepare_operands(written->step);
    }
    slots_[index(id)] = instruction.result = new_slot();
    if (guard == Instruction::Guard::Pile) new_slot();
    if (written == nullptr) {
      program_.instructions.push_back(instruction);
    } else {
      first_temporary_ = program_.slot_count;
      program_.slot_count += written->temporaries;
      write_step(written->step, instruction, 1);
    }
  }

  // ---- calls that are written out -----------------------------------------------------------------------------

  /// Makes the OKTs that the steps look at, before any block begins: a block may not run at all.
  void prepare_operands(const Step& step) {
    std::vector<NodeId> nodes;
    collect_nodes(step, nodes);
    for (const NodeId node : nodes) slot(node);
  }

  /// One step under the guard that `instruction` has already, and the block inside it.
  void write_step(const Step& step, Instruction instruction, std::uint32_t depth) {
    set_kind(instruction, step);
    std::vector<std::uint32_t> from;
    for (std::size_t k = 0; k < step.operands.size(); ++k) {
      from.push_back(is_body(step, k) ? function_slot() : slot(step.operands[k]));
      if (!is_body(step, k) && may_be_error(step.operands[k])) instruction.operands_may_be_errors = true;
    }
    set_operands(instruction, from);
    const std::size_t place = program_.instructions.size();
    program_.instructions.push_back(instruction);
    if (step.kind != Step::Kind::Block && step.kind != Step::Kind::Loop) return;

    program_.loop_depth = std::max(program_.loop_depth, depth);
    const FunctionPart& answer = *step.body_result;
    const bool is_identity = step.kind == Step::Kind::Loop && !answer.is_node() && answer.number == step.item;
    if (!is_identity) write_block(step, instruction.line, depth + 1);
    program_.instructions[place].items = first_temporary_ + step.item;
    program_.instructions[place].end = static_cast<std::uint32_t>(program_.instructions.size() - 1);
  }

  /// The steps inside a step; the last one gives their answer.
  void write_block(const Step& step, std::uint32_t line, std::uint32_t depth) {
    const FunctionPart& answer = *step.body_result;
    Instruction instruction{};
    instruction.line = line;
    for (std::size_t k = 0; k < step.body.size(); ++k) {
      const Step& inner = step.body[k];
      const bool is_answer = k + 1 == step.body.size() && !answer.is_node() && answer.number == inner.result;
      instruction.guard = is_answer ? Instruction::Guard::Answer : Instruction::Guard::Leave;
      instruction.result = first_temporary_ + inner.result;
      write_step(inner, instruction, depth);
      if (is_answer) return;
    }
    instruction.guard = Instruction::Guard::Answer;
    instruction.kind = Instruction::Kind::Pass;
    set_operands(instruction, {slot(answer)});
    program_.instructions.push_back(instruction);
  }

  static void set_kind(Instruction& instruction, const Step& step) {
    instruction.op = static_cast<std::uint16_t>(step.op);
    switch (step.kind) {
      case Step::Kind::CallOp:
        instruction.kind = Instruction::Kind::CallOp;
        set_op(instruction, step.op);
        break;
      case Step::Kind::CallValue: instruction.kind = Instruction::Kind::CallValue; break;
      case Step::Kind::Equal:
        instruction.kind = Instruction::Kind::Equal;
        instruction.quick = batt::Quick::op_equality;
        break;
      case Step::Kind::Block: instruction.kind = Instruction::Kind::Block; break;
      case Step::Kind::Loop: instruction.kind = Instruction::Kind::Loop; break;
    }
  }

  static void set_op(Instruction& instruction, batt::OpId op) {
    instruction.op = static_cast<std::uint16_t>(op);
    instruction.entry = batt::op_entry(op);
    instruction.quick = batt::find_quick(op);
  }

  std::uint32_t slot(const FunctionPart& operand) {
    return operand.is_node() ? slot(operand.node()) : first_temporary_ + operand.number;
  }

  bool may_be_error(const FunctionPart& operand) {
    return operand.is_node() && operand.function == nullptr && errors_.contains(operand.node());
  }

  /// Constants that no node stands for: None, and a function in the place of one that was written out.
  std::uint32_t none_slot() { return constant_slot(none_slot_, Value::none()); }
  std::uint32_t function_slot() {
    return constant_slot(function_slot_, Value::op(static_cast<std::uint16_t>(batt::OpId::op_identity)));
  }
  std::uint32_t constant_slot(std::uint32_t& place, Value value) {
    if (place == no_slot) {
      place = new_slot();
      program_.constants.emplace_back(place, value);
    }
    return place;
  }

  // ---- single instructions ------------------------------------------------------------------------------------

  void choose_kind(Instruction& instruction, NodeId body) {
    const Node& node = graph_[body];
    auto operands = graph_.operands(body);
    switch (node.kind) {
      case NodeKind::Call: {
        instruction.kind = Instruction::Kind::CallValue;
        if (graph_.is(operands[0], NodeKind::Function)) {
          const batt::OpId op = graph_.op(operands[0]);
          if (operands.size() - 1 == batt::op_info(op).arity) {
            instruction.kind = Instruction::Kind::CallOp;
            set_op(instruction, op);
            operands = operands.subspan(1);
          }
        }
        break;
      }
      case NodeKind::Tuple: instruction.kind = Instruction::Kind::MakeTuple; break;
      case NodeKind::Default: instruction.kind = Instruction::Kind::Default; break;
      case NodeKind::OtherName:
        instruction.kind = Instruction::Kind::OtherName;
        instruction.field = static_cast<std::uint8_t>(node.number);
        break;
      default:
        instruction.kind = Instruction::Kind::Field;
        instruction.field = static_cast<std::uint8_t>(node.number);
    }
    set_operands(instruction, operands);
  }

  void set_operands(Instruction& instruction, std::span<const NodeId> operands) {
    std::vector<std::uint32_t> from;
    for (const NodeId operand : operands) {
      from.push_back(slot(operand));
      if (errors_.contains(operand)) instruction.operands_may_be_errors = true;
    }
    set_operands(instruction, from);
  }
  void set_operands(Instruction& instruction, const std::vector<std::uint32_t>& from) {
    instruction.first_operand = static_cast<std::uint32_t>(program_.operands.size());
    instruction.operand_count = static_cast<std::uint16_t>(from.size());
    program_.operands.insert(program_.operands.end(), from.begin(), from.end());
  }

  /// The slot of a node's value. A Pile keeps .t and .ok side by side; as a whole it is made on demand.
  std::uint32_t slot(NodeId id) {
    if (lowered_.is_pile_field(id)) return slots_[index(graph_.operands(id)[0])] + static_cast<std::uint32_t>(graph_[id].number);
    if (graph_.is(id, NodeKind::Pile)) return okt_slot(id);
    return slots_[index(id)];
  }

  std::uint32_t okt_slot(NodeId pile) {
    const auto known = okts_.find(index(pile));
    if (known != okts_.end()) return known->second;
    Instruction instruction{};
    instruction.kind = Instruction::Kind::MakeOkt;
    instruction.guard = Instruction::Guard::Propagate;
    instruction.first_operand = static_cast<std::uint32_t>(program_.operands.size());
    instruction.operand_count = 2;
    instruction.line = graph_.origin(pile).line;
    program_.operands.push_back(slots_[index(pile)]);
    program_.operands.push_back(slots_[index(pile)] + 1);
    instruction.result = new_slot();
    program_.instructions.push_back(instruction);
    return okts_[index(pile)] = instruction.result;
  }

  bool is_constant_pair(NodeId id) const {
    if (!graph_.is(id, NodeKind::Tuple)) return false;
    const auto items = graph_.operands(id);
    if (items.empty()) return true;
    if (items.size() != 2 && items.size() != 3) return false;
    for (const NodeId item : items)
      if (!graph_.is(item, NodeKind::Integer) || graph_[item].number != static_cast<std::int32_t>(graph_[item].number)) return false;
    return true;
  }

  Value constant(NodeId id) {
    const Node& node = graph_[id];
    switch (node.kind) {
      case NodeKind::Boolean: return Value::boolean(node.number != 0);
      case NodeKind::Integer: return Value::integer(node.number);
      case NodeKind::EmptySet: return Value::empty_set();
      case NodeKind::Function: return Value::op(static_cast<std::uint16_t>(node.number));
      case NodeKind::Error: return Value::error(static_cast<batt::Exception>(node.number));
      case NodeKind::Text: return text(program_.texts[static_cast<std::size_t>(node.number)]);
      case NodeKind::Tuple: {
        const auto items = graph_.operands(id);
        if (items.empty()) return Value::empty_tuple();
        const auto part = [&](std::size_t k) { return static_cast<std::int32_t>(graph_[items[k]].number); };
        return items.size() == 2 ? Value::pair(part(0), part(1)) : Value::cell(part(0), part(1), part(2));
      }
      default: return Value::none();
    }
  }

  Value text(const std::string& content) {
    std::int32_t size = 0;
    for (const char byte : content) size += (static_cast<unsigned char>(byte) & 0xc0) != 0x80 ? 1 : 0;
    program_.text_reps.push_back({content.data(), static_cast<std::int32_t>(content.size()), size});
    return Value::text(&program_.text_reps.back());
  }

  std::uint32_t new_slot() { return program_.slot_count++; }

  const Graph& graph_;
  PossibleErrors errors_{graph_};
  LoweredGraph lowered_;
  std::vector<std::uint32_t> slots_;
  std::uint32_t first_temporary_ = 0;  ///< the slot of temporary 0 of the call that is being written
  std::uint32_t none_slot_ = no_slot, function_slot_ = no_slot;
  std::unordered_map<std::size_t, std::uint32_t> okts_;
  Program program_;
};

}  // namespace

batt::exec::Program emit_program_data(const Graph& graph, KnownCalls calls) { return ProgramWriter(graph, calls).write(); }

}  // namespace battc
