// The devices that the model knows, as tables. Figures are the vendors' data sheets and published microbenchmarks (Jia
// et al. on Pascal, Volta and Turing; Abdelkhalik et al. on Ampere), rounded; what is not known well has a range.
#pragma once

#include <span>

namespace batt::model {

struct Range {
  double low, high;
};

struct MachineDescription {
  const char* name;
  unsigned architecture;
  unsigned processors;                    ///< multiprocessors
  double gigahertz;                       ///< sustained under load
  unsigned most_warps;                    ///< of a multiprocessor
  unsigned registers;                     ///< of a multiprocessor
  Range issue;                            ///< instructions of all warps of a multiprocessor in a cycle
  unsigned alu, l1, l2, dram;             ///< cycles until a result can be used
  unsigned l1_bytes;                      ///< of a multiprocessor
  unsigned l2_bytes;                      ///< of the device
  double dram_gigabytes, link_gigabytes;  ///< in a second; over PCIe, pinned
  double launch_microseconds;             ///< of one launch with its copies, apart from the bytes
};

inline constexpr MachineDescription machines[] = {
    {"T4", 75, 40, 1.35, 32, 65536, {1.6, 3.2}, 5, 32, 190, 470, 64 << 10, 4 << 20, 270, 11, 30},
    {"L4", 89, 58, 1.70, 48, 65536, {2.0, 3.6}, 5, 33, 270, 560, 128 << 10, 48 << 20, 270, 20, 30},
    {"P100", 60, 56, 1.30, 64, 65536, {1.2, 2.4}, 6, 82, 240, 580, 24 << 10, 4 << 20, 600, 11, 30},
    {"A100", 80, 108, 1.35, 64, 65536, {2.0, 3.6}, 5, 33, 200, 480, 192 << 10, 40 << 20, 1300, 22, 30},
};

}  // namespace batt::model
