// What a process keeps on its devices between runs: tables, programs, and streams with their memory.
#pragma once

#include <array>
#include <atomic>
#include <list>
#include <memory>
#include <mutex>

#include "runtime/device/device_stream.h"

namespace batt::device {

/// While one runs a kernel, another transfers, and the host reads what it brought.
inline constexpr int streams_of_a_device = 2;

class DeviceState {
 public:
  explicit DeviceState(int number);
  ~DeviceState();

  int number() const { return number_; }

  /// Throws Trouble if the device was given up.
  void check_usable() const;
  /// A kernel does not end: nothing of the device is used or freed from now on, since CUDA would wait for the kernel.
  void give_up(const std::string& why);

  // For threads whose current device it is. They throw Trouble.

  /// Where its copy of object_tables() lies.
  const ObjectTables* object_tables(DeviceStats& stats);
  /// Where its copy of the program lies.
  const void* program(const KernelLaunch& work, DeviceStats& stats);

  /// Bytes of the device that are kept.
  std::uint64_t held() const { return held_; }
  void add_held(std::int64_t bytes) { held_ += static_cast<std::uint64_t>(bytes); }

  std::array<std::unique_ptr<DeviceStream>, streams_of_a_device> streams;

 private:
  friend class DeviceUse;
  friend void forget_program(std::uint64_t id);

  struct Resident {
    explicit Resident(std::uint64_t of) : id(of) {}
    std::uint64_t id;
    Buffer memory{Buffer::Where::Device};
    const void* program = nullptr;
    bool is_used = true;  ///< false: its program is no more
  };

  void upload(Buffer& to, const std::byte* from, std::size_t bytes, DeviceStats& stats);
  void abandon();

  const int number_;
  mutable std::mutex mutex_;
  std::string lost_;  ///< why it was given up, in words; empty: it was not
  Buffer tables_{Buffer::Where::Device};
  bool has_tables_ = false;
  std::list<Resident> residents_;
  std::atomic<std::uint64_t> held_ = 0;
  std::size_t users_ = 0;         ///< threads that run samples on it
  std::size_t former_stack_ = 0;  ///< what they found; 0: it was enough
};

/// While a thread runs samples on a device: it is the thread's current one, and its stack is large enough. Both are
/// afterwards as they were.
class DeviceUse {
 public:
  /// Throws Trouble.
  explicit DeviceUse(DeviceState& state);
  ~DeviceUse();
  DeviceUse(const DeviceUse&) = delete;
  DeviceUse& operator=(const DeviceUse&) = delete;

 private:
  DeviceState& state_;
  CurrentDevice current_;
};

/// How many devices there are; in `why` what is wrong if there is none.
int count_devices(std::string& why);
/// Throws Trouble if the current device cannot run the kernel.
void check_code(const void* kernel);
/// Devices keep what is theirs at least as long as static objects live that are made from now on (UntilUnload).
void keep_states();
/// The state of a device, for as long as it is kept.
std::shared_ptr<DeviceState> state_of(int device);
/// No device keeps this program any more.
void forget_program(std::uint64_t id);

}  // namespace batt::device
