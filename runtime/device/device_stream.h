// One stream of a device: runs blocks of samples one after the other, in memory that it keeps between runs. Several
// streams overlap their transfers, their kernels and what the host does with the results.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "runtime/device/cuda_memory.h"
#include "runtime/device/kernel_launch.h"

namespace batt::device {

class DeviceState;

class DeviceStream {
 public:
  explicit DeviceStream(DeviceState& device) : device_(device) {}
  ~DeviceStream();

  /// The samples of a block, and where their results go.
  struct Block {
    ErrorMode mode;
    Candidates scored;  ///< the calls that are scored; none of them: answers come back
    const DeviceOptions& options;
    std::span<const DeviceSample> samples;
    std::span<SampleStatus> status;
    std::span<std::span<std::byte>> answers;
    std::vector<std::shared_ptr<void>>& kept;  ///< the memory that the answers lie in
    DeviceStats& stats;

    bool is_scored() const { return scored.none || scored.expected; }
  };

  /// Samples that outgrow their memory run again with more of it. Throws Trouble; results that came before it are kept.
  /// For threads inside a DeviceUse, one at a time.
  void run(const Block& block);

  void abandon();

  std::mutex mutex;  ///< of who runs a block

 private:
  using Indices = std::span<const std::uint32_t>;  ///< of samples of the block, in the order of their lanes
  struct Tier;
  struct Layout;

  void prepare(const Block& block);
  std::size_t run_some(const Block& block, const Tier& tier, Indices samples);
  std::size_t memory_budget(const Block& block) const;
  unsigned samples_per_warp(const Block& block, std::size_t count) const;
  void launch(const Block& block, const Layout& layout, std::size_t budget);
  std::size_t write_block(const Block& block, const Layout& layout, std::size_t budget);
  std::size_t held() const;
  void grow(Buffer& buffer, std::size_t bytes);
  std::size_t write(const Block& block, const Layout& layout, std::byte* memory, std::size_t capacity) const;
  void receive(const Buffer& to, const std::byte* from, std::size_t bytes, const Block& block);
  void wait(double seconds);
  void take_results(const Block& block, const Layout& layout);
  std::shared_ptr<Buffer> memory_for_answers(std::size_t bytes);

  DeviceState& device_;
  cudaStream_t stream_ = nullptr;
  cudaEvent_t done_ = nullptr;
  int processors_ = 0;
  std::size_t reserved_ = 0;  ///< what CUDA keeps for the stacks of all lanes
  const ObjectTables* tables_ = nullptr;
  std::vector<const void*> programs_;  ///< of the block's samples
  Buffer block_{Buffer::Where::Device}, slabs_{Buffer::Where::Device}, results_{Buffer::Where::Device};
  Buffer to_device_{Buffer::Where::Host}, statuses_{Buffer::Where::Host};
  std::vector<std::shared_ptr<Buffer>> answers_;  ///< on the host; each belongs to a run as long as that lives
};

}  // namespace batt::device
