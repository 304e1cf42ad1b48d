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
#include "compiler/driver/golden_files.h"
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

struct Group {
  std::span<const fs::path> sources;
  fs::path object;
  std::vector<std::exception_ptr> failures;  ///< of each source; null: it is part of the object
  std::exception_ptr failure = nullptr;      ///< of the object as a whole

  bool is_empty() const { return std::find(failures.begin(), failures.end(), nullptr) == failures.end(); }
};

/// Writes the group's programs, each a file as battc emits it but for the name that it exports, and builds them as one.
void build_group(Group& group, const PipelineOptions& pipeline, const Toolchain& toolchain) {
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
void build_groups(std::vector<Group>& groups, const PipelineOptions& pipeline, const Toolchain& toolchain,
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

/// Returns a built program, or throws what went wrong with its source.
using BuiltProgram = std::function<const batt_program&()>;

/// Builds all of them, then visits one after the other.
void visit_built(std::span<const fs::path> sources, const PipelineOptions& pipeline, Toolchain toolchain,
                 batt::Path path, int jobs, const std::function<void(const fs::path&, const BuiltProgram&)>& visit) {
  if (path == batt::Path::Device) toolchain.use_device({"on"});
  const batt::TemporaryFolder folder;
  std::vector<Group> groups;
  for (std::size_t first = 0; first < sources.size(); first += programs_per_group) {
    const std::size_t size = std::min(programs_per_group, sources.size() - first);
    groups.push_back({sources.subspan(first, size), folder.path() / fmt::format("group{}.so", groups.size()),
                      std::vector<std::exception_ptr>(size)});
  }
  build_groups(groups, pipeline, toolchain, static_cast<std::size_t>(std::max(1, jobs)));
  for (const Group& group : groups) {
    if (group.failure) std::rethrow_exception(group.failure);
    std::optional<SharedObject> object;
    if (!group.is_empty()) object.emplace(group.object);
    for (std::size_t k = 0; k < group.sources.size(); ++k)
      visit(group.sources[k], [&]() -> const batt_program& {
        if (group.failures[k]) std::rethrow_exception(group.failures[k]);
        return object->program(symbol_of(k));
      });
  }
}

}  // namespace

TestCounts test_built_programs(std::span<const fs::path> sources, const ProgramTestOptions& options, int jobs) {
  TestCounts total;
  const Toolchain toolchain(options.cpp_level.value_or(options.pipeline.level));
  visit_built(sources, options.pipeline, toolchain, options.paths.path, jobs,
              [&](const fs::path& source, const BuiltProgram& program) {
                try {
                  total.add(test_program(source, program(), options));
                } catch (...) {
                  total.add(count_failure(source, stdout));
                }
              });
  return total;
}

void time_built_programs(
    std::span<const fs::path> sources, const BuiltTimeOptions& options,
    const std::function<void(const fs::path& source, const std::function<double()>& built_seconds)>& visit) {
  const int jobs = static_cast<int>(std::thread::hardware_concurrency());
  visit_built(sources, options.pipeline, Toolchain(options.pipeline.level), options.paths.path, jobs,
              [&](const fs::path& source, const BuiltProgram& program) {
                visit(source, [&] { return time_program(source, program(), options); });
              });
}

}  // namespace battc
