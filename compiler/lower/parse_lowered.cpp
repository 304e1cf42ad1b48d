#include "compiler/lower/parse_lowered.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "compiler/ir/text_cursor.h"
#include "compiler/lower/print_lowered.h"
#include "compiler/lower/verify_lowered.h"
#include "compiler/support/text.h"

namespace battc {
namespace {

using batt::Value;
using batt::exec::Instruction;
using Kind = Instruction::Kind;
using Guard = Instruction::Guard;

struct KindName {
  std::string_view name;
  Kind kind;
};
constexpr KindName kinds[] = {{"call", Kind::CallOp},
                              {"call_value", Kind::CallValue},
                              {"failed_call", Kind::FailedCall},
                              {"tuple", Kind::MakeTuple},
                              {"default", Kind::Default},
                              {"field", Kind::Field},
                              {"okt", Kind::MakeOkt},
                              {"other_name", Kind::OtherName},
                              {"pass", Kind::Pass},
                              {"equal", Kind::Equal},
                              {"part", Kind::Part},
                              {"size_of", Kind::SizeOf},
                              {"size_f_of", Kind::SizeOf},
                              {"objects", Kind::Objects},
                              {"single_cells", Kind::SingleCells},
                              {"block", Kind::Block},
                              {"loop", Kind::Loop}};

class LoweredParser {
 public:
  explicit LoweredParser(std::string_view text) : text_(text) {}

  std::optional<LoweredFunction> parse(std::string& error) {
    try {
      need_line();
      parse_header();
      do need_line();
      while (!parse_line());
      if (next_line()) throw Mismatch{"nothing more after dependences"};
    } catch (const Mismatch& mismatch) {
      error = fmt::format("line {}: expected {}, found {}", std::max<std::size_t>(line_number_, 1), mismatch.expected,
                          cursor_.at_end() ? "the end" : quote(cursor_.rest()));
      return std::nullopt;
    }
    if (const auto broken = verify_lowered(function_); !broken.empty()) {
      error = broken.front();
      return std::nullopt;
    }
    link(program_);
    return std::move(function_);
  }

 private:
  // ---- lines --------------------------------------------------------------------------------------------------

  bool next_line() {
    while (!text_.empty()) {
      const std::size_t size = std::min(text_.find('\n'), text_.size());
      const std::string_view line = text_.substr(0, size);
      cursor_ = Cursor(line.substr(0, find_origin(line)));
      text_.remove_prefix(std::min(size + 1, text_.size()));
      ++line_number_;
      if (!cursor_.at_end()) return true;
    }
    cursor_ = Cursor({});
    return false;
  }
  void need_line() {
    if (!next_line()) throw Mismatch{"another line"};
  }
  void need_word(std::string_view word) {
    if (!cursor_.take_word(word)) throw Mismatch{std::string(word)};
  }

  void parse_header() {
    program_.collects = cursor_.take_word("batt");
    if (!program_.collects) need_word("solver");
    program_.name = cursor_.name("the function's name");
    cursor_.need('(');
    while (!cursor_.take(')')) {
      if (!program_.parameters.empty()) cursor_.need(',');
      program_.parameters.push_back(cursor_.name("a parameter's name"));
    }
    cursor_.need(':');
    need_line();
    need_word("slots");
    program_.slot_count = cursor_.number<std::uint32_t>("a number of slots");
    if (program_.slot_count > most_slots) throw Mismatch{"fewer slots"};
    function_.notes.slot_names.resize(program_.slot_count);
  }

  /// True after the last line.
  bool parse_line() {
    if (cursor_.rest().starts_with('$')) {
      parse_definition();
    } else if (cursor_.take('}')) {
      end_block();
    } else if (cursor_.take_word("return")) {
      program_.result = slot();
    } else if (cursor_.take_word("folded")) {
      parse_folded();
    } else if (cursor_.take_word("dependences")) {
      program_.dependences = text();
      if (!blocks_.empty()) throw Mismatch{"'}'"};
      return true;
    } else {
      parse_output();
    }
    cursor_.need_end();
    return false;
  }

  void parse_output() {
    batt::exec::OutputFields output{cursor_.take_word("s"), {}};
    if (!output.to_s) need_word("o");
    for (std::size_t k = 0; k < 4; ++k) {
      if (k > 0) cursor_.need(',');
      output.slots[k] = slot();
    }
    program_.outputs.push_back(output);
  }

  void parse_folded() {
    Folded folded;
    folded.line = cursor_.number<std::uint32_t>("a line");
    folded.span = span();
    folded.reason = text();
    folded.value = text();
    function_.notes.folded.push_back(std::move(folded));
  }

  // ---- definitions --------------------------------------------------------------------------------------------

  void parse_definition() {
    const std::uint32_t result = slot();
    std::string name;
    if (!cursor_.rest().starts_with('=')) name = cursor_.name("a variable");
    cursor_.need('=');
    if (cursor_.take_word("const")) {
      program_.constants.emplace_back(result, constant());
      return;
    }
    if (result < function_.notes.slot_names.size()) function_.notes.slot_names[result] = std::move(name);
    Instruction instruction{};
    instruction.result = result;
    parse_computation(instruction);
    parse_raises(instruction);
    parse_guard(instruction);
    cursor_.need('@');
    instruction.line = cursor_.number<std::uint32_t>("a line");
    InstructionNote note;
    if (!cursor_.at_end()) {
      note.line = cursor_.number<std::uint32_t>("a line");
      note.span = span();
    }
    if (is_block(instruction)) blocks_.push_back(program_.instructions.size());
    program_.loop_depth = std::max(program_.loop_depth, static_cast<std::uint32_t>(blocks_.size()));
    program_.instructions.push_back(instruction);
    function_.notes.instructions.push_back(std::move(note));
  }

  static bool is_block(const Instruction& instruction) {
    return instruction.kind == Kind::Block || instruction.kind == Kind::Loop;
  }

  void end_block() {
    if (blocks_.empty()) throw Mismatch{"an instruction"};
    const std::size_t block = blocks_.back(), last = program_.instructions.size() - 1;
    blocks_.pop_back();
    program_.instructions[block].end = static_cast<std::uint32_t>(last);
    std::size_t result = block;
    for (std::size_t k = block + 1; k <= last; k = program_.last_of(k) + 1) result = k;
    if (result != block) program_.instructions[result].guard = Guard::Result;
  }

  void parse_computation(Instruction& instruction) {
    const std::string_view word = cursor_.word();
    const auto known = std::ranges::find(kinds, word, &KindName::name);
    if (known == std::end(kinds)) throw Mismatch{"a kind of instruction"};
    instruction.kind = known->kind;
    if (names_op(instruction.kind)) instruction.op = static_cast<std::uint16_t>(op());
    if (instruction.kind == Kind::Loop && cursor_.take_word("for")) {
      const auto* const need = std::ranges::find(need_names, cursor_.word());
      if (need == std::end(need_names)) throw Mismatch{"value, cells, paint or paint_on"};
      instruction.field = static_cast<std::uint8_t>(need - std::begin(need_names));
    }
    if (instruction.kind == Kind::Field) {
      instruction.field = cursor_.take_word("ok") ? 1 : 0;
      if (instruction.field == 0) need_word("t");
    }
    if (instruction.kind == Kind::OtherName) {
      const batt::AliasInfo* alias = batt::find_alias(cursor_.word());
      if (alias == nullptr) throw Mismatch{"another name of an op"};
      instruction.field = static_cast<std::uint8_t>(batt::alias_number(*alias));
    }
    if (instruction.kind == Kind::SizeOf) instruction.field = word == "size_f_of" ? 1 : 0;
    if (instruction.kind == Kind::Part) instruction.field = cursor_.number<std::uint8_t>("a part");
    parse_operands(instruction);
    if (instruction.kind == Kind::CallOp && cursor_.take_word("kept")) instruction.field = 1;
    if (instruction.kind == Kind::Loop) {
      need_word("items");
      instruction.items = slot();
      if (cursor_.take_word("steady")) instruction.steady = cursor_.number<std::uint16_t>("a number of instructions");
    }
    if (is_block(instruction)) cursor_.need('{');
  }

  void parse_operands(Instruction& instruction) {
    instruction.first_operand = static_cast<std::uint32_t>(program_.operands.size());
    std::size_t count = 0;
    if (cursor_.rest().starts_with('$')) {
      do {
        program_.operands.push_back(slot());
        const bool may_be_error = cursor_.take('!');
        function_.notes.operand_may_be_error.push_back(may_be_error ? 1 : 0);
        instruction.operands_may_be_errors |= may_be_error;
        ++count;
      } while (cursor_.take(','));
    }
    if (count > std::numeric_limits<std::uint16_t>::max()) throw Mismatch{"fewer operands"};
    instruction.operand_count = static_cast<std::uint16_t>(count);
  }

  void parse_raises(Instruction& instruction) {
    instruction.raises = usual_raises(instruction.kind);
    if (!cursor_.take_word("raises")) return;
    const auto* const known = std::ranges::find(raises_names, cursor_.word());
    if (known == std::end(raises_names)) throw Mismatch{"never, raw or both"};
    instruction.raises = static_cast<batt::Raises>(known - std::begin(raises_names));
  }

  void parse_guard(Instruction& instruction) {
    instruction.guard = blocks_.empty() ? Guard::Propagate : Guard::Leave;
    if (cursor_.take_word("escape")) {
      instruction.guard = Guard::Escape;
    } else if (cursor_.take_word("catch")) {
      instruction.guard = Guard::Catch;
      instruction.guard_index = static_cast<std::uint32_t>(program_.handlers.size());
      batt::exec::Handler handler{bits(), 0, false};
      need_word("else");
      handler.default_of_fallback = cursor_.take_word("default");
      handler.fallback = slot();
      program_.handlers.push_back(handler);
    } else if (cursor_.take_word("pile")) {
      instruction.guard = Guard::Pile;
      instruction.guard_index = static_cast<std::uint32_t>(program_.piles.size());
      batt::exec::PileCall pile{slot(), static_cast<std::uint32_t>(program_.conditions.size()), 0};
      if (cursor_.take_word("if")) do
          program_.conditions.push_back(slot());
        while (cursor_.take(','));
      pile.condition_count = static_cast<std::uint32_t>(program_.conditions.size()) - pile.first_condition;
      program_.piles.push_back(pile);
    }
  }

  // ---- parts of a line ----------------------------------------------------------------------------------------

  std::uint32_t slot() {
    cursor_.need('$');
    return cursor_.number<std::uint32_t>("a slot");
  }

  batt::OpId op() {
    cursor_.need('@');
    const auto found = batt::find_op(cursor_.word());
    if (!found) throw Mismatch{"an op"};
    return *found;
  }

  std::uint64_t bits() {
    const std::string_view word = cursor_.word();
    std::uint64_t value = 0;
    const char* const end = word.data() + word.size();
    if (!word.starts_with("0x") || std::from_chars(word.data() + 2, end, value, 16).ptr != end)
      throw Mismatch{"bits, as 0x1c"};
    return value;
  }

  std::string text() {
    if (!cursor_.rest().starts_with('"')) throw Mismatch{"a text"};
    return cursor_.quoted();
  }

  Span span() {
    Span span;
    span.begin = cursor_.number<decltype(span.begin)>("the begin of a span");
    cursor_.need('.');
    cursor_.need('.');
    span.end = cursor_.number<decltype(span.end)>("the end of a span");
    return span;
  }

  Value constant() {
    if (cursor_.take_word("None")) return Value::none();
    if (cursor_.take_word("True")) return Value::boolean(true);
    if (cursor_.take_word("False")) return Value::boolean(false);
    if (cursor_.rest().starts_with('@')) return Value::op(static_cast<std::uint16_t>(op()));
    if (cursor_.rest().starts_with('"')) {
      program_.texts.push_back(cursor_.quoted());
      return program_.text_constant(program_.texts.size() - 1);
    }
    if (cursor_.take('{')) {
      cursor_.need('}');
      return Value::empty_set();
    }
    if (cursor_.take('!')) return Value::error(exception());
    if (cursor_.take('(')) return tuple_constant();
    return Value::integer(cursor_.number<std::int64_t>("a constant"));
  }

  batt::Exception exception() {
    const std::string_view word = cursor_.word();
    for (std::size_t k = 0; k < exception_count; ++k)
      if (to_string(static_cast<batt::Exception>(k)) == word) return static_cast<batt::Exception>(k);
    throw Mismatch{"an exception"};
  }

  Value tuple_constant() {
    std::vector<std::int32_t> parts;
    while (!cursor_.take(')')) {
      if (!parts.empty()) cursor_.need(',');
      parts.push_back(cursor_.number<std::int32_t>("a number of 32 bits"));
    }
    if (parts.empty()) return Value::empty_tuple();
    if (parts.size() == 2) return Value::pair(parts[0], parts[1]);
    if (parts.size() == 3) return Value::cell(parts[0], parts[1], parts[2]);
    throw Mismatch{"a tuple of no, two or three ints"};
  }

  static constexpr std::uint32_t most_slots = 1u << 24;

  std::string_view text_;
  Cursor cursor_{{}};
  std::size_t line_number_ = 0;
  std::vector<std::size_t> blocks_;  ///< that have begun
  LoweredFunction function_;
  batt::exec::Program& program_ = function_.program;
};

}  // namespace

std::optional<LoweredFunction> parse_lowered(std::string_view text, std::string& error) {
  return LoweredParser(text).parse(error);
}

}  // namespace battc
