// PTX texts loaded and linked: functions decoded once, variables placed in memory of the module's own.
// Device pointers are host pointers; shared, local and parameter addresses carry a window in their top bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/device/ptx/instruction.h"
#include "tests/device/ptx/parser.h"

namespace batt::ptx {

inline constexpr std::uint64_t window_mask = std::uint64_t{7} << 60;
inline constexpr std::uint64_t shared_window = std::uint64_t{1} << 60;
inline constexpr std::uint64_t local_window = std::uint64_t{2} << 60;
inline constexpr std::uint64_t parameter_window = std::uint64_t{3} << 60;
inline constexpr std::uint64_t function_window = std::uint64_t{4} << 60;
inline constexpr std::uint64_t shared_begin = 1024, local_begin = 4096;  // so that null is never valid
inline constexpr std::uint64_t red_zone = 16;  // between neighbours, so that overruns are seen

struct Function {
  std::string name;
  std::uint32_t number = 0;
  bool entry = false, defined = false, weak = false;
  std::vector<std::uint32_t> input_offsets, input_bytes;
  std::uint32_t output_offset = 0, output_bytes = 0;
  std::uint32_t parameter_bytes = 0, local_bytes = 0;
  std::array<std::uint32_t, register_bases> register_bytes{};
  std::vector<Instruction> code;
  std::vector<std::uint64_t> constants;            // broadcast operands, 32 values each
  std::vector<const std::string*> shared_symbols;  // named by its instructions
};

struct Symbol {
  Space space = Space::global;
  std::uint64_t address = 0, bytes = 0;
  std::uint32_t align = 1;
};

class Module {
 public:
  /// Parses and links. Throws ParseError for a text that is no PTX, std::runtime_error for a symbol that nobody
  /// defines.
  static std::unique_ptr<Module> load(std::span<const std::string> texts);

  const Function* function(std::string_view name) const;
  const Function* function(std::uint64_t pointer) const;
  const Symbol* symbol(std::string_view name) const;
  const std::map<std::string, Symbol, std::less<>>& symbols() const { return symbols_; }

  std::uint64_t static_shared_bytes() const { return shared_end_ - shared_begin; }
  /// What one kernel asks for, its direct callees included.
  std::uint64_t static_shared_bytes(const Function& kernel) const;
  std::uint64_t dynamic_shared_address() const { return (shared_end_ + 15) / 16 * 16; }

  /// "line 12: wgmma..." for what can be loaded but not executed.
  std::vector<std::string> unknown_instructions() const;

  ~Module();

 private:
  friend class Linker;
  Module() = default;
  std::map<std::string, std::unique_ptr<Function>, std::less<>> functions_;
  std::vector<Function*> by_number_;
  std::map<std::string, Symbol, std::less<>> symbols_;
  std::vector<std::unique_ptr<std::byte[]>> storage_;
  std::uint64_t shared_end_ = shared_begin;
};

}  // namespace batt::ptx
