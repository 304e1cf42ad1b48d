#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "compiler/driver/commands.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/dependencies.h"
#include "compiler/driver/failure.h"
#include "compiler/driver/toolchain.h"
#include "compiler/emit/cpp.h"
#include "compiler/frontend/dump.h"
#include "compiler/frontend/parser.h"
#include "compiler/ir/dot.h"
#include "compiler/ir/graph_json.h"
#include "compiler/ir/print.h"
#include "compiler/lower/print_lowered.h"
#include "runtime/task/cleanup.h"
#include "runtime/task/files.h"

namespace battc {
namespace {

namespace fs = std::filesystem;

CommandFailure usage_failure(const std::string& message) { return {exit_usage, message}; }

void write_or_print(const std::string& path, const std::string& text) {
  if (!path.empty() && path != "-") return batt::write_file(path, text);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  return fs::equivalent(a, b, error);
}

std::string dependency_file(const CompileOptions& options) {
  return options.dependency_file.empty() ? fs::path(options.output).replace_extension(".d").string()
                                         : options.dependency_file;
}

void check_pass(const std::string& name) {
  const auto known = pass_names();
  if (name.empty() || name == "all" || std::find(known.begin(), known.end(), name) != known.end()) return;
  throw usage_failure(fmt::format("no pass '{}'; there are {}, and all", name, fmt::join(known, ", ")));
}

void check_usage(const CompileOptions& options) {
  if (options.source.empty()) throw usage_failure("nothing to compile; say battc SOURCE -o OUT, or battc --help");
  if (options.emit.empty() && (options.output.empty() || options.output == "-"))
    throw usage_failure(
        "where to? Say -o OUT, with OUT ending in .cu, .cpp, .o, .so, or in nothing for a program; or --emit=cpp");
  if (!options.output.empty() && is_same_file(options.source, options.output))
    throw usage_failure(fmt::format("{} is the source: the output would replace it", options.output));
  check_pass(options.pipeline.dump_after);
  if (!options.dependencies) {
    if (!options.dependency_file.empty() || !options.dependency_targets.empty())
      throw usage_failure("-MF, -MT and -MQ say something about a depfile; -MD asks for one");
    return;
  }
  const bool has_output = !options.output.empty() && options.output != "-";
  if (!has_output && (options.dependency_file.empty() || options.dependency_targets.empty()))
    throw usage_failure("-MD without -o needs both -MF FILE and -MT TARGET");
  if (is_same_file(options.source, dependency_file(options)))
    throw usage_failure(fmt::format("{} is the source: the depfile would replace it", dependency_file(options)));
}

/// Written before anything can go wrong with the source, so that make knows what to wait for.
void write_dependencies(const CompileOptions& options) {
  std::vector<std::string> targets = options.dependency_targets;
  if (targets.empty()) targets.push_back(make_quoted(options.output));
  std::vector<std::string> files;
  if (options.source != "-") files.push_back(options.source);
  write_or_print(dependency_file(options), make_rule(targets, files));
}

/// Diagnostics have been printed by compile(), which this only follows.
std::string ast_as_text(const SourceFile& source) {
  Diagnostics ignored;
  const auto module = parse(source, ignored);
  return dump(module.value());
}

/// The graph, and what lowering made of each node.
nlohmann::json as_json(const Graph& graph, const LoweringNotes& notes) {
  nlohmann::json function = graph_as_json(graph);
  for (std::size_t k = 0; k < graph.size(); ++k) {
    const Remark& remark = notes.nodes[k];
    if (remark.kind == Remark::Kind::Constant) continue;
    nlohmann::json& node = function["nodes"][k];
    node["lowered"] = to_string(remark.kind);
    if (remark.interprets()) node["interpreted"] = interpreted_calls(remark);
  }
  return function;
}

std::string as_cpp(const CompiledSource& compiled, const std::vector<LoweredFunction>& lowered, bool batch) {
  if (batch && !batt_of(lowered))
    throw usage_failure(fmt::format("--batch needs a batt, and {} has none", compiled.source.name()));
  return emit_cpp(lowered, compiled.source, {.batch = batch});
}

std::string as_text(const CompiledSource& compiled, const CompileOptions& options, const PipelineOptions& pipeline) {
  const std::string& format = options.emit;
  if (format == "ast") return ast_as_text(compiled.source);
  const std::vector<LoweredFunction> lowered = compiled.lowered(pipeline);
  if (format == "cpp" || format == "cu") return as_cpp(compiled, lowered, options.batch);
  if (format == "json") {
    nlohmann::json functions = nlohmann::json::array();
    for (std::size_t k = 0; k < lowered.size(); ++k) functions.push_back(as_json(compiled.graphs[k], lowered[k].notes));
    return nlohmann::json{{"functions", functions}}.dump(2) + "\n";
  }
  std::string text;
  if (format == "lowered") {
    for (const LoweredFunction& function : lowered) text += print_lowered(function);
    return text;
  }
  for (const Graph& graph : compiled.graphs) text += format == "dot" ? graph_as_dot(graph) : print_graph(graph);
  return text;
}

/// It would be found out when the C++ compiler has done its work.
void check_output(const std::string& output) {
  const fs::path folder = fs::path(output).parent_path();
  std::error_code error;
  if (!folder.empty() && !fs::is_directory(folder, error))
    throw io_failure(fmt::format("cannot write {}: no such folder", output));
  if (fs::is_directory(output, error)) throw io_failure(fmt::format("cannot write {}: it is a folder", output));
}

void build(const CompiledSource& compiled, const CompileOptions& options, const PipelineOptions& pipeline) {
  check_output(options.output);
  const std::string cpp = as_cpp(compiled, compiled.lowered(pipeline), options.batch);
  const std::string suffix = fs::path(options.output).extension().string();
  if (suffix == ".cpp" || suffix == ".cu") return batt::write_file(options.output, cpp);
  const Artifact artifact = suffix == ".o"    ? Artifact::Object
                            : suffix == ".so" ? Artifact::SharedObject
                                              : Artifact::Program;
  Toolchain toolchain(pipeline.level);
  toolchain.set_verbose(options.verbose);
  toolchain.use_device({options.cuda, options.cuda_architectures});
  const batt::TemporaryFolder folder;
  const std::string file = options.keep_temps ? options.output + ".cpp" : (folder.path() / "program.cpp").string();
  batt::write_file(file, cpp);
  toolchain.build(artifact, file, options.output);
}

}  // namespace

int run_compile(const CompileOptions& options) {
  check_usage(options);
  if (options.dependencies) write_dependencies(options);
  const FrontOptions front{
      .function = options.function, .warnings = options.warnings, .diagnostics = options.diagnostics};
  const PipelineOptions& pipeline = options.pipeline;
  const CompiledSource compiled = compile(options.source, front, pipeline);
  if (options.emit.empty())
    build(compiled, options, pipeline);
  else
    write_or_print(options.output, as_text(compiled, options, pipeline));
  return exit_ok;
}

}  // namespace battc
