#include "compiler/emit/cpp_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "compiler/emit/cpp_places.h"
#include "compiler/emit/cpp_stages.h"
#include "compiler/emit/cpp_text.h"
#include "compiler/ir/print.h"
#include "dsl_kernels/calls/loop_table.h"

namespace battc {
namespace {

using batt::exec::Instruction;
using Kind = Instruction::Kind;
using Guard = Instruction::Guard;
using batt::exec::Stage;

/// Steps of blocks call the packed body of their op, or try its quick case, in place. Elsewhere that gains nothing, and
/// costs the compiler time.
bool is_call_in_place(const Instruction& instruction) {
  const batt::Bodies bodies = batt::op_info(static_cast<batt::OpId>(instruction.op)).bodies;
  return instruction.guard >= Guard::Leave &&
         (bodies == batt::Bodies::QuickAndGeneral || bodies == batt::Bodies::PackedAndGeneral);
}

std::string_view op_name(const Instruction& instruction) {
  return batt::op_info(static_cast<batt::OpId>(instruction.op)).name;
}

class FunctionWriter {
 public:
  FunctionWriter(const LoweredFunction& function, const SourceFile& source, std::size_t number,
                 const CppOptions& options)
      : program_(function.program),
        notes_(function.notes),
        source_(source),
        number_(number),
        stages_(function.program),
        parts_(function.program, stages_, options.statements_per_function),
        places_(function, parts_, number) {}

  std::string write() {
    for (std::size_t k = 0; k < program_.instructions.size(); k = program_.last_of(k) + 1) {
      begin_statement(parts_.of_instruction(k));
      write_statement(k);
    }
    write_folded(std::numeric_limits<std::uint32_t>::max());
    write_outputs();
    end_part();
    return assemble();
  }

 private:
  // ---- the parts of the text ----------------------------------------------------------------------------------

  template <typename... Arguments>
  static void append(std::string& to, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(to), format, std::forward<Arguments>(arguments)...);
  }
  template <typename... Arguments>
  void write(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    append(body_, format, std::forward<Arguments>(arguments)...);
  }

  std::string assemble() const {
    std::string text;
    append(text, "// ---- {}\n{}\n{}", cpp_comment(program_.name, 80), summary(), constants());
    append(text, "struct Frame{} {{\n{}}};\n\n{}", number_, places_.members(), functions_);
    append(text, "BATT_HD Value run{}(Context& c, Run& r) {{\n", number_);
    append(text, "  Frame{0}& f = new_frame<Frame{0}>(c);\n{1}  Value ended = part{0}_1(c, r, f);\n", number_,
           places_.parameters());
    for (std::size_t part = 2; part <= parts_.count(); ++part)
      append(text, "  if (!ended.is_error()) ended = part{}_{}(c, r, f);\n", number_, part);
    return text + "  return ended;\n}\n\n" + stages();
  }

  /// The parts by stage.
  std::string stages() const {
    std::string text;
    append(text, "constexpr Part<Frame{0}> parts{0}[] = {{\n", number_);
    for (std::size_t part = 1; part <= parts_.count(); ++part)
      append(text, "    {{PartStage::{0}, part{1}_{2}}},\n", stage_name(parts_.stage(part)), number_, part);
    std::string parameters;
    for (const std::string& name : program_.parameters)
      parameters += (batt::exec::input_of(name) != nullptr ? name : "unknown") + ",";
    append(text, "}};\nconstexpr EmittedStages stages{0} = make_stages<Frame{0}, parts{0}>(\n    {1}, {2}, {3});\n\n",
           number_, cpp_string(parameters), places_.task_value_count(), stages_.facts());
    return text;
  }

  static std::string_view stage_name(std::optional<Stage> stage) {
    if (!stage) return "Results";
    switch (*stage) {
      case Stage::Task: return "Task";
      case Stage::Sample: return "Sample";
      case Stage::Call: break;
    }
    return "Call";
  }

  /// What lowering did, over all.
  std::string summary() const {
    std::string text;
    append(text, "// {} loop{}; ", loops_, loops_ == 1 ? "" : "s");
    if (interpreted_ == 0) return text + "all functions are known.\n";
    append(text, "{} statement{} (\"interpreted\") with functions that are known at run time only.\n", interpreted_,
           interpreted_ == 1 ? "" : "s");
    return text;
  }

  std::string constants() const {
    std::string text;
    for (std::size_t k = 0; k < program_.text_reps.size(); ++k) {
      const batt::TextRep& rep = program_.text_reps[k];
      append(text, "BATT_CONSTANT TextRep text{}_{} = {{{}, {}, {}}};\n", number_, k + 1, cpp_string(rep.view()),
             rep.byte_size, rep.size);
    }
    for (std::size_t k = 0; k < handlers_.size(); ++k)
      append(text, "constexpr std::uint64_t handler{}_{} = {:#x};  // {}\n", number_, k + 1, handlers_[k],
             fmt::join(exception_names(handlers_[k]), ", "));
    return text.empty() ? text : text + "\n";
  }

  /// Before each statement: ends the part if the statement belongs to the next one.
  void begin_statement(std::size_t part) {
    if (part != part_) end_part();
    part_ = part;
  }

  void end_part() {
    append(functions_,
           "BATT_PART Value part{0}_{1}([[maybe_unused]] Context& c, [[maybe_unused]] Run& r, [[maybe_unused]] "
           "Frame{0}& f) {{\n{2}"
           "  return Value::none();\n}}\n\n",
           number_, part_, body_);
    body_.clear();
    line_ = no_line;
  }

  // ---- comments -----------------------------------------------------------------------------------------------

  void write_source(std::uint32_t line, Span span) {
    if (span == span_) return;
    span_ = span;
    write("  // {}: {}\n", line, cpp_comment(source_.text(span)));
  }

  /// The statements before this line of which nothing is left to run, or not all.
  void write_folded(std::uint32_t line) {
    for (; folded_ < notes_.folded.size() && notes_.folded[folded_].line < line; ++folded_) {
      const Folded& folded = notes_.folded[folded_];
      if (folded.span.end > source_.text().size()) continue;
      write_source(folded.line, folded.span);
      write("  // folded ({}){}{}\n", folded.reason, folded.value.empty() ? "" : ": ", cpp_comment(folded.value, 80));
    }
  }

  /// The comment with the source, once for all that a statement becomes, and the line for logs.
  void write_origin(const Instruction& instruction, const InstructionNote& note) {
    if (note.line != 0) write_folded(note.line);
    if (note.line != 0 && note.span.end <= source_.text().size()) write_source(note.line, note.span);
    write_remark(note.remark);
    if (instruction.line == line_) return;
    line_ = instruction.line;
    write("  set_line(c, {});\n", instruction.line);
  }

  /// What lowering did, where that is more than one call of an op.
  void write_remark(const Remark& remark) {
    if (remark.kind == Remark::Kind::Loop) ++loops_;
    if (remark.interprets()) ++interpreted_;
    std::string text;
    if (remark.kind == Remark::Kind::Loop || remark.kind == Remark::Kind::Steps)
      append(text, "as {}", to_string(remark.kind));
    if (remark.interprets()) append(text, "{}interpreted: {}", text.empty() ? "" : "; ", interpreted_calls(remark));
    if (!text.empty()) write("  // {}\n", text);
  }

  // ---- statements ---------------------------------------------------------------------------------------------

  void write_statement(std::size_t k) {
    const Instruction& instruction = program_.instructions[k];
    write_origin(instruction, notes_.instructions[k]);
    const bool is_pile = instruction.guard == Guard::Pile;
    const Stage stage = stages_.of_instruction(k);
    const std::string set =
        is_pile ? places_.define_pile(instruction.result, stage) : places_.define(instruction.result, stage);
    if (stages_.is_used(k)) return write_guarded(k, set);
    // What is unused in safe mode stands in a block, its variable before it: every variable has a value.
    const std::string& place = is_pile ? places_.pile(instruction.result) : places_.value(instruction.result);
    write("  {} = {};\n", set, is_pile ? "{}" : "Value::none()");
    write("  if (runs_unused(c)) {{\n");
    const std::size_t begin = body_.size();
    write_guarded(k, place);
    indent_from(begin);
    write("  }}\n");
  }

  /// Indents the lines from here on.
  void indent_from(std::size_t begin) {
    std::string indented;
    for (std::size_t at = begin; at < body_.size();) {
      const std::size_t end = body_.find('\n', at) + 1;
      indented += "  " + body_.substr(at, end - at);
      at = end;
    }
    body_.replace(begin, std::string::npos, indented);
  }

  /// `set` as for write_value.
  void write_guarded(std::size_t k, const std::string& set) {
    const Instruction& instruction = program_.instructions[k];
    if (instruction.guard == Guard::Pile) return write_pile(k, set);
    const std::string& place = places_.value(instruction.result);
    write_value(k, "  ", set, place);
    if (instruction.raises == batt::Raises::Never) return;
    if (instruction.guard == Guard::Escape) write("  if ({0}.is_error()) return {0};\n", place);
    if (instruction.guard == Guard::Catch) write_catch(program_.handlers[instruction.guard_index], place);
  }

  void write_catch(const batt::exec::Handler& handler, const std::string& place) {
    const std::string name = fmt::format("handler{}_{}", number_, handler_number(handler.bits));
    const std::string& fallback = places_.value(handler.fallback);
    write("  if ({}.is_error()) {{\n", place);
    if (handler.default_of_fallback)
      write("    {0} = caught_by_default(c, {0}, {1}, {2});\n", place, name, fallback);
    else
      write("    {0} = caught({0}, {1}, {2});\n", place, name, fallback);
    write("    if ({0}.is_error()) return {0};\n  }}\n", place);
  }

  std::size_t handler_number(std::uint64_t bits) {
    const auto known = std::find(handlers_.begin(), handlers_.end(), bits);
    if (known != handlers_.end()) return static_cast<std::size_t>(known - handlers_.begin()) + 1;
    handlers_.push_back(bits);
    return handlers_.size();
  }

  void write_pile(std::size_t k, const std::string& set) {
    const Instruction& instruction = program_.instructions[k];
    const batt::exec::PileCall& pile = program_.piles[instruction.guard_index];
    std::string condition;
    for (std::uint32_t c = 0; c < pile.condition_count; ++c)
      condition += (c == 0 ? "" : " && ") + places_.truth(program_.conditions[pile.first_condition + c]);
    const std::string& place = places_.pile(instruction.result);
    if (set != place || !condition.empty()) write("  {} = {{}};\n", set);
    const std::string indent = condition.empty() ? "  " : "    ";
    if (!condition.empty()) write("  if ({}) {{\n", condition);
    write_value(k, indent, place + ".t", place + ".t");
    write("{}store_pile_result(c, r, {}, {});\n", indent, place, places_.value(pile.callee));
    if (!condition.empty()) write("  }}\n");
  }

  void write_outputs() {
    if (!program_.collects) {
      begin_statement(parts_.of_output(0));
      write("  answer(r, {});\n", places_.value(program_.result));
      return;
    }
    for (std::size_t k = 0; k < program_.outputs.size(); ++k) {
      begin_statement(parts_.of_output(k));
      std::string fields;
      for (const std::uint32_t slot : program_.outputs[k].slots)
        fields += (fields.empty() ? "" : ", ") + places_.value(slot);
      write("  append_to_{}(r, {});\n", program_.outputs[k].to_s ? 's' : 'o', fields);
    }
  }

  // ---- values -------------------------------------------------------------------------------------------------

  /// Computes an instruction into a variable, unless one of its operands is an error: then it is that. `set` is how a
  /// statement begins that sets it first, and may declare it.
  void write_value(std::size_t k, const std::string& indent, const std::string& set, const std::string& place) {
    const Instruction& instruction = program_.instructions[k];
    const std::string failed = possible_errors(instruction);
    if (instruction.kind == Kind::Pass || failed.empty()) return write_computation(k, indent, set);
    write("{0}{1} = first_error({{{2}}});\n{0}if (!{3}.is_error()) {{\n", indent, set, failed, place);
    write_computation(k, indent + "  ", place);
    write("{}}}\n", indent);
  }

  void write_computation(std::size_t k, const std::string& indent, const std::string& set) {
    const Instruction& instruction = program_.instructions[k];
    if (instruction.kind == Kind::Block || instruction.kind == Kind::Loop) return write_block(k, indent, set);
    if (instruction.kind == Kind::MakeTuple && instruction.operand_count > CppParts::longest_list)
      return write_long_tuple(instruction, indent, set);
    write("{}{} = {};\n", indent, set, computation(instruction));
  }

  /// The items are joined from shorter tuples.
  void write_long_tuple(const Instruction& instruction, const std::string& indent, const std::string& set) {
    std::string pieces;
    for (std::size_t first = 0; first < instruction.operand_count; first += CppParts::longest_list) {
      const std::string piece = CppPlaces::piece(instruction.result, first / CppParts::longest_list + 1);
      const std::size_t end = std::min<std::size_t>(first + CppParts::longest_list, instruction.operand_count);
      write("{}Value {} = tuple(c, {{{}}});\n", indent, piece, operands(instruction, first, end));
      pieces += (pieces.empty() ? "" : ", ") + piece;
    }
    write("{}{} = joined(c, {{{}}});\n", indent, set, pieces);
  }

  std::string possible_errors(const Instruction& instruction) const {
    std::string list;
    if (!instruction.operands_may_be_errors) return list;
    for (std::size_t k = 0; k < instruction.operand_count; ++k)
      if (notes_.operand_may_be_error[instruction.first_operand + k] != 0)
        list += (list.empty() ? "" : ", ") + operand(instruction, k);
    return list;
  }

  std::string computation(const Instruction& instruction) const {
    const std::string all = operands(instruction, 0, instruction.operand_count);
    switch (instruction.kind) {
      case Kind::CallOp:
        return fmt::format("{}_{}(c, {})", is_call_in_place(instruction) ? "step" : "op", op_name(instruction), all);
      case Kind::CallValue:
        return fmt::format("call_value(c, {}, {{{}}})", operand(instruction, 0),
                           operands(instruction, 1, instruction.operand_count));
      case Kind::FailedCall: return fmt::format("failed_call(c, Op::op_{}, {{{}}})", op_name(instruction), all);
      case Kind::MakeTuple: return fmt::format("tuple(c, {{{}}})", all);
      case Kind::Default: return fmt::format("safe_default_of(c, {})", all);
      case Kind::Field: return fmt::format("okt_field({}, {})", all, instruction.field);
      case Kind::MakeOkt: return fmt::format("okt_of(c, {}, {})", operand(instruction, 1), operand(instruction, 0));
      case Kind::OtherName: return fmt::format("other_name(c, {}, {})", all, instruction.field);
      case Kind::SizeOf:
        return fmt::format("{}_of_{}{}(c, {})", batt::op_info(size_op(instruction)).name,
                           instruction.operand_count == 3 ? "shifted_" : "", op_name(instruction), all);
      case Kind::Objects: return fmt::format("objects_or_none(c, {})", all);
      case Kind::SingleCells: return fmt::format("single_cells_of(c, {})", all);
      case Kind::Equal: return fmt::format("step_equal(c, {})", all);
      case Kind::Part: return fmt::format("part_of({}, {})", all, instruction.field);
      case Kind::Pass:
      case Kind::Block:
      case Kind::Loop: break;
    }
    return all;
  }

  /// A block or loop: the runtime calls its body, a function in its place.
  void write_block(std::size_t k, const std::string& indent, const std::string& set) {
    const Instruction& instruction = program_.instructions[k];
    const bool is_loop = instruction.kind == Kind::Loop;
    if (instruction.steady != 0) declare_steady(k, indent);
    if (is_loop) declare_kept(k, indent);
    if (is_loop)
      write("{}{} = run_loop<Op::op_{}{}>(c, [&]({}) {{\n", indent, set, op_name(instruction), known_of(instruction),
            items(k));
    else
      write("{}{} = run_block(c, [&] {{\n", indent, set);
    write_body(k, indent + "  ");
    write("{}}}{}{});\n", indent, is_loop ? ", " : "",
          is_loop ? operands(instruction, 0, instruction.operand_count) : std::string());
  }

  static std::string_view known_of(const Instruction& loop) {
    switch (need(loop)) {
      case batt::Need::Value:
        return loop.body == batt::LoopBody::ConnectsEnds ? ", Need::Value, LoopBody::ConnectsEnds" : "";
      case batt::Need::Cells: return ", Need::Cells";
      case batt::Need::Paint: return ", Need::Paint";
      case batt::Need::PaintOn: return ", Need::PaintOn";
    }
    return "";
  }

  /// The parameters of a loop's body; one that it does not read has no name.
  std::string items(std::size_t loop) {
    const Instruction& instruction = program_.instructions[loop];
    const int count = batt::loop_info(static_cast<batt::OpId>(instruction.op)).call_arity();
    std::string parameters;
    for (std::uint32_t slot = instruction.items; slot < instruction.items + static_cast<std::uint32_t>(count); ++slot) {
      parameters += parameters.empty() ? "Value" : ", Value";
      if (is_read(slot, loop)) parameters += " " + places_.define_inside(slot);
    }
    return parameters;
  }

  bool is_read(std::uint32_t slot, std::size_t loop) const {
    const std::size_t last = program_.last_of(loop);
    if (last == loop) return slot == program_.instructions[loop].items;
    for (std::size_t k = loop + 1; k <= last; ++k) {
      const std::uint32_t* operands = program_.operands.data() + program_.instructions[k].first_operand;
      if (std::count(operands, operands + program_.instructions[k].operand_count, slot) != 0) return true;
    }
    return false;
  }

  void write_body(std::size_t block, const std::string& indent) {
    const std::size_t last = program_.last_of(block);
    if (last == block) return write("{}return {};\n", indent, places_.value(program_.instructions[block].items));
    const std::size_t varying = block + 1 + program_.instructions[block].steady;
    if (varying != block + 1) write_steady(block, indent);
    for (std::size_t k = varying; k <= last; k = program_.last_of(k) + 1) {
      const Instruction& inner = program_.instructions[k];
      if (inner.kind == Kind::Pass) {
        write("{}return {};\n", indent, operand(inner, 0));
      } else if (inner.kept != 0) {
        write_kept(inner, k, indent);
      } else {
        const std::string& place = places_.define_inside(inner.result);
        write_value(k, indent, "Value " + place, place);
        write_inner_guard(inner, place, indent);
      }
    }
  }

  // What a loop's function computes the same for every item is computed for the first one. The values are variables
  // outside of the function, and so is a bool: whether they are to be computed.

  static std::string is_wanted(const Instruction& loop) { return CppPlaces::piece(loop.items, 1); }

  void declare_steady(std::size_t loop, const std::string& indent) {
    write("{}Value {} = Value::boolean(true);\n", indent, is_wanted(program_.instructions[loop]));
    for_each_steady(loop, [&](std::size_t k) {
      write("{}Value {} = Value::none();\n", indent, places_.define_inside(program_.instructions[k].result));
    });
  }

  void write_steady(std::size_t loop, const std::string& indent) {
    const std::string wanted = is_wanted(program_.instructions[loop]);
    write("{}if (truth({})) {{\n", indent, wanted);
    for_each_steady(loop, [&](std::size_t k) {
      const Instruction& steady = program_.instructions[k];
      const std::string& place = places_.value(steady.result);
      write_value(k, indent + "  ", place, place);
      write_inner_guard(steady, place, indent + "  ");
    });
    write("{0}  {1} = repeats_steady(c);\n{0}}}\n", indent, wanted);
  }

  template <class Use>
  void for_each_steady(std::size_t loop, Use use) const {
    const std::size_t varying = loop + 1 + program_.instructions[loop].steady;
    for (std::size_t k = loop + 1; k < varying; k = program_.last_of(k) + 1) use(k);
  }

  // A call that is not made again with the operands of the turn before: the result and those operands are variables
  // outside of the function.

  template <class Use>
  void for_each_operand_kept(const Instruction& call, Use use) const {
    for (std::size_t k = 0; k < call.operand_count; ++k)
      if (!is_constant(program_.operands[call.first_operand + k]))
        use(CppPlaces::piece(call.result, k + 1), operand(call, k));
  }

  bool is_constant(std::uint32_t slot) const {
    return std::ranges::any_of(program_.constants, [slot](const auto& constant) { return constant.first == slot; });
  }

  void declare_kept(std::size_t loop, const std::string& indent) {
    for (std::size_t k = loop + 1; k <= program_.last_of(loop); k = program_.last_of(k) + 1) {
      const Instruction& call = program_.instructions[k];
      if (call.kept == 0) continue;
      write("{}Value {} = Value::none();\n", indent, places_.define_inside(call.result));
      for_each_operand_kept(call, [&](const std::string& variable, const std::string&) {
        write("{}Value {} = nothing_kept();\n", indent, variable);
      });
    }
  }

  void write_kept(const Instruction& call, std::size_t k, const std::string& indent) {
    const std::string& place = places_.value(call.result);
    std::string pairs, kept;
    for_each_operand_kept(call, [&](const std::string& variable, const std::string& operand) {
      pairs += ", " + variable + ", " + operand;
      kept = variable;
    });
    write("{}if (!repeats_call(c{})) {{\n", indent, pairs);
    write_value(k, indent + "  ", place, place);
    write("{0}  keep_call(Op::op_{1}, {2}, {3});\n{0}}}\n", indent, op_name(call), place, kept);
    write_inner_guard(call, place, indent);
  }

  void write_inner_guard(const Instruction& inner, const std::string& place, const std::string& indent) {
    if (inner.guard == Guard::Result)
      write("{}return {};\n", indent, place);
    else if (inner.raises != batt::Raises::Never)
      write("{0}if ({1}.is_error()) return {1};\n", indent, place);
  }

  const std::string& operand(const Instruction& instruction, std::size_t k) const {
    return places_.value(program_.operands[instruction.first_operand + k]);
  }
  std::string operands(const Instruction& instruction, std::size_t first, std::size_t end) const {
    std::string list;
    for (std::size_t k = first; k < end; ++k) list += (k == first ? "" : ", ") + operand(instruction, k);
    return list;
  }

  static constexpr std::uint32_t no_line = std::numeric_limits<std::uint32_t>::max();

  const batt::exec::Program& program_;
  const LoweringNotes& notes_;
  const SourceFile& source_;
  std::size_t number_;
  CppStages stages_;
  CppParts parts_;
  CppPlaces places_;
  std::vector<std::uint64_t> handlers_;  ///< bits of the exceptions that they catch

  std::string functions_;  ///< the parts written
  std::string body_;       ///< of the part that is being written
  std::size_t part_ = 1;
  std::size_t folded_ = 0;                   ///< of the folded statements, those written
  std::size_t loops_ = 0, interpreted_ = 0;  ///< statements that are loops, that interpret functions
  Span span_{};
  std::uint32_t line_ = no_line;
};

}  // namespace

std::string emit_cpp_function(const LoweredFunction& function, const SourceFile& source, std::size_t number,
                              const CppOptions& options) {
  return FunctionWriter(function, source, number, options).write();
}

}  // namespace battc
