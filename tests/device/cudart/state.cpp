#include "tests/device/cudart/state.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace batt::fake_cuda {
namespace {

constexpr std::uint64_t default_memory = std::uint64_t{2} << 30;
constexpr std::uint64_t default_step_budget = std::uint64_t{1} << 32;
constexpr std::size_t allocation_align = 256;
constexpr int never_written = 0xA5;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::uint64_t number_or(const std::string& text, std::uint64_t otherwise) {
  return text.empty() ? otherwise : std::strtoull(text.c_str(), nullptr, 0);
}

std::vector<std::string> read_files(const std::string& names) {
  std::vector<std::string> texts;
  std::istringstream list(names);
  for (std::string name; std::getline(list, name, ':');) {
    const std::ifstream file(name);
    if (!file) std::fprintf(stderr, "fake cudart: cannot read %s\n", name.c_str());
    std::ostringstream text;
    text << file.rdbuf();
    texts.push_back(text.str());
  }
  return texts;
}

void write_statistics() {
  const std::string name = environment("BATT_FAKE_STATS");
  if (name.empty()) return;
  const Counters counters = fake_cuda::counters();
  std::ofstream out(name);
  out << "{\"launches\": " << counters.launches << ", \"warp_instructions\": " << counters.warp_instructions
      << ", \"transfers_in\": " << counters.transfers_in << ", \"bytes_in\": " << counters.bytes_in
      << ", \"transfers_out\": " << counters.transfers_out << ", \"bytes_out\": " << counters.bytes_out
      << ", \"peak_memory\": [";
  for (std::size_t i = 0; i < counters.peak_memory.size(); ++i) out << (i ? ", " : "") << counters.peak_memory[i];
  out << "]}\n";
}

/// The functions that took most, with their own instructions first.
void write_profile() {
  const std::string name = environment("BATT_FAKE_PROFILE");
  if (name.empty()) return;
  std::vector<std::pair<ptx::FunctionCost, std::string>> rows;
  for (const auto& [function, cost] : state().profile) rows.emplace_back(cost, function);
  std::sort(rows.begin(), rows.end(),
            [](const auto& a, const auto& b) { return a.first.own.of_warps > b.first.own.of_warps; });
  std::ofstream out(name);
  for (const auto& [cost, function] : rows)
    out << cost.own.of_warps << '\t' << cost.all.of_warps << '\t' << cost.own.of_lanes << '\t' << cost.all.of_lanes
        << '\t' << function << '\n';
}

void write_results() {
  write_statistics();
  write_profile();
}

}  // namespace

void FreeAligned::operator()(std::byte* memory) const { std::free(memory); }

bool Device::contains(const void* pointer, std::size_t bytes) const {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto after = allocations.upper_bound(address);
  if (after != allocations.begin()) {
    const auto& [begin, allocation] = *std::prev(after);
    if (address - begin <= allocation.bytes && allocation.bytes - (address - begin) >= bytes) return true;
  }
  if (!module) return false;
  for (const auto& [name, symbol] : module->symbols())
    if (symbol.space != ptx::Space::shared && address - symbol.address <= symbol.bytes &&
        symbol.bytes - (address - symbol.address) >= bytes)
      return true;
  return false;
}

State::State() {
  read_environment();
  std::atexit(write_results);
}

void State::read_environment() {
  memory_limit = number_or(environment("BATT_FAKE_MEMORY"), default_memory);
  set_device_count(static_cast<int>(number_or(environment("BATT_FAKE_DEVICES"), 1)));
  schedule.seed = number_or(environment("BATT_FAKE_SEED"), 0);
  schedule.strict_reconvergence = number_or(environment("BATT_FAKE_STRICT"), 0) != 0;
  meter = nullptr;
  step_budget = number_or(environment("BATT_FAKE_STEPS"), default_step_budget);
  ptx = read_files(environment("BATT_FAKE_PTX"));
  try {
    faults = Faults(environment("BATT_FAKE_FAULT"));
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "fake cudart: %s\n", error.what());
    std::exit(3);
  }
}

/// What is held now stays counted.
void State::reset_counters() {
  Counters fresh;
  fresh.streams = counters.streams;
  fresh.events = counters.events;
  fresh.modules = counters.modules;
  counters = fresh;
  for (const auto& device : devices) {
    device->peak = device->used;
    device->instructions = 0;
  }
}

void State::set_device_count(int count) {
  devices.clear();
  for (int i = 0; i < count; ++i) {
    devices.push_back(std::make_unique<Device>());
    devices.back()->memory_limit = memory_limit;
  }
}

cudaError_t State::load(Device& device) {
  if (device.module) return cudaSuccess;
  if (ptx.empty()) {
    diagnosis = "no PTX is given: set BATT_FAKE_PTX";
    return cudaErrorNoKernelImageForDevice;
  }
  try {
    device.module = ptx::Module::load(ptx);
  } catch (const std::exception& error) {
    diagnosis = error.what();
    std::fprintf(stderr, "fake cudart: %s\n", error.what());
    return cudaErrorInvalidKernelImage;
  }
  device.machine = std::make_unique<ptx::Machine>(*device.module);
  return cudaSuccess;
}

cudaError_t State::allocate(int number, void** pointer, std::size_t bytes) {
  Device& device = *devices[static_cast<std::size_t>(number)];
  if (!pointer) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (faults.strikes(Faults::Kind::malloc, number) || bytes > device.memory_limit - device.used)
    return cudaErrorMemoryAllocation;
  Memory memory(static_cast<std::byte*>(
      std::aligned_alloc(allocation_align, (bytes + allocation_align - 1) / allocation_align * allocation_align)));
  if (!memory) return cudaErrorMemoryAllocation;
  std::memset(memory.get(), never_written, bytes);
  *pointer = memory.get();
  device.allocations[reinterpret_cast<std::uintptr_t>(*pointer)] = {std::move(memory), bytes};
  device.used += bytes;
  device.peak = std::max(device.peak, device.used);
  return cudaSuccess;
}

cudaError_t State::release(void* pointer) {
  if (!pointer) return cudaSuccess;
  for (const auto& device : devices)
    if (const auto found = device->allocations.find(reinterpret_cast<std::uintptr_t>(pointer));
        found != device->allocations.end()) {
      device->used -= found->second.bytes;
      device->allocations.erase(found);
      return cudaSuccess;
    }
  return cudaErrorInvalidValue;
}

State& state() {
  static State& only = *new State;
  return only;
}

int& current_device() {
  static thread_local int device = 0;
  return device;
}

cudaError_t& last_error() {
  static thread_local cudaError_t error = cudaSuccess;
  return error;
}

cudaError_t remember(cudaError_t error) {
  if (error != cudaSuccess) last_error() = error;
  return error;
}

cudaError_t availability(State& all) {
  ++all.counters.calls;
  for (const Faults::Kind kind : {Faults::Kind::nodriver, Faults::Kind::olddriver})
    if (all.faults.always(kind)) return cudaErrorInsufficientDriver;
  return all.devices.empty() || all.faults.always(Faults::Kind::nodevice) ? cudaErrorNoDevice : cudaSuccess;
}

cudaError_t health(const State& all) {
  const auto device = static_cast<std::size_t>(current_device());
  return device < all.devices.size() ? all.devices[device]->failed : cudaErrorInvalidDevice;
}

void reset() {
  State& all = state();
  const std::lock_guard lock(all.mutex);
  state().reset_counters();
  all.diagnosis.clear();
  all.read_environment();
  current_device() = 0;
  last_error() = cudaSuccess;
}

void set_devices(int count) {
  const std::lock_guard lock(state().mutex);
  state().set_device_count(count);
}
void set_memory(std::uint64_t bytes) {
  const std::lock_guard lock(state().mutex);
  state().memory_limit = bytes;
  for (const auto& device : state().devices) device->memory_limit = bytes;
}
void set_device(int number, std::uint64_t memory, double slowness) {
  const std::lock_guard lock(state().mutex);
  Device& device = *state().devices[static_cast<std::size_t>(number)];
  device.memory_limit = memory;
  device.slowness = slowness;
}
void set_fault(std::string_view faults) {
  const std::lock_guard lock(state().mutex);
  state().faults = Faults(faults);
}
void set_seed(std::uint64_t seed) {
  const std::lock_guard lock(state().mutex);
  state().schedule.seed = seed;
}
void set_strict_reconvergence(bool strict) {
  const std::lock_guard lock(state().mutex);
  state().schedule.strict_reconvergence = strict;
}
void set_meter(ptx::Meter* meter) {
  const std::lock_guard lock(state().mutex);
  state().meter = meter;
}
void set_step_budget(std::uint64_t warp_instructions) {
  const std::lock_guard lock(state().mutex);
  state().step_budget = warp_instructions;
}
void set_ptx(std::vector<std::string> texts) {
  const std::lock_guard lock(state().mutex);
  state().ptx = std::move(texts);
  for (const auto& device : state().devices) {
    device->machine.reset();
    device->module.reset();
  }
}

Counters counters() {
  const std::lock_guard lock(state().mutex);
  Counters result = state().counters;
  for (const auto& device : state().devices) {
    result.peak_memory.push_back(device->peak);
    result.instructions.push_back(device->instructions);
    result.memory += device->used;
  }
  for (const auto& [address, bytes] : state().host_memory) result.host_memory += bytes;
  return result;
}
void reset_counters() {
  const std::lock_guard lock(state().mutex);
  state().reset_counters();
}
std::string last_diagnosis() {
  const std::lock_guard lock(state().mutex);
  return state().diagnosis;
}

}  // namespace batt::fake_cuda
