#include "runtime/device/device_stream.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <numeric>
#include <thread>

#include "dsl_kernels/op_table.h"
#include "runtime/device/device_state.h"
#include "runtime/device/packed_answers.h"
#include "runtime/device/stack.h"

namespace batt::device {
namespace {

constexpr std::uint32_t no_sample = 0xffffffff;
/// About as many as a T4 has lanes at a time, in 2 GiB.
constexpr std::size_t most_samples_of_a_launch = 16384;
constexpr std::size_t usual_input_bytes = std::size_t{16} << 10;

std::size_t aligned(std::size_t bytes) { return (bytes + 255) & ~std::size_t{255}; }

std::size_t with_reserve(std::size_t bytes) { return aligned(bytes + bytes / 4); }

/// Of a grid, or of all grids of a tuple of pairs of them; 0 for anything else.
std::int64_t cells_of(const Value& value, int levels = 2) {
  if (value.is_grid()) return std::int64_t{value.height()} * value.width();
  std::int64_t cells = 0;
  if (levels > 0 && value.is_exact_tuple() && value.form() == Form::Plain)
    for (std::int32_t k = 0; k < value.tuple_size(); ++k) cells += cells_of(value.items()[k], levels - 1);
  return cells;
}

/// Samples of one program in a row, among them those of tasks of similar size, then those of one task, and among these
/// those with inputs of similar size: lanes of a warp then mostly do the same at the same time, and read the same S.
/// To programs that do not read S, tasks do not matter.
std::vector<std::uint32_t> in_order_of_lanes(std::span<const DeviceSample> samples, ErrorMode mode) {
  struct Key {
    std::uint64_t program;
    std::int64_t task_cells;
    const void* task;
    std::int64_t cells;
    std::uint32_t sample;
    auto operator<=>(const Key&) const = default;
  };
  std::vector<Key> keys;
  keys.reserve(samples.size());
  Value last = Value::none();
  std::int64_t task_cells = 0;
  for (const DeviceSample& sample : samples) {
    const bool reads_task = sample.work->reads_examples(mode, sample.expected != nullptr);
    const Value S = reads_task ? sample.inputs->S : Value::none();
    if (!S.same_as(last)) task_cells = cells_of(S);
    last = S;
    const void* task = task_cells != 0 && !S.is_grid() ? S.items() : nullptr;
    keys.push_back(
        {sample.work->id(), task_cells, task, cells_of(sample.inputs->I), static_cast<std::uint32_t>(keys.size())});
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::uint32_t> order;
  order.reserve(samples.size());
  for (const Key& key : keys) order.push_back(key.sample);
  return order;
}

/// At least one if there is a limit, and no more than a device's clock counts.
std::uint64_t nanoseconds(double seconds) {
  return seconds <= 0 ? 0 : static_cast<std::uint64_t>(std::clamp(seconds * 1e9, 1.0, 1e18));
}

Trouble too_little_memory() {
  return {"no memory for the samples: one takes more than the share of it that is free", true};
}

Trouble impossible_results() { return {"it returned what no kernel writes; the host runs the samples"}; }

bool is_possible(const SampleStatus& status) {
  return status.answered <= 1 && status.reason <= Reason::Order && (status.op == no_op || status.op < op_count);
}

bool has_outgrown(const SampleStatus& status) {
  return status.answered == 0 && (status.reason == Reason::Memory || status.reason == Reason::Result);
}

}  // namespace

/// The memory that each sample of a launch gets.
struct DeviceStream::Tier {
  std::size_t slab_bytes;
  std::size_t answer_bytes;

  std::size_t bytes() const { return slab_bytes + answer_bytes + sizeof(SampleStatus); }
};

/// Which sample a lane runs, and where the results lie.
struct DeviceStream::Layout {
  Tier tier;
  unsigned samples_per_warp;
  std::vector<std::uint32_t> slots;  ///< samples of the block; no_sample: the lane has nothing to do

  Layout(const Block& block, const Tier& memory, unsigned per_warp, Indices samples)
      : tier(memory), samples_per_warp(per_warp) {
    for (const std::uint32_t k : samples) {
      // A warp runs one program.
      if (!slots.empty() && block.samples[slots.back()].work != block.samples[k].work)
        while (slots.size() % per_warp != 0) slots.push_back(no_sample);
      slots.push_back(k);
    }
  }

  std::size_t answers_offset() const { return aligned(sizeof(ResultsHead) + slots.size() * sizeof(SampleStatus)); }
  std::size_t answers_bytes() const { return slots.size() * tier.answer_bytes; }
  std::size_t results_bytes() const { return answers_offset() + answers_bytes(); }
  std::size_t slabs_bytes() const { return slots.size() * tier.slab_bytes; }
};

DeviceStream::~DeviceStream() {
  if (done_ != nullptr && cudaEventDestroy(done_) != cudaSuccess) cudaGetLastError();
  if (stream_ != nullptr && cudaStreamDestroy(stream_) != cudaSuccess) cudaGetLastError();
}

void DeviceStream::abandon() {
  for (Buffer* buffer : {&block_, &slabs_, &results_, &to_device_, &statuses_}) buffer->abandon();
  for (const auto& buffer : answers_) buffer->abandon();
  done_ = nullptr;
  stream_ = nullptr;
}

void DeviceStream::run(const Block& block) {
  prepare(block);
  std::vector<std::uint32_t> open = in_order_of_lanes(block.samples, block.mode);
  const DeviceOptions& options = block.options;
  const auto answers_of = [&](std::size_t bytes) { return block.is_scored() ? 0 : aligned(bytes); };
  const Tier tiers[] = {{aligned(options.slab_bytes), answers_of(options.answer_bytes)},
                        {aligned(options.large_slab_bytes), answers_of(options.large_answer_bytes)}};
  for (const Tier& tier : tiers) {
    const bool is_first = &tier == tiers;
    if (!is_first && tier.slab_bytes <= tiers[0].slab_bytes) break;
    if (!is_first) block.stats.outgrown += open.size();
    try {
      for (Indices rest = open; !rest.empty();) rest = rest.subspan(run_some(block, tier, rest));
    } catch (const Trouble& trouble) {
      if (is_first || !trouble.is_memory) throw;
      break;  // The host has more memory for them.
    }
    std::erase_if(open, [&](std::uint32_t k) { return !has_outgrown(block.status[k]); });
  }
}

void DeviceStream::prepare(const Block& block) {
  if (stream_ == nullptr) {
    int lanes = 0;
    check(cudaDeviceGetAttribute(&processors_, cudaDevAttrMultiProcessorCount, device_.number()),
          "the device cannot be asked");
    check(cudaDeviceGetAttribute(&lanes, cudaDevAttrMaxThreadsPerMultiProcessor, device_.number()),
          "the device cannot be asked");
    reserved_ = stack_bytes * static_cast<std::size_t>(processors_) * static_cast<std::size_t>(lanes);
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "no stream can be made");
  }
  if (done_ == nullptr) check(cudaEventCreateWithFlags(&done_, cudaEventDisableTiming), "no event can be made");
  block.stats.reserved = std::max<std::uint64_t>(block.stats.reserved, reserved_);
  tables_ = device_.object_tables(block.stats);
  programs_.clear();
  const KernelLaunch* last = nullptr;
  for (const DeviceSample& sample : block.samples) {
    programs_.push_back(sample.work == last ? programs_.back() : device_.program(*sample.work, block.stats));
    last = sample.work;
  }
}

/// Runs as many of the samples as there is memory for, half of them if it turns out to be too little, and so on.
std::size_t DeviceStream::run_some(const Block& block, const Tier& tier, Indices samples) {
  device_.check_usable();
  const std::size_t budget = memory_budget(block);
  if (tier.bytes() > budget) throw too_little_memory();
  std::size_t count = std::min({samples.size(), most_samples_of_a_launch, budget / (tier.bytes() + usual_input_bytes)});
  for (count = std::max<std::size_t>(count, 1);; count /= 2) {
    try {
      launch(block, {block, tier, samples_per_warp(block, count), samples.first(count)}, budget);
      return count;
    } catch (const Trouble& trouble) {
      if (!trouble.is_memory || count == 1) throw;
    }
  }
}

/// What the stream may hold of the device's memory: an equal part of the share of what is free or kept.
std::size_t DeviceStream::memory_budget(const Block& block) const {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "the free memory is not known");
  const double share = static_cast<double>(free + device_.held()) * block.options.memory_share;
  return static_cast<std::size_t>(share / static_cast<double>(device_.streams.size()));
}

/// Warps that hold one sample each are the quickest, as long as the device can have all of them at once, beside those
/// of its other streams.
unsigned DeviceStream::samples_per_warp(const Block& block, std::size_t count) const {
  if (block.options.samples_per_warp != 0) return std::min(block.options.samples_per_warp, warp_size);
  int blocks = 0;  // of a multiprocessor at a time
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, block.samples[0].work->kernel(),
                                                      warps_of_a_block * warp_size, 0),
        "the device cannot be asked");
  const std::size_t warps = static_cast<std::size_t>(std::max(processors_, 1)) *
                            static_cast<std::size_t>(std::max(blocks, 1)) * warps_of_a_block / device_.streams.size();
  return static_cast<unsigned>(std::clamp<std::size_t>((count + warps - 1) / warps, 1, warp_size));
}

void DeviceStream::launch(const Block& block, const Layout& layout, std::size_t budget) {
  using Clock = std::chrono::steady_clock;
  auto lap = [&, last = Clock::now()](double& sum) mutable {
    if (!block.options.measures) return;
    check(cudaStreamSynchronize(stream_), "the kernel failed");
    sum += std::chrono::duration<double>(Clock::now() - last).count();
    last = Clock::now();
  };
  grow(slabs_, layout.slabs_bytes());
  grow(results_, layout.results_bytes());
  grow(statuses_, layout.answers_offset());
  const std::size_t bytes_in = write_block(block, layout, budget);
  DeviceStats& stats = block.stats;
  lap(stats.seconds.memory);
  stats.memory = std::max<std::uint64_t>(stats.memory, device_.held());

  check(cudaMemcpyAsync(block_.address(), to_device_.address(), bytes_in, cudaMemcpyHostToDevice, stream_),
        "the transfer to the device failed");
  ++stats.transfers_in;
  stats.bytes_in += bytes_in;
  lap(stats.seconds.in);
  check(cudaMemsetAsync(results_.address(), 0, sizeof(ResultsHead), stream_), "the memory cannot be cleared");

  const std::byte* argument = block_.address();
  void* arguments[] = {&argument};
  const std::size_t samples_of_a_block = std::size_t{warps_of_a_block} * layout.samples_per_warp;
  const auto blocks = static_cast<unsigned>((layout.slots.size() + samples_of_a_block - 1) / samples_of_a_block);
  check(cudaLaunchKernel(block.samples[0].work->kernel(), dim3(blocks), dim3(warps_of_a_block * warp_size), arguments,
                         0, stream_),
        "the launch failed");
  ++stats.launches;
  lap(stats.seconds.kernel);
  receive(statuses_, results_.address(), layout.answers_offset(), block);
  take_results(block, layout);
  lap(stats.seconds.out);
}

/// Writes what goes in to to_device_, and returns its size.
std::size_t DeviceStream::write_block(const Block& block, const Layout& layout, std::size_t budget) {
  const std::size_t capacity = std::min(to_device_.bytes(), block_.bytes());
  if (capacity > 0)
    if (const std::size_t bytes = write(block, layout, to_device_.address(), capacity); bytes <= capacity) return bytes;
  const std::size_t bytes = write(block, layout, nullptr, 0);
  if (bytes + slabs_.bytes() + results_.bytes() > budget) throw too_little_memory();
  grow(block_, with_reserve(bytes));
  grow(to_device_, with_reserve(bytes));
  return write(block, layout, to_device_.address(), to_device_.bytes());
}

std::size_t DeviceStream::held() const { return block_.bytes() + slabs_.bytes() + results_.bytes(); }

void DeviceStream::grow(Buffer& buffer, std::size_t bytes) {
  const std::size_t before = held();
  try {
    buffer.grow(bytes);
  } catch (const Trouble&) {
    device_.add_held(static_cast<std::int64_t>(held()) - static_cast<std::int64_t>(before));
    throw;
  }
  device_.add_held(static_cast<std::int64_t>(held()) - static_cast<std::int64_t>(before));
}

/// Writes what goes in, for the device that will read it in block_, and returns its size. Without memory it is only
/// measured.
std::size_t DeviceStream::write(const Block& block, const Layout& layout, std::byte* memory,
                                std::size_t capacity) const {
  Arena work;
  ValueWriter writer(memory, capacity, reinterpret_cast<std::uintptr_t>(block_.address()), work);
  const std::size_t head = writer.claim(sizeof(Batch));
  SharedWriter shared(writer);
  std::vector<SampleCall> calls;
  calls.reserve(layout.slots.size());
  for (const std::uint32_t k : layout.slots) {
    calls.emplace_back();
    if (k != no_sample)
      calls.back() = {programs_[k], block.samples[k].work->write_arguments(shared, block.mode, *block.samples[k].inputs,
                                                                           block.samples[k].expected)};
  }
  std::byte* results = results_.address();
  Batch batch{};
  batch.calls = writer.write_raw(calls.data(), calls.size());
  batch.object_tables = tables_;
  batch.sample_count = static_cast<std::uint32_t>(layout.slots.size());
  batch.samples_per_warp = layout.samples_per_warp;
  batch.mode = block.mode;
  batch.scored = block.scored;
  batch.steps = block.options.steps;
  batch.sample_nanoseconds = nanoseconds(block.options.sample_seconds);
  batch.launch_nanoseconds = nanoseconds(block.options.launch_seconds);
  batch.slabs = slabs_.address();
  batch.slab_bytes = layout.tier.slab_bytes;
  batch.results = reinterpret_cast<ResultsHead*>(results);
  batch.status = reinterpret_cast<SampleStatus*>(results + sizeof(ResultsHead));
  batch.answers = results + layout.answers_offset();
  batch.answers_bytes = layout.answers_bytes();
  writer.put(head, &batch, sizeof(Batch));
  return writer.used();
}

/// Copies what lies there to the host, when all before it is done.
void DeviceStream::receive(const Buffer& to, const std::byte* from, std::size_t bytes, const Block& block) {
  check(cudaMemcpyAsync(to.address(), from, bytes, cudaMemcpyDeviceToHost, stream_),
        "the transfer from the device failed");
  ++block.stats.transfers_out;
  block.stats.bytes_out += bytes;
  check(cudaEventRecord(done_, stream_), "the kernel failed");
  wait(block.options.launch_seconds);
}

/// Waits for done_. A kernel past its time ends by itself; one that does not is given up, and the device with it.
void DeviceStream::wait(double seconds) {
  using Clock = std::chrono::steady_clock;
  constexpr auto shortest = std::chrono::microseconds(20), longest = std::chrono::microseconds(2000);
  const auto patience = std::chrono::duration<double>(2 * std::min(seconds, 1e9) + 1);
  const auto start = Clock::now();
  for (auto pause = shortest;; pause = std::min(2 * pause, longest)) {
    const cudaError_t state = cudaEventQuery(done_);
    if (state != cudaErrorNotReady) return check(state, "the kernel failed");
    cudaGetLastError();
    if (seconds > 0 && Clock::now() - start > patience) {
      const std::string why = "a kernel did not end in time; the device is not used any more";
      device_.give_up(why);
      throw Trouble{why};
    }
    std::this_thread::sleep_for(pause);
  }
}

/// Whatever the device says of lengths is believed only as far as there is memory.
void DeviceStream::take_results(const Block& block, const Layout& layout) {
  const auto& head = *reinterpret_cast<const ResultsHead*>(statuses_.address());
  const std::span statuses(reinterpret_cast<const SampleStatus*>(statuses_.address() + sizeof head),
                           layout.slots.size());
  const std::size_t used = std::min<std::size_t>(head.used, layout.answers_bytes());
  std::span<std::byte> received;
  if (used > 0) {
    const std::shared_ptr<Buffer> memory = memory_for_answers(used);
    receive(*memory, results_.address() + layout.answers_offset(), used, block);
    received = {memory->address(), used};
    block.kept.push_back(memory);
  }
  PackedAnswers answers(received);
  for (std::size_t slot = 0; slot < statuses.size(); ++slot) {
    const std::uint32_t k = layout.slots[slot];
    if (k == no_sample) continue;
    const SampleStatus& status = statuses[slot];
    if (!is_possible(status)) throw impossible_results();
    if (status.answered != 0 && block.is_scored() && !scores::is_possible(status.answer)) throw impossible_results();
    if (status.answered != 0 && !block.is_scored()) {
      block.answers[k] = answers.take(status.answer);
      if (block.answers[k].empty()) throw impossible_results();
    }
    block.status[k] = status;
  }
}

/// Memory that no run holds any more, if there is some.
std::shared_ptr<Buffer> DeviceStream::memory_for_answers(std::size_t bytes) {
  const auto is_unused = [](const std::shared_ptr<Buffer>& each) { return each.use_count() == 1; };
  auto found = std::ranges::find_if(answers_, is_unused);
  if (found == answers_.end())
    found = answers_.insert(answers_.end(), std::make_shared<Buffer>(Buffer::Where::Host));
  else
    std::atomic_thread_fence(std::memory_order_acquire);  // the run may have ended on another thread
  if (bytes > (*found)->bytes()) (*found)->grow(with_reserve(bytes));
  return *found;
}

}  // namespace batt::device
