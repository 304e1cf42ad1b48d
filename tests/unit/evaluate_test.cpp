// Task sources, scores, answers as text, and the line that tells how far work is.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "compiler/driver/entries.h"
#include "compiler/driver/score_summary.h"
#include "runtime/task/codec.h"
#include "runtime/task/evaluate.h"
#include "runtime/task/json_members.h"
#include "runtime/task/json_text.h"
#include "runtime/task/program_main.h"
#include "runtime/task/progress.h"
#include "runtime/task/task_sources.h"
#include "runtime/task/value_text.h"

using namespace batt;
using nlohmann::json;

namespace {

/// A folder that is removed again.
struct Folder {
  Folder()
      : path(std::filesystem::temp_directory_path() / ("evaluate_test." + std::to_string(std::random_device{}()))) {
    std::filesystem::create_directories(path);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path / name).parent_path());
    std::ofstream(path / name) << text;
    return (path / name).string();
  }

  std::filesystem::path path;
};

const json task_json = {{"train", {{{"input", {{1, 2}, {3, 4}}}, {"output", {{3, 1}, {4, 2}}}}}},
                        {"test", {{{"input", {{5, 6}, {7, 8}}}, {"output", {{7, 5}, {8, 6}}}}}}};

json without_outputs(json task) {
  for (json& pair : task["test"]) pair.erase("output");
  return task;
}

std::vector<ScoredEntry> entries_of(const std::string& text) {
  const battc::SourceFile source("test.py", text);
  battc::Diagnostics diagnostics;
  auto graphs = battc::build_graphs(source, diagnostics, "", {});
  INFO(battc::render(diagnostics, source));
  REQUIRE(graphs);
  battc::CompiledSource compiled{source, std::move(*graphs)};
  std::vector<ScoredEntry> entries;
  for (Entry& entry : battc::in_process_entries(compiled, {Path::Fast})) entries.push_back({std::move(entry)});
  return entries;
}

const std::string batt_text = R"(def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = rot90(I)
    o.append((1, False, 'turn', t1))
    t2 = identity(C)
    o.append((2, True, 'copy', t2))
    t3 = height_t(C)
    s.append((3, 'turn', 'differ_a', t3))
    s.append((4, 'None', 'differ_b', t1))
    s.append((5, 'other', 'differ_c', t3))
    return o, s
)";

}  // namespace

TEST_CASE("a file, several files and a folder are task sources") {
  const Folder folder;
  const std::string b = folder.write("tasks/b.json", task_json.dump());
  const std::string a = folder.write("tasks/sub/a.json", task_json.dump());
  folder.write("tasks/notes.txt", "no task");
  const TaskSources one({b}), two({a, b}), all({(folder.path / "tasks").string()});
  CHECK(one.size() == 1);
  CHECK(two.id(0) == "a");
  REQUIRE(all.size() == 2);
  CHECK(all.id(0) == "b");
  const Task task = all.load(1);
  REQUIRE(task.samples().size() == 2);
  CHECK(task.samples()[1].task_id == "a");
  CHECK(task.samples()[1].pair == 1);
}

TEST_CASE("challenges get their solutions from the file beside them, or from the one that is named") {
  const Folder folder;
  const json challenges = {{"first", without_outputs(task_json)}, {"second", without_outputs(task_json)}};
  const std::string file = folder.write("arc_challenges.json", challenges.dump());
  folder.write("sample_submission.json", "{}");
  CHECK_FALSE(TaskSources({file}).load(0).samples()[1].expected_grid);

  const json solutions = {{"second", {{{7, 5}, {8, 6}}}}};
  const std::string other = folder.write("other/x_solutions.json", solutions.dump());
  for (const auto& paths : {std::vector{file, other}, std::vector{other, file}}) {
    const TaskSources sources(paths);
    REQUIRE(sources.size() == 2);
    CHECK(sources.id(1) == "second");
    CHECK(sources.name(1) == file + ": second");
    CHECK_FALSE(sources.load(0).samples()[1].expected_grid);
    const Task task = sources.load(1);
    CHECK(task.samples()[1].task_id == "second");
    CHECK(encode(task.samples()[1].expected_grid.value()) == solutions["second"][0]);
  }
  folder.write("arc_solutions.json", solutions.dump());
  const TaskSources whole({folder.path.string()});
  REQUIRE(whole.size() == 2);
  CHECK(whole.load(1).samples()[1].expected_grid);

  folder.write("arc_solutions.json", R"({"first": [], "second": 5})");
  CHECK_THROWS_WITH(TaskSources({file}).load(0), Catch::Contains("one output for each test"));
}

TEST_CASE("paths without tasks are refused with what was looked for") {
  const Folder folder;
  std::filesystem::create_directories(folder.path / "empty");
  CHECK_THROWS_AS(TaskSources({(folder.path / "empty").string()}), CommandFailure);
  CHECK_THROWS_WITH(TaskSources({(folder.path / "empty").string()}), Catch::Contains("*challenges*.json"));
  CHECK_THROWS_AS(TaskSources({(folder.path / "none").string()}), FileError);
  const TaskSources broken({folder.write("x_challenges.json", R"({"a": {"train": 5}, "b": {"train": nul}})")});
  REQUIRE(broken.size() == 2);
  CHECK_THROWS_AS(broken.load(0), TaskError);
  CHECK_THROWS_WITH(broken.load(1), Catch::Contains("x_challenges.json: b: not JSON"));
}

TEST_CASE("an object's members are found without being parsed") {
  const auto members = json_members(R"( {"a": {"x": "}\",{"}, "b\n" : [1, {"c": []}] ,"d":3} )", "file");
  REQUIRE(members.size() == 3);
  CHECK(members[0].value == R"({"x": "}\",{"})");
  CHECK(members[1].key == "b\n");
  CHECK(json::parse(members[1].value) == json::parse(R"([1, {"c": []}])"));
  CHECK(members[2].value == "3");
  CHECK(json_members("{}", "file").empty());
  for (const char* text :
       {"", "[]", "{", R"({"a")", R"({"a": 1)", R"({"a": 1} 2)", R"({a: 1})", R"({"a": 1,})", R"({"a)"})
    CHECK_THROWS_AS(json_members(text, "file"), TaskError);
}

TEST_CASE("with both candidates a task has two samples for each pair") {
  const Task task = Task::from_json(without_outputs(task_json), "t", Candidate::Both);
  REQUIRE(task.samples().size() == 3);
  CHECK(task.samples()[0].inputs.C.is_none());
  CHECK(task.samples()[1].is_candidate_expected);
  CHECK(task.samples()[1].pair == 0);
  CHECK(encode(task.samples()[1].inputs.C) == task_json["train"][0]["output"]);
  CHECK(task.samples()[2].pair == 1);
  CHECK(task.samples()[2].inputs.C.is_none());
}

TEST_CASE("a sample is scored in two calls, and solved by the one that has not seen the output") {
  const std::vector<ScoredEntry> entries = entries_of(batt_text);
  const Task task = Task::from_json(task_json, "t");
  Context context;
  const SampleScore score = evaluate_sample(entries[0].entry, context, task.samples()[0], {}, keep_differs);
  CHECK(score.is_solved());
  REQUIRE(score.none.matches().size() == 1);
  CHECK(score.none.matches()[0].t == 1);
  CHECK(score.none.matches()[0].solver == "turn");
  REQUIRE(score.expected.matches().size() == 2);
  CHECK(score.expected.matches()[1].solver == "copy");
  REQUIRE(score.expected.differs().size() == 2);
  CHECK(score.expected.differs()[0].value == "2");
  CHECK(score.expected.differs()[1].value == "[[3,1],[4,2]]");

  const SampleScore only = evaluate_sample(entries[0].entry, context, task.samples()[0], {false, true});
  CHECK_FALSE(only.none.is_made);
  CHECK(only.is_solved());
  CHECK(only.expected.differs().empty());
}

TEST_CASE("an output that is not known is not compared") {
  const std::vector<ScoredEntry> entries = entries_of(batt_text);
  const Task task = Task::from_json(without_outputs(task_json), "t");
  Context context;
  for (const Candidates candidates : {Candidates{true, true}, Candidates{false, true}}) {
    const SampleScore score = evaluate_sample(entries[0].entry, context, task.samples()[1], candidates);
    CHECK(score.none.is_made);
    CHECK_FALSE(score.expected.is_made);
    CHECK_FALSE(score.is_solved());
  }
}

TEST_CASE("exceptions and limits are part of a score") {
  Context context(ErrorMode::Raw);
  const Task task = Task::from_json(task_json, "t");
  const auto failing = entries_of("def solve_a(S, I, C):\n    return height_t(C)\n");
  const SampleScore score = evaluate_sample(failing[0].entry, context, task.samples()[0], {});
  CHECK(score.none.kind == Outcome::Kind::Raised);
  CHECK(to_string(score.none.exception) == "TypeError");
  CHECK(score.expected.kind == Outcome::Kind::Result);

  const Entry limited{"solve_b", [](Context&, const Inputs&) -> Outcome { throw LimitExceeded{Limit::Time}; }};
  CHECK(evaluate_sample(limited, context, task.samples()[0], {}).none.limit == Limit::Time);
  Evaluator evaluator({{{"solve_c", [](Context&, const Inputs&) -> Outcome { throw std::bad_alloc(); }}}}, {});
  std::vector<Task> tasks;
  tasks.push_back(Task::from_json(task_json, "t"));
  const std::vector<SampleScore> scores = evaluator.evaluate(tasks);
  REQUIRE(scores.size() == 2);
  CHECK(scores[1].none.limit == Limit::Memory);
}

TEST_CASE("scores keep the order of tasks, functions and samples on any number of threads") {
  const std::string text = batt_text + "\n\ndef solve_a(S, I, C):\n    return I\n";
  std::vector<Task> tasks;
  for (int k = 0; k < 20; ++k) {
    json task = task_json;
    if (k % 3 == 0) task["train"][0]["output"] = task["train"][0]["input"];
    tasks.push_back(Task::from_json(task, "t" + std::to_string(k)));
  }
  for (const int jobs : {1, 4}) {
    EvaluateOptions options;
    options.jobs = jobs;
    options.counts_seconds = jobs != 1;
    Evaluator evaluator(entries_of(text), options);
    const std::vector<SampleScore> scores = evaluator.evaluate(tasks);
    REQUIRE(scores.size() == 20 * 2 * 2);
    for (std::size_t k = 0; k < 20; ++k) {
      CHECK(scores[4 * k].is_solved() == (k % 3 != 0));      // batt, train
      CHECK(scores[4 * k + 1].is_solved());                  // batt, test
      CHECK(scores[4 * k + 2].is_solved() == (k % 3 == 0));  // solve_a, train
      CHECK_FALSE(scores[4 * k + 3].is_solved());
    }
    CHECK((evaluator.computing_seconds() > 0) == options.counts_seconds);
  }
}

TEST_CASE("the summary tells which solver solved which task") {
  battc::FunctionSummary summary;
  summary.program = "batt.py";
  summary.function = "batt";
  const std::vector<ScoredEntry> entries = entries_of(batt_text);
  const Task task = Task::from_json(task_json, "abc");
  std::vector<Task> tasks;
  tasks.push_back(Task::from_json(task_json, "abc"));
  EvaluateOptions options;
  options.take_match = keep_differs;
  std::vector<SampleScore> scores = Evaluator(entries, options).evaluate(tasks);
  scores[1].none = {};
  scores[1].none.is_made = true;
  scores[1].none.kind = Outcome::Kind::Limited;
  summary.add("abc", scores.data(), scores.size());
  CHECK(summary.solved_samples == 1);
  CHECK(summary.solved_tasks == 0);
  CHECK(summary.limits == std::map<std::string, std::size_t>{{"time", 1}});
  CHECK(summary.calls == 4);
  const std::string text = battc::to_text({summary});
  CHECK_THAT(text, Catch::Contains("abc") && Catch::Contains("1/2  turn (1)") &&
                       Catch::Contains("0 of 1 tasks solved, 1 of 2 samples; limits: time 1"));
  CHECK(battc::to_json(summary)["solved"][0]["solvers"] == json{{"turn", 1}});
  const json line = json::parse(battc::score_line(summary, task.samples()[0], scores[0]));
  CHECK(line["none"]["o"] == json::parse(R"([[1, "turn"]])"));
  CHECK(line["expected"]["s"][0] == json::parse(R"([3, "turn", "differ_a", 2])"));
  CHECK(line["sample"] == 0);
  const json limited = json::parse(battc::score_line(summary, task.samples()[1], scores[1]));
  CHECK(limited["none"] == json{{"limit", "time"}});
  CHECK(limited["solved"] == false);
}

TEST_CASE("values as text are what their JSON is as text") {
  Context context;
  for (const char* text : {"null",
                           "true",
                           "-5",
                           "9223372036854775807",
                           "-9223372036854775808",
                           "[]",
                           "[1,2]",
                           "[-1,200000]",
                           "[1,2,3]",
                           "[7]",
                           "[1,2,3,-128]",
                           "[[1,2],[3,-4]]",
                           "[[1,2],[3]]",
                           R"({"s":[[1,2],[3,4]]})",
                           R"({"s":[[1,[2,3]],[0,[1,2]]]})",
                           R"({"f":"0.5"})",
                           R"({"f":"nan"})",
                           R"("a\"b\\\n\u007fü")",
                           R"({"l":[1,[2]]})",
                           R"({"okt":[true,[[1]]]})",
                           R"({"fn":"rot90"})",
                           R"({"fn":["fork",{"fn":"rot90"},{"fn":"rot180"},{"fn":["rbind",{"fn":"add"},5]}]})"}) {
    const Value value = decode(context, json::parse(text));
    CHECK(value_text(context, value) == json_text(encode(context, value)));
  }
  Value nested = Value::integer(1);
  for (int k = 0; k < 600; ++k) nested = Value::list(context.arena().copy(&nested, 1), 1);
  CHECK_THROWS_AS(value_text(context, nested), LimitExceeded);
}

TEST_CASE("progress tells rate and time left") {
  CHECK(progress_text(0, 400, "tasks", 1) == "0 of 400 tasks");
  CHECK(progress_text(100, 400, "tasks", 2) == "100 of 400 tasks, 50/s, 6 s left");
  CHECK(progress_text(1, 400, "tasks", 2) == "1 of 400 tasks, 0.50/s, 13:18 min left");
  CHECK(progress_text(1, 10000, "files", 2) == "1 of 10000 files, 0.50/s, 5:33 h left");
}
