// What depends on nothing but a small grid's shape, made when first asked for and kept: by any thread, for all runs.
#pragma once

#include <atomic>
#include <mutex>

#include "batt/context.h"
#include "batt/set.h"
#include "dsl_kernels/checked/places.h"

namespace batt {

/// Memory for values that many runs share; nothing in it is ever freed.
struct Keeper {
  std::mutex mutex;
  Context context;
};
Keeper& keeper();

/// An entry for each shape of a grid.
template <class Entry>
class ByShape {
 public:
  template <class Make>
  const Entry& get(int height, int width, Make make) {
    std::atomic<const Entry*>& slot = entries_[height][width];
    if (const Entry* entry = slot.load(std::memory_order_acquire)) return *entry;
    const std::lock_guard lock(keeper().mutex);
    if (const Entry* entry = slot.load(std::memory_order_relaxed)) return *entry;
    const Entry* entry = keeper().context.arena().template make<Entry>(make(keeper().context));
    slot.store(entry, std::memory_order_release);
    return *entry;
  }

 private:
  std::atomic<const Entry*> entries_[plane_side + 1][plane_side + 1] = {};
};

/// asindices of a shape: the order in which objects() looks for the first cell of an object.
struct ScanOrder {
  const SetRep* indices;
  std::uint16_t rank[place_count];

  Place first(std::uint16_t at) const { return place_at(indices->cells()[at].i(), indices->cells()[at].j()); }
};

/// height and width up to plane_side.
const ScanOrder& scan_order(int height, int width);

/// frozenset((i, j) for i in range(height) for j in range(width)), for the same shapes.
Value indices_of_shape(Context& context, int height, int width);

}  // namespace batt
