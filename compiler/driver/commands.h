// battc's commands: what each takes, and what it does. Each answers an exit code or throws CommandFailure.
// The command line is read in main.cpp, the only place that knows CLI11.
#pragma once

#include <string>
#include <vector>

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

}  // namespace battc
