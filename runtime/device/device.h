// Runs a program on CUDA devices, all samples of a run at once: one transfer in, one launch, one transfer out (more of
// each only if the samples do not fit into a device's memory). What the device cannot answer is told sample by sample;
// the caller runs those on the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/exec/lowered_program.h"
#include "runtime/exec/outcome.h"
#include "runtime/value/context.h"

namespace batt {

struct DeviceOptions {
  std::size_t slab_bytes = std::size_t{2} << 20;     ///< memory for the values of one sample
  std::size_t result_bytes = std::size_t{64} << 10;  ///< room for the answers of one sample
  std::uint64_t steps = std::uint64_t{1} << 32;      ///< most work for one sample
  double memory_share = 0.8;                         ///< of a device's free memory that a run may take
  std::size_t split_from = 120;                      ///< this many samples are split over all devices
  int devices = 0;                                   ///< at most this many; 0: all
  unsigned samples_per_warp = 0;  ///< 1 to 32; 0: as many as it takes to give every processor its share
};

struct DeviceStats {
  std::uint64_t launches = 0;
  std::uint64_t transfers_in = 0, bytes_in = 0;
  std::uint64_t transfers_out = 0, bytes_out = 0;
  std::uint64_t memory = 0;  ///< the most that was taken of one device
  int devices = 0;
};

struct DeviceRun {
  std::vector<SampleStatus> status;             ///< one for each sample
  std::vector<std::vector<std::byte>> answers;  ///< of the answered ones, as the device wrote them
  std::string trouble;                          ///< what went wrong with a device, in words; empty: nothing
  DeviceStats stats;
};

/// A program that devices can run, whatever it is to them: data for one kernel, or kernels of its own.
class DeviceProgram {
 public:
  virtual ~DeviceProgram() = default;
  /// Why no device can run it here, in words; empty: one can.
  virtual std::string unavailable() const = 0;
  /// Never fails as a whole: a sample without an answer says why in its status (Reason::Device: see `trouble`).
  virtual DeviceRun run(ErrorMode mode, const std::vector<Inputs>& samples, const DeviceOptions& options) const = 0;
  /// What an answered sample gave; its values lie in the context's arena.
  virtual Outcome read(const DeviceRun& run, std::size_t sample, Context& context) const = 0;
};

// The same for a program as data.

/// Why no device can be used here, in words; empty: one can.
std::string device_unavailable();

/// Never fails as a whole: a sample without an answer says why in its status (Reason::Device: see `trouble`).
DeviceRun run_on_device(const exec::Program& program, ErrorMode mode, const std::vector<Inputs>& samples,
                        const DeviceOptions& options);

/// What an answered sample gave; its values lie in the context's arena.
Outcome read_outcome(const exec::Program& program, const DeviceRun& run, std::size_t sample, Context& context);

}  // namespace batt
