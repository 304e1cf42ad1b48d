// The memories a lane can reach, with the checks that find accesses outside them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/device/ptx/instruction.h"
#include "tests/device/ptx/machine.h"

namespace batt::ptx {

/// Global and constant memory: the caller's buffers and the module's variables, in order of address.
class GlobalMemory {
 public:
  struct Range {
    std::uint64_t begin, end;
    bool contains(std::uint64_t address, std::uint64_t bytes) const {
      return address - begin < end - begin && end - address >= bytes;
    }
  };

  GlobalMemory(const std::vector<Buffer>& buffers, const Module& module);
  /// The number of the range that holds the access whole, or `ranges` when there is none.
  std::uint32_t find(std::uint64_t address, std::uint64_t bytes) const;
  const Range& range(std::uint32_t number) const { return ranges_[number]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(ranges_.size()); }
  /// "0x10 is 8 bytes behind a buffer of 64 bytes"
  std::string describe(std::uint64_t address) const;

 private:
  std::vector<Range> ranges_;
};

/// The shared memory of one block. Bytes between the arrays are no one's.
class SharedMemory {
 public:
  SharedMemory(const Module& module, std::uint32_t dynamic_bytes);
  void reset();
  bool contains(std::uint64_t address, std::uint64_t bytes) const {
    return address < owned_.size() && owned_.size() - address >= bytes && owned_[address] != 0 &&
           owned_[address] == owned_[address + bytes - 1];
  }
  std::byte* at(std::uint64_t address) { return bytes_.data() + address; }

 private:
  std::vector<std::byte> bytes_;
  std::vector<std::uint16_t> owned_;  // the number of the array a byte belongs to
};

/// One stack for each lane of a warp, side by side.
class LaneStacks {
 public:
  std::byte* at(unsigned lane, std::uint64_t offset) { return bytes_.data() + lane * stride_ + offset; }
  std::uint64_t stride() const { return stride_; }
  void reserve(std::uint64_t bytes_a_lane);

 private:
  std::vector<std::byte> bytes_;
  std::uint64_t stride_ = 0;
};

}  // namespace batt::ptx
