// A decoded instruction: the function that executes it, and operands as offsets from the bases of a group of lanes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/device/ptx/types.h"

namespace batt::ptx {

inline constexpr unsigned warp_size = 32;
inline constexpr std::uint32_t all_lanes = 0xffffffffu;

class Group;
struct Exchange;
struct Function;
struct Instruction;

using Handler = void (*)(Group&, const Instruction&);
using Collective = void (*)(Exchange&, const Instruction&);

/// Where values live. A predicate is one bit a lane in a 32-bit word, all else an array of 32 values of one width.
/// Widths have separate storage, so lanes in different functions never overlap.
enum class Base : std::uint8_t { predicates, words16, words32, words64, constants, specials, sink, count };
inline constexpr std::size_t register_bases = 4;

/// What may run after an instruction: the next one, a target, one of several, what called the function, nothing.
enum class Flow : std::uint8_t { next, branch, indexed, leave, end };

struct Operand {
  Base base = Base::sink;
  bool negated = false;
  std::uint32_t offset = 0;  // bytes
};

enum class AddressForm : std::uint8_t { fixed, register32, register64, frame_parameter, frame_local };

struct Address {
  AddressForm form = AddressForm::fixed;
  Operand base;
  std::int64_t offset = 0;  // with the fixed form: the address itself
};

/// One argument or result: from the caller's parameter block to the callee's or back.
struct CallSite {
  const Function* callee = nullptr;  // none: through a register
  std::vector<std::uint32_t> argument_offsets, argument_bytes;
  std::uint32_t result_offset = 0, result_bytes = 0;
};

struct Instruction {
  Handler handler = nullptr;
  Flow flow = Flow::next;
  bool loads = false;  // its elements are what it writes
  bool guarded = false;
  Operand guard;
  std::array<Operand, 5> operands{};
  Operand second;  // the q of p|q
  std::uint8_t operand_count = 0;
  std::uint8_t vector = 1;  // elements of a load or store
  Space space = Space::generic;
  Type type, second_type;
  Address address;
  std::int64_t immediate = 0;
  std::uint32_t target = 0;
  std::uint32_t line = 0;
  std::size_t opcode_hash = 0;            // equal for equally spelt opcodes: what lanes of one collective must share
  mutable std::uint32_t buffer_hint = 0;  // the buffer this instruction touched last
  Collective collective = nullptr;
  std::vector<Operand> elements;
  std::vector<std::uint32_t> targets;  // of an indexed branch
  CallSite call;
  std::string text;
};

}  // namespace batt::ptx
