#include "tests/device/ptx/memory.h"

#include <algorithm>
#include <cstring>
#include <sstream>

namespace batt::ptx {
namespace {

constexpr std::byte never_written{0xCD};

}  // namespace

GlobalMemory::GlobalMemory(const std::vector<Buffer>& buffers, const Module& module) {
  for (const Buffer& buffer : buffers) {
    const auto begin = reinterpret_cast<std::uint64_t>(buffer.data);
    ranges_.push_back({begin, begin + buffer.bytes});
  }
  for (const auto& [name, symbol] : module.symbols())
    if (symbol.space == Space::global || symbol.space == Space::constant)
      ranges_.push_back({symbol.address, symbol.address + symbol.bytes});
  std::sort(ranges_.begin(), ranges_.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
  ranges_.push_back({0, 0});  // a hint may always be followed, even when there is no memory at all
}

std::uint32_t GlobalMemory::find(std::uint64_t address, std::uint64_t bytes) const {
  const auto last = ranges_.end() - 1;
  const auto after = std::upper_bound(ranges_.begin(), last, address,
                                      [](std::uint64_t a, const Range& range) { return a < range.begin; });
  if (after == ranges_.begin() || !(after - 1)->contains(address, bytes)) return size();
  return static_cast<std::uint32_t>(after - 1 - ranges_.begin());
}

std::string GlobalMemory::describe(std::uint64_t address) const {
  std::ostringstream out;
  out << "0x" << std::hex << address << std::dec;
  const auto last = ranges_.end() - 1;
  const auto after = std::upper_bound(ranges_.begin(), last, address,
                                      [](std::uint64_t a, const Range& range) { return a < range.begin; });
  constexpr std::uint64_t near = 1 << 20;
  if (after != ranges_.begin() && address - (after - 1)->begin < near + ((after - 1)->end - (after - 1)->begin))
    out << " is byte " << address - (after - 1)->begin << " of a buffer of " << (after - 1)->end - (after - 1)->begin
        << " bytes";
  else if (after != last && after->begin - address < near)
    out << " is " << after->begin - address << " bytes before a buffer";
  else
    out << " is near no buffer";
  return out.str();
}

SharedMemory::SharedMemory(const Module& module, std::uint32_t dynamic_bytes) {
  const std::uint64_t dynamic = module.dynamic_shared_address();
  bytes_.resize(dynamic + dynamic_bytes);
  owned_.resize(dynamic + dynamic_bytes);
  std::uint16_t owner = 1;
  std::fill(owned_.begin() + static_cast<std::ptrdiff_t>(dynamic), owned_.end(), owner);
  for (const auto& [name, symbol] : module.symbols()) {
    if (symbol.space != Space::shared || symbol.bytes == 0) continue;
    const auto begin = owned_.begin() + static_cast<std::ptrdiff_t>(symbol.address);
    std::fill(begin, begin + static_cast<std::ptrdiff_t>(symbol.bytes), ++owner);
  }
}

void SharedMemory::reset() { std::fill(bytes_.begin(), bytes_.end(), never_written); }

void LaneStacks::reserve(std::uint64_t bytes_a_lane) {
  if (bytes_a_lane <= stride_) return;
  const std::uint64_t stride = (std::max(bytes_a_lane, 2 * stride_) + 63) / 64 * 64;
  std::vector<std::byte> grown(stride * warp_size, never_written);
  for (unsigned lane = 0; lane < warp_size && stride_ > 0; ++lane)
    std::memcpy(grown.data() + lane * stride, at(lane, 0), stride_);
  bytes_ = std::move(grown);
  stride_ = stride;
}

}  // namespace batt::ptx
