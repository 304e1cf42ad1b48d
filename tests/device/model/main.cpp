// scripts/gpu-model: golden programs in the PTX interpreter, and what the model of a device makes of them.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "runtime/device/device_state.h"
#include "runtime/device/program_data.h"
#include "runtime/device/shared_writer.h"
#include "runtime/exec/staged_run.h"
#include "runtime/value/equality.h"
#include "tests/device/cudart/control.h"
#include "tests/device/model/timing_meter.h"
#include "tests/device/programs/built_code.h"
#include "tests/device/programs/golden.h"
#include "tests/device/programs/resources.h"

namespace {

using namespace batt;
using nlohmann::json;

constexpr std::size_t samples_of_a_program = 32;
constexpr unsigned usual_layouts[] = {1, 4, 8, 16, 32};  // samples in a warp; one alone has the other lanes as its team
constexpr unsigned registers_of_a_lane = 128;

struct Options {
  std::string folder;
  std::size_t every = 8;  // of so many programs one is run
  double batch = 10000;   // samples that the device gets at once
  double launch = 16384;  // of which one launch gets at most so many, as runtime/device/device_stream.cpp has it
  bool scores = false;    // whether samples are scored, both calls of each, instead of answered
  bool as_json = false;
  std::string calibration;
};

/// The samples of a program, and what they are compared with.
struct Samples {
  std::vector<Inputs> inputs;
  std::vector<Value> expected;  // empty: they are not scored

  Samples first(std::size_t count) const {
    const auto limit = [&](const auto& all) { return all.begin() + std::min<std::ptrdiff_t>(count, all.size()); };
    return {{inputs.begin(), limit(inputs)}, {expected.begin(), limit(expected)}};
  }
  void take(const Samples& other, std::size_t k) {
    inputs.push_back(other.inputs[k]);
    if (!other.expected.empty()) expected.push_back(other.expected[k]);
  }
};

Samples samples_of(const std::filesystem::path& source, std::size_t count, bool scores) {
  Samples samples{testing::different_inputs(source, count), {}};
  if (!scores) return samples;
  for (Inputs& each : samples.inputs) {
    samples.expected.push_back(each.C.is_none() ? each.I : each.C);
    each.C = Value::none();
  }
  return samples;
}

/// What one program took, in one layout.
struct Measured {
  unsigned samples_in_a_warp = 0, outgrown_in_a_warp = 1;
  model::Counts counts;
  std::vector<model::WarpTimes> first, second;  // for each machine: of the launch of all samples, and of that of those
  double samples = 0, outgrown = 0;             // that outgrew their memory
  double answered = 0;
};

struct ProgramResult {
  std::string name;
  double host_seconds = 0;                           // of a sample, on one core
  double transfer_seconds = 0;                       // of a sample, on one core: writing inputs, reading results
  double bytes_in = 0, bytes_out = 0, fixed_in = 0;  // of a sample; of a run
  std::vector<Measured> layouts;
};

/// Of this thread: other processes may share its core.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Of one round of a work, the shortest of several.
template <class Work>
double shortest_seconds(Work work) {
  constexpr double long_enough = 0.004;
  double best = 1e9;
  for (int attempt = 0; attempt < 5; ++attempt) {
    std::size_t rounds = 0;
    const double start = processor_seconds();
    do {
      work();
      ++rounds;
    } while (processor_seconds() - start < long_enough);
    best = std::min(best, (processor_seconds() - start) / static_cast<double>(rounds));
  }
  return best;
}

/// Of a sample, as battc runs it: in stages, and without what is unused.
double host_seconds(const testing::Golden& golden, const Samples& samples) {
  Context context(golden.mode);
  const std::shared_ptr<const exec::Program> unowned(std::shared_ptr<void>(), &golden.program);
  exec::StagedRun staged(std::make_shared<const exec::StagedProgram>(unowned), context);
  const auto answer = [&] {
    for (const Inputs& each : samples.inputs) staged.run_sample(each);
  };
  const auto has_match = [&](const Outcome& outcome, Value expected) {
    const auto is_match = [&](Value value) { return equal(context, value.is_okt() ? value.item(1) : value, expected); };
    if (outcome.kind == Outcome::Kind::Result) return is_match(outcome.result);
    return std::ranges::any_of(outcome.o, [&](const OutputEntry& entry) { return is_match(entry.fields[3]); });
  };
  std::size_t matches = 0;
  const auto score = [&] {
    for (std::size_t k = 0; k < samples.inputs.size(); ++k) {
      Inputs inputs = samples.inputs[k];
      matches += has_match(staged.run_sample(inputs, exec::Outputs::O), samples.expected[k]) ? 1 : 0;
      inputs.C = samples.expected[k];
      matches += has_match(staged.run_candidate(inputs, exec::Outputs::O), samples.expected[k]) ? 1 : 0;
    }
  };
  const double all = samples.expected.empty() ? shortest_seconds(answer) : shortest_seconds(score);
  return all / static_cast<double>(samples.inputs.size());
}

/// Of a sample: what a thread of the host does for a device, besides waiting.
double transfer_seconds(const testing::Golden& golden, const Samples& samples, DeviceRun& ran) {
  const device::ProgramData data(std::shared_ptr<const exec::Program>(std::shared_ptr<void>(), &golden.program));
  std::vector<std::byte> memory(std::size_t{1} << 24);
  // Answers are read where they lie, once: each round begins with new ones, as a transfer brings them.
  std::vector<std::vector<std::byte>> answers;
  for (const auto& answer : ran.answers) answers.emplace_back(answer.begin(), answer.end());
  const auto bring_answers = [&] {
    for (std::size_t k = 0; k < answers.size(); ++k)
      std::copy(answers[k].begin(), answers[k].end(), ran.answers[k].begin());
  };
  const auto serve_device = [&] {
    Arena work;
    device::ValueWriter writer(memory.data(), memory.size(), 0, work);
    device::SharedWriter shared(writer);
    const bool scores = !samples.expected.empty();
    for (std::size_t k = 0; k < samples.inputs.size(); ++k)
      data.write_arguments(shared, golden.mode, samples.inputs[k], scores ? &samples.expected[k] : nullptr);
    for (std::size_t k = 0; k < samples.inputs.size() && !scores; ++k)
      if (ran.status[k].answered != 0) golden.device->read(ran, k);
  };
  const double bringing = shortest_seconds(bring_answers);
  const double all = shortest_seconds([&] {
    bring_answers();
    serve_device();
  });
  return std::max(0.0, all - bringing) / static_cast<double>(samples.inputs.size());
}

DeviceRun run(const testing::Golden& golden, const Samples& samples, unsigned samples_per_warp,
              DeviceOptions options = {}) {
  options.samples_per_warp = samples_per_warp;
  std::vector<DeviceCall> calls;
  for (const Inputs& inputs : samples.inputs) calls.push_back({golden.device.get(), &inputs});
  for (std::size_t k = 0; k < samples.expected.size(); ++k) calls[k].expected = &samples.expected[k];
  DeviceRun ran = samples.expected.empty() ? golden.device->run({}, golden.mode, calls, options)
                                           : golden.device->score({}, golden.mode, calls, {true, true}, options);
  if (!ran.trouble.empty()) throw std::runtime_error(golden.name + ": " + ran.trouble);
  return ran;
}

unsigned resident_warps(const model::MachineDescription& machine) {
  return std::min(machine.most_warps, machine.registers / (registers_of_a_lane * 32));
}

/// The layout that the launch code takes for so many samples: as few in a warp as fill the device.
unsigned chosen_layout(const model::MachineDescription& machine, double samples) {
  const double warps = machine.processors * resident_warps(machine);
  return static_cast<unsigned>(std::clamp(std::ceil(samples / warps), 1.0, 32.0));
}
unsigned chosen_layout(const model::MachineDescription& machine, const Options& options) {
  return chosen_layout(machine, std::min(options.batch, options.launch));
}

/// The usual ones, and those that are chosen.
std::vector<unsigned> layouts_to_measure(const Options& options) {
  std::set<unsigned> all(std::begin(usual_layouts), std::end(usual_layouts));
  for (const model::MachineDescription& machine : model::machines) all.insert(chosen_layout(machine, options));
  return {all.begin(), all.end()};
}

ProgramResult measure(const std::filesystem::path& source, const Options& options, model::TimingMeter& meter) {
  const auto golden = testing::load(source);
  const Samples samples = samples_of(source, samples_of_a_program, options.scores);
  ProgramResult result;
  result.name = source.stem().string();
  result.host_seconds = host_seconds(*golden, samples);
  // The first run uploads the program, and what all programs use.
  const DeviceStats first = run(*golden, samples.first(1), 32).stats, one = run(*golden, samples.first(1), 32).stats;
  DeviceRun all_ran = run(*golden, samples, 32);
  const DeviceStats& all = all_ran.stats;
  result.transfer_seconds = transfer_seconds(*golden, samples, all_ran);
  const auto more = static_cast<double>(samples.inputs.size() - 1);
  result.bytes_in = (static_cast<double>(all.bytes_in) - static_cast<double>(one.bytes_in)) / more;
  result.bytes_out = (static_cast<double>(all.bytes_out) - static_cast<double>(one.bytes_out)) / more;
  result.fixed_in = static_cast<double>(first.bytes_in) - result.bytes_in;
  fake_cuda::set_meter(&meter);
  // In a large launch most warps find what they have in common in L2: it is known which that is before times are taken.
  meter.forget_memory();
  run(*golden, samples, 1);
  meter.take();
  meter.take_times();
  for (const unsigned layout : layouts_to_measure(options)) {
    Measured measured;
    measured.samples_in_a_warp = layout;
    measured.samples = static_cast<double>(samples.inputs.size());
    // A launch for all samples, and one for those that outgrow their memory, as the launch code makes them.
    DeviceOptions once;
    once.large_slab_bytes = 0;
    const DeviceRun small = run(*golden, samples, layout, once);
    measured.counts = meter.take();
    measured.first = meter.take_times();
    Samples outgrown;
    for (std::size_t k = 0; k < small.status.size(); ++k) {
      measured.answered += small.status[k].answered;
      const Reason reason = small.status[k].reason;
      if (small.status[k].answered == 0 && (reason == Reason::Memory || reason == Reason::Result))
        outgrown.take(samples, k);
    }
    measured.outgrown = static_cast<double>(outgrown.inputs.size());
    if (measured.outgrown > 0) {
      measured.outgrown_in_a_warp = chosen_layout(
          model::machines[0], std::min(options.batch, options.launch) * measured.outgrown / measured.samples);
      once.slab_bytes = DeviceOptions().large_slab_bytes;
      once.answer_bytes = DeviceOptions().large_answer_bytes;
      for (const SampleStatus& status : run(*golden, outgrown, measured.outgrown_in_a_warp, once).status)
        measured.answered += status.answered;
      measured.counts.add(meter.take());
    }
    measured.second = meter.take_times();
    result.layouts.push_back(std::move(measured));
  }
  fake_cuda::set_meter(nullptr);
  return result;
}

/// Seconds that parts of a batch take: of a device's, those that hide each other, then the rest.
struct Parts {
  double waiting, issuing, memory;  // of the kernel: operands, instructions, the device's memory
  double moving, reading, host;     // over the link; on the threads of the streams; of what is given up, on a core
};

/// Of a launch of so many warps, of which some were measured, the parts of its kernel.
Parts parts_of_kernel(const model::MachineDescription& machine, const model::WarpTimes& times, double measured_warps,
                      double warps) {
  if (measured_warps == 0) return {};
  const double of_a_processor = std::ceil(warps / machine.processors),
               resident = std::min<double>(of_a_processor, resident_warps(machine)), rounds = of_a_processor / resident,
               hertz = machine.gigahertz * 1e9;
  Parts parts{};
  parts.waiting = rounds * times.cycles / measured_warps / hertz;
  parts.issuing = of_a_processor * times.issued / measured_warps / hertz;
  parts.memory = warps * times.dram_bytes / measured_warps / (machine.dram_gigabytes * 1e9);
  return parts;
}

Parts parts_of(const ProgramResult& program, std::size_t layout, std::size_t machine_number, const Options& options) {
  const double launches = std::ceil(options.batch / options.launch), batch = options.batch / launches;
  const model::MachineDescription& machine = model::machines[machine_number];
  const Measured& measured = program.layouts[layout];
  // The last block of a launch may have warps without samples.
  const Parts first = parts_of_kernel(machine, measured.first[machine_number],
                                      std::ceil(measured.samples / measured.samples_in_a_warp),
                                      std::ceil(batch / measured.samples_in_a_warp)),
              second = parts_of_kernel(
                  machine, measured.second[machine_number], std::ceil(measured.outgrown / measured.outgrown_in_a_warp),
                  std::ceil(batch * measured.outgrown / measured.samples / measured.outgrown_in_a_warp));
  return {launches * (first.waiting + second.waiting),
          launches * (first.issuing + second.issuing),
          launches * (first.memory + second.memory),
          launches * (measured.outgrown > 0 ? 2 : 1) * machine.launch_microseconds * 1e-6 +
              (launches * program.fixed_in + options.batch * (program.bytes_in + program.bytes_out)) /
                  (machine.link_gigabytes * 1e9),
          options.batch * program.transfer_seconds / device::streams_of_a_device,
          (1 - measured.answered / measured.samples) * options.batch * program.host_seconds};
}

/// Seconds for a batch of a program's samples, transfers included.
model::Range seconds(const ProgramResult& program, std::size_t layout, std::size_t machine_number,
                     const Options& options) {
  const model::Range issue = model::machines[machine_number].issue;
  const Parts parts = parts_of(program, layout, machine_number, options);
  const double kernel = std::max({parts.waiting, parts.issuing / issue.high, parts.memory}),
               slow_kernel = std::max({parts.waiting * 1.5, parts.issuing / issue.low, parts.memory * 1.5});
  return {std::max(kernel, parts.moving + parts.reading) + parts.host,
          slow_kernel + parts.moving + parts.reading + parts.host};
}

/// Whether the driver's name of a device is that of a machine: "NVIDIA A100-SXM4-40GB" is an A100, "NVIDIA L40S" no L4.
bool is_device(const std::string& name, const std::string& machine) {
  const std::size_t begin = name.find(machine), end = begin + machine.size();
  const auto is_part = [&](std::size_t place) { return std::isalnum(static_cast<unsigned char>(name[place])) != 0; };
  return begin != std::string::npos && (begin == 0 || !is_part(begin - 1)) && (end == name.size() || !is_part(end));
}

/// Samples in a second that scripts/gpu-check measured on such a device, with the most samples at once; 0: not
/// measured.
double measured_rate(const Options& options, const std::string& machine) {
  if (options.calibration.empty()) return 0;
  const json checked = json::parse(std::ifstream(options.calibration));
  if (!is_device(checked.value("device", ""), machine)) return 0;
  double samples = 0, seconds = 0;
  for (const json& time : checked["times"]) {
    if (time["samples"].get<double>() < samples) continue;
    if (time["samples"].get<double>() > samples) seconds = 0;
    samples = time["samples"].get<double>();
    seconds += time["device_seconds"].get<double>() / time["programs"].get<double>();
  }
  return seconds > 0 ? samples / seconds : 0;
}

/// Of a sample, as a mean of all programs.
json microseconds_of_parts(const std::vector<ProgramResult>& programs, std::size_t layout, std::size_t machine_number,
                           const Options& options) {
  Parts sum{};
  for (const ProgramResult& program : programs) {
    const Parts parts = parts_of(program, layout, machine_number, options);
    sum.waiting += parts.waiting;
    sum.issuing += parts.issuing;
    sum.memory += parts.memory;
    sum.moving += parts.moving;
    sum.reading += parts.reading;
    sum.host += parts.host;
  }
  const double scale = 1e6 / (options.batch * static_cast<double>(programs.size()));
  return {{"waiting", sum.waiting * scale}, {"issuing", sum.issuing * scale}, {"memory", sum.memory * scale},
          {"moving", sum.moving * scale},   {"reading", sum.reading * scale}, {"host", sum.host * scale}};
}

json report_machine(const std::vector<ProgramResult>& programs, std::size_t number, const Options& options) {
  const model::MachineDescription& machine = model::machines[number];
  json report;
  report["name"] = machine.name;
  report["resident_warps"] = resident_warps(machine);
  double host = 0;
  for (const ProgramResult& program : programs) host += options.batch * program.host_seconds;
  const double samples = options.batch * static_cast<double>(programs.size());
  double best_fast = 0, best_slow = 0;
  for (const ProgramResult& program : programs) {
    model::Range best{1e9, 1e9};
    for (std::size_t layout = 0; layout < program.layouts.size(); ++layout) {
      const model::Range took = seconds(program, layout, number, options);
      if (took.low + took.high < best.low + best.high) best = took;
    }
    best_fast += best.low;
    best_slow += best.high;
  }
  const auto entry = [&](const std::string& layout, double fast, double slow) {
    return json{{"layout", layout},
                {"samples_per_second", {samples / slow, samples / fast}},
                {"host_cores", {host / slow, host / fast}}};
  };
  report["layouts"] = json::array();
  for (std::size_t layout = 0; layout < programs[0].layouts.size(); ++layout) {
    double fast = 0, slow = 0;
    for (const ProgramResult& program : programs) {
      const model::Range took = seconds(program, layout, number, options);
      fast += took.low;
      slow += took.high;
    }
    const unsigned in_a_warp = programs[0].layouts[layout].samples_in_a_warp;
    const bool is_chosen = in_a_warp == chosen_layout(machine, options);
    json row = entry(std::to_string(in_a_warp) + (is_chosen ? " (chosen)" : ""), fast, slow);
    row["microseconds"] = microseconds_of_parts(programs, layout, number, options);
    report["layouts"].push_back(std::move(row));
  }
  report["layouts"].push_back(entry("best for each program", best_fast, best_slow));
  if (const double rate = measured_rate(options, machine.name); rate > 0) {
    report["layouts"].push_back(entry("measured", samples / rate, samples / rate));
    report["slower_than_modelled"] = 2 * samples / (best_fast + best_slow) / rate;
  }
  return report;
}

json report_layouts(const std::vector<ProgramResult>& programs) {
  json rows = json::array();
  for (std::size_t layout = 0; layout < programs[0].layouts.size(); ++layout) {
    model::Counts all;
    double samples = 0, answered = 0;
    for (const ProgramResult& program : programs) {
      all.add(program.layouts[layout].counts);
      samples += program.layouts[layout].samples;
      answered += program.layouts[layout].answered;
    }
    rows.push_back({{"samples_in_a_warp", programs[0].layouts[layout].samples_in_a_warp},
                    {"warp_instructions", static_cast<double>(all.warp_instructions) / samples},
                    {"active_lanes", all.active_lanes()},
                    {"leading_lane_share", all.leading_share()},
                    {"sectors", static_cast<double>(all.sectors) / samples},
                    {"spill_operations", static_cast<double>(all.spill_operations) / samples},
                    {"answered", answered / samples}});
  }
  return rows;
}

constexpr const char* assumptions[] = {
    "nothing was measured on a GPU: instructions are those of the PTX interpreter, times those of a model",
    "1.4 instructions of the device for one of PTX; in order, each waits for its operands; 16 warps share the caches "
    "evenly",
    "128 registers a lane; warps of a multiprocessor hide each other's waits until its issue rate or the memory bounds "
    "them",
    "the range: issue rates as in tests/device/model/machines.h, waits up to 1.5 times as long as modelled; transfers "
    "and the host's part hidden by the kernel of another stream, and not hidden at all",
    "the batch is one launch (of 16384 samples at most), as two streams at a time make it; the first, small blocks of "
    "a "
    "process are left out",
    "transfers from pinned memory; two threads of the host write inputs and read results, as measured here; what the "
    "device gives up runs on one core",
    "a host core is one of this machine, interpreting in stages, in its own time",
};

void print(const json& report) {
  for (const auto& each : report["assumptions"]) std::printf("# %s\n", each.get<std::string>().c_str());
  std::printf("# %zu programs, %d different samples each; batches of %.0f; samples are %s\n", report["programs"].size(),
              static_cast<int>(samples_of_a_program), report["batch"].get<double>(),
              report["scores"].get<bool>() ? "scored, both calls" : "answered");
  std::printf(
      "host: %.1f us a sample on one core; %.2f us for inputs and results of a device; %.0f bytes in and %.0f out a "
      "sample, %.0f in a run\n\n",
      report["host_microseconds"].get<double>(), report["transfer_microseconds"].get<double>(),
      report["bytes_in"].get<double>(), report["bytes_out"].get<double>(), report["fixed_bytes_in"].get<double>());
  std::printf("%-18s %18s %13s %13s %9s %8s %9s\n", "samples in a warp", "warp instructions", "active lanes",
              "leading lane", "sectors", "spills", "answered");
  for (const auto& row : report["layouts"])
    std::printf("%-18d %18.0f %13.1f %12.0f%% %9.0f %8.0f %8.0f%%\n", row["samples_in_a_warp"].get<int>(),
                row["warp_instructions"].get<double>(), row["active_lanes"].get<double>(),
                100 * row["leading_lane_share"].get<double>(), row["sectors"].get<double>(),
                row["spill_operations"].get<double>(), 100 * row["answered"].get<double>());
  std::printf("\n%-6s %-22s %26s %20s\n", "device", "samples in a warp", "modelled samples/s", "host cores");
  for (const auto& machine : report["machines"])
    for (const auto& row : machine["layouts"])
      std::printf("%-6s %-22s %12.0f .. %10.0f %9.1f .. %7.1f\n", machine["name"].get<std::string>().c_str(),
                  row["layout"].get<std::string>().c_str(), row["samples_per_second"][0].get<double>(),
                  row["samples_per_second"][1].get<double>(), row["host_cores"][0].get<double>(),
                  row["host_cores"][1].get<double>());
  std::printf(
      "\nmicroseconds a sample: a kernel waits for operands, issues (an instruction a cycle), moves its memory; "
      "transfers; the threads of the streams; what is given up\n");
  for (const auto& machine : report["machines"])
    for (const auto& row : machine["layouts"])
      if (row.contains("microseconds")) {
        const auto& parts = row["microseconds"];
        std::printf("%-6s %-22s %7.2f %7.2f %7.2f %7.2f %7.2f %7.2f\n", machine["name"].get<std::string>().c_str(),
                    row["layout"].get<std::string>().c_str(), parts["waiting"].get<double>(),
                    parts["issuing"].get<double>(), parts["memory"].get<double>(), parts["moving"].get<double>(),
                    parts["reading"].get<double>(), parts["host"].get<double>());
      }
}

Options parse(int argc, char** argv) {
  Options options;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    const auto value = [&] {
      if (k + 1 == argc) throw std::runtime_error(word + " needs a value");
      return std::string(argv[++k]);
    };
    if (word == "--json") {
      options.as_json = true;
    } else if (word == "--scores") {
      options.scores = true;
    } else if (word == "--all") {
      options.every = 1;
    } else if (word == "--every") {
      options.every = std::max<std::size_t>(1, std::stoul(value()));
    } else if (word == "--samples") {
      options.batch = std::stod(value());
    } else if (word == "--launch") {
      options.launch = std::max(1.0, std::stod(value()));
    } else if (word == "--calibrate") {
      options.calibration = value();
    } else if (word[0] == '-') {
      throw std::runtime_error(
          "unknown option " + word +
          "; known: --scores, --all, --every N, --samples N, --launch N, --json, --calibrate FILE");
    } else {
      options.folder = word;
    }
  }
  return options;
}

json make_report(const Options& options) {
  if (!options.folder.empty()) setenv("BATT_TEST_GOLDEN", options.folder.c_str(), 1);
  testing::set_up();
  fake_cuda::set_strict_reconvergence(true);
  model::TimingMeter meter(testing::spilled_bytes(testing::built_code().logs), model::machines,
                           model::machines[0].registers / (registers_of_a_lane * 32));
  std::vector<ProgramResult> programs;
  const auto sources = testing::golden_programs();
  for (std::size_t k = 0; k < sources.size(); k += options.every)
    programs.push_back(measure(sources[k], options, meter));
  if (programs.empty()) throw std::runtime_error("no programs in " + options.folder);

  json report;
  report["assumptions"] = assumptions;
  report["batch"] = options.batch;
  report["scores"] = options.scores;
  double host = 0, transfer = 0, in = 0, out = 0, fixed = 0;
  for (const ProgramResult& program : programs) {
    json warp_instructions = json::array();  // of a sample, by layout
    for (const Measured& measured : program.layouts)
      warp_instructions.push_back(static_cast<double>(measured.counts.warp_instructions) / measured.samples);
    report["programs"].push_back({{"name", program.name},
                                  {"host_microseconds", program.host_seconds * 1e6},
                                  {"warp_instructions", std::move(warp_instructions)}});
    host += program.host_seconds;
    transfer += program.transfer_seconds;
    in += program.bytes_in;
    out += program.bytes_out;
    fixed += program.fixed_in;
  }
  const auto count = static_cast<double>(programs.size());
  report["host_microseconds"] = host / count * 1e6;
  report["transfer_microseconds"] = transfer / count * 1e6;
  report["bytes_in"] = in / count;
  report["bytes_out"] = out / count;
  report["fixed_bytes_in"] = fixed / count;
  report["layouts"] = report_layouts(programs);
  report["machines"] = json::array();
  for (std::size_t k = 0; k < std::size(model::machines); ++k)
    report["machines"].push_back(report_machine(programs, k, options));
  return report;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse(argc, argv);
    const json report = make_report(options);
    if (options.as_json)
      std::printf("%s\n", report.dump(2).c_str());
    else
      print(report);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gpu-model: %s\n", error.what());
    return 1;
  }
}
