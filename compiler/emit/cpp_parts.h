// How a function is cut into parts, C++ functions of bounded length with statements of one stage, and which values stay
// inside one of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/emit/cpp_stages.h"
#include "runtime/exec/lowered_program.h"

namespace battc {

class CppParts {
 public:
  /// `statements` is how many go into a part.
  CppParts(const batt::exec::Program& program, const CppStages& stages, std::size_t statements);

  /// The part of an instruction outside of blocks, with its block; the first one is 1.
  std::size_t of_instruction(std::size_t instruction) const { return instructions_[instruction]; }
  /// The part of an output; of a program that returns one value, output 0 is that.
  std::size_t of_output(std::size_t output) const { return outputs_[output]; }
  std::size_t count() const { return stages_.size(); }
  /// The stage of a part; none of those that give the results.
  std::optional<batt::exec::Stage> stage(std::size_t part) const { return stages_[part - 1]; }

  /// Whether the slot is set and read in one part alone: then it is a local variable there. What is never read is not.
  bool is_local(std::uint32_t slot) const { return uses_[slot] == Use::Inside; }
  /// The same for what env.do_pile returns: the slot and the next one.
  bool is_local_pile(std::uint32_t slot) const { return is_local(slot) && uses_[slot + 1] != Use::Across; }

  /// A list of more values costs the C++ compiler the square of its length: it is joined from shorter ones.
  static constexpr std::size_t longest_list = 200;

 private:
  enum class Use : std::uint8_t { None, Inside, Across };

  void cut(const batt::exec::Program& program, const CppStages& stages, std::size_t statements);
  void find_uses(const batt::exec::Program& program);
  void find_uses_of_guard(const batt::exec::Program& program, const batt::exec::Instruction& instruction,
                          std::size_t part);
  void use(std::uint32_t slot, std::size_t part);

  std::vector<std::size_t> instructions_;
  std::vector<std::size_t> outputs_;
  std::vector<std::size_t> set_in_;                       ///< by slot; 0: a parameter or a constant
  std::vector<Use> uses_;                                 ///< by slot
  std::vector<std::optional<batt::exec::Stage>> stages_;  ///< of the parts
};

}  // namespace battc
