// Watches a launch: what every warp instruction is and which memory it touches. A Machine without a meter pays nothing.
#pragma once

#include <cstddef>
#include <cstdint>

namespace batt::ptx {

class Group;
struct Function;
struct Instruction;

class Meter {
 public:
  virtual ~Meter() = default;
  /// The warps of a block begin, numbered from 0; those of the block before have ended.
  virtual void begin_block(std::uint32_t warps) = 0;
  /// The lanes of the group run the instruction; `active` are those whose guard holds. Before it does anything.
  virtual void step(const Group& group, const Instruction& instruction) = 0;
  /// Each active lane touches so many bytes at its address, whose top bits tell the memory (module.h).
  virtual void access(const Group& group, const Instruction& instruction, const std::uint64_t* addresses,
                      std::size_t bytes) = 0;
  /// Lanes enter a function.
  virtual void call(const Group& group, const Function& callee) = 0;
};

}  // namespace batt::ptx
