// What single calls of ops cost: ops_bench [--only TEXT] [--against TABLE] TASK...
// Each op is called on the first input of every task, with arguments made beforehand. Prints nanoseconds per call, the
// mean and the median over the inputs; --against takes the table that another build printed, and adds the ratio of the
// means. Machines and moments differ: compare builds by runs that follow each other, or by --against in the same shell.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "dsl_kernels/op_bodies.h"
#include "runtime/task/task.h"
#include "runtime/value/set.h"

namespace {

using batt::Context;
using batt::Value;

double now() {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Value op_value(const char* name) { return Value::op(static_cast<std::uint16_t>(*batt::find_op(name))); }

Value apply(Context& context, const char* name, std::initializer_list<Value> arguments) {
  return batt::dispatch_op(context, *batt::find_op(name), arguments.begin());
}

/// What the calls on one grid are given.
struct Input {
  Context context;
  Value grid;
  Value all, black, objects, largest;

  explicit Input(Value from) : grid(from) {
    all = apply(context, "asindices", {grid});
    black = apply(context, "f_ofcolor", {grid, Value::integer(0)});
    objects = apply(context, "o_g", {grid, Value::integer(5)});
    largest = apply(context, "get_arg_rank_f", {objects, op_value("size"), Value::integer(0)});
    if (!largest.is_set() || largest.set().size == 0) largest = apply(context, "asobject", {grid});
  }
};

struct Case {
  std::string name;
  const char* op;
  std::function<std::vector<Value>(Input&)> arguments;
};

std::vector<Case> all_cases() {
  const auto number = [](int n) { return Value::integer(n); };
  std::vector<Case> cases;
  const auto add = [&](const char* name, const char* op, std::function<std::vector<Value>(Input&)> arguments) {
    cases.push_back({name, op, std::move(arguments)});
  };
  add("identity", "identity", [](Input& in) { return std::vector{in.grid}; });
  add("size_t", "size_t", [](Input& in) { return std::vector{in.grid}; });
  add("o_g R5", "o_g", [=](Input& in) { return std::vector{in.grid, number(5)}; });
  add("o_g R7", "o_g", [=](Input& in) { return std::vector{in.grid, number(7)}; });
  add("o_g R1", "o_g", [=](Input& in) { return std::vector{in.grid, number(1)}; });
  add("o_g R3", "o_g", [=](Input& in) { return std::vector{in.grid, number(3)}; });
  add("o_g R4", "o_g", [=](Input& in) { return std::vector{in.grid, number(4)}; });
  add("difference", "difference", [](Input& in) { return std::vector{in.all, in.black}; });
  add("combine", "combine", [](Input& in) { return std::vector{in.all, in.black}; });
  add("combine_f", "combine_f", [](Input& in) { return std::vector{in.all, in.black}; });
  add("intersection", "intersection", [](Input& in) { return std::vector{in.all, in.black}; });
  add("f_ofcolor", "f_ofcolor", [=](Input& in) { return std::vector{in.grid, number(0)}; });
  add("p_g", "p_g", [](Input& in) { return std::vector{in.grid}; });
  add("palette_t", "palette_t", [](Input& in) { return std::vector{in.grid}; });
  add("mostcolor_t", "mostcolor_t", [](Input& in) { return std::vector{in.grid}; });
  add("get_color_rank_t", "get_color_rank_t", [=](Input& in) { return std::vector{in.grid, number(0)}; });
  add("fill", "fill", [=](Input& in) { return std::vector{in.grid, number(2), in.black}; });
  add("underfill", "underfill", [=](Input& in) { return std::vector{in.grid, number(2), in.all}; });
  add("paint", "paint", [](Input& in) { return std::vector{in.grid, in.largest}; });
  add("cover", "cover", [](Input& in) { return std::vector{in.grid, in.largest}; });
  add("replace", "replace", [=](Input& in) { return std::vector{in.grid, number(0), number(2)}; });
  add("delta", "delta", [](Input& in) { return std::vector{in.largest}; });
  add("shift", "shift", [](Input& in) { return std::vector{in.largest, Value::pair(1, 1)}; });
  add("normalize", "normalize", [](Input& in) { return std::vector{in.largest}; });
  add("toindices", "toindices", [](Input& in) { return std::vector{in.largest}; });
  add("recolor_o", "recolor_o", [=](Input& in) { return std::vector{number(3), in.largest}; });
  add("ulcorner", "ulcorner", [](Input& in) { return std::vector{in.largest}; });
  add("subgrid", "subgrid", [](Input& in) { return std::vector{in.largest, in.grid}; });
  add("merge_f", "merge_f", [](Input& in) { return std::vector{in.objects}; });
  add("mapply(toindices)", "mapply", [](Input& in) { return std::vector{op_value("toindices"), in.objects}; });
  add("fgpartition", "fgpartition", [](Input& in) { return std::vector{in.grid}; });
  add("partition", "partition", [](Input& in) { return std::vector{in.grid}; });
  add("compress", "compress", [](Input& in) { return std::vector{in.grid}; });
  add("get_arg_rank_f(size)", "get_arg_rank_f", [=](Input& in) {
    return std::vector{in.objects, op_value("size"), number(0)};
  });
  add("apply(color)", "apply", [](Input& in) { return std::vector{op_value("color"), in.objects}; });
  add("sizefilter", "sizefilter", [=](Input& in) { return std::vector{in.objects, number(1)}; });
  add("colorfilter", "colorfilter", [=](Input& in) { return std::vector{in.objects, number(1)}; });
  add("occurrences", "occurrences", [](Input& in) { return std::vector{in.grid, in.largest}; });
  add("asobject", "asobject", [](Input& in) { return std::vector{in.grid}; });
  add("asindices", "asindices", [](Input& in) { return std::vector{in.grid}; });
  return cases;
}

/// Nanoseconds per call on one input: the best of several rounds.
double time_of(Input& in, batt::OpId op, const std::vector<Value>& arguments) {
  constexpr int rounds = 7, calls = 200;
  // What values remember for later is made before the memory of the calls is given back.
  for (int k = 0; k < 3; ++k) batt::dispatch_op(in.context, op, arguments.data());
  double best = 1e18;
  for (int round = 0; round < rounds; ++round) {
    const double start = now();
    for (int k = 0; k < calls; ++k) {
      const batt::ArenaScope scope(in.context.arena());
      batt::dispatch_op(in.context, op, arguments.data());
    }
    best = std::min(best, (now() - start) / calls);
  }
  return best;
}

std::map<std::string, double> read_table(const char* file) {
  std::map<std::string, double> means;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t tab = line.find('\t');
    if (tab != std::string::npos) means[line.substr(0, tab)] = std::atof(line.c_str() + tab);
  }
  return means;
}

}  // namespace

int main(int count, char** words) {
  std::string only;
  std::map<std::string, double> before;
  std::vector<std::string> files;
  for (int k = 1; k < count; ++k) {
    const std::string word = words[k];
    if (word == "--only" && k + 1 < count)
      only = words[++k];
    else if (word == "--against" && k + 1 < count)
      before = read_table(words[++k]);
    else
      files.push_back(word);
  }
  if (files.empty()) {
    std::fprintf(stderr, "usage: ops_bench [--only TEXT] [--against TABLE] TASK...\n");
    return 2;
  }
  std::vector<batt::Task> tasks;
  std::vector<std::unique_ptr<Input>> inputs;
  for (const std::string& file : files) {
    tasks.push_back(batt::Task::load(file));
    if (!tasks.back().samples().empty()) inputs.push_back(std::make_unique<Input>(tasks.back().samples()[0].inputs.I));
  }
  std::printf("# ns per call over %zu inputs\tmean\tmedian%s\n", inputs.size(),
              before.empty() ? "" : "\tbefore\tratio");
  for (const Case& test : all_cases()) {
    if (test.name.find(only) == std::string::npos) continue;
    std::vector<double> times;
    double sum = 0;
    for (const auto& in : inputs) {
      times.push_back(time_of(*in, *batt::find_op(test.op), test.arguments(*in)));
      sum += times.back();
    }
    std::sort(times.begin(), times.end());
    const double mean = sum / static_cast<double>(times.size());
    std::printf("%s\t%.1f\t%.1f", test.name.c_str(), mean, times[times.size() / 2]);
    if (before.contains(test.name)) std::printf("\t%.1f\t%.2f", before[test.name], before[test.name] / mean);
    std::printf("\n");
  }
  return 0;
}
