// The options of `battc run` and of every built program: one declaration for both command lines. Those that choose the
// path serve battc's other commands, too. Include it only where a command line is read; CLI11 takes long to compile.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>

#include "batt/runner.h"

namespace batt {

/// An option whose values have names. CLI11's own transformers would print the enumerators as characters.
template <class Target, class Choice>
void add_choice(CLI::App& app, const std::string& name, Target& target, const std::map<std::string, Choice>& choices,
                const std::string& description) {
  app.add_option_function<std::string>(
         name, [&target, choices](const std::string& chosen) { target = choices.at(chosen); }, description)
      ->check(CLI::IsMember(choices));
}

inline void add_path_options(CLI::App& app, PathOptions& paths, bool& verify) {
  const std::map<std::string, Path> names = {
      {"auto", Path::Auto}, {"checked", Path::Checked}, {"fast", Path::Fast}, {"device", Path::Device}};
  const std::map<std::string, Fallback> fallbacks = {
      {"auto", Fallback::Auto}, {"never", Fallback::Never}, {"always", Fallback::Always}};
  add_choice(app, "--path", paths.path, names, "which code answers (default: auto)");
  add_choice(
      app, "--fallback", paths.fallback, fallbacks,
      "what the fast path does not answer: the checked path does (auto), no one does (never); always: nothing is "
      "left to the fast path");
  app.add_flag("--verify", verify, "run the checked path, too; a difference is an error");
}

inline void add_run_options(CLI::App& app, RunCommand& run) {
  const std::map<std::string, ErrorMode> modes = {{"safe", ErrorMode::Safe}, {"raw", ErrorMode::Raw}};
  app.add_option("--inputs", run.inputs, "a golden file (\"inputs\") or an ARC task (\"train\", \"test\")")->required();
  app.add_option("--answers", run.answers, "write the answers to this file instead of showing them");
  app.add_option("--function", run.function, "only this function (default: all)");
  add_choice(app, "--errors", run.mode, modes, "error mode (default: from the file, else safe)");
  add_path_options(app, run.paths, run.verify);
  app.add_option("--repeat", run.repeat, "run all samples this often, report the quickest")->check(CLI::PositiveNumber);
  app.add_option("--jobs", run.jobs, "threads over samples")->check(CLI::PositiveNumber);
  app.add_option("--timeout", run.timeout, "seconds for each sample (default: none)")->check(CLI::NonNegativeNumber);
  app.add_option("--memory", run.memory_megabytes, "megabytes for each sample's values")->check(CLI::PositiveNumber);
  app.add_option("--log", run.log, "write every swallowed exception and every fallback to this file");
  app.add_flag("--stats", run.stats, "print counts and times to standard error");
}

}  // namespace batt
