#include "compiler/lower/print_lowered.h"

#include <fmt/format.h>

#include <iterator>

#include "compiler/ir/print.h"
#include "runtime/exec/schedule.h"

namespace battc {
namespace {

using batt::exec::Instruction;
using Kind = Instruction::Kind;
using Guard = Instruction::Guard;

std::string_view name_of(batt::OpId op) { return batt::op_info(op).name; }
std::string_view name_of(std::uint16_t op) { return name_of(static_cast<batt::OpId>(op)); }

std::string constant_text(batt::Value value) {
  if (value.is_bool()) return value.as_bool() ? "True" : "False";
  if (value.is_exact_int()) return std::to_string(value.as_int());
  if (value.is_set()) return "{}";
  if (value.is_empty_tuple()) return "()";
  if (value.is_pair()) return fmt::format("({}, {})", value.i(), value.j());
  if (value.is_cell()) return fmt::format("({}, {}, {})", value.i(), value.j(), value.c());
  if (value.is_op()) return fmt::format("@{}", name_of(value.op_id()));
  if (value.is_error()) return fmt::format("!{}", to_string(value.exception()));
  return value.is_text() ? double_quoted(value.text().view()) : "None";
}

class Printer {
 public:
  explicit Printer(const LoweredFunction& function)
      : program_(function.program), notes_(function.notes), stages_(function.program.instructions.size()) {
    note_stages(make_schedule(program_, batt::ErrorMode::Raw), "in raw mode: ");
    note_stages(make_schedule(program_, batt::ErrorMode::Safe), "");
  }

  std::string print() {
    print_header();
    for (const auto& [slot, value] : program_.constants) line("  ${} = const {}", slot, constant_text(value));
    print_instructions(0, program_.instructions.size(), "  ");
    for (const batt::exec::OutputFields& output : program_.outputs)
      line("  {} ${}, ${}, ${}, ${}", output.to_s ? 's' : 'o', output.slots[0], output.slots[1], output.slots[2],
           output.slots[3]);
    line("  return ${}", program_.result);
    for (const Folded& folded : notes_.folded)
      line("  folded {} {}..{} {} {}", folded.line, folded.span.begin, folded.span.end, double_quoted(folded.reason),
           double_quoted(folded.value));
    line("  dependences {}", double_quoted(program_.dependences));
    return std::move(text_);
  }

 private:
  template <typename... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }
  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    put(format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  /// As "sample", "call, for s".
  void note_stages(const batt::exec::Schedule& schedule, std::string_view mode) {
    for (std::size_t stage = 0; stage < batt::exec::stage_count; ++stage) {
      const std::string_view name = to_string(static_cast<batt::exec::Stage>(stage));
      for (const std::uint32_t k : schedule.o[stage]) stages_[k] = fmt::format("{}{}", mode, name);
      for (const std::uint32_t k : schedule.s[stage]) stages_[k] = fmt::format("{}{}, for s", mode, name);
    }
  }

  void print_header() {
    put("{} {}(", program_.collects ? "batt" : "solver", plain_or_quoted(program_.name));
    for (std::size_t k = 0; k < program_.parameters.size(); ++k)
      put("{}{}", k == 0 ? "" : ", ", plain_or_quoted(program_.parameters[k]));
    line("):\n  slots {}", program_.slot_count);
  }

  void print_instructions(std::size_t first, std::size_t end, const std::string& indent) {
    for (std::size_t k = first; k < end; k = program_.last_of(k) + 1) {
      print_instruction(k, indent);
      const Instruction& instruction = program_.instructions[k];
      if (instruction.kind != Kind::Block && instruction.kind != Kind::Loop) continue;
      print_instructions(k + 1, program_.last_of(k) + 1, indent + "  ");
      line("{}}}", indent);
    }
  }

  void print_instruction(std::size_t k, const std::string& indent) {
    const Instruction& instruction = program_.instructions[k];
    const InstructionNote& note = notes_.instructions[k];
    const std::string& name = notes_.slot_names[instruction.result];
    put("{}${}{}{} =", indent, instruction.result, name.empty() ? "" : " ", name.empty() ? "" : plain_or_quoted(name));
    print_computation(instruction);
    if (instruction.raises != usual_raises(instruction.kind))
      put(" raises {}", raises_names[static_cast<std::size_t>(instruction.raises)]);
    print_guard(instruction);
    put(" @ {}", instruction.line);
    if (note.line != 0) put(" {} {}..{}", note.line, note.span.begin, note.span.end);
    if (!stages_[k].empty()) put("  ; {}", stages_[k]);
    if (note.remark.kind == Remark::Kind::Loop || note.remark.kind == Remark::Kind::Steps)
      put("  ; {}", to_string(note.remark.kind));
    if (note.remark.interprets()) put("  ; interpreted: {}", interpreted_calls(note.remark));
    text_ += '\n';
  }

  void print_computation(const Instruction& instruction) {
    switch (instruction.kind) {
      case Kind::CallOp: put(" call @{}", name_of(instruction.op)); break;
      case Kind::CallValue: put(" call_value"); break;
      case Kind::FailedCall: put(" failed_call @{}", name_of(instruction.op)); break;
      case Kind::MakeTuple: put(" tuple"); break;
      case Kind::Default: put(" default"); break;
      case Kind::Field: put(" field {}", instruction.field == 0 ? "t" : "ok"); break;
      case Kind::MakeOkt: put(" okt"); break;
      case Kind::OtherName: put(" other_name {}", batt::all_aliases()[instruction.field - 1u].name); break;
      case Kind::Pass: put(" pass"); break;
      case Kind::Equal: put(" equal"); break;
      case Kind::Part: put(" part {}", instruction.field); break;
      case Kind::SizeOf: put(" {}_of @{}", name_of(size_op(instruction)), name_of(instruction.op)); break;
      case Kind::Objects: put(" objects @{}", name_of(instruction.op)); break;
      case Kind::SingleCells: put(" single_cells @{}", name_of(instruction.op)); break;
      case Kind::Block: put(" block"); break;
      case Kind::Loop:
        put(" loop @{}", name_of(instruction.op));
        if (need(instruction) != batt::Need::Value) put(" for {}", need_names[instruction.field]);
        break;
    }
    for (std::size_t k = 0; k < instruction.operand_count; ++k) {
      const std::size_t place = instruction.first_operand + k;
      put("{} ${}{}", k == 0 ? "" : ",", program_.operands[place], notes_.operand_may_be_error[place] != 0 ? "!" : "");
    }
    if (is_kept(instruction)) put(" kept");
    if (instruction.kind == Kind::Loop) put(" items ${}", instruction.items);
    if (instruction.steady != 0) put(" steady {}", instruction.steady);
    if (instruction.kind == Kind::Loop || instruction.kind == Kind::Block) put(" {{");
  }

  /// Inside a block the place says it: the last instruction gives the result, from all others an error leaves.
  void print_guard(const Instruction& instruction) {
    switch (instruction.guard) {
      case Guard::Propagate:
      case Guard::Leave:
      case Guard::Result: break;
      case Guard::Escape: put(" escape"); break;
      case Guard::Catch: {
        const batt::exec::Handler& handler = program_.handlers[instruction.guard_index];
        put(" catch {:#x} else{} ${}", handler.bits, handler.default_of_fallback ? " default" : "", handler.fallback);
        break;
      }
      case Guard::Pile: {
        const batt::exec::PileCall& pile = program_.piles[instruction.guard_index];
        put(" pile ${}", pile.callee);
        for (std::uint32_t k = 0; k < pile.condition_count; ++k)
          put("{} ${}", k == 0 ? " if" : ",", program_.conditions[pile.first_condition + k]);
      }
    }
  }

  const batt::exec::Program& program_;
  const LoweringNotes& notes_;
  std::vector<std::string> stages_;  ///< by instruction: when it runs in safe mode, or in raw mode alone
  std::string text_;
};

}  // namespace

std::string print_lowered(const LoweredFunction& function) { return Printer(function).print(); }

}  // namespace battc
