// Steers the stand-in CUDA runtime from a test in the same process. A program of its own is steered by BATT_FAKE_*
// instead.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace batt::ptx {
class Meter;
}

namespace batt::fake_cuda {

struct Counters {
  std::uint64_t launches = 0, warp_instructions = 0;
  std::uint64_t transfers_in = 0, bytes_in = 0;    // host to device
  std::uint64_t transfers_out = 0, bytes_out = 0;  // device to host
  std::vector<std::uint64_t> peak_memory;          // for each device
  std::vector<std::uint64_t> instructions;         // warp instructions of each device
  std::uint64_t calls = 0;                         // that need a driver
  std::uint64_t endless_waits = 0;                 // calls that would wait for a kernel that does not end
  // What is held now.
  std::uint64_t memory = 0, host_memory = 0;  // bytes of all devices, and of the host for transfers
  std::uint64_t streams = 0, events = 0, modules = 0;
};

/// Everything as in a new process: devices, memory, registered faults, counters and loaded code. The environment is
/// read again.
void reset();

/// From here on, until the next reset. Devices lose what they hold.
void set_devices(int count);
void set_memory(std::uint64_t bytes_a_device);
/// Of one device alone: its memory, and how many times as long as others it takes for a kernel.
void set_device(int device, std::uint64_t memory, double slowness);
/// "malloc:3", "hostmalloc:1", "launch:1", "memcpy:2", "sync:1": the call of that number fails once. "dead:2": from
/// that launch on the context is dead. "hang:2": that launch does not end. "lie:1": the transfer of that number from
/// the device brings nothing but ones. "nodevice", "nodriver", "olddriver", "noimage",
/// "oldptx" (code that the driver would have to compile, and is too old for). Several stand with commas
/// between them; "dead:2@1" counts device 1 only. Throws std::invalid_argument for anything else.
void set_fault(std::string_view faults);
void set_seed(std::uint64_t seed);
/// See tests/device/ptx/machine.h.
void set_strict_reconvergence(bool strict);
/// Who watches launches, see tests/device/ptx/meter.h; null: no one.
void set_meter(ptx::Meter* meter);
void set_step_budget(std::uint64_t warp_instructions);
/// The texts of all modules that kernels and variables are looked up in.
void set_ptx(std::vector<std::string> texts);

Counters counters();
void reset_counters();
/// What the last failed kernel did wrong, as one line.
std::string last_diagnosis();

}  // namespace batt::fake_cuda
