// The options of `battc run` and of every built program: one declaration for both command lines. Those that choose the
// path serve battc's other commands, too. Include it only where a command line is read; CLI11 takes long to compile.
#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <map>
#include <sstream>
#include <string>

#include "runtime/task/program_main.h"
#include "runtime/task/runner.h"
#include "runtime/task/threads.h"

namespace batt {

/// An option whose values have names. CLI11's own transformers would print the enumerators as characters.
template <class Target, class Choice>
void add_choice(CLI::App& app, const std::string& name, Target& target, const std::map<std::string, Choice>& choices,
                const std::string& description) {
  app.add_option_function<std::string>(
         name, [&target, choices](const std::string& chosen) { target = choices.at(chosen); }, description)
      ->check(CLI::IsMember(choices));
}

/// Prints the help that was asked for, or what is wrong with the command line. CLI11's own way to standard output would
/// lose the reason if it cannot be written.
inline int exit_after(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream out;
  const int code = app.exit(error, out, std::cerr);
  std::fputs(out.str().c_str(), stdout);
  return code == 0 ? exit_ok : exit_usage;
}

/// A number of `least` or more, infinity too; refused in one line. CLI11's own checks print the largest number that
/// there is.
inline CLI::Validator number_from(double least, const std::string& what) {
  const auto check = [least, what](const std::string& text) -> std::string {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    if (!text.empty() && *end == '\0' && number >= least) return "";
    return "'" + text + "' is not " + what;
  };
  return {check, "NUMBER", ""};
}

/// A whole number from 1 on.
inline CLI::Validator count_up_to(std::uint64_t most) {
  const auto check = [most](const std::string& text) -> std::string {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc{} && end == text.data() + text.size() && number >= 1 && number <= most) return "";
    return "'" + text + "' is not a whole number from 1 to " + std::to_string(most);
  };
  return {check, "COUNT", ""};
}

/// A number above 0 and up to 1.
inline CLI::Validator fraction() {
  const auto check = [](const std::string& text) -> std::string {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    if (!text.empty() && *end == '\0' && number > 0 && number <= 1) return "";
    return "'" + text + "' is not a number above 0 and up to 1";
  };
  return {check, "NUMBER", ""};
}

inline void add_jobs_option(CLI::App& app, int& jobs, const std::string& description) {
  app.add_option("--jobs", jobs, description)->check(count_up_to(max_jobs));
}

inline void add_repeat_option(CLI::App& app, int& repeat, const std::string& description) {
  app.add_option("--repeat", repeat, description)->check(count_up_to(std::numeric_limits<int>::max()));
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

inline void add_device_options(CLI::App& app, DeviceOptions& device) {
  app.add_option("--memory-fraction", device.memory_share, "of a device's free memory that may be used (default: 0.8)")
      ->check(fraction());
  app.add_option("--multi-gpu-threshold", device.split_from,
                 "from this many samples on all devices are used (default: 120)")
      ->check(count_up_to(std::numeric_limits<std::int32_t>::max()));
}

inline std::map<std::string, ErrorMode> error_modes() { return {{"safe", ErrorMode::Safe}, {"raw", ErrorMode::Raw}}; }

inline constexpr const char* tasks_description =
    "golden files (\"inputs\"), ARC tasks (\"train\", \"test\"), folders of them, or *challenges*.json with its "
    "solutions";

inline void add_limit_options(CLI::App& app, double& timeout, double& memory_megabytes) {
  app.add_option("--timeout", timeout, "seconds for each sample (default: none)")
      ->check(number_from(0, "a number of seconds of 0 or more"));
  app.add_option("--memory", memory_megabytes, "megabytes for each sample's values (default: 4096)")
      ->check(number_from(std::numeric_limits<double>::min(), "a number of megabytes above 0"));
}

inline void add_run_options(CLI::App& app, RunCommand& run) {
  app.add_option("--inputs,--tasks", run.inputs, tasks_description)->required();
  const std::map<std::string, Candidate> candidates = {
      {"none", Candidate::None}, {"expected", Candidate::Expected}, {"both", Candidate::Both}};
  add_choice(app, "--candidate", run.candidate, candidates,
             "what C is for the samples of an ARC task: None, the expected output, or one after the other "
             "(default: none)");
  app.add_option(
      "--answers", run.answers,
      "write the answers to this file instead of showing them; X.jsonl: a line for each sample, as they come");
  app.add_option("--function", run.function, "only this function (default: all)");
  add_choice(app, "--errors", run.mode, error_modes(), "error mode (default: from the file, else safe)");
  add_path_options(app, run.paths, run.verify);
  add_device_options(app, run.device);
  add_repeat_option(app, run.repeat, "run all samples this often, report the quickest");
  add_jobs_option(app, run.jobs, "threads over samples");
  add_limit_options(app, run.timeout, run.memory_megabytes);
  app.add_option("--log", run.log, "write every swallowed exception and every fallback to this file");
  app.add_flag("--stats", run.stats, "print counts and times to standard error");
}

}  // namespace batt
