// battc's commands: what each takes, and what it does. Each answers an exit code or throws CommandFailure.
// The command line is read in main.cpp, the only place that knows CLI11.
#pragma once

#include <string>
#include <vector>

#include "batt/runner.h"

namespace battc {

struct OpsOptions {
  std::string format = "text";  ///< or "json", "markdown"
};
int run_ops(const OpsOptions& options);

struct TestOptions {
  std::vector<std::string> paths;
  std::string errors;  ///< "safe", "raw", or empty: what the golden file says
  std::string op;      ///< only the vectors of this op
  int level = 2;
};
int run_test(const TestOptions& options);

struct RunSourceOptions {
  std::string source;
  batt::RunCommand command;
  std::string path = "auto";
  int level = 2;
  bool warnings = true;
};
/// Compiles the source and runs it in-process.
int run_source(const RunSourceOptions& options);

struct BenchOptions {
  std::vector<std::string> paths;
  int repeat = 3;
  std::string path = "auto";
  int level = 2;
  bool json = false;
};
/// Times golden programs: one run of every input, best of the repeats, start-up and parsing left out.
int run_bench(const BenchOptions& options);

}  // namespace battc
