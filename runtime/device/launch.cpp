#include <cuda_runtime_api.h>

#include <algorithm>
#include <system_error>
#include <thread>

#include "dsl_kernels/object_search/object_tables.h"
#include "runtime/device/kernel_launch.h"

namespace batt {
namespace device {
namespace {

/// What ptxas and nvlink count for the deepest chain of calls, rounded up; functions behind pointers (the recipes of
/// sets) are what they cannot see, and have their margin. tests/device checks it.
constexpr std::size_t stack_bytes = std::size_t{8} << 10;

constexpr SampleStatus failed_status{0, Reason::Device, 0, no_op, 0};

std::string describe(cudaError_t error) {
  return std::string(cudaGetErrorString(error)) + " (" + cudaGetErrorName(error) + ")";
}

/// A step on a device that went wrong, in words.
struct Trouble {
  std::string text;
};

/// Throws Trouble unless all is well. The error is the thread's no more: later runs begin anew.
void check(cudaError_t error, const char* step) {
  if (error == cudaSuccess) return;
  cudaGetLastError();
  throw Trouble{std::string(step) + ": " + describe(error)};
}

class Memory {
 public:
  explicit Memory(std::size_t bytes) {
    void* address = nullptr;
    check(cudaMalloc(&address, bytes), "no memory for the samples");
    address_ = static_cast<std::byte*>(address);
  }
  ~Memory() {
    if (cudaFree(address_) != cudaSuccess) cudaGetLastError();
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  std::byte* address() const { return address_; }

 private:
  std::byte* address_;
};

/// What all devices of a run work on; each writes the entries of its own samples.
struct Job {
  const KernelLaunch& work;
  ErrorMode mode;
  const std::vector<Inputs>& samples;
  const DeviceOptions& options;
  DeviceRun& run;

  std::size_t slab_bytes() const { return options.slab_bytes & ~std::size_t{255}; }
  std::size_t answer_bytes() const { return options.result_bytes & ~std::size_t{255}; }
};

/// Runs some of the samples on one device, on the calling thread.
class Worker {
 public:
  Worker(const Job& job, int device) : job_(job), device_(device) {}

  void run(std::size_t begin, std::size_t end) {
    try {
      check(cudaSetDevice(device_), "the device cannot be used");
      cudaFuncAttributes attributes;
      check(cudaFuncGetAttributes(&attributes, job_.work.kernel()), "the device code cannot be used");
      check(cudaDeviceGetAttribute(&processors_, cudaDevAttrMultiProcessorCount, device_),
            "the device cannot be asked");
      std::size_t stack = 0;
      check(cudaDeviceGetLimit(&stack, cudaLimitStackSize), "the stack cannot be set up");
      if (stack < stack_bytes) check(cudaDeviceSetLimit(cudaLimitStackSize, stack_bytes), "the stack cannot be set up");
      while (begin < end) {
        const std::size_t count = chunk_size(begin, end);
        run_chunk(begin, count);
        begin += count;
      }
    } catch (const Trouble& trouble) {
      trouble_ = "device " + std::to_string(device_) + ": " + trouble.text;
    } catch (const std::bad_alloc&) {
      trouble_ = "device " + std::to_string(device_) + ": no memory on the host for the transfer";
    }
  }

  const std::string& trouble() const { return trouble_; }
  const DeviceStats& stats() const { return stats_; }

 private:
  LaunchParameters request(std::size_t begin, std::size_t count, std::byte* slabs, std::byte* results) const {
    return {job_.mode,           std::span(job_.samples).subspan(begin, count),
            job_.options.steps,  slabs,
            job_.slab_bytes(),   results,
            job_.answer_bytes(), samples_per_warp(count)};
  }

  /// Warps that hold one sample each are the quickest, as long as every multiprocessor can have its share of them at
  /// once.
  unsigned samples_per_warp(std::size_t count) const {
    if (job_.options.samples_per_warp != 0) return std::min(job_.options.samples_per_warp, warp_size);
    constexpr std::size_t warps_of_a_processor = 16;
    const std::size_t warps = static_cast<std::size_t>(std::max(processors_, 1)) * warps_of_a_processor;
    return static_cast<unsigned>(std::clamp<std::size_t>((count + warps - 1) / warps, 1, warp_size));
  }

  std::size_t bytes_for(std::size_t begin, std::size_t count) const {
    return job_.work.bytes(request(begin, count, nullptr, nullptr)) + count * job_.slab_bytes() +
           results_bytes(count, job_.answer_bytes());
  }

  /// How many of the samples fit into the share of the memory that is free now.
  std::size_t chunk_size(std::size_t begin, std::size_t end) const {
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "the free memory is not known");
    const auto budget = static_cast<std::size_t>(static_cast<double>(free) * job_.options.memory_share);
    std::size_t count = std::min(end - begin, budget / (job_.slab_bytes() + job_.answer_bytes() + 1));
    while (count > 0 && bytes_for(begin, count) > budget) count -= (count + 15) / 16;
    if (count == 0) throw Trouble{"no memory for the samples: one takes more than the share of it that is free"};
    return count;
  }

  void run_chunk(std::size_t begin, std::size_t count) {
    const std::size_t bytes_in = job_.work.bytes(request(begin, count, nullptr, nullptr)),
                      bytes_out = results_bytes(count, job_.answer_bytes());
    const Memory block(bytes_in), slabs(count * job_.slab_bytes()), results(bytes_out);
    stats_.memory = std::max<std::uint64_t>(stats_.memory, bytes_in + count * job_.slab_bytes() + bytes_out);

    std::vector<std::byte> host(bytes_in);
    job_.work.write(request(begin, count, slabs.address(), results.address()), host.data(), bytes_in,
                    reinterpret_cast<std::uintptr_t>(block.address()));
    check(cudaMemcpy(block.address(), host.data(), bytes_in, cudaMemcpyHostToDevice),
          "the transfer to the device failed");
    ++stats_.transfers_in;
    stats_.bytes_in += bytes_in;

    launch(block.address(), count);

    host.resize(bytes_out);
    check(cudaMemcpy(host.data(), results.address(), bytes_out, cudaMemcpyDeviceToHost),
          "the transfer from the device failed");
    ++stats_.transfers_out;
    stats_.bytes_out += bytes_out;
    take_results(begin, count, host.data());
  }

  void launch(const std::byte* block, std::size_t count) {
    void* arguments[] = {&block};
    const std::size_t samples_of_a_block = std::size_t{warps_of_a_block} * samples_per_warp(count);
    const auto blocks = static_cast<unsigned>((count + samples_of_a_block - 1) / samples_of_a_block);
    check(cudaLaunchKernel(job_.work.kernel(), dim3(blocks), dim3(warps_of_a_block * warp_size), arguments, 0, nullptr),
          "the launch failed");
    ++stats_.launches;
    check(cudaDeviceSynchronize(), "the kernel failed");
  }

  void take_results(std::size_t begin, std::size_t count, const std::byte* results) {
    const auto* status = reinterpret_cast<const SampleStatus*>(results);
    const std::byte* answers = results + answers_offset(count);
    for (std::size_t k = 0; k < count; ++k) {
      job_.run.status[begin + k] = status[k];
      if (status[k].answered == 0) continue;
      const std::byte* answer = answers + k * job_.answer_bytes();
      job_.run.answers[begin + k].assign(answer, answer + reinterpret_cast<const Answer*>(answer)->bytes);
    }
  }

  const Job& job_;
  int device_;
  int processors_ = 0;
  std::string trouble_;
  DeviceStats stats_;
};

void add(DeviceRun& run, const Worker& worker) {
  DeviceStats& sum = run.stats;
  const DeviceStats& more = worker.stats();
  sum.launches += more.launches;
  sum.transfers_in += more.transfers_in;
  sum.bytes_in += more.bytes_in;
  sum.transfers_out += more.transfers_out;
  sum.bytes_out += more.bytes_out;
  sum.memory = std::max(sum.memory, more.memory);
  if (more.launches > 0) ++sum.devices;
  if (worker.trouble().empty()) return;
  if (!run.trouble.empty()) run.trouble += "; ";
  run.trouble += worker.trouble();
}

/// Even parts of the samples, one for each device, on threads of their own.
void run_all(const Job& job, int devices) {
  std::vector<Worker> workers;
  for (int device = 0; device < devices; ++device) workers.emplace_back(job, device);
  const std::size_t count = job.samples.size(), parts = workers.size();
  const auto run_part = [&](std::size_t part) { workers[part].run(count * part / parts, count * (part + 1) / parts); };
  std::vector<std::thread> threads;
  for (std::size_t part = 1; part < parts; ++part) {
    try {
      threads.emplace_back(run_part, part);
    } catch (const std::system_error&) {
      run_part(part);  // no thread to be had: one device after the other
    }
  }
  run_part(0);
  for (std::thread& thread : threads) thread.join();
  for (const Worker& worker : workers) add(job.run, worker);
}

/// How many devices there are; in `why` what is wrong if there is none.
int count_devices(std::string& why) {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error == cudaSuccess && count > 0) return count;
  cudaGetLastError();
  why = error == cudaSuccess ? "there is no CUDA device" : "no CUDA device can be used: " + describe(error);
  return 0;
}

}  // namespace

std::size_t answers_offset(std::size_t samples) { return (samples * sizeof(SampleStatus) + 255) & ~std::size_t{255}; }

std::size_t results_bytes(std::size_t samples, std::size_t answer_bytes) {
  return answers_offset(samples) + samples * answer_bytes;
}

Batch write_batch(ValueWriter& writer, const LaunchParameters& request) {
  Batch batch{};
  batch.object_tables = writer.write_raw(&object_tables(), 1);
  batch.sample_count = static_cast<std::uint32_t>(request.samples.size());
  batch.samples_per_warp = request.samples_per_warp;
  batch.mode = request.mode;
  batch.steps = request.steps;
  batch.slabs = request.slabs;
  batch.slab_bytes = request.slab_bytes;
  batch.status = reinterpret_cast<SampleStatus*>(request.results);
  batch.answers = request.results + answers_offset(request.samples.size());
  batch.answer_bytes = request.answer_bytes;
  return batch;
}

std::string why_unavailable(const KernelLaunch& work) {
  std::string why;
  if (count_devices(why) == 0) return why;
  cudaFuncAttributes attributes;
  const cudaError_t error = cudaFuncGetAttributes(&attributes, work.kernel());
  if (error == cudaSuccess) return "";
  cudaGetLastError();
  return "the device code cannot be used: " + describe(error);
}

DeviceRun run_kernel(const KernelLaunch& work, ErrorMode mode, const std::vector<Inputs>& samples,
                     const DeviceOptions& options) {
  DeviceRun run;
  run.status.assign(samples.size(), failed_status);
  run.answers.resize(samples.size());
  if (samples.empty()) return run;
  int devices = count_devices(run.trouble);
  if (devices == 0) return run;
  if (options.devices > 0) devices = std::min(devices, options.devices);
  if (samples.size() < options.split_from) devices = 1;
  run_all({work, mode, samples, options, run}, std::min<int>(devices, static_cast<int>(samples.size())));
  return run;
}

}  // namespace device
}  // namespace batt
