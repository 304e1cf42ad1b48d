// Paths, fallbacks and what they count: over entries written by hand and over small programs.
#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "compiler/driver/commands.h"
#include "compiler/driver/entries.h"
#include "compiler/frontend/parser.h"
#include "compiler/frontend/resolve.h"
#include "compiler/ir/build_graph.h"
#include "dsl_kernels/decline_counts.h"
#include "dsl_kernels/failure_log.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/task/compare_paths.h"
#include "runtime/task/cost_model.h"
#include "runtime/task/files.h"
#include "runtime/task/json_text.h"
#include "runtime/task/runner.h"
#include "runtime/task/sample_queue.h"
#include "runtime/task/threads.h"

using namespace batt;
using nlohmann::json;

namespace {

/// Samples whose grids have 4, 1 and 2 cells.
Task three_samples() {
  const auto sample = [](const json& grid) {
    return json{{"task_id", "small"}, {"S", json::array()}, {"I", grid}, {"C", json::array()}};
  };
  return Task::from_json(
      {{"inputs", {sample({{1, 2}, {3, 4}}), sample(json::array({{5}})), sample(json::array({{6, 7}}))}}}, "three");
}

battc::CompiledSource compiled(const std::string& text) {
  battc::CompiledSource result{battc::SourceFile("test.py", text), {}};
  battc::Diagnostics diagnostics;
  auto module = battc::parse(result.source, diagnostics);
  const bool good = module && battc::resolve(*module, diagnostics);
  INFO(battc::render(diagnostics, result.source));
  REQUIRE(good);
  for (const battc::FunctionDefinition& function : module->functions)
    result.graphs.push_back(battc::build_graph(*module, function, result.source));
  return result;
}

RunResult run(const std::string& text, const PathOptions& paths, int jobs = 1) {
  RunOptions options;
  options.paths = paths;
  options.jobs = jobs;
  const Task task = three_samples();
  return run_samples(battc::in_process_entries(compiled(text), paths)[0], task, options);
}

const std::string turned = "def solve_turned(S, I, C):\n    O = rot90(I)\n    return O\n";
/// The functions that rapply calls are known only at run time.
const std::string applied =
    "def solve_applied(S, I, C):\n    x1 = astuple(height_t, width_t)\n    O = rapply_t(x1, I)\n    return O\n";

class Recorder : public FailureLog {
 public:
  void op_failed(std::uint32_t, OpId, std::span<const Value>, Exception) override { lines.push_back("failed"); }
  void op_declined(std::uint32_t line, OpId op, std::span<const Value> arguments) override {
    lines.push_back(std::string(op_info(op).name) + "/" + std::to_string(arguments.size()) + " line " +
                    std::to_string(line));
  }
  void sample_fell_back(std::size_t, std::uint32_t, std::uint16_t, Reason) override {
    const std::lock_guard lock(mutex);
    lines.push_back("sample");
  }

  std::vector<std::string> lines;
  std::mutex mutex;
};

/// A device that answers the second sample alone, with 1.
class SecondSampleAlone : public DeviceProgram {
 public:
  std::string unavailable() const override { return {}; }
  bool has_code() const override { return true; }
  bool is_started() const override { return true; }
  std::vector<DevicePlace> places(std::size_t, const DeviceOptions&) const override { return {{}}; }
  bool joins(const DeviceProgram&) const override { return true; }
  DeviceRun run(DevicePlace, ErrorMode, std::span<const DeviceCall> calls, const DeviceOptions&) const override {
    DeviceRun result;
    result.status.assign(calls.size(), {0, Reason::Type, 0, static_cast<std::uint16_t>(OpId::op_rot90), 2});
    result.status[1].answered = 1;
    result.status[2] = {0, Reason::Device, 0, no_op, 0};
    result.trouble = "the device of this test is small";
    result.stats.launches = 1;
    return result;
  }
  std::optional<Outcome> read(DeviceRun&, std::size_t) const override {
    Outcome outcome;
    outcome.result = Value::integer(1);
    return outcome;
  }
};

}  // namespace

TEST_CASE("options say which bodies answer") {
  CHECK(PathOptions{}.bodies() == BodyPolicy::Fast);
  CHECK(PathOptions{Path::Checked, Fallback::Never}.bodies() == BodyPolicy::Checked);
  CHECK(PathOptions{Path::Fast, Fallback::Never}.bodies() == BodyPolicy::Fast);
  CHECK(PathOptions{Path::Device, Fallback::Always}.bodies() == BodyPolicy::Checked);
}

TEST_CASE("every path gives the same answers in the order of the samples") {
  const RunResult checked = run(turned, {Path::Checked, Fallback::Auto});
  CHECK(checked.answers ==
        std::vector<json>{{{"O", {{3, 1}, {4, 2}}}}, {{"O", json::array({{5}})}}, {{"O", {{6}, {7}}}}});
  CHECK(checked.stats.answered_by[static_cast<std::size_t>(Path::Checked)] == 3);
  for (const Path path : {Path::Auto, Path::Fast, Path::Device})
    for (const int jobs : {1, 3}) {
      const RunResult result = run(turned, {path, Fallback::Auto}, jobs);
      CHECK(result.answers == checked.answers);
      CHECK(result.stats.samples == 3);
      CHECK(result.stats.statements == std::array<std::uint64_t, path_count>{0, 0, 3, 0});
    }
}

TEST_CASE("without fallback the host runs every sample of its own") {
  const RunResult result = run(applied, {Path::Fast, Fallback::Never});
  CHECK(result.stats.unanswered == 0);
  CHECK(result.answers[0] == json{{"O", {2, 2}}});
  CHECK(result.stats.answered_by[static_cast<std::size_t>(Path::Fast)] == 3);
}

TEST_CASE("a fallback can be had for every sample") {
  const RunResult result = run(turned, {Path::Auto, Fallback::Always}, 2);
  CHECK(result.stats.samples_forced_back == 3);
  CHECK(result.stats.answered_by[static_cast<std::size_t>(Path::Checked)] == 3);
  CHECK(result.answers == run(turned, {Path::Fast, Fallback::Auto}).answers);
}

TEST_CASE("the host answers what the device does not") {
  Recorder log;
  RunOptions options;
  options.paths.path = Path::Device;
  options.jobs = 3;
  options.log = &log;
  const Task task = three_samples();
  Entry entry = battc::in_process_entries(compiled(turned), options.paths)[0];
  entry.device = std::make_shared<SecondSampleAlone>();
  const RunResult result = run_samples(entry, task, options);
  CHECK(result.answers == std::vector<json>{{{"O", {{3, 1}, {4, 2}}}}, {{"O", 1}}, {{"O", {{6}, {7}}}}});
  CHECK(result.stats.samples_fallen_back[static_cast<std::size_t>(Reason::Type)] == 1);
  CHECK(result.stats.samples_fallen_back[static_cast<std::size_t>(Reason::Device)] == 1);
  CHECK(result.stats.answered_by[static_cast<std::size_t>(Path::Device)] == 1);
  CHECK(result.stats.answered_by[static_cast<std::size_t>(Path::Fast)] == 2);
  CHECK(result.stats.device.launches == 1);
  CHECK(std::ranges::count(log.lines, "sample") == 2);

  options.paths.fallback = Fallback::Never;
  const RunResult alone = run_samples(entry, task, options);
  CHECK(alone.answers[0] == json{{"unanswered", "type"}, {"op", "rot90"}, {"line", 2}});
  CHECK(alone.answers[1] == json{{"O", 1}});
  CHECK(alone.answers[2] == json{{"unanswered", "device"}});
  CHECK(alone.stats.unanswered == 2);
}

/// A device that must not be looked for.
class Untouched : public SecondSampleAlone {
 public:
  bool is_started() const override { return false; }
  std::string unavailable() const override {
    FAIL("a device was looked for");
    return {};
  }
};

TEST_CASE("a few samples run on the host, and no device is looked for") {
  Entry entry = battc::in_process_entries(compiled(turned), {})[0];
  entry.device = std::make_shared<Untouched>();
  const CostModel model;
  RunOptions options;
  options.costs = &model;
  const RunResult result = run_samples(entry, three_samples(), options);
  CHECK(result.stats.answered_by[static_cast<std::size_t>(Path::Fast)] == 3);
  CHECK(result.stats.choice.find("fast: the host would take about") == 0);
  CHECK(to_text(result.stats).find(result.stats.choice) != std::string::npos);
  CHECK(to_json(result.stats)["choice"] == result.stats.choice);
}

TEST_CASE("a device is chosen if it is the quicker one, its start included") {
  const CostModel model;
  CHECK(choose_path(model, {3, 30, 1, false}).path == Path::Fast);
  CHECK(choose_path(model, {3, 30, 1, true}).path == Path::Fast);
  CHECK(choose_path(model, {10'000, 200, 1, true}).path == Path::Device);
  CHECK(choose_path(model, {10'000, 200, 1, false}).path == Path::Fast);
  CHECK(choose_path(model, {1'000'000, 200, 1, false}).path == Path::Device);
  CHECK(choose_path(model, {1'000'000, 200, 64, false}).path == Path::Fast);
  CHECK(choose_path(model, {100, 0, 1, true}).reason.find("the host would take about 2.0 ms, a device") == 0);
}

TEST_CASE("a cost model is stored and read back") {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "battc-cost-model-test";
  std::filesystem::remove_all(folder);
  const std::string file = (folder / "deeper" / "tuning.json").string();
  CostModel model;
  model.device_start = 1.5;
  write_cost_model(file, model);
  CHECK(read_cost_model(file).device_start == 1.5);
  CHECK(read_cost_model(file).host_statement == model.host_statement);
  for (const char* const wrong :
       {"[]", "{\"tuning\": 3}", "{\"device_start\": \"long\"}", "{\"device_start\": -1}", "{"}) {
    write_file(file, wrong);
    CHECK_THROWS_AS(read_cost_model(file), TaskError);
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("what battc tune measures is stored, and can be had from a file") {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "battc-tune-test";
  const std::string measured = (folder / "measured.json").string(), copied = (folder / "copied.json").string();
  CHECK(battc::run_tune({.from = "", .output = measured}) == 0);
  CHECK(read_cost_model(measured).host_statement > 0);
  CHECK(battc::run_tune({.from = measured, .output = copied}) == 0);
  CHECK(read_file(copied) == read_file(measured));
  std::filesystem::remove_all(folder);
}

TEST_CASE("workers of a queue get samples by how quick they are") {
  SampleQueue queue;
  queue.fill(1000, {{10, 500}, {10, 500}});
  for (const std::size_t worker : {0u, 1u}) CHECK(queue.take(worker).size() == 10);
  queue.report(0, 10, 0.1);
  queue.report(1, 10, 0.9);
  CHECK(queue.take(0).size() == 40);  // at most four times the last block
  CHECK(queue.take(1).size() == 40);
  queue.report(0, 40, 0.4);
  queue.report(1, 40, 3.6);
  CHECK(queue.take(0).size() == 160);
  CHECK(queue.take(1).size() == 37);  // half of a tenth of what is left
  queue.leave(1);
  std::size_t taken = 2 * 10 + 2 * 40 + 160 + 37;
  for (auto range = queue.take(0); range.size() != 0; range = queue.take(0)) {
    CHECK(range.begin == taken);
    taken = range.end;
  }
  CHECK(taken == 1000);
  CHECK(queue.take(1).size() == 0);
}

TEST_CASE("a call that the packed body declines is counted and logged, once for each") {
  Context context(ErrorMode::Raw);
  Recorder log;
  DeclineCounts declines;
  context.set_log(&log);
  context.set_declines(&declines);
  context.set_line(12);
  const Value rows[] = {Value::pair(1, 2), Value::empty_tuple()};
  const Value ragged = make_tuple(context, rows, 2), even = make_tuple(context, rows, 1);

  CHECK(op_hmirror_t(context, even).is_grid());
  CHECK(declines.total() == 0);
  CHECK(op_hmirror_t(context, ragged).item(0).is_empty_tuple());
  CHECK(declines.of(OpId::op_hmirror_t) == 1);
  CHECK(declines.total() == 1);
  CHECK(log.lines == std::vector<std::string>{"hmirror_t/1 line 12"});

  context.set_body_policy(BodyPolicy::Checked);
  CHECK(op_hmirror_t(context, ragged).item(0).is_empty_tuple());
  CHECK(declines.total() == 1);
  CHECK(log.lines.size() == 1);
}

TEST_CASE("the declines of a run are counted by op") {
  const RunResult result =
      run("def solve_ragged(S, I, C):\n    x1 = astuple(I, I)\n    O = hmirror_t(x1)\n    return O\n", {});
  CHECK(to_json(result.stats)["declined"] == json{{"hmirror_t", 3}});
  CHECK(to_text(result.stats).find("hmirror_t") != std::string::npos);
}

TEST_CASE("stats add up, and are shown as text and as JSON") {
  RunStats stats, more;
  stats.samples = 3;
  stats.declines.count(OpId::op_fill);
  stats.peak_bytes = 100;
  stats.device = {.launches = 1,
                  .transfers_in = 1,
                  .bytes_in = 10,
                  .transfers_out = 1,
                  .bytes_out = 20,
                  .memory = 30,
                  .devices = 1,
                  .seconds = {}};
  more.samples = 4;
  more.declines.count(OpId::op_fill);
  more.declines.count(OpId::op_o_g);
  more.samples_fallen_back[static_cast<std::size_t>(Reason::Nesting)] = 2;
  more.peak_bytes = 50;
  stats.add(more);

  const json shown = to_json(stats);
  CHECK(shown["samples"] == 7);
  CHECK(shown["peak_bytes"] == 100);
  CHECK(shown["declined"] == json{{"fill", 2}, {"o_g", 1}});
  CHECK(shown["samples_fallen_back"] == json{{"nesting", 2}});
  CHECK(shown["device"]["bytes_out"] == 20);

  const std::string text = to_text(stats);
  CHECK(text.find("calls that packed bodies declined") != std::string::npos);
  CHECK(text.find("launches") != std::string::npos);
  std::size_t digits_end = 0;
  for (std::size_t start = 0; start < text.size(); start = text.find('\n', start) + 1) {
    const std::size_t end =
        text.find_first_not_of("0123456789", text.find_last_of("0123456789", text.find('\n', start)) + 1);
    if (digits_end == 0) digits_end = end - start;
    CHECK(end - start == digits_end);
  }
}

TEST_CASE("a sample without memory is at its limit, and the others go on") {
  const Entry entry{"solve", [](Context&, const Inputs& inputs) {
                      if (inputs.I.width() == 1) throw std::bad_alloc();
                      Outcome outcome;
                      outcome.result = inputs.I;
                      return outcome;
                    }};
  const Task task = three_samples();
  for (const int jobs : {1, 3}) {
    RunOptions options;
    options.jobs = jobs;
    options.repeat = 2;
    const RunResult result = run_samples(entry, task, options);
    CHECK(result.answers ==
          std::vector<json>{{{"O", {{1, 2}, {3, 4}}}}, {{"limit", "memory"}}, {{"O", json::array({{6, 7}})}}});
    CHECK(result.stats.limited == 1);
    CHECK(run_samples_as_text(entry, task, options).answers[1] == R"({"limit":"memory"})");
  }
}

TEST_CASE("a bug in one thread is told when all have ended") {
  const Entry entry{"solve", [](Context&, const Inputs&) -> Outcome { throw std::logic_error("a bug"); }};
  RunOptions options;
  options.jobs = 3;
  CHECK_THROWS_AS(run_samples(entry, three_samples(), options), std::logic_error);
}

TEST_CASE("a queue hands out every number once") {
  for (const std::size_t threads : {1, 4})
    for (const std::size_t count : {0, 1, 5, 1000, 100'000}) {
      WorkQueue queue;
      queue.fill(count, threads);
      std::vector<std::atomic<int>> seen(count);
      run_on_threads(
          threads, [&](std::size_t) { queue.drain([&](std::size_t k) { ++seen[k]; }); }, [&] { queue.stop(); });
      CHECK(std::ranges::all_of(seen, [](const auto& times) { return times == 1; }));
    }
}

TEST_CASE("JSON is read as the library reads it, and cleared without a trace") {
  for (const char* const text :
       {"null", "[]", "{}", R"([1, -2, 3.5, true, null, "a\"[", [[], {}], {"a": {"b": [1]}, "c": 2, "a": 3}])",
        "18446744073709551615", "\"\\u00e9\""}) {
    json value = parse_json(text, "text");
    CHECK(value == json::parse(text));
    clear_json(value);
    CHECK(value.is_null());
  }
  for (const char* const text : {"", "[", "[1,]", "{\"a\"}", "1 2", "\"\xff\"", "1e999", "nan"})
    CHECK_THROWS_AS(parse_json(text, "text"), TaskError);
  const std::string deep(max_json_nesting, '['), deep_end(max_json_nesting, ']');
  CHECK_NOTHROW(parse_json(deep + deep_end, "text"));
  CHECK_THROWS_WITH(parse_json("\n\"[\\\"[\" [" + deep + deep_end + "]", "text"), Catch::Contains("text:2:"));
}

TEST_CASE("a difference names the smallest sample and the statement") {
  const Task task = three_samples();
  const json right = {{"o", {{7, false, "x", 1}}}, {"s", json::array()}};
  const json wrong = {{"o", {{7, false, "x", 2}}}, {"s", json::array()}};
  const std::vector<json> checked = {right, right, right};
  CHECK_FALSE(find_difference(task, checked, checked));

  const auto difference = find_difference(task, {wrong, right, wrong}, checked);
  REQUIRE(difference);
  CHECK(difference->count == 2);
  CHECK(difference->sample == 2);
  CHECK(difference->place == ".o[0][3]");
  CHECK(difference->statement == "t7");
  CHECK(describe(*difference).find("sample 2 (2 cells)") != std::string::npos);

  CHECK_FALSE(find_difference(task, {right, {{"unanswered", "type"}}, {{"limit", "time"}}}, checked));
  CHECK(find_difference(task, {right, right, {{"limit", "integer"}}}, checked));
}

TEST_CASE("an entry is verified against its checked form") {
  const Task task = three_samples();
  Entry entry{"solve", [](Context&, const Inputs& inputs) {
                Outcome outcome;
                outcome.result = inputs.I;
                return outcome;
              }};
  const RunOptions options;
  const auto answers = run_samples(entry, task, options).answers;
  CHECK_FALSE(verify(entry, task, options, answers));
  entry.run_checked = [](Context&, const Inputs&) { return Outcome::raised(Exception::TypeError); };
  const auto difference = verify(entry, task, options, answers);
  REQUIRE(difference);
  CHECK(difference->count == 3);
  CHECK(difference->sample == 1);
  CHECK(difference->checked == json{{"exc", "TypeError"}});
}
