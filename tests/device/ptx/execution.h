// The state of one running launch. Handlers see it through a group: lanes of one warp at one place in one call path.
#pragma once

#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include "tests/device/ptx/convergence.h"
#include "tests/device/ptx/diagnosis.h"
#include "tests/device/ptx/instruction.h"
#include "tests/device/ptx/machine.h"
#include "tests/device/ptx/memory.h"
#include "tests/device/ptx/module.h"
#include "tests/device/ptx/postdominators.h"
#include "tests/device/ptx/special.h"

namespace batt::ptx {

/// The numbers of the set bits: for (unsigned lane : Lanes{mask}).
struct Lanes {
  std::uint32_t mask;
  struct Iterator {
    std::uint32_t rest;
    unsigned operator*() const { return static_cast<unsigned>(std::countr_zero(rest)); }
    Iterator& operator++() { return rest &= rest - 1, *this; }
    bool operator!=(const Iterator& other) const { return rest != other.rest; }
  };
  Iterator begin() const { return {mask}; }
  Iterator end() const { return {0}; }
};
inline unsigned first_lane(std::uint32_t mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

/// A mask as one byte of ones or zeros a lane, which the compiler can widen and blend with in vector registers.
struct LaneMask {
  alignas(32) std::array<std::int8_t, warp_size> each;
  explicit LaneMask(std::uint32_t mask) {
    for (std::size_t i = 0; i < 4; ++i) std::memcpy(each.data() + 8 * i, &bytes_of[mask >> 8 * i & 255], 8);
  }
  template <class T>
  void blend(T* to, const T* chosen, const T* otherwise) const {
    using Word = std::conditional_t<sizeof(T) == 2, std::int16_t,
                                    std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>;
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      const Word a = std::bit_cast<Word>(chosen[lane]), b = std::bit_cast<Word>(otherwise[lane]);
      to[lane] = std::bit_cast<T>(static_cast<Word>(b ^ ((a ^ b) & static_cast<Word>(each[lane]))));
    }
  }

 private:
  static constexpr std::array<std::uint64_t, 256> bytes_of = [] {
    std::array<std::uint64_t, 256> table{};
    for (std::size_t bits = 0; bits < 256; ++bits)
      for (unsigned i = 0; i < 8; ++i)
        if (bits >> i & 1) table[bits] |= std::uint64_t{255} << 8 * i;
    return table;
  }();
};

/// A chain of calls. It fixes where frames begin, so lanes with the same path share registers and can run together.
class CallPath {
 public:
  explicit CallPath(const Function& kernel) : function(kernel) {}
  CallPath(const Function& callee, const CallPath& from);
  const CallPath& into(const Function& callee) const;
  /// Adds what it took from here on; returns how much that is.
  Steps add_costs(Profile& profile) const;

  const Function& function;
  const CallPath* const caller = nullptr;
  const std::uint32_t depth = 1;
  std::array<std::uint32_t, register_bases> registers{};
  std::uint32_t parameters = 0, locals = 0;
  mutable Steps steps;  // of this very call

 private:
  mutable std::vector<std::unique_ptr<CallPath>> callees_;
};

struct alignas(64) CacheLine {
  std::array<std::byte, 64> bytes;
};

struct Warp {
  std::uint32_t number = 0;
  std::uint32_t live = 0, at_collective = 0, at_barrier = 0;  // masks of lanes
  std::uint32_t yielded = 0;                                  // lanes that had a whole turn while others waited
  std::uint32_t carry = 0;
  std::array<const CallPath*, warp_size> path{};
  std::array<std::uint32_t, warp_size> pc{};
  std::vector<std::array<std::uint32_t, warp_size>> return_pc;  // by depth
  std::array<std::uint32_t, warp_size> member_mask{};           // of the collective a lane waits in
  std::array<std::uint32_t, warp_size> barrier{}, barrier_count{};
  std::uint32_t barrier_votes = 0;
  std::array<std::vector<CacheLine>, register_bases> registers;
  LaneStacks parameters, locals;
  std::array<std::array<std::uint32_t, warp_size>, static_cast<std::size_t>(Special::count)> specials{};
  std::array<std::uint64_t, warp_size> sink{};

  Convergence convergence;

  std::uint32_t runnable() const { return live & ~at_collective & ~at_barrier & ~convergence.waiting(); }
  void reserve(const CallPath& path);
  /// Puts lanes at the beginning of a function and marks its local variables as never written.
  void enter(std::uint32_t lanes, const CallPath& path);
};

struct Failure {
  Diagnosis diagnosis;
};

class Execution {
 public:
  Execution(const Module& code, const std::vector<Buffer>& buffers, const Launch& request, const Schedule& schedule,
            std::uint64_t budget);
  void run();

  [[noreturn]] void fail(Diagnosis::Kind kind, const std::string& what, const Warp& warp, unsigned lane,
                         const Instruction& instruction) const;
  /// After lanes of the warp have ended: collectives that waited for them only.
  void release_collectives(Warp& warp);
  void arrive_at_barrier(std::uint32_t number, std::uint32_t lanes) {
    arrived_.at(number) += static_cast<std::uint32_t>(std::popcount(lanes));
  }
  void add_costs(Profile& profile) const { kernel_.add_costs(profile); }
  bool random() const { return schedule_.seed != 0; }
  bool strict() const { return schedule_.strict_reconvergence; }
  /// Where lanes that part at this instruction meet again.
  std::uint32_t meeting_place(const Function& function, std::uint32_t instruction);
  std::uint64_t draw() { return generator_(); }

  const Module& module;
  GlobalMemory global;
  SharedMemory shared;
  std::uint64_t steps = 0;
  Meter* meter = nullptr;

 private:
  void run_block();
  void set_up(Warp& warp);
  bool run_warp(Warp& warp);
  std::uint32_t pick(const Warp& warp);
  void run_group(Group& group, std::uint64_t& turn);
  bool release_barriers();
  std::uint32_t waiting_at(const Warp& warp, std::uint32_t number) const;
  bool barrier_complete(std::uint32_t number, std::uint32_t waiting) const;
  void release_barrier(std::uint32_t number);
  [[noreturn]] void fail_deadlocked() const;

  Launch request_;
  Schedule schedule_;
  std::uint64_t budget_;
  std::mt19937_64 generator_;
  CallPath kernel_;
  std::vector<std::byte> kernel_arguments_;
  std::vector<Warp> warps_;
  std::array<std::uint32_t, 3> block_{};
  std::array<std::uint32_t, 16> arrived_{};  // by bar.arrive, for each barrier
  std::map<const Function*, Postdominators> postdominators_;
};

class Group {
 public:
  Group(Execution& of, Warp& in, std::uint32_t members);

  template <class T>
  const T* source(const Operand& operand) const {
    return reinterpret_cast<const T*>(bases_[static_cast<std::size_t>(operand.base)] + operand.offset);
  }
  /// Only active lanes are written.
  template <class T>
  void write(const Operand& operand, const T* values) {
    T* to = reinterpret_cast<T*>(bases_[static_cast<std::size_t>(operand.base)] + operand.offset);
    if (active == all_lanes) {
      std::memcpy(to, values, sizeof(T) * warp_size);
    } else {
      LaneMask(active).blend(to, values, to);
    }
  }
  std::uint32_t predicate(const Operand& operand) const {
    return *source<std::uint32_t>(operand) ^ (operand.negated ? all_lanes : 0);
  }
  void write_predicate(const Operand& operand, std::uint32_t values) {
    auto* to = reinterpret_cast<std::uint32_t*>(bases_[static_cast<std::size_t>(operand.base)] + operand.offset);
    *to = (*to & ~active) | (values & active);
  }

  /// Stores the program counter of all members. A handler that moves lanes calls it first and then sets `left`.
  void save() {
    for (const unsigned lane : Lanes{lanes}) warp.pc[lane] = pc;
  }
  /// Before lanes take different ways at the instruction that runs: under strict reconvergence they will wait for each
  /// other at its post-dominator, or at the place given.
  void part() {
    if (execution.strict()) part_until(execution.meeting_place(path.function, pc - 1));
  }
  void part_until(std::uint32_t place) {
    if (execution.strict() && (place != at_return || path.caller)) warp.convergence.part(lanes, path, place);
  }
  [[noreturn]] void fail(Diagnosis::Kind kind, const std::string& what, unsigned lane,
                         const Instruction& instruction) const {
    execution.fail(kind, what, warp, lane, instruction);
  }

  Execution& execution;
  Warp& warp;
  const CallPath& path;
  const std::uint32_t lanes;  // members
  std::uint32_t active;       // members whose guard holds
  std::uint32_t pc;           // of the next instruction
  bool left = false;          // the lanes have moved on: this group is no more

 private:
  std::array<std::byte*, static_cast<std::size_t>(Base::count)> bases_;
};

}  // namespace batt::ptx
