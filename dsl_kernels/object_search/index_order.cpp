#include "dsl_kernels/object_search/index_order.h"

#ifndef BATT_ON_DEVICE
#include <algorithm>
#endif
#ifndef __CUDACC__
#include <array>
#include <mutex>
#include <vector>

#include "runtime/value/until_unload.h"
#endif

#include <limits>

#include "runtime/value/build_order.h"
#include "runtime/value/hash.h"

namespace batt {
namespace {

BATT_HD const std::uint32_t* build(Arena& scratch, std::int64_t height, std::int64_t width) {
  const auto count = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  if (count > std::numeric_limits<std::uint32_t>::max()) stop(Limit::Memory);
  auto* hashes = scratch.allocate<std::uint64_t>(count);
  std::uint64_t* next = hashes;
  for (int i = 0; i < height; ++i)
    for (int j = 0; j < width; ++j) *next++ = hash::of_pair(i, j);
  return build_order(scratch, hashes, static_cast<std::uint32_t>(count)).order;
}

#ifndef BATT_ON_DEVICE
/// Where each of the cells stands in their order.
void rank_cells(const std::uint32_t* order, std::size_t count, std::uint32_t* ranks) {
  for (std::size_t rank = 0; rank < count; ++rank) ranks[order[rank]] = static_cast<std::uint32_t>(rank);
}

void sort_by_ranks(const std::uint32_t* ranks, std::uint32_t* cells, std::uint32_t count) {
  std::sort(cells, cells + count, [ranks](std::uint32_t a, std::uint32_t b) { return ranks[a] < ranks[b]; });
}
#endif

#ifndef __CUDACC__
/// The orders that were asked for last. Nobody waits for it: while another thread has it, or after a fork() in the
/// middle of that, orders are built again.
class KeptOrders {
 public:
  /// Null if it is not there.
  const std::uint32_t* find(Arena& scratch, std::int64_t height, std::int64_t width) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    const KeptOrder* found = lock ? find(height, width) : nullptr;
    return found != nullptr ? scratch.copy(found->cells.data(), found->cells.size()) : nullptr;
  }

  /// False if the order is not there.
  bool sort(std::int64_t height, std::int64_t width, std::uint32_t* cells, std::uint32_t count) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    KeptOrder* found = lock ? find(height, width) : nullptr;
    if (found == nullptr) return false;
    if (found->ranks.empty()) {
      found->ranks.resize(found->cells.size());
      rank_cells(found->cells.data(), found->cells.size(), found->ranks.data());
    }
    sort_by_ranks(found->ranks.data(), cells, count);
    return true;
  }

  void keep(std::int64_t height, std::int64_t width, const std::uint32_t* cells) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;
    KeptOrder& oldest = *std::min_element(orders_.begin(), orders_.end(),
                                          [](const KeptOrder& a, const KeptOrder& b) { return a.used < b.used; });
    oldest.cells.assign(cells, cells + height * width);
    oldest.ranks.clear();
    oldest.height = height;
    oldest.width = width;
    oldest.used = ++uses_;
  }

  static bool takes(std::int64_t cells) { return cells >= fewest_cells && cells <= most_cells; }

 private:
  static constexpr std::int64_t fewest_cells = 64, most_cells = 1 << 19;  ///< at most 64 MB are kept

  struct KeptOrder {
    std::int64_t height = 0, width = 0;
    std::uint64_t used = 0;
    std::vector<std::uint32_t> cells;
    std::vector<std::uint32_t> ranks;  ///< of the cells, once someone has asked
  };

  KeptOrder* find(std::int64_t height, std::int64_t width) {
    const auto found = std::find_if(orders_.begin(), orders_.end(), [&](const KeptOrder& order) {
      return order.height == height && order.width == width;
    });
    if (found == orders_.end()) return nullptr;
    found->used = ++uses_;
    return &*found;
  }

  std::mutex mutex_;
  std::array<KeptOrder, 16> orders_;
  std::uint64_t uses_ = 0;
};

KeptOrders& kept_orders() {
  static UntilUnload<KeptOrders> kept;
  return *kept;
}
#endif

}  // namespace

BATT_HD const std::uint32_t* order_of_indices(Arena& scratch, std::int64_t height, std::int64_t width) {
#ifndef __CUDACC__
  if (KeptOrders::takes(height * width)) {
    if (const std::uint32_t* order = kept_orders().find(scratch, height, width)) return order;
    const std::uint32_t* order = build(scratch, height, width);
    kept_orders().keep(height, width, order);
    return order;
  }
#endif
  return build(scratch, height, width);
}

#ifndef BATT_ON_DEVICE
void sort_by_order_of_indices(Arena& scratch, std::int64_t height, std::int64_t width, std::uint32_t* cells,
                              std::uint32_t count) {
  if (count < 2) return;
#ifndef __CUDACC__
  if (KeptOrders::takes(height * width) && kept_orders().sort(height, width, cells, count)) return;
#endif
  const std::uint32_t* order = order_of_indices(scratch, height, width);
  const auto total = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  auto* ranks = scratch.allocate<std::uint32_t>(total);
  rank_cells(order, total, ranks);
  sort_by_ranks(ranks, cells, count);
}
#endif

}  // namespace batt
