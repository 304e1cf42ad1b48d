// Tasks that are read from text at once are those that JSON makes; everything else is left to JSON.
#include "runtime/task/task_text.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "runtime/task/codec.h"
#include "runtime/task/json_text.h"

using namespace batt;
using nlohmann::json;

namespace {

json written(const Task& task) {
  json samples = json::array();
  for (const Task::Sample& sample : task.samples())
    samples.push_back({sample.task_id, sample.pair, encode(sample.inputs.task_id), encode(sample.inputs.S),
                       encode(sample.inputs.I), encode(sample.inputs.C), encode(sample.inputs.log_path),
                       sample.expected_grid ? encode(*sample.expected_grid) : json("none")});
  return {task.is_arc(), task.mode() ? static_cast<int>(*task.mode()) : -1, std::move(samples)};
}

bool is_read_at_once(const std::string& text, const std::string& solutions = "") {
  Context context;
  return read_task_text(context, text, solutions).has_value();
}

/// As JSON makes it.
Task task_of(const std::string& text) { return Task::from_json(parse_json(text, "t"), "t", "id", Candidate::Both); }

void check_same(const std::string& text) {
  CAPTURE(text);
  CHECK(is_read_at_once(text));
  CHECK(written(Task::from_text(text, "t", "id", Candidate::Both)) == written(task_of(text)));
}

std::string task_with(const std::string& value) {
  return R"({"train": [{"input": )" + value + R"(, "output": [[1]]}], "test": [{"input": [[2]]}]})";
}

}  // namespace

TEST_CASE("values of a task are read as JSON makes them") {
  for (const char* value : {"[[1,2],[3,4]]",
                            "[[1, 2, 3],\n [4, 5, 6]]",
                            " [ [ 0 ] , [ 9 ] ] ",
                            "[[-5, 127, -128]]",
                            "[[128, 1]]",
                            "[[10,2],[3,40]]",
                            "[]",
                            "[[]]",
                            "[[], []]",
                            "[[1], [1, 2]]",
                            "[1, 2]",
                            "[1, 2, 3]",
                            "[[1, 2], 3]",
                            "[[[1, 2], [3, 4]], [[5]]]",
                            "7",
                            "-7",
                            "0",
                            "123456789012345678",
                            "null",
                            "true",
                            "[false, null, \"text\", [true]]",
                            "\"\"",
                            "[[true, false]]"})
    check_same(task_with(value));
  check_same(R"({"test": [], "train": []})");
  check_same(R"({"train": [{"output": [[1]], "input": [[2]]}], "test": [{"input": [[1]], "output": null}]})");
  check_same(R"({"mode": "raw", "inputs": [{"task_id": "a", "S": [[[[1]], [[2]]]], "I": [[3]], "C": null}]})");
  check_same(R"({"inputs": []})");
}

TEST_CASE("what is no simple task is left to JSON") {
  for (const char* value : {"1.5",
                            "1e3",
                            "01",
                            "-0",
                            "-",
                            "+1",
                            "[1,]",
                            "[,1]",
                            "[1 2]",
                            "[[1]",
                            "nul",
                            "1234567890123456789",
                            "{\"f\": \"0.5\"}",
                            "\"\\u0041\"",
                            "\"\xc3\xbc\"",
                            "\"a",
                            "[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]",
                            "",
                            "NaN",
                            "\"\t\""}) {
    CAPTURE(value);
    CHECK_FALSE(is_read_at_once(task_with(value)));
  }
  for (const char* text :
       {"", "[]", "{}", "{\"train\": []} x", "{\"train\": [], \"train\": []}", "{\"train\": [], \"name\": 1}",
        "{\"test\": []}", "{\"train\": [{\"input\": 1}]}", "{\"train\": [{\"output\": 1}]}",
        "{\"train\": [{\"input\": 1, \"input\": 2, \"output\": 3}]}", "{\"train\": [], \"inputs\": []}",
        "{\"train\": [], \"mode\": \"raw\"}", "{\"inputs\": [], \"mode\": \"odd\"}",
        "{\"inputs\": [], \"answers\": []}", "{\"inputs\": [{\"task_id\": 1, \"S\": 1, \"I\": 1, \"C\": 1}]}",
        "{\"inputs\": [{\"task_id\": \"a\", \"S\": 1, \"I\": 1}]}", "{\"train\": []", "{\"train\": [],}",
        "{\"train\" []}"}) {
    CAPTURE(text);
    CHECK_FALSE(is_read_at_once(text));
  }
  const std::string with_nul("{\"train\": []}\0", 14);
  CHECK_FALSE(is_read_at_once(with_nul));
}

TEST_CASE("solutions are put into the tests") {
  const std::string text = R"({"train": [], "test": [{"input": [[1]]}, {"input": [[2]], "output": [[0]]}]})";
  CHECK(is_read_at_once(text, "[[[3]], [[4]]]"));
  const Task task = Task::from_text(text, "t", "id", Candidate::None, "[[[3]], [[4]]]");
  REQUIRE(task.samples().size() == 2);
  CHECK(encode(*task.samples()[0].expected_grid) == json::parse("[[3]]"));
  CHECK(encode(*task.samples()[1].expected_grid) == json::parse("[[4]]"));
  for (const char* wrong : {"[[[3]]]", "[[[3]], [[4]], [[5]]]", "{}", "[[[3]], [[4]]"})
    CHECK_FALSE(is_read_at_once(text, wrong));
  CHECK_THROWS_AS(Task::from_text(text, "t", "id", Candidate::None, "[[[3]]]"), TaskError);
}
