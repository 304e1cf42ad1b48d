#include "tests/device/ptx/decode.h"

#include <algorithm>
#include <initializer_list>
#include <unordered_map>

#include "tests/device/ptx/special.h"

namespace batt::ptx {
namespace {

using Form = OperandSyntax::Form;

const Row* find_row(const std::string& opcode) {
  static const auto rows = [] {
    std::unordered_map<std::string_view, const Row*> all;
    for (const std::span<const Row> family :
         {integer_rows(), carry_rows(), bit_rows(), real_rows(), compare_rows(), convert_rows(), memory_rows(),
          atomic_rows(), collective_rows(), control_rows()})
      for (const Row& row : family) all.emplace(row.opcode, &row);
    return all;
  }();
  const auto found = rows.find(opcode);
  return found == rows.end() ? nullptr : found->second;
}

Base base_of(Type type) {
  if (type.kind == Kind::predicate) return Base::predicates;
  return type.bytes == 8 ? Base::words64 : type.bytes == 4 ? Base::words32 : Base::words16;
}

Flow flow_of(const std::string& opcode) {
  if (opcode == "bra") return Flow::branch;
  if (opcode == "brx") return Flow::indexed;
  if (opcode == "ret") return Flow::leave;
  return opcode == "exit" || opcode == "trap" ? Flow::end : Flow::next;
}

constexpr std::array<std::uint32_t, register_bases> slot_bytes{4, 2 * warp_size, 4 * warp_size, 8 * warp_size};

class FunctionDecoder {
 public:
  FunctionDecoder(const FunctionSyntax& syntax, const Lookup& lookup, Function& function)
      : syntax_(syntax), lookup_(lookup), function_(function) {}

  void run() {
    for (const Type& type : syntax_.registers) registers_.push_back(add_register(type));
    for (const Statement& statement : syntax_.statements) {
      first_instruction_.push_back(static_cast<std::uint32_t>(function_.code.size()));
      decode_statement(statement);
    }
    first_instruction_.push_back(static_cast<std::uint32_t>(function_.code.size()));
    append_return();
    resolve_branches();
    for (std::uint32_t& bytes : function_.register_bytes) bytes = (bytes + 63) / 64 * 64;
  }

 private:
  Operand add_register(Type type) {
    const Base base = base_of(type);
    std::uint32_t& end = function_.register_bytes[static_cast<std::size_t>(base)];
    const Operand slot{base, false, end};
    end += slot_bytes[static_cast<std::size_t>(base)];
    return slot;
  }

  void decode_statement(const Statement& statement) {
    statement_ = &statement;
    Instruction instruction = blank(statement);
    const Row* row = find_row(statement.opcode);
    const Choice choice = row ? row->choose(statement) : Choice{};
    if (!choice.handler) {
      instruction.handler = unknown_instruction;
      emit(std::move(instruction));
      return;
    }
    instruction.handler = choice.handler;
    instruction.collective = choice.collective;
    instruction.immediate = choice.immediate;
    if (statement.opcode == "call")
      decode_call(instruction);
    else if (statement.opcode == "bra" || statement.opcode == "brx")
      decode_branch(instruction);
    else
      decode_operands(choice.signature, instruction);
    emit(std::move(instruction));
  }

  Instruction blank(const Statement& statement) {
    Instruction instruction;
    instruction.line = statement.line;
    instruction.text = statement.text;
    instruction.flow = flow_of(statement.opcode);
    instruction.loads = statement.opcode == "ld" || statement.opcode == "ldu";
    instruction.type = statement.type;
    instruction.second_type = statement.second_type;
    instruction.space = statement.space();
    instruction.opcode_hash = hash_of_opcode(statement);
    if (statement.guard) {
      instruction.guarded = true;
      instruction.guard = value(*statement.guard, {Kind::predicate, 0});
    }
    return instruction;
  }

  static std::size_t hash_of_opcode(const Statement& statement) {
    std::string spelling = statement.opcode;
    for (const std::string& modifier : statement.modifiers) spelling += "." + modifier;
    return std::hash<std::string>{}(spelling);
  }

  void emit(Instruction instruction) { function_.code.push_back(std::move(instruction)); }

  void decode_operands(std::string_view signature, Instruction& instruction) {
    if (signature == "*") return;
    std::size_t next = 0;
    bool optional = false;
    for (const char letter : signature) {
      if (letter == '?') {
        optional = true;
      } else if (next < statement_->operands.size()) {
        decode_operand(letter, statement_->operands[next++], instruction);
      } else if (!optional) {
        fail("too few operands");
      }
    }
    if (next != statement_->operands.size()) fail("too many operands");
    if (statement_->second) instruction.second = value(*statement_->second, {Kind::predicate, 0});
  }

  void decode_operand(char letter, const OperandSyntax& operand, Instruction& instruction) {
    if (letter == 'i') {
      instruction.immediate = operand.value;
      return;
    }
    if (letter == 'a') {
      instruction.address = address(operand);
      return;
    }
    if (letter == 'e') {
      const Type part{Kind::bits, static_cast<std::uint8_t>(statement_->type.bytes / operand.elements.size())};
      for (const OperandSyntax& element : operand.elements) instruction.elements.push_back(value(element, part));
      return;
    }
    if (letter == 'v' && operand.form == Form::vector) {
      instruction.vector = static_cast<std::uint8_t>(operand.elements.size());
      for (const OperandSyntax& element : operand.elements)
        instruction.elements.push_back(wide_value(element, statement_->type));
      return;
    }
    const Operand decoded = letter == 'v' || letter == 'T' ? wide_value(operand, statement_->type)
                            : letter == 'S'                ? wide_value(operand, statement_->second_type)
                                                           : value(operand, type_of(letter));
    if (letter == 'v') instruction.elements.push_back(decoded);
    instruction.operands.at(instruction.operand_count++) = decoded;
  }

  Type type_of(char letter) const {
    switch (letter) {
      case 't': return statement_->type;
      case 's': return statement_->second_type;
      case 'w': return {statement_->type.kind, static_cast<std::uint8_t>(2 * statement_->type.bytes)};
      case 'u': return {Kind::unsigned_integer, 4};
      case 'l': return {Kind::unsigned_integer, 8};
      case 'p': return {Kind::predicate, 0};
      default: fail(std::string("signature letter ") + letter);
    }
  }

  /// An operand whose storage is exactly as wide as the type.
  Operand value(const OperandSyntax& operand, Type type) {
    const Operand result = any_value(operand, type);
    const bool has_width = result.base != Base::constants && result.base != Base::sink;
    const Base wanted = base_of(type), found = result.base == Base::specials ? Base::words32 : result.base;
    if (has_width && found != wanted) fail("an operand is not as wide as the instruction");
    return result;
  }

  /// Loads, stores and conversions take registers wider than their type.
  Operand wide_value(const OperandSyntax& operand, Type type) {
    const Operand result = any_value(operand, {type.kind, std::max<std::uint8_t>(type.bytes, 2)});
    if (result.base == Base::predicates) fail("a predicate where a value is expected");
    if (result.base < Base::constants && result.base < base_of(type)) fail("a register narrower than the instruction");
    return result;
  }

  Operand any_value(const OperandSyntax& operand, Type type) {
    Operand result;
    switch (operand.form) {
      case Form::sink: break;
      case Form::named_register: result = registers_.at(operand.index); break;
      case Form::special: result = special(operand, type); break;
      case Form::number: result = constant(static_cast<std::uint64_t>(operand.value), type); break;
      case Form::symbol: result = symbol_value(operand, type); break;
      case Form::parameter:
        result = hidden_address(AddressForm::frame_parameter, parameter_offset(operand), type);
        break;
      case Form::vector: fail("braces where one value is expected");
    }
    result.negated = operand.negated;
    return result;
  }

  Operand constant(std::uint64_t bits, Type type) {
    std::vector<std::uint64_t>& pool = function_.constants;
    const Operand slot{Base::constants, false, static_cast<std::uint32_t>(pool.size() * 8)};
    if (type.kind == Kind::predicate) bits = bits ? ~std::uint64_t{0} : 0;
    const std::size_t width = type.kind == Kind::predicate ? 8 : type.bytes;
    std::array<std::uint64_t, warp_size> broadcast{};
    for (std::size_t lane = 0; lane < warp_size; ++lane)
      std::copy_n(reinterpret_cast<const std::byte*>(&bits), width,
                  reinterpret_cast<std::byte*>(broadcast.data()) + lane * width);
    pool.insert(pool.end(), broadcast.begin(), broadcast.end());
    return slot;
  }

  Operand special(const OperandSyntax& operand, Type type) {
    if (const auto named = special_named(operand.name))
      return {Base::specials, false,
              static_cast<std::uint32_t>(*named) * slot_bytes[static_cast<std::size_t>(Base::words32)]};
    if (!is_clock(operand.name)) fail("unknown register " + operand.name);
    Instruction clock = hidden(read_clock, type);
    clock.immediate = is_upper_clock(operand.name) ? 32 : 0;
    const Operand result = clock.operands[0];
    function_.code.push_back(std::move(clock));
    return result;
  }

  Operand symbol_value(const OperandSyntax& operand, Type type) {
    const Meaning meaning = meaning_of(operand);
    if (meaning.what == Meaning::What::frame_local)
      return hidden_address(AddressForm::frame_local, static_cast<std::int64_t>(meaning.value) + operand.value, type);
    return constant(meaning.value + static_cast<std::uint64_t>(operand.value), type);
  }

  /// Addresses inside a frame differ from call to call: an instruction of its own computes them first.
  Operand hidden_address(AddressForm form, std::int64_t offset, Type type) {
    Instruction instruction = hidden(frame_address, type);
    instruction.address = {form, {}, offset};
    const Operand result = instruction.operands[0];
    function_.code.push_back(std::move(instruction));
    return result;
  }

  Instruction hidden(Handler handler, Type type) {
    Instruction instruction;
    instruction.handler = handler;
    instruction.line = statement_->line;
    instruction.text = statement_->text;
    instruction.type = type;
    instruction.operands[0] = add_register(type);
    return instruction;
  }

  Meaning meaning_of(const OperandSyntax& operand) const {
    const auto meaning = lookup_(operand.name);
    if (!meaning) fail("unknown symbol " + operand.name);
    return *meaning;
  }

  std::int64_t parameter_offset(const OperandSyntax& operand) const {
    return static_cast<std::int64_t>(syntax_.parameters.at(operand.index).offset) + operand.value;
  }

  Address address(const OperandSyntax& operand) const {
    if (!operand.bracketed) fail("an address in brackets is expected");
    switch (operand.form) {
      case Form::named_register: {
        const Operand base = registers_.at(operand.index);
        if (base.base != Base::words32 && base.base != Base::words64) fail("an address is 32 or 64 bits wide");
        return {base.base == Base::words32 ? AddressForm::register32 : AddressForm::register64, base, operand.value};
      }
      case Form::parameter: return parameter_address(operand);
      case Form::number: return {AddressForm::fixed, {}, operand.value};
      case Form::symbol: {
        const Meaning meaning = meaning_of(operand);
        const auto form = meaning.what == Meaning::What::frame_local ? AddressForm::frame_local : AddressForm::fixed;
        return {form, {}, static_cast<std::int64_t>(meaning.value) + operand.value};
      }
      default: fail("this is no address");
    }
  }

  Address parameter_address(const OperandSyntax& operand) const {
    const std::int64_t bytes = std::max<std::int64_t>(statement_->type.bytes, 1);
    if (operand.value < 0 ||
        operand.value + bytes > static_cast<std::int64_t>(syntax_.parameters.at(operand.index).bytes))
      fail("an access outside the parameter " + operand.name);
    return {AddressForm::frame_parameter, {}, parameter_offset(operand)};
  }

  void decode_call(Instruction& instruction) {
    const OperandSyntax& target = statement_->operands.at(0);
    if (target.form == Form::named_register)
      instruction.operands[0] = value(target, {Kind::bits, 8});
    else
      instruction.call.callee = meaning_of(target).function;
    for (const OperandSyntax& argument : statement_->arguments) {
      if (argument.form != Form::parameter) fail("arguments are passed in parameters");
      instruction.call.argument_offsets.push_back(syntax_.parameters.at(argument.index).offset);
      instruction.call.argument_bytes.push_back(syntax_.parameters.at(argument.index).bytes);
    }
    for (const OperandSyntax& result : statement_->results) {
      if (result.form != Form::parameter) fail("results are passed in parameters");
      instruction.call.result_offset = syntax_.parameters.at(result.index).offset;
      instruction.call.result_bytes = syntax_.parameters.at(result.index).bytes;
    }
  }

  /// Targets are statement numbers until the whole function is decoded.
  void decode_branch(Instruction& instruction) {
    if (statement_->opcode == "bra") {
      instruction.target = label(statement_->operands.at(0).name);
      return;
    }
    instruction.operands[0] = value(statement_->operands.at(0), {Kind::unsigned_integer, 4});
    const auto table = syntax_.branch_tables.find(statement_->operands.at(1).name);
    if (table == syntax_.branch_tables.end()) fail("no branch targets named " + statement_->operands.at(1).name);
    for (const std::string& name : table->second) instruction.targets.push_back(label(name));
  }

  std::uint32_t label(const std::string& name) const {
    const auto found = syntax_.labels.find(name);
    if (found == syntax_.labels.end()) fail("no label " + name);
    return found->second;
  }

  void resolve_branches() {
    for (Instruction& instruction : function_.code) {
      instruction.target = first_instruction_.at(instruction.target);
      for (std::uint32_t& target : instruction.targets) target = first_instruction_.at(target);
    }
  }

  void append_return() {
    Statement end;
    end.opcode = "ret";
    end.text = "(end)";
    end.line = syntax_.statements.empty() ? syntax_.line : syntax_.statements.back().line;
    decode_statement(end);
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw ParseError(statement_->line, what + ": " + statement_->text);
  }

  const FunctionSyntax& syntax_;
  const Lookup& lookup_;
  Function& function_;
  const Statement* statement_ = nullptr;
  std::vector<Operand> registers_;
  std::vector<std::uint32_t> first_instruction_;
};

}  // namespace

void decode(const FunctionSyntax& syntax, const Lookup& lookup, Function& function) {
  FunctionDecoder(syntax, lookup, function).run();
}

}  // namespace batt::ptx
