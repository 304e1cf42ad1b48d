// Runs programs on CUDA devices, many samples at once. What the device cannot answer is told sample by sample; the
// caller runs those on the host.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/exec/lowered_program.h"
#include "runtime/exec/outcome.h"
#include "runtime/value/context.h"

namespace batt {

struct DeviceOptions {
  std::size_t slab_bytes = std::size_t{128} << 10;  ///< memory for the values of one sample
  std::size_t answer_bytes = std::size_t{4} << 10;  ///< that the answers of a launch may take for each sample
  /// The same for samples that outgrow it, which run again. No larger than slab_bytes: the host runs them.
  std::size_t large_slab_bytes = std::size_t{2} << 20;
  std::size_t large_answer_bytes = std::size_t{64} << 10;
  std::uint64_t steps = std::uint64_t{1} << 22;  ///< most work for one sample: some seconds of a lane
  double sample_seconds = 0;                     ///< that a sample may take; 0: no limit
  double launch_seconds = 10;                    ///< that all samples of a launch may take; 0: no limit
  double memory_share = 0.8;                     ///< of a device's free memory that a run may take
  std::size_t split_from = 120;                  ///< this many samples are split over all devices
  int devices = 0;                               ///< at most this many; 0: all
  unsigned samples_per_warp = 0;                 ///< 1 to 32; 0: as many as it takes to give every processor its share
};

struct DeviceStats {
  std::uint64_t launches = 0;
  std::uint64_t transfers_in = 0, bytes_in = 0;
  std::uint64_t transfers_out = 0, bytes_out = 0;
  std::uint64_t memory = 0;    ///< the most that was taken of one device
  std::uint64_t outgrown = 0;  ///< samples that ran again with more memory
  int devices = 0;             ///< that ran samples
  int dropped = 0;             ///< streams of them that were slower than a thread of the host

  /// Adds what another run counted; of peaks the higher one is kept.
  void add(const DeviceStats& other) {
    launches += other.launches;
    transfers_in += other.transfers_in;
    bytes_in += other.bytes_in;
    transfers_out += other.transfers_out;
    bytes_out += other.bytes_out;
    memory = std::max(memory, other.memory);
    outgrown += other.outgrown;
    devices = std::max(devices, other.devices);
    dropped += other.dropped;
  }
};

/// Holds what its answers lie in, so it moves and is not copied.
struct DeviceRun {
  DeviceRun() = default;
  DeviceRun(DeviceRun&&) = default;
  DeviceRun& operator=(DeviceRun&&) = default;

  std::vector<SampleStatus> status;                 ///< one for each sample
  std::vector<std::span<const std::byte>> answers;  ///< of the answered ones, as the device wrote them
  std::vector<std::vector<std::byte>> kept;         ///< the answers of each launch
  std::string trouble;                              ///< what went wrong with a device, in words; empty: nothing
  DeviceStats stats;
};

/// One of the streams of a device. Several of them work at the same time.
struct DevicePlace {
  int device = 0;
  int stream = 0;
};

class DeviceProgram;

/// One sample, and what runs it.
struct DeviceCall {
  const DeviceProgram* program;
  const Inputs* inputs;
};

/// A program that devices can run, whatever it is to them: data for one kernel, or kernels of its own.
class DeviceProgram {
 public:
  virtual ~DeviceProgram() = default;
  /// Whether there is code for devices at all. Looks for no device.
  virtual bool has_code() const = 0;
  /// Whether this process has used a device, so that its start costs nothing any more. Looks for no device.
  virtual bool is_started() const = 0;
  /// Why no device can run it here, in words; empty: one can.
  virtual std::string unavailable() const = 0;
  /// The places that share a run of so many samples.
  virtual std::vector<DevicePlace> places(std::size_t samples, const DeviceOptions& options) const = 0;
  /// Whether calls of both can be run together.
  virtual bool joins(const DeviceProgram& other) const = 0;
  /// Runs calls of this program and of those that it joins. Never fails as a whole: a sample without an answer says why
  /// in its status (Reason::Device: see `trouble`).
  virtual DeviceRun run(DevicePlace place, ErrorMode mode, std::span<const DeviceCall> calls,
                        const DeviceOptions& options) const = 0;
  /// What an answered sample gave; its values lie in the context's arena. Nothing if the device wrote what no kernel of
  /// ours does.
  virtual std::optional<Outcome> read(const DeviceRun& run, std::size_t sample, Context& context) const = 0;
};

/// A program as data. Devices keep it as long as the object lives.
std::unique_ptr<DeviceProgram> make_device_program(std::shared_ptr<const exec::Program> program);

/// Why no device can be used here, in words; empty: one can.
std::string device_unavailable();

/// Gives back what the process keeps on its devices between runs. Devices that were given up are tried again. Not while
/// samples run.
void release_devices();

}  // namespace batt
