// Every lane puts one key into an open-addressing table. Which slot it gets depends on the schedule, what is found does
// not.
#include <algorithm>
#include <vector>

#include "check.h"

using Key = unsigned long long;
constexpr int slots = 256, threads = 64, blocks = 2, keys = threads * blocks;
constexpr Key empty = ~0ull;

__device__ int slot_of(Key key) { return static_cast<int>((key * 0x9E3779B97F4A7C15ull) >> 56); }

__global__ void insert(const Key* input, Key* table, int* counts, int* inserted) {
  const Key key = input[blockIdx.x * blockDim.x + threadIdx.x];
  for (int slot = slot_of(key);; slot = (slot + 1) % slots) {
    const Key before = atomicCAS(&table[slot], empty, key);
    if (before == empty) atomicAdd(inserted, 1);
    if (before == empty || before == key) {
      atomicAdd(&counts[slot], 1);
      return;
    }
  }
}

int main() {
  std::vector<Key> input(keys), table(slots, empty);
  std::vector<int> counts(slots, 0), inserted(1, 0);
  for (int i = 0; i < keys; ++i) input[i] = static_cast<Key>(i % 50) << 40 | 17;
  Key* device_input = on_device(input.data(), keys);
  Key* device_table = on_device(table.data(), slots);
  int* device_counts = on_device(counts.data(), slots);
  int* device_inserted = on_device(inserted.data(), 1);
  insert<<<blocks, threads>>>(device_input, device_table, device_counts, device_inserted);
  to_host(table.data(), device_table, slots);
  to_host(counts.data(), device_counts, slots);
  to_host(inserted.data(), device_inserted, 1);
  if (inserted[0] != 50) return 1;
  for (int value = 0; value < 50; ++value) {
    const Key key = static_cast<Key>(value) << 40 | 17;
    const auto found = std::find(table.begin(), table.end(), key);
    const auto expected = std::count(input.begin(), input.end(), key);
    if (found == table.end() || counts[found - table.begin()] != expected ||
        std::find(found + 1, table.end(), key) != table.end()) {
      std::printf("key %d is not in the table as it should be\n", value);
      return 1;
    }
  }
  return 0;
}
