// Emitted programs on devices: kernels of their own, which come with the program and are registered when first asked
// for.
#include <array>
#include <map>
#include <mutex>

#include "runtime/device/device_code.h"
#include "runtime/device/kernel_launch.h"
#include "runtime/device/value_reader.h"
#include "runtime/module/emitted_image.h"

namespace batt::emitted {
namespace {

/// Hands the kernels of a program over to the CUDA runtime, once, until this is unloaded with the program. Their
/// entries are what it knows them by.
void register_kernels(const EmittedProgram& program) {
  static std::mutex mutex;
  static std::map<const EmittedProgram*, device::CodeRegistration> registered;
  const std::lock_guard lock(mutex);
  if (registered.contains(&program)) return;
  std::vector<device::CodeRegistration::LinkedKernel> kernels;
  for (std::uint32_t k = 0; k < program.interface.entry_count; ++k)
    kernels.push_back({&program.entries[k], program.entries[k].kernel.symbol});
  registered.try_emplace(&program, program.device_code, kernels);
}

class EntryLaunch : public device::KernelLaunch {
 public:
  EntryLaunch(const EmittedProgram& program, const EmittedEntry& entry) : program_(program), entry_(entry) {}

  const void* kernel() const override {
    if (entry_.kernel.handle != nullptr) return reinterpret_cast<const void*>(entry_.kernel.handle);
    register_kernels(program_);
    return &entry_;
  }

  const void* write_program(device::ValueWriter&) const override { return nullptr; }

  const void* write_arguments(device::SharedWriter& writer, ErrorMode, const Inputs& from,
                              const Value*) const override {
    static_assert(sizeof(Inputs) == 5 * sizeof(Value));
    const std::array values{from.task_id, from.S, from.I, from.C, from.log_path};
    return writer.write_all(values.size(), [&](std::size_t k) { return values[k]; });
  }
  bool reads_examples(ErrorMode, bool) const override { return true; }

 private:
  const EmittedProgram& program_;
  const EmittedEntry& entry_;
};

class EntryOnDevice : public DeviceProgram {
 public:
  EntryOnDevice(const EmittedProgram& program, const EmittedEntry& entry) : work_(program, entry), entry_(entry) {}

  bool has_code() const override { return true; }
  bool is_started() const override { return device::is_started(); }
  std::string unavailable() const override { return device::why_unavailable(work_); }

  std::vector<DevicePlace> places(std::size_t samples, const DeviceOptions& options) const override {
    return device::places(samples, options);
  }

  bool joins(const DeviceProgram& other) const override { return &other == this; }

  DeviceRun run(DevicePlace place, ErrorMode mode, std::span<const DeviceCall> calls,
                const DeviceOptions& options) const override {
    std::vector<device::DeviceSample> samples;
    samples.reserve(calls.size());
    for (const DeviceCall& call : calls) samples.push_back({&work_, call.inputs, nullptr});
    return device::run_kernel(place, mode, samples, {false, false}, options);
  }

  std::optional<Outcome> read(DeviceRun& run, std::size_t sample) const override {
    const device::AnswerHeader answer = device::answer_header_of(run, sample);
    if (answer.raised != 0) return Outcome::raised(answer.exception);
    const std::size_t entries = std::size_t{answer.o_count} + answer.s_count;
    const Value* values = device::values_of(run, sample, entry_.collects ? 4 * entries : 1);
    if (values == nullptr) return {};
    Outcome outcome;
    if (!entry_.collects) {
      outcome.result = values[0];
      return outcome;
    }
    outcome.kind = Outcome::Kind::Collections;
    for (std::size_t k = 0; k < entries; ++k, values += 4)
      (k < answer.o_count ? outcome.o : outcome.s).push_back({{values[0], values[1], values[2], values[3]}});
    return outcome;
  }

 private:
  EntryLaunch work_;
  const EmittedEntry& entry_;
};

}  // namespace

extern "C" DeviceProgram* batt_make_device_program(const EmittedProgram& program, std::uint32_t entry) {
  return new EntryOnDevice(program, program.entries[entry]);
}

}  // namespace batt::emitted
