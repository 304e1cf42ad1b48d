#include "compiler/driver/built_programs.h"

#include <dlfcn.h>
#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "batt/program.h"
#include "compiler/driver/failure.h"
#include "compiler/driver/isolated_tests.h"
#include "compiler/driver/toolchain.h"
#include "compiler/emit/cpp.h"
#include "runtime/task/cleanup.h"
#include "runtime/task/files.h"
#include "runtime/task/json_text.h"
#include "runtime/task/threads.h"

namespace battc {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Several programs in one C++ file share the cost of its header and of linking. Files are large enough for that, and
/// no larger than keeps all compilers busy.
constexpr std::size_t fewest_per_group = 25, most_per_group = 100;

std::size_t group_size(std::size_t programs, std::size_t jobs) {
  return std::clamp((programs + jobs - 1) / jobs, fewest_per_group, most_per_group);
}

std::string symbol_of(std::size_t k) { return fmt::format("{}_{}", BATT_PROGRAM_SYMBOL, k); }

fs::path emitted_file(const fs::path& folder, std::size_t k) { return folder / fmt::format("program{}.cpp", k); }

/// Writes program `k` as battc emits it, but for the name that it exports. Throws what is wrong with its source.
void emit_program(std::size_t k, const fs::path& source, const PipelineOptions& pipeline, const fs::path& folder) {
  const CompiledSource compiled = compile_golden(source, pipeline);
  batt::write_file(emitted_file(folder, k).string(),
                   emit_cpp(compiled.lowered(), compiled.source, {.symbol = symbol_of(k)}));
}

/// Programs that are built as one.
struct BuildGroup {
  std::vector<std::size_t> programs;
  fs::path object;
  std::exception_ptr failure = nullptr;
};

void build_group(const BuildGroup& group, const fs::path& folder, const Toolchain& toolchain) {
  std::string text = "#include \"batt/emitted.h\"\n";
  for (const std::size_t k : group.programs)
    text +=
        fmt::format("namespace program_{} {{\n#include \"{}\"\n}}\n", k, emitted_file(folder, k).filename().string());
  const std::string file = group.object.string() + ".cpp";
  batt::write_file(file, text);
  toolchain.build(Artifact::SharedObject, file, group.object);
}

class SharedObject {
 public:
  explicit SharedObject(const fs::path& file) : handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) throw io_failure(fmt::format("cannot load {}: {}", file.string(), dlerror()));
  }
  ~SharedObject() { dlclose(handle_); }
  SharedObject(const SharedObject&) = delete;
  SharedObject& operator=(const SharedObject&) = delete;

  const batt_program& program(const std::string& symbol) const {
    using Getter = const batt_program* (*)();
    const auto get = reinterpret_cast<Getter>(dlsym(handle_, symbol.c_str()));
    if (get == nullptr) throw std::runtime_error("a shared object without " + symbol);
    return *get();
  }

 private:
  void* handle_;
};

std::vector<json> run_program(const batt_program& program, const std::string& inputs, const batt_options& options) {
  batt_answers answers;
  const std::int32_t status = program.run_json(&program, 0, inputs.data(), inputs.size(), &options, &answers);
  std::vector<json> got;
  for (std::size_t k = 0; k < answers.count; ++k)
    got.push_back(batt::parse_json({answers.items[k].json, answers.items[k].size}, "an answer"));
  const std::string message = answers.message != nullptr ? answers.message : "";
  program.free_answers(&answers);
  if (status != BATT_OK) throw io_failure(message);
  return got;
}

batt_options run_options(batt::ErrorMode mode, const batt::PathOptions& paths) {
  batt_options run{};
  run.errors = mode == batt::ErrorMode::Raw ? BATT_ERRORS_RAW : BATT_ERRORS_SAFE;
  run.path = static_cast<std::uint32_t>(paths.path);
  run.fallback = static_cast<std::uint32_t>(paths.fallback);
  return run;
}

std::string read_inputs(const fs::path& source) {
  return batt::read_file(fs::path(source).replace_extension(".json").string());
}

TestCounts test_program(const fs::path& source, const batt_program& program, const ProgramTestOptions& options) {
  const batt::Task task = load_golden(source);
  const std::string inputs = read_inputs(source);
  batt_options run = run_options(options.mode_for(task), options.paths);
  run.seconds = options.limits.seconds;
  run.memory_bytes = options.limits.memory;
  run.steps = options.limits.steps;
  const std::vector<json> got = run_program(program, inputs, run);
  std::vector<json> checked;
  if (options.verify) {
    run.path = BATT_PATH_CHECKED;
    run.fallback = BATT_FALLBACK_AUTO;
    checked = run_program(program, inputs, run);
  }
  return compare_answers(source, task, options, got, options.verify ? &checked : nullptr);
}

double time_program(const fs::path& source, const batt_program& program, const BuiltTimeOptions& options) {
  const std::string inputs = read_inputs(source);
  const batt_options run = run_options(load_golden(source).mode().value_or(batt::ErrorMode::Safe), options.paths);
  double total = 0;
  for (std::uint32_t entry = 0; entry < program.entry_count; ++entry) {
    double seconds = 0;
    const auto repeat = static_cast<std::uint32_t>(options.repeat);
    if (program.time_json(&program, entry, inputs.data(), inputs.size(), &run, repeat, &seconds) != BATT_OK)
      throw io_failure(fmt::format("cannot time {}", source.string()));
    total += seconds;
  }
  return total;
}

/// Builds on `jobs` threads; what fails is told later, in the order of the groups.
void build_groups(std::vector<BuildGroup>& groups, const fs::path& folder, const Toolchain& toolchain,
                  std::size_t jobs) {
  const std::size_t workers = std::min(jobs, groups.size());
  batt::WorkQueue queue;
  queue.fill(groups.size(), workers);
  const auto build = [&](std::size_t k) {
    try {
      build_group(groups[k], folder, toolchain);
    } catch (...) {
      groups[k].failure = std::current_exception();
    }
  };
  batt::run_on_threads(
      workers, [&](std::size_t) { queue.drain(build); }, [&] { queue.stop(); });
}

/// Programs in groups, all of them built, each group loaded when one of its programs is asked for.
class BuiltPrograms {
 public:
  /// Builds the programs of these numbers, which lie emitted in the folder. Throws CommandFailure if the C++ compiler
  /// fails.
  BuiltPrograms(std::span<const std::size_t> programs, const fs::path& folder, const Toolchain& toolchain,
                std::size_t jobs) {
    const std::size_t size = group_size(programs.size(), jobs);
    for (std::size_t first = 0; first < programs.size(); first += size) {
      const auto part = programs.subspan(first, std::min(size, programs.size() - first));
      for (const std::size_t k : part) group_of_[k] = groups_.size();
      groups_.push_back({{part.begin(), part.end()}, folder / fmt::format("group{}.so", groups_.size())});
    }
    build_groups(groups_, folder, toolchain, jobs);
    for (const BuildGroup& group : groups_)
      if (group.failure) std::rethrow_exception(group.failure);
  }

  /// Valid until a program of another group is asked for.
  const batt_program& program(std::size_t k) {
    const BuildGroup& group = groups_[group_of_.at(k)];
    if (loaded_ != &group) object_.emplace(group.object);
    loaded_ = &group;
    return object_->program(symbol_of(k));
  }

 private:
  std::vector<BuildGroup> groups_;
  std::map<std::size_t, std::size_t> group_of_;
  const BuildGroup* loaded_ = nullptr;
  std::optional<SharedObject> object_;
};

Toolchain toolchain_for(int level, batt::Path path) {
  Toolchain toolchain(level);
  if (path == batt::Path::Device) toolchain.use_device({"on"});
  return toolchain;
}

}  // namespace

TestCounts test_built_programs(std::span<const fs::path> sources, const ProgramTestOptions& options, int jobs) {
  Toolchain toolchain = toolchain_for(options.cpp_level.value_or(options.pipeline.level), options.paths.path);
  if (options.trusts_emitted) toolchain.leave_out_sanitizers();
  const batt::TemporaryFolder folder;
  TestCounts counts = run_isolated(sources, [&](std::size_t k) {
    emit_program(k, sources[k], options.pipeline, folder.path());
    return TestCounts{};
  });
  std::vector<std::size_t> emitted;
  std::vector<fs::path> left;
  for (std::size_t k = 0; k < sources.size(); ++k)
    if (fs::exists(emitted_file(folder.path(), k))) {
      emitted.push_back(k);
      left.push_back(sources[k]);
    }
  BuiltPrograms programs(emitted, folder.path(), toolchain, static_cast<std::size_t>(std::max(1, jobs)));
  counts.add(run_isolated(
      left, [&](std::size_t place) { return test_program(left[place], programs.program(emitted[place]), options); }));
  return counts;
}

void time_built_programs(
    std::span<const fs::path> sources, const BuiltTimeOptions& options,
    const std::function<void(const fs::path& source, const std::function<double()>& built_seconds)>& visit) {
  const Toolchain toolchain = toolchain_for(options.pipeline.level, options.paths.path);
  const batt::TemporaryFolder folder;
  std::vector<std::size_t> emitted;
  std::vector<std::exception_ptr> failures(sources.size());
  for (std::size_t k = 0; k < sources.size(); ++k) {
    try {
      emit_program(k, sources[k], options.pipeline, folder.path());
      emitted.push_back(k);
    } catch (...) {
      failures[k] = std::current_exception();
    }
  }
  BuiltPrograms programs(emitted, folder.path(), toolchain, std::thread::hardware_concurrency());
  for (std::size_t k = 0; k < sources.size(); ++k)
    visit(sources[k], [&] {
      if (failures[k]) std::rethrow_exception(failures[k]);
      return time_program(sources[k], programs.program(k), options);
    });
}

}  // namespace battc
