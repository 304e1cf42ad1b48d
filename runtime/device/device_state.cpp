#include "runtime/device/device_state.h"

#include <map>

#include "dsl_kernels/object_search/object_tables.h"
#include "runtime/device/device_code.h"
#include "runtime/device/stack.h"
#include "runtime/value/until_unload.h"

namespace batt::device {
namespace {

/// The states of all devices that were used so far.
struct Registry {
  std::mutex mutex;
  std::map<int, std::shared_ptr<DeviceState>> states;
};

/// Their memory is given back when this is unloaded with a shared object; at the end of the process, by the driver.
Registry& registry() {
  static UntilUnload<Registry> only;
  return *only;
}

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// CUDA says the same of a driver that is too old and of none.
std::string wrong_driver() {
  int driver = 0, runtime = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess || cudaRuntimeGetVersion(&runtime) != cudaSuccess || driver == 0) {
    cudaGetLastError();
    return "there is no CUDA driver";
  }
  return "the driver knows CUDA up to " + version_text(driver) + ", and this was built with CUDA " +
         version_text(runtime) + ": a newer driver, or a build with an older toolkit, is needed";
}

/// The driver compiles the PTX in the device code, if it knows its version.
std::string code_trouble(cudaError_t error) {
  return error == cudaErrorUnsupportedPtxVersion ? "there is no machine code for this GPU, and " + wrong_driver()
                                                 : describe(error);
}

}  // namespace

DeviceState::DeviceState(int number) : number_(number) {
  for (auto& stream : streams) stream = std::make_unique<DeviceStream>(*this);
}

DeviceState::~DeviceState() {
  if (!lost_.empty()) {
    abandon();
    return;
  }
  try {
    const CurrentDevice current(number_);
    for (auto& stream : streams) stream.reset();
    residents_.clear();
    tables_.release();
  } catch (const Trouble&) {
    abandon();
  }
}

void DeviceState::check_usable() const {
  const std::lock_guard lock(mutex_);
  if (!lost_.empty()) throw Trouble{lost_};
}

void DeviceState::give_up(const std::string& why) {
  const std::lock_guard lock(mutex_);
  lost_ = why;
}

void DeviceState::abandon() {
  for (auto& stream : streams)
    if (stream != nullptr) stream->abandon();
  for (Resident& resident : residents_) resident.memory.abandon();
  tables_.abandon();
}

const ObjectTables* DeviceState::object_tables(DeviceStats& stats) {
  const std::lock_guard lock(mutex_);
  if (!has_tables_)
    upload(tables_, reinterpret_cast<const std::byte*>(&batt::object_tables()), sizeof(ObjectTables), stats);
  has_tables_ = true;
  return reinterpret_cast<const ObjectTables*>(tables_.address());
}

const void* DeviceState::program(const KernelLaunch& work, DeviceStats& stats) {
  const std::lock_guard lock(mutex_);
  for (const Resident& resident : residents_)
    if (resident.id == work.id()) return resident.program;
  if (!lost_.empty()) throw Trouble{lost_};
  std::erase_if(residents_, [&](const Resident& resident) {
    if (resident.is_used) return false;
    held_ -= resident.memory.bytes();
    return true;
  });
  Arena space;
  ValueWriter measure(nullptr, 0, 0, space);
  if (work.write_program(measure); measure.used() == 0) return nullptr;
  Resident& made = residents_.emplace_back(work.id());
  try {
    std::vector<std::byte> bytes(measure.used());
    made.memory.grow(bytes.size());
    ValueWriter writer(bytes.data(), bytes.size(), reinterpret_cast<std::uintptr_t>(made.memory.address()), space);
    made.program = work.write_program(writer);
    upload(made.memory, bytes.data(), bytes.size(), stats);
  } catch (...) {
    residents_.pop_back();
    throw;
  }
  return made.program;
}

/// Waits for the end of the transfer: other streams use what it brings.
void DeviceState::upload(Buffer& to, const std::byte* from, std::size_t bytes, DeviceStats& stats) {
  to.grow(bytes);
  check(cudaMemcpy(to.address(), from, bytes, cudaMemcpyHostToDevice), "the transfer to the device failed");
  held_ += bytes;
  ++stats.transfers_in;
  stats.bytes_in += bytes;
}

DeviceUse::DeviceUse(DeviceState& state) : state_(state), current_(state.number()) {
  const std::lock_guard lock(state.mutex_);
  if (state.users_ == 0) {
    std::size_t stack = 0;
    check(cudaDeviceGetLimit(&stack, cudaLimitStackSize), "the stack cannot be set up");
    state.former_stack_ = stack < stack_bytes ? stack : 0;
    if (stack < stack_bytes) check(cudaDeviceSetLimit(cudaLimitStackSize, stack_bytes), "the stack cannot be set up");
  }
  ++state.users_;
}

DeviceUse::~DeviceUse() {
  const std::lock_guard lock(state_.mutex_);
  if (--state_.users_ == 0 && state_.former_stack_ != 0 && state_.lost_.empty() &&
      cudaDeviceSetLimit(cudaLimitStackSize, state_.former_stack_) != cudaSuccess)
    cudaGetLastError();
}

int count_devices(std::string& why) {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error == cudaSuccess && count > 0) return count;
  cudaGetLastError();
  why = error == cudaSuccess                   ? "there is no CUDA device"
        : error == cudaErrorInsufficientDriver ? wrong_driver()
                                               : "no CUDA device can be used: " + describe(error);
  return 0;
}

void check_code(const void* kernel) {
  cudaFuncAttributes attributes;
  const cudaError_t error = cudaFuncGetAttributes(&attributes, kernel);
  if (error == cudaSuccess) return;
  cudaGetLastError();
  throw Trouble{"the device code cannot be used: " + code_trouble(error), error == cudaErrorMemoryAllocation};
}

void keep_states() { registry(); }

bool is_started() {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  return !all.states.empty();
}

std::shared_ptr<DeviceState> state_of(int device) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  std::shared_ptr<DeviceState>& state = all.states[device];
  if (state == nullptr) state = std::make_shared<DeviceState>(device);
  return state;
}

void forget_program(std::uint64_t id) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  for (const auto& [number, state] : all.states) {
    const std::lock_guard state_lock(state->mutex_);
    for (DeviceState::Resident& resident : state->residents_)
      if (resident.id == id) resident.is_used = false;
  }
}

}  // namespace batt::device

namespace batt {

void release_devices() {
  device::Registry& all = device::registry();
  const std::lock_guard lock(all.mutex);
  all.states.clear();
}

}  // namespace batt
