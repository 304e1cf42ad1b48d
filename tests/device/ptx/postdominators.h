// Where lanes that part at a branch come together again: at the first instruction that every way from it to the end of
// the function passes. ptxas puts its convergence barriers there.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/device/ptx/module.h"

namespace batt::ptx {

/// In place of an instruction: the return from the function, wherever it stands.
inline constexpr std::uint32_t at_return = 0xffffffffu;

class Postdominators {
 public:
  explicit Postdominators(const Function& function);
  /// The number of the instruction where lanes that part at this one meet again; at_return if only the end is common.
  std::uint32_t after(std::uint32_t instruction) const;

 private:
  /// Instructions that run one after the other, by the number of the first; the last block stands for the end.
  struct Block {
    std::uint32_t begin = 0, end = 0;
    std::vector<std::uint32_t> next, before;
    std::uint32_t postdominator = 0;
  };

  void split(const Function& function);
  void connect(const Function& function);
  void find();
  std::uint32_t block_of(std::uint32_t instruction) const;

  std::vector<Block> blocks_;
};

}  // namespace batt::ptx
