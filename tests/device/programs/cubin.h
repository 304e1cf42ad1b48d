// Linked device code as an ELF file: what nvlink and ptxas wrote into it of functions, calls and instructions.
#pragma once

#include <elf.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace batt::testing {

/// `batt::BorderOrder::find` of a mangled name.
std::string readable(const std::string& symbol);

/// An instruction of sm_70 and later, 16 bytes long.
struct MachineInstruction {
  std::array<std::uint64_t, 2> words;
  std::string names;  ///< the symbol that it refers to, of a call the function called; empty: none

  unsigned opcode() const { return words[0] & 0xfff; }
  /// Of a branch, or of the place where the lanes that a barrier counts meet: from the next instruction, in bytes.
  std::int64_t distance() const { return static_cast<std::int32_t>(words[0] >> 32); }
};

namespace machine_opcode {
inline constexpr unsigned exit = 0x94d, return_ = 0x950, branch = 0x947, branch_indexed = 0x949, call = 0x943,
                          set_barrier = 0x945, wait_at_barrier = 0x941, load_local = 0x983, store_local = 0x387;
}

/// Who calls whom: by name, and by a pointer to any function of a type.
struct CallGraph {
  std::map<std::string, std::set<std::string>> calls;
};

class Cubin {
 public:
  /// Throws std::runtime_error for a file that is no linked device code.
  explicit Cubin(const std::filesystem::path& file);

  /// Calls visit(attribute, symbol, value) for each attribute that gives a symbol a number.
  template <class Visit>
  void each_attribute(Visit visit) const {
    for (const Attribute& each : attributes_) visit(each.kind, each.symbol, each.value);
  }
  /// Those of one kind by symbol.
  std::map<std::string, std::uint32_t> attributes(int kind) const;

  /// The instructions of each function.
  std::map<std::string, std::vector<MachineInstruction>> functions() const;
  CallGraph call_graph() const;

  static constexpr int frame_size = 0x11, register_count = 0x2f;

 private:
  struct Attribute {
    int kind;
    std::string symbol;
    std::uint32_t value;
  };

  [[noreturn]] void fail() const;
  template <class T>
  T at(std::size_t place) const;
  Elf64_Shdr section(std::size_t number) const;
  Elf64_Shdr section(const std::string& name) const;
  std::string name_of(const Elf64_Shdr& section) const;
  std::string string(const Elf64_Shdr& strings, std::size_t offset) const;
  std::string symbol_name(std::size_t number) const;
  void read_attributes();

  std::string file_, bytes_;
  Elf64_Ehdr header_{};
  Elf64_Shdr symbols_{};
  std::vector<Attribute> attributes_;
};

}  // namespace batt::testing
