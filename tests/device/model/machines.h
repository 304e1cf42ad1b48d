// The devices that the model knows, as tables. Numbers of multiprocessors, sizes of caches and peak rates are those of
// data sheets and specifications, latencies those of published microbenchmarks, rounded; docs/device.md names them.
// Clocks and memory rates are below their peaks, as under load. What is not known well has a range.
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
  unsigned alu, shared, l1, l2, dram;     ///< cycles until a result can be used
  unsigned l1_bytes;                      ///< of a multiprocessor
  unsigned l2_bytes;                      ///< of the device
  double dram_gigabytes, link_gigabytes;  ///< in a second; over PCIe, pinned
  double launch_microseconds;             ///< of one launch with its copies, apart from the bytes
};

// Schedulers of a multiprocessor: four, on a P100 two, an instruction a cycle each. Integer arithmetic, half of what
// runs here, takes two cycles of a scheduler's unit from Turing on.
inline constexpr MachineDescription machines[] = {
    {"T4", 75, 40, 1.35, 32, 65536, {1.6, 2.8}, 5, 19, 32, 190, 470, 64 << 10, 4 << 20, 240, 11, 30},
    {"L4", 89, 58, 1.70, 48, 65536, {1.6, 2.8}, 5, 23, 33, 270, 560, 128 << 10, 48 << 20, 240, 20, 30},
    {"P100", 60, 56, 1.25, 64, 65536, {1.2, 2.0}, 6, 24, 82, 240, 580, 24 << 10, 4 << 20, 550, 11, 30},
    {"A100", 80, 108, 1.35, 64, 65536, {1.6, 2.8}, 5, 23, 33, 200, 480, 192 << 10, 40 << 20, 1250, 22, 30},
};

}  // namespace batt::model
