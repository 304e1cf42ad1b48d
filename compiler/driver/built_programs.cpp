#include "compiler/driver/built_programs.h"

#include <dlfcn.h>
#include <fmt/core.h>

#include <algorithm>
#include <exception>
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

/// Several programs in one C++ file share the cost of its header and of linking.
constexpr std::size_t programs_per_group = 25;

std::string symbol_of(std::size_t k) { return fmt::format("{}_{}", BATT_PROGRAM_SYMBOL, k); }

struct BuildGroup {
  std::span<const fs::path> sources;
  fs::path object;
  std::vector<std::exception_ptr> failures;  ///< of each source; null: it is part of the object
  std::exception_ptr failure = nullptr;      ///< of the object as a whole

  bool is_empty() const { return std::find(failures.begin(), failures.end(), nullptr) == failures.end(); }
};

/// Writes the group's programs, each a file as battc emits it but for the name that it exports, and builds them as one.
void build_group(BuildGroup& group, const PipelineOptions& pipeline, const Toolchain& toolchain) {
  std::string text = "#include \"batt/emitted.h\"\n";
  for (std::size_t k = 0; k < group.sources.size(); ++k) {
    try {
      const CompiledSource compiled = compile_golden(group.sources[k], pipeline);
      const fs::path file = fmt::format("{}.{}.cpp", group.object.string(), k);
      batt::write_file(file.string(), emit_cpp(compiled.lowered(), compiled.source, {.symbol = symbol_of(k)}));
      text += fmt::format("namespace program_{} {{\n#include \"{}\"\n}}\n", k, file.filename().string());
    } catch (...) {
      group.failures[k] = std::current_exception();
    }
  }
  if (group.is_empty()) return;
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
void build_groups(std::vector<BuildGroup>& groups, const PipelineOptions& pipeline, const Toolchain& toolchain,
                  std::size_t jobs) {
  const std::size_t workers = std::min(jobs, groups.size());
  batt::WorkQueue queue;
  queue.fill(groups.size(), workers);
  const auto build = [&](std::size_t k) {
    try {
      build_group(groups[k], pipeline, toolchain);
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
  /// Throws CommandFailure if the C++ compiler fails.
  BuiltPrograms(std::span<const fs::path> sources, const PipelineOptions& pipeline, const Toolchain& toolchain,
                std::size_t jobs) {
    for (std::size_t first = 0; first < sources.size(); first += programs_per_group) {
      const std::size_t size = std::min(programs_per_group, sources.size() - first);
      groups_.push_back({sources.subspan(first, size), folder_.path() / fmt::format("group{}.so", groups_.size()),
                         std::vector<std::exception_ptr>(size)});
    }
    build_groups(groups_, pipeline, toolchain, jobs);
    for (const BuildGroup& group : groups_)
      if (group.failure) std::rethrow_exception(group.failure);
  }

  /// Valid until a program of another group is asked for. Throws what went wrong with its source.
  const batt_program& program(std::size_t k) {
    const BuildGroup& group = groups_[k / programs_per_group];
    const std::size_t place = k % programs_per_group;
    if (group.failures[place]) std::rethrow_exception(group.failures[place]);
    if (loaded_ != &group) object_.emplace(group.object);
    loaded_ = &group;
    return object_->program(symbol_of(place));
  }

 private:
  const batt::TemporaryFolder folder_;
  std::vector<BuildGroup> groups_;
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
  const Toolchain toolchain = toolchain_for(options.cpp_level.value_or(options.pipeline.level), options.paths.path);
  BuiltPrograms programs(sources, options.pipeline, toolchain, static_cast<std::size_t>(std::max(1, jobs)));
  return run_isolated(sources, [&](std::size_t k) { return test_program(sources[k], programs.program(k), options); });
}

void time_built_programs(
    std::span<const fs::path> sources, const BuiltTimeOptions& options,
    const std::function<void(const fs::path& source, const std::function<double()>& built_seconds)>& visit) {
  BuiltPrograms programs(sources, options.pipeline, toolchain_for(options.pipeline.level, options.paths.path),
                         std::thread::hardware_concurrency());
  for (std::size_t k = 0; k < sources.size(); ++k)
    visit(sources[k], [&] { return time_program(sources[k], programs.program(k), options); });
}

}  // namespace battc
