#include "tests/device/ptx/resolve.h"

namespace batt::ptx {
namespace {

using Diagnosed = Diagnosis::Kind;

class Resolver {
 public:
  Resolver(Group& group, const Instruction& instruction, std::size_t bytes, std::byte** pointers)
      : group_(group), instruction_(instruction), bytes_(bytes), pointers_(pointers) {}

  void run() {
    const Address& address = instruction_.address;
    switch (address.form) {
      case AddressForm::frame_parameter: return frame(group_.warp.parameters, group_.path.parameters);
      case AddressForm::frame_local:
        broadcast(local_begin + group_.path.locals + static_cast<std::uint64_t>(address.offset));
        return in_space(Space::local);
      case AddressForm::fixed: broadcast(static_cast<std::uint64_t>(address.offset)); break;
      case AddressForm::register32: from_registers(group_.source<std::uint32_t>(address.base)); break;
      case AddressForm::register64: from_registers(group_.source<std::uint64_t>(address.base)); break;
    }
    in_space(instruction_.space);
  }

 private:
  /// Offsets in the lane's own frame were checked when the instruction was decoded.
  void frame(LaneStacks& stacks, std::uint64_t begin) {
    std::byte* first = stacks.at(0, begin + static_cast<std::uint64_t>(instruction_.address.offset));
    for (unsigned lane = 0; lane < warp_size; ++lane) pointers_[lane] = first + lane * stacks.stride();
  }

  void broadcast(std::uint64_t address) {
    for (std::uint64_t& each : addresses_) each = address;
  }

  template <class Word>
  void from_registers(const Word* registers) {
    const auto offset = static_cast<std::uint64_t>(instruction_.address.offset);
    for (unsigned lane = 0; lane < warp_size; ++lane) addresses_[lane] = registers[lane] + offset;
  }

  /// Addresses tell the meter their memory as generic ones do.
  void measure(Space space) const {
    const std::uint64_t window = space == Space::shared      ? shared_window
                                 : space == Space::local     ? local_window
                                 : space == Space::parameter ? parameter_window
                                                             : 0;
    std::uint64_t marked[warp_size];
    for (unsigned lane = 0; lane < warp_size; ++lane) marked[lane] = addresses_[lane] | window;
    group_.execution.meter->access(group_, instruction_, marked, bytes_);
  }

  void in_space(Space space) {
    if (group_.execution.meter) measure(space);
    switch (space) {
      case Space::shared: return shared();
      case Space::global:
      case Space::constant: return global();
      case Space::generic: return generic();
      default:
        for (const unsigned lane : Lanes{group_.active}) pointers_[lane] = in_stack(space, lane, addresses_[lane]);
    }
  }

  /// Lanes usually agree on the space; where they do not, each is looked at by itself.
  void generic() {
    const std::uint64_t window = addresses_[first_lane(group_.active)] & window_mask;
    bool same = true;
    for (const unsigned lane : Lanes{group_.active}) same &= (addresses_[lane] & window_mask) == window;
    if (same && window == 0) return global();
    for (const unsigned lane : Lanes{group_.active}) pointers_[lane] = in_window(lane, addresses_[lane]);
  }

  std::byte* in_window(unsigned lane, std::uint64_t address) {
    const std::uint64_t inside = address & ~window_mask;
    switch (address & window_mask) {
      case shared_window: return in_shared(lane, inside);
      case local_window: return in_stack(Space::local, lane, inside);
      case parameter_window: return in_stack(Space::parameter, lane, inside);
      default: return in_global(lane, address);
    }
  }

  void shared() {
    for (const unsigned lane : Lanes{group_.active}) pointers_[lane] = in_shared(lane, addresses_[lane] & ~window_mask);
  }

  std::byte* in_shared(unsigned lane, std::uint64_t address) {
    check_alignment(lane, address);
    if (!group_.execution.shared.contains(address, bytes_)) outside(lane, Space::shared, address);
    return group_.execution.shared.at(address);
  }

  void global() {
    // A load or store mostly stays in the buffer it touched last: one comparison a lane and nothing to search.
    const GlobalMemory& memory = group_.execution.global;
    const GlobalMemory::Range& last = memory.range(std::min(instruction_.buffer_hint, memory.size() - 1));
    bool inside = last.end - last.begin >= bytes_;
    const std::uint64_t room = last.end - last.begin - bytes_;
    for (const unsigned lane : Lanes{group_.active}) {
      pointers_[lane] = reinterpret_cast<std::byte*>(addresses_[lane]);
      inside &= (addresses_[lane] - last.begin <= room) & ((addresses_[lane] & (bytes_ - 1)) == 0);
    }
    if (inside) return;
    for (const unsigned lane : Lanes{group_.active}) pointers_[lane] = in_global(lane, addresses_[lane]);
  }

  std::byte* in_global(unsigned lane, std::uint64_t address) {
    check_alignment(lane, address);
    const GlobalMemory& memory = group_.execution.global;
    const std::uint32_t found = memory.find(address, bytes_);
    if (found == memory.size())
      group_.fail(Diagnosed::outside,
                  "global access of " + std::to_string(bytes_) + " bytes out of bounds: " + memory.describe(address),
                  lane, instruction_);
    instruction_.buffer_hint = found;
    return reinterpret_cast<std::byte*>(address);
  }

  /// Pointers into the frames of callers are good too.
  std::byte* in_stack(Space space, unsigned lane, std::uint64_t address) {
    address &= ~window_mask;
    check_alignment(lane, address);
    const bool local = space == Space::local;
    const std::uint64_t offset = local ? address - local_begin : address;
    for (const CallPath* path = &group_.path; path; path = path->caller) {
      const std::uint64_t begin = local ? path->locals : path->parameters;
      const std::uint64_t size = local ? path->function.local_bytes : path->function.parameter_bytes;
      if (offset - begin < size && size - (offset - begin) >= bytes_)
        return (local ? group_.warp.locals : group_.warp.parameters).at(lane, offset);
    }
    outside(lane, space, address);
  }

  void check_alignment(unsigned lane, std::uint64_t address) {
    if (address & (bytes_ - 1))
      group_.fail(Diagnosed::misaligned, "misaligned access of " + std::to_string(bytes_) + " bytes", lane,
                  instruction_);
  }

  [[noreturn]] void outside(unsigned lane, Space space, std::uint64_t address) {
    group_.fail(Diagnosed::outside,
                std::string(name_of(space)) + " access of " + std::to_string(bytes_) +
                    " bytes out of bounds: address " + std::to_string(address),
                lane, instruction_);
  }

  Group& group_;
  const Instruction& instruction_;
  const std::size_t bytes_;
  std::byte** pointers_;
  std::uint64_t addresses_[warp_size];
};

}  // namespace

void resolve(Group& group, const Instruction& instruction, std::size_t bytes, std::byte** pointers) {
  Resolver(group, instruction, bytes, pointers).run();
}

}  // namespace batt::ptx
