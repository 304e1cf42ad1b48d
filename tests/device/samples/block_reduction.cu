// Sums of blocks through shared memory, once of static and once of dynamic size, scaled by a constant set from the
// host.
#include <vector>

#include "check.h"

constexpr int threads = 96, blocks = 5, count = threads * blocks - 13;

__constant__ long long scale;
__device__ int blocks_done;

__global__ void reduce(const int* values, long long* sums) {
  __shared__ long long partial[threads];
  extern __shared__ int seen[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[threadIdx.x] = i < count ? values[i] : 0;
  seen[threadIdx.x] = i < count;
  __syncthreads();
  for (int stride = 64; stride > 0; stride /= 2) {
    if (threadIdx.x < stride && threadIdx.x + stride < threads) {
      partial[threadIdx.x] += partial[threadIdx.x + stride];
      seen[threadIdx.x] += seen[threadIdx.x + stride];
    }
    __syncthreads();
  }
  const int odd = __syncthreads_count(i < count && values[i] % 2 != 0);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = partial[0] * scale + 1000000ll * seen[0] + odd;
    atomicAdd(&blocks_done, 1);
  }
}

int main() {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i * 37 % 101 - 50;
  const long long factor = -3;
  std::vector<long long> expected(blocks), sums(blocks);
  for (int block = 0; block < blocks; ++block)
    for (int i = block * threads; i < (block + 1) * threads && i < count; ++i)
      expected[block] += values[i] * factor + 1000000 + (values[i] % 2 != 0);
  int* device_values = on_device(values.data(), count);
  long long* device_sums = on_device(sums.data(), blocks);
  CHECKED(cudaMemcpyToSymbol(scale, &factor, sizeof factor));
  reduce<<<blocks, threads, threads * sizeof(int)>>>(device_values, device_sums);
  to_host(sums.data(), device_sums, blocks);
  int done = 0;
  CHECKED(cudaMemcpyFromSymbol(&done, blocks_done, sizeof done));
  return differences("sums", sums.data(), expected.data(), blocks) > 0 || done != blocks;
}
