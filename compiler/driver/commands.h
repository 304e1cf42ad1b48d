// battc's commands: what each takes, and what it does. Each returns an exit code or throws CommandFailure.
// The command line is read in main.cpp, the only place that knows CLI11.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/passes/pipeline.h"
#include "runtime/task/evaluate.h"
#include "runtime/task/runner.h"

namespace battc {

struct CompileOptions {
  std::string source;
  std::string output;  ///< .cu, .cpp, .o, .so, or a program
  std::string
      emit;  ///< "ast", "ir", "lowered", "dot", "cpp", "cu" or "json" as text, instead; empty: what `output` asks for
  std::string function;
  PipelineOptions pipeline;
  bool warnings = true;
  std::string diagnostics = "text";
  bool verbose = false;
  bool keep_temps = false;
  bool batch = false;                           ///< what is built exports batt_batch, too
  std::string cuda = "auto";                    ///< whether to build a device part: "auto", "on" or "off"
  std::vector<std::string> cuda_architectures;  ///< of it; empty: all that the runtime has
  bool dependencies = false;                    ///< write a depfile
  std::string dependency_file;                  ///< empty: the output with the suffix .d
  std::vector<std::string> dependency_targets;  ///< as make reads them; empty: the output
};
/// `battc SOURCE`: compiles a program to C++, an object, a shared object or an executable.
int run_compile(const CompileOptions& options);

struct OpsOptions {
  std::string format = "text";  ///< or "json", "markdown"
};
int run_ops(const OpsOptions& options);

struct TestOptions {
  std::vector<std::string> files;  ///< or folders
  std::string errors;              ///< "safe", "raw", or empty: what the golden file says
  std::string op;                  ///< only the vectors of this op
  PipelineOptions pipeline;
  batt::PathOptions paths;
  bool verify = false;
  bool stats = false;
  bool built = false;  ///< programs run as emitted C++, not in-process
  int jobs = 1;        ///< threads over samples; of built programs, C++ compilers at a time
};
int run_test(const TestOptions& options);

struct RunSourceOptions {
  std::string source;
  batt::RunCommand command;
  PipelineOptions pipeline;
  bool warnings = true;
};
/// Compiles the source and runs it in-process.
int run_source(const RunSourceOptions& options);

struct ScoreOptions {
  std::vector<std::string> sources;
  std::vector<std::string> tasks;  ///< see runtime/task/task_sources.h
  std::string answers;             ///< a file that gets a line for each program, task and sample; empty: none
  batt::Candidates candidates;
  std::string function;  ///< only this one; empty: all
  std::optional<batt::ErrorMode> mode;
  double timeout = 0;
  double memory_megabytes = 4096;
  int jobs = 1;
  bool on_devices = false;  ///< whether devices score what they can
  batt::DeviceOptions device;
  PipelineOptions pipeline;
  bool stages = true;  ///< what calls of a sample, and samples of a task, have in common runs once
  bool json = false;
  bool stats = false;
};
/// Runs programs over tasks, compares with the expected outputs, and tells which solver solved which task.
int run_score(const ScoreOptions& options);

struct ProfileOptions {
  std::string source;
  std::vector<std::string> tasks;  ///< see runtime/task/task_sources.h
  batt::Candidates candidates;
  std::string function;  ///< only this one; empty: all
  std::optional<batt::ErrorMode> mode;
  PipelineOptions pipeline;
  int top = 20;        ///< so many ops and lines are printed
  std::string trace;   ///< a file that gets every instruction as a Chrome trace event; empty: none
  std::string folded;  ///< a file that gets folded stacks; empty: none
};
/// Runs a program over tasks, and tells what its ops, its stages and its lines take.
int run_profile(const ProfileOptions& options);

struct BenchOptions {
  std::vector<std::string> files;  ///< or folders
  int repeat = 3;
  bool built = false;  ///< time them as emitted C++, too
  batt::PathOptions paths;
  bool verify = false;
  bool stats = false;
  PipelineOptions pipeline;
  bool json = false;
};
/// Times golden programs: one run of every input, best of the repeats, start-up and parsing left out.
int run_bench(const BenchOptions& options);

struct TuneOptions {
  std::string from;    ///< a file with what was measured before; empty: measure now
  std::string output;  ///< empty: where --path auto looks for it
};
/// Measures what runs cost on this machine, and stores it for --path auto.
int run_tune(const TuneOptions& options);

}  // namespace battc
