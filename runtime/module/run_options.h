// The options of `battc run` and of every built program: one declaration for both command lines.
// Include it only where a command line is read; CLI11 takes long to compile.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>

#include "batt/runner.h"

namespace batt {

inline void add_run_options(CLI::App& app, RunCommand& run, std::string& path) {
  const std::map<std::string, ErrorMode> modes = {{"safe", ErrorMode::Safe}, {"raw", ErrorMode::Raw}};
  app.add_option("--inputs", run.inputs, "a golden file (\"inputs\") or an ARC task (\"train\", \"test\")")->required();
  app.add_option("--answers", run.answers, "write the answers to this file instead of showing them");
  app.add_option("--function", run.function, "only this function (default: all)");
  app.add_option("--errors", run.mode, "error mode (default: from the file, else safe)")
      ->transform(CLI::CheckedTransformer(modes));
  app.add_option("--path", path, "how to execute")->check(CLI::IsMember({"auto", "checked"}));
  app.add_option("--repeat", run.repeat, "run all samples this often, report the quickest")->check(CLI::PositiveNumber);
  app.add_option("--jobs", run.jobs, "threads over samples")->check(CLI::PositiveNumber);
  app.add_option("--timeout", run.timeout, "seconds for each sample (default: none)")->check(CLI::NonNegativeNumber);
  app.add_option("--memory", run.memory_megabytes, "megabytes for each sample's values")->check(CLI::PositiveNumber);
  app.add_option("--log", run.log, "write every swallowed exception to this file");
  app.add_flag("--stats", run.stats, "print counts and times to standard error");
}

}  // namespace batt
