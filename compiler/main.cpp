#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <map>

#include "compiler/driver/commands.h"
#include "compiler/driver/dependencies.h"
#include "compiler/driver/failure.h"
#include "runtime/module/run_options.h"

namespace {

constexpr const char* version_text = "battc " BATTC_VERSION;

using battc::BenchOptions;
using battc::CompileOptions;
using battc::OpsOptions;
using battc::ProfileOptions;
using battc::RunSourceOptions;
using battc::ScoreOptions;
using battc::TestOptions;
using battc::TuneOptions;

/// The chosen subcommand's action.
using Actions = std::map<const CLI::App*, std::function<int()>>;

void add_pipeline_options(CLI::App& app, battc::PipelineOptions& pipeline) {
  app.add_option("-O", pipeline.level, "optimisation level; all give the same answers")->check(CLI::Range(0, 2));
  std::vector<std::string> names;
  for (const std::string_view name : battc::optional_pass_names()) names.emplace_back(name);
  app.add_option("--no-pass", pipeline.skipped, "leave this pass out; may be given several times")
      ->check(CLI::IsMember(names))
      ->allow_extra_args(false);
}

/// `battc SOURCE -o OUT`: what is done when no subcommand is named.
void add_compile(CLI::App& app, CompileOptions& options) {
  app.add_option("SOURCE", options.source, "the program to compile; - is standard input");
  app.add_option(
      "-o", options.output,
      "what to make: C++ that is CUDA, too (.cu, .cpp), an object (.o), a shared object (.so), else a program");
  app.add_option("--emit", options.emit, "print this instead (or write it to OUT)")
      ->check(CLI::IsMember({"ast", "ir", "lowered", "dot", "cpp", "cu", "json"}));
  app.add_option("--function", options.function, "only this function (default: all)");
  add_pipeline_options(app, options.pipeline);
  app.add_option("--dump-after", options.pipeline.dump_after,
                 "print the graph after this pass (all: after each) to standard error");
  app.add_option("--diagnostics", options.diagnostics, "how to print errors and warnings")
      ->check(CLI::IsMember({"text", "json"}));
  app.add_flag("!-w", options.warnings, "no warnings");
  app.add_flag("-v", options.verbose, "print the commands that are run");
  app.add_flag("--keep-temps", options.keep_temps, "keep the emitted C++ as OUT.cpp");
  app.add_flag("--batch", options.batch,
               "what is made exports batt_batch(task_ids, Ss, Is, Cs, log_paths), too (batt/program.h)");
  app.add_option(
         "--cuda", options.cuda,
         "whether what is built has a part for CUDA devices (auto: if this machine has one, or with --cuda-arch)")
      ->check(CLI::IsMember({"auto", "off", "on"}));
  app.add_option(
         "--cuda-arch", options.cuda_architectures,
         "for which of them, as 75,89, and that such a part is wanted (default: all that battc has kernels for)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(batt::count_up_to(999));
  app.add_flag("--MD", options.dependencies, "-MD: write a depfile for make");
  app.add_option("--MF", options.dependency_file, "-MF FILE: its name (default: OUT with the suffix .d)");
  // On parse, so that they stand in the order in which they were given.
  std::vector<std::string>& targets = options.dependency_targets;
  app.add_option_function<std::string>(
         "--MT", [&targets](const std::string& target) { targets.push_back(target); },
         "-MT TARGET: what the rule is for, as it is (default: OUT)")
      ->trigger_on_parse();
  app.add_option_function<std::string>(
         "--MQ", [&targets](const std::string& target) { targets.push_back(battc::make_quoted(target)); },
         "-MQ TARGET: the same, with what is special to make quoted")
      ->trigger_on_parse();
}

/// CLI11 knows no long options after a single dash: -MD, -MF FILE and -MFFILE become --MD, --MF FILE and --MF=FILE.
std::vector<std::string> spell_out(int argc, char** argv) {
  std::vector<std::string> words;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (word == "-MD" || word == "-MF" || word == "-MT" || word == "-MQ")
      words.push_back("-" + word);
    else if (word.starts_with("-MF") || word.starts_with("-MT") || word.starts_with("-MQ"))
      words.push_back("-" + word.substr(0, 3) + "=" + word.substr(3));
    else
      words.push_back(word);
  }
  return words;
}

void add_ops(CLI::App& app, Actions& actions, OpsOptions& options) {
  CLI::App* command = app.add_subcommand("ops", "List the ops of the DSL, and its constants.");
  command->add_flag_callback(
      "--json", [&options] { options.format = "json"; }, "as JSON");
  command->add_flag_callback(
      "--markdown", [&options] { options.format = "markdown"; }, "as the text of docs/ops.md");
  actions[command] = [&options] { return run_ops(options); };
}

void add_test(CLI::App& app, Actions& actions, TestOptions& options) {
  CLI::App* command = app.add_subcommand(
      "test", "Run golden files and compare with what CPython answered. What Python does not fix is counted apart.");
  command->add_option("PATH", options.files, "vectors (.jsonl), programs (X.py beside X.json), or folders of them")
      ->required();
  command->add_option("--errors", options.errors, "error mode (default: from the file)")
      ->check(CLI::IsMember({"safe", "raw"}));
  command->add_option("--op", options.op, "only the vectors of this op");
  add_pipeline_options(*command, options.pipeline);
  command->add_flag("--built", options.built, "run programs as emitted C++, not in-process");
  batt::add_jobs_option(*command, options.jobs, "threads over samples; with --built: C++ compilers at a time");
  batt::add_path_options(*command, options.paths, options.verify);
  command->add_flag("--stats", options.stats, "print counts to standard error");
  actions[command] = [&options] { return run_test(options); };
}

void add_run(CLI::App& app, Actions& actions, RunSourceOptions& options) {
  CLI::App* command =
      app.add_subcommand("run", "Run a program in-process over the samples of a golden file or an ARC task.");
  command->add_option("SOURCE", options.source, "the program; - is standard input")->required();
  batt::add_run_options(*command, options.command);
  add_pipeline_options(*command, options.pipeline);
  command->add_flag("!--no-warnings", options.warnings, "do not print warnings");
  actions[command] = [&options] { return run_source(options); };
}

void add_candidates_option(CLI::App& command, batt::Candidates& candidates) {
  const std::map<std::string, batt::Candidates> choices = {
      {"none", {true, false}}, {"expected", {false, true}}, {"both", {true, true}}};
  batt::add_choice(command, "--candidate", candidates, choices,
                   "what C is: None, the expected output, or both in two calls (default: both)");
}

void add_score(CLI::App& app, Actions& actions, ScoreOptions& options) {
  CLI::App* command =
      app.add_subcommand("score", "Run programs over tasks, and tell which of their results are the expected outputs.");
  command->add_option("PROGRAM", options.sources, "the programs")->required();
  command->add_option("--tasks,--inputs", options.tasks, batt::tasks_description)->required();
  command->add_option("--answers", options.answers,
                      "write a line of JSON for each program, task and sample to this file, as they come");
  add_candidates_option(*command, options.candidates);
  command->add_option("--function", options.function, "only this function of each program (default: all)");
  batt::add_choice(*command, "--errors", options.mode, batt::error_modes(),
                   "error mode (default: from a golden file, else safe)");
  batt::add_limit_options(*command, options.timeout, options.memory_megabytes);
  batt::add_jobs_option(*command, options.jobs, "threads over samples");
  batt::add_choice(*command, "--path", options.on_devices,
                   std::map<std::string, bool>{{"fast", false}, {"device", true}},
                   "what scores samples: the host (fast, the default), or CUDA devices what they can");
  batt::add_device_options(*command, options.device);
  add_pipeline_options(*command, options.pipeline);
  batt::add_stages_option(*command, options.stages);
  command->add_flag("--json", options.json, "print the summary as JSON");
  command->add_flag("--stats", options.stats, "print times to standard error");
  actions[command] = [&options] { return run_score(options); };
}

void add_bench(CLI::App& app, Actions& actions, BenchOptions& options) {
  CLI::App* command = app.add_subcommand("bench", "Time golden programs, in nanoseconds for each sample and each op.");
  command->add_option("PATH", options.files, "programs (X.py beside X.json), or folders of them")->required();
  batt::add_repeat_option(*command, options.repeat, "take the best of this many runs");
  command->add_flag("--built", options.built, "time programs as emitted C++, too, beside in-process");
  batt::add_path_options(*command, options.paths, options.verify);
  command->add_flag("--stats", options.stats, "print counts to standard error; with --json: as a part of it");
  add_pipeline_options(*command, options.pipeline);
  command->add_flag("--json", options.json, "as JSON");
  actions[command] = [&options] { return run_bench(options); };
}

void add_profile(CLI::App& app, Actions& actions, ProfileOptions& options) {
  CLI::App* command =
      app.add_subcommand("profile", "Run a program over tasks, and tell what its ops, its stages and its lines take.");
  command->add_option("PROGRAM", options.source, "the program; - is standard input")->required();
  command->add_option("--tasks,--inputs", options.tasks, batt::tasks_description)->required();
  add_candidates_option(*command, options.candidates);
  command->add_option("--function", options.function, "only this function (default: all)");
  batt::add_choice(*command, "--errors", options.mode, batt::error_modes(),
                   "error mode (default: from a golden file, else safe)");
  command->add_option("--top", options.top, "print so many ops and lines (default: 20)")
      ->check(batt::count_up_to(1'000'000));
  command->add_option("--trace", options.trace,
                      "write every instruction that ran as a Chrome trace event to this file (Perfetto, speedscope)");
  command->add_option("--folded", options.folded, "write stacks for flame graphs to this file, in nanoseconds");
  add_pipeline_options(*command, options.pipeline);
  actions[command] = [&options] { return run_profile(options); };
}

void add_tune(CLI::App& app, Actions& actions, TuneOptions& options) {
  CLI::App* command = app.add_subcommand(
      "tune", "Measure what runs cost on this machine's host and device, and store it for --path auto.");
  command->add_option("--from", options.from,
                      "store what this file says, as scripts/gpu-check writes it; measure nothing");
  command->add_option("-o", options.output, "where to store it (default: where --path auto looks for it)");
  actions[command] = [&options] { return run_tune(options); };
}

/// `battc help [COMMAND]` and `battc version`: what --help and --version print.
void add_help_and_version(CLI::App& app, Actions& actions, std::string& topic) {
  CLI::App* help = app.add_subcommand("help", "Print what battc, or one of its commands, takes.");
  help->add_option("COMMAND", topic, "the command (default: battc itself)");
  actions[help] = [&app, &topic] {
    try {
      // Not app.help(), which would be that of this command.
      const auto formatter = app.get_formatter();
      fmt::print("{}", topic.empty() ? formatter->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal)
                                     : app.get_subcommand(topic)->help(app.get_name()));
    } catch (const CLI::OptionNotFound&) {
      throw battc::CommandFailure(battc::exit_usage, fmt::format("no command '{}'; battc help lists them", topic));
    }
    return battc::exit_ok;
  };
  CLI::App* version = app.add_subcommand("version", "Print the version.");
  actions[version] = [] {
    fmt::print("{}\n", version_text);
    return battc::exit_ok;
  };
}

int run(int argc, char** argv) {
  CLI::App app("battc compiles ARC-DSL programs to native code.", "battc");
  app.set_version_flag("--version", version_text);
  app.require_subcommand(0, 1);
  Actions actions;
  CompileOptions compile;
  add_compile(app, compile);
  OpsOptions ops;
  TestOptions test;
  add_ops(app, actions, ops);
  add_test(app, actions, test);
  RunSourceOptions run_options;
  add_run(app, actions, run_options);
  ScoreOptions score;
  add_score(app, actions, score);
  BenchOptions bench;
  add_bench(app, actions, bench);
  ProfileOptions profile;
  add_profile(app, actions, profile);
  TuneOptions tune;
  add_tune(app, actions, tune);
  std::string topic;
  add_help_and_version(app, actions, topic);
  try {
    std::vector<std::string> words = spell_out(argc, argv);
    std::reverse(words.begin(), words.end());  // as CLI11 takes them
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return batt::exit_after(app, error);
  }
  for (const auto& [command, action] : actions)
    if (command->parsed()) return action();
  return run_compile(compile);
}

}  // namespace

int main(int argc, char** argv) {
  return batt::run_main("battc", [&] { return run(argc, argv); });
}
