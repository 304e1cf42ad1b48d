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

#include "runtime/exec/candidates.h"
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
  bool measures = false;  ///< whether times are taken, for which each step waits for the one before
};

/// Where the time of launches went.
struct DeviceSeconds {
  double memory = 0;  ///< on the host: allocating, and writing what goes in
  double in = 0, kernel = 0, out = 0;
};

struct DeviceStats {
  std::uint64_t launches = 0;
  std::uint64_t transfers_in = 0, bytes_in = 0;
  std::uint64_t transfers_out = 0, bytes_out = 0;
  std::uint64_t memory = 0;    ///< the most that was taken of one device
  std::uint64_t reserved = 0;  ///< of one device, for the stacks of all lanes that it can hold
  std::uint64_t outgrown = 0;  ///< samples that ran again with more memory
  int devices = 0;             ///< that ran samples
  int dropped = 0;             ///< streams of them that were slower than a thread of the host
  DeviceSeconds seconds;       ///< with DeviceOptions::measures

  /// Adds what another run counted; of peaks the higher one is kept.
  void add(const DeviceStats& other) {
    launches += other.launches;
    transfers_in += other.transfers_in;
    bytes_in += other.bytes_in;
    transfers_out += other.transfers_out;
    bytes_out += other.bytes_out;
    memory = std::max(memory, other.memory);
    reserved = std::max(reserved, other.reserved);
    outgrown += other.outgrown;
    devices = std::max(devices, other.devices);
    dropped += other.dropped;
    seconds.memory += other.seconds.memory;
    seconds.in += other.seconds.in;
    seconds.kernel += other.seconds.kernel;
    seconds.out += other.seconds.out;
  }
};

/// Holds what its answers lie in, so it moves and is not copied.
struct DeviceRun {
  DeviceRun() = default;
  DeviceRun(DeviceRun&&) = default;
  DeviceRun& operator=(DeviceRun&&) = default;

  ErrorMode mode = ErrorMode::Safe;
  std::vector<SampleStatus> status;           ///< one for each sample
  std::vector<std::span<std::byte>> answers;  ///< of the answered ones, as the device wrote them
  std::vector<std::shared_ptr<void>> kept;    ///< the memory that they lie in
  std::string trouble;                        ///< what went wrong with a device, in words; empty: nothing
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
  const Value* expected = nullptr;  ///< what results are compared with, if the sample is scored
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
  /// What an answered sample gave; its values are made where the answer lies, and live as long as the run. Once for
  /// each sample. Nothing if the device wrote what no kernel of ours does.
  virtual std::optional<Outcome> read(DeviceRun& run, std::size_t sample) const = 0;

  /// Whether devices can compare its results where they are.
  virtual bool can_score() const { return false; }
  /// As run(), of samples with an expected output. There are no answers: the status of an answered sample says what
  /// came of its calls (runtime/device/scores.h). What does not depend on C runs once for both of them, and s does not
  /// run.
  virtual DeviceRun score([[maybe_unused]] DevicePlace place, [[maybe_unused]] ErrorMode mode,
                          std::span<const DeviceCall> calls, [[maybe_unused]] Candidates candidates,
                          [[maybe_unused]] const DeviceOptions& options) const {
    DeviceRun run;
    run.status.assign(calls.size(), {0, Reason::Device, 0, no_op, 0, 0});
    return run;
  }
};

/// A program as data. Devices keep it as long as the object lives.
std::unique_ptr<DeviceProgram> make_device_program(std::shared_ptr<const exec::Program> program);

/// Why no device can be used here, in words; empty: one can.
std::string device_unavailable();

/// Gives back what the process keeps on its devices between runs. Devices that were given up are tried again. Not while
/// samples run.
void release_devices();

}  // namespace batt
