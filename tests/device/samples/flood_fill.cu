// One warp fills one grid from its centre: lane r holds row r as a mask, neighbours come by shuffles, a vote ends the
// loop.
#include <cstdint>
#include <vector>

#include "check.h"

constexpr int side = 30, grids = 6;

__global__ void flood(const std::uint32_t* open_rows, std::uint32_t* filled_rows, int* sizes) {
  const int lane = threadIdx.x % 32, grid = blockIdx.x;
  const std::uint32_t open = lane < side ? open_rows[grid * side + lane] : 0;
  std::uint32_t filled = lane == side / 2 ? open & (1u << side / 2) : 0;
  for (bool changed = true; changed;) {
    std::uint32_t above = __shfl_up_sync(0xffffffffu, filled, 1), below = __shfl_down_sync(0xffffffffu, filled, 1);
    if (lane == 0) above = 0;
    if (lane == 31) below = 0;
    const std::uint32_t next = (filled | filled << 1 | filled >> 1 | above | below) & open;
    changed = __any_sync(0xffffffffu, next != filled);
    filled = next;
  }
  const std::uint32_t touched = __ballot_sync(0xffffffffu, filled != 0);
  int size = __popc(filled);
  for (int distance = 16; distance > 0; distance /= 2) size += __shfl_xor_sync(0xffffffffu, size, distance);
  if (lane < side) filled_rows[grid * side + lane] = filled;
  if (lane == 0) sizes[grid] = size * 100 + __popc(touched);
}

static int fill_on_host(const std::uint32_t* open, std::uint32_t* filled) {
  std::vector<int> stack;
  const auto visit = [&](int row, int column) {
    if (row < 0 || column < 0 || row >= side || column >= side) return;
    if (!(open[row] >> column & 1) || (filled[row] >> column & 1)) return;
    filled[row] |= 1u << column;
    stack.push_back(row * side + column);
  };
  visit(side / 2, side / 2);
  int size = 0;
  for (; !stack.empty(); ++size) {
    const int row = stack.back() / side, column = stack.back() % side;
    stack.pop_back();
    visit(row - 1, column);
    visit(row + 1, column);
    visit(row, column - 1);
    visit(row, column + 1);
  }
  int rows = 0;
  for (int row = 0; row < side; ++row) rows += filled[row] != 0;
  return size * 100 + rows;
}

int main() {
  std::vector<std::uint32_t> open(grids * side), filled(grids * side), expected(grids * side);
  std::vector<int> sizes(grids), expected_sizes(grids);
  std::srand(7);
  for (auto& row : open)
    for (int column = 0; column < side; ++column) row |= static_cast<std::uint32_t>(std::rand() % 10 < 7) << column;
  for (int grid = 0; grid < grids; ++grid)
    expected_sizes[grid] = fill_on_host(&open[grid * side], &expected[grid * side]);
  std::uint32_t* device_open = on_device(open.data(), grids * side);
  std::uint32_t* device_filled = on_device(filled.data(), grids * side);
  int* device_sizes = on_device(sizes.data(), grids);
  flood<<<grids, 32>>>(device_open, device_filled, device_sizes);
  to_host(filled.data(), device_filled, grids * side);
  to_host(sizes.data(), device_sizes, grids);
  return differences("filled", filled.data(), expected.data(), grids * side) +
             differences("sizes", sizes.data(), expected_sizes.data(), grids) >
         0;
}
