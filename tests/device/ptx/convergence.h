// Which lanes of a warp wait for each other after a branch, under strict reconvergence: lanes that part meet again at
// the branch's post-dominator, and none goes on from there before all have come or ended. That is what code with a
// convergence barrier (BSSY, BSYNC) around every branch does.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tests/device/ptx/instruction.h"

namespace batt::ptx {

class CallPath;

class Convergence {
 public:
  static constexpr std::uint32_t nowhere = 0xfffffffeu;

  void reset();
  /// These lanes part in a function, and will wait for each other at this instruction of it, or at_return.
  void part(std::uint32_t lanes, const CallPath& path, std::uint32_t place);
  /// Where the lane has to wait in this function; `nowhere` if it goes through.
  std::uint32_t meeting_place(unsigned lane, const CallPath& path) const;
  /// The lanes that wait for the same others as this one does.
  std::uint32_t companions(unsigned lane) const;
  /// The lanes are there; those of which all have come go on.
  void arrive(std::uint32_t lanes, std::uint32_t live);
  /// After lanes have ended.
  void release(std::uint32_t live);
  std::uint32_t waiting() const { return waiting_; }
  /// One of the lanes that this one waits for.
  unsigned missing(unsigned lane, std::uint32_t live) const;

 private:
  struct Barrier {
    const CallPath* path;
    std::uint32_t place;
    std::uint32_t lanes;
  };
  static constexpr std::uint32_t none = 0xffffffffu;

  std::uint32_t innermost(unsigned lane) const { return stacks_[lane].empty() ? none : stacks_[lane].back(); }

  std::vector<Barrier> barriers_;
  std::vector<std::uint32_t> unused_;  // numbers of barriers that are done with
  std::array<std::vector<std::uint32_t>, warp_size> stacks_;
  std::uint32_t waiting_ = 0;
};

}  // namespace batt::ptx
