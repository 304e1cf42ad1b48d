// Turns parsed statements into instructions. What an opcode means stands in the tables of the ops_*.cpp files.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tests/device/ptx/instruction.h"
#include "tests/device/ptx/module.h"
#include "tests/device/ptx/syntax.h"

namespace batt::ptx {

/// How an opcode with its modifiers is executed. The signature has a letter for each operand:
///   t, s  a value of the first, second type      T, S  the same in a register that may be wider
///   w     a value twice as wide as the first type  u  32 bits      p  a predicate      i  a number
///   a     an address in brackets      v  like T, or several in braces      ?  what follows may be missing
///   l     64 bits      e  parts in braces, together as wide as the type      *  no operand matters
struct Choice {
  Handler handler = nullptr;
  std::string_view signature;
  Collective collective = nullptr;
  std::int64_t immediate = 0;
};

struct Row {
  std::string_view opcode;
  Choice (*choose)(const Statement&);
};

std::span<const Row> integer_rows();
std::span<const Row> carry_rows();
std::span<const Row> bit_rows();
std::span<const Row> real_rows();
std::span<const Row> compare_rows();
std::span<const Row> convert_rows();
std::span<const Row> memory_rows();
std::span<const Row> atomic_rows();
std::span<const Row> collective_rows();
std::span<const Row> control_rows();

/// What a symbol stands for inside one function.
struct Meaning {
  enum class What : std::uint8_t { address, frame_local, function } what = What::address;
  std::uint64_t value = 0;
  const Function* function = nullptr;
};
using Lookup = std::function<std::optional<Meaning>(const std::string&)>;

/// Fills in the function's code, constants and register sizes.
void decode(const FunctionSyntax& syntax, const Lookup& lookup, Function& function);

/// The handler of an opcode that no table knows.
void unknown_instruction(Group& group, const Instruction& instruction);
/// Handlers that decoding itself needs: the address of a parameter or local variable, and the clock.
void frame_address(Group& group, const Instruction& instruction);
void read_clock(Group& group, const Instruction& instruction);

}  // namespace batt::ptx
