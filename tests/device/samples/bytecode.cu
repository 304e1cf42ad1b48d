// A bytecode machine: a switch for the operations, a table of function pointers for the calls, recursion, and local
// arrays.
#include <vector>

#include "check.h"

#define BOTH __host__ __device__

enum Operation { push, add, multiply, swap, apply, factorial, jump_if_odd, negate, finish };
constexpr int program_length = 24, programs = 40, depth = 32;

BOTH int plus_one(int x) { return x + 1; }
BOTH int halve(int x) { return x / 2; }
BOTH int mix(int x) { return static_cast<int>((static_cast<unsigned>(x) * 2654435761u >> 7) % 1000u); }

using Function = int (*)(int);
__device__ Function device_functions[3] = {plus_one, halve, mix};
static Function host_functions[3] = {plus_one, halve, mix};

BOTH __noinline__ long long product_below(int n) { return n <= 1 ? 1 : n * product_below(n - 1); }

BOTH long long run(const int* code, Function* functions) {
  int stack[depth];
  int top = 0;
  stack[top++] = 1;
  for (int at = 0; at < program_length; ++at) {
    const int argument = code[at] / 16;
    switch (code[at] % 16) {
      case push:
        if (top < depth) stack[top++] = argument;
        break;
      case add:
        if (top > 1) {
          stack[top - 2] = static_cast<int>(static_cast<unsigned>(stack[top - 2]) + stack[top - 1]);
          --top;
        }
        break;
      case multiply:
        if (top > 1) {
          stack[top - 2] = static_cast<int>(static_cast<unsigned>(stack[top - 2]) * stack[top - 1]);
          --top;
        }
        break;
      case swap:
        if (top > 1) {
          const int first = stack[top - 1];
          stack[top - 1] = stack[top - 2];
          stack[top - 2] = first;
        }
        break;
      case apply: stack[top - 1] = functions[argument % 3](stack[top - 1]); break;
      case factorial: stack[top - 1] = static_cast<int>(product_below((stack[top - 1] & 7) + 2) % 10007); break;
      case jump_if_odd:
        if (stack[top - 1] & 1) at += argument % 4;
        break;
      case negate: stack[top - 1] = static_cast<int>(0u - stack[top - 1]); break;
      default: at = program_length;
    }
  }
  long long result = top;
  for (int i = 0; i < top; ++i) result = result * 31 + stack[i];
  return result;
}

__global__ void run_all(const int* code, long long* results) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < programs) results[i] = run(code + i * program_length, device_functions);
}

int main() {
  std::vector<int> code(programs * program_length);
  std::srand(11);
  for (int& word : code) word = std::rand() % (16 * 50) / 16 * 16 + std::rand() % 9 % (std::rand() % 20 ? 8 : 9);
  std::vector<long long> results(programs), expected(programs);
  for (int i = 0; i < programs; ++i) expected[i] = run(&code[i * program_length], host_functions);
  int* device_code = on_device(code.data(), programs * program_length);
  long long* device_results = on_device(results.data(), programs);
  CHECKED(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  run_all<<<(programs + 31) / 32, 32>>>(device_code, device_results);
  to_host(results.data(), device_results, programs);
  return differences("results", results.data(), expected.data(), programs) > 0;
}
