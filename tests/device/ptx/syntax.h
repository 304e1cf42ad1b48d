// A PTX text as parsed: names of registers and parameters are resolved in their scopes, symbols and labels are still
// names.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/device/ptx/types.h"

namespace batt::ptx {

struct OperandSyntax {
  enum class Form : std::uint8_t { number, named_register, parameter, special, symbol, vector, sink };
  Form form = Form::number;
  bool negated = false;     // !%p1
  bool bracketed = false;   // [base + value]
  std::uint32_t index = 0;  // of the register or parameter in its function
  std::int64_t value = 0;   // the number itself, else an offset added to the base
  std::string name;         // of the symbol or special register
  std::vector<OperandSyntax> elements;
};

struct Statement {
  std::string opcode;                  // "add" of add.cc.u32
  std::vector<std::string> modifiers;  // "cc", "u32"
  std::string text;                    // as written, for diagnoses
  std::uint32_t line = 0;
  std::optional<OperandSyntax> guard;  // @%p1
  std::vector<OperandSyntax> operands;
  std::optional<OperandSyntax> second;            // the q of p|q
  std::vector<OperandSyntax> results, arguments;  // of a call
  Type type, second_type;                         // the first and the last type among the modifiers

  bool has(std::string_view modifier) const;
  Space space() const;
};

struct ParameterSyntax {
  std::string name;
  std::uint32_t offset = 0, bytes = 0;
};

/// One value of an initialiser: a number, or the address of a symbol, possibly one byte of it picked by a mask.
struct InitialValue {
  std::string symbol;
  std::int64_t number = 0;
  std::uint64_t mask = ~std::uint64_t{0};
};

struct VariableSyntax {
  std::string name;
  Space space = Space::global;
  bool external = false, visible = false, unsized = false;  // not visible: known in its own text only
  std::uint32_t align = 1, element_bytes = 1;
  std::uint64_t bytes = 0;
  std::vector<InitialValue> values;
  std::uint32_t line = 0;
};

struct FunctionSyntax {
  std::string name;
  bool entry = false, defined = false, weak = false, visible = false;
  std::vector<ParameterSyntax> parameters;  // all of them, the call sequences' too
  std::vector<std::uint32_t> inputs;        // indices into parameters
  std::optional<std::uint32_t> output;
  std::uint32_t parameter_bytes = 0;
  std::vector<Type> registers;
  std::vector<VariableSyntax> variables;
  std::map<std::string, std::uint32_t> labels;  // to statement numbers
  std::map<std::string, std::vector<std::string>> branch_tables;
  std::vector<Statement> statements;
  std::uint32_t line = 0;
};

struct ModuleSyntax {
  std::vector<VariableSyntax> variables;
  std::vector<FunctionSyntax> functions;
};

}  // namespace batt::ptx
