// The C interface of a compiled program, over entries written by hand as battc would emit them.
#include <catch2/catch.hpp>

#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "batt/emitted.h"

namespace {

using namespace batt::emitted;

Value run1(Context& c, Run& r) {
  const Value turned = op_rot90(c, argument(r, Input::I));
  if (turned.is_error()) return turned;
  answer(r, turned);
  return Value::none();
}

/// Raises in raw mode; collects the task, S and C.
Value run2(Context& c, Run& r) {
  const Value total = op_add(c, Value::integer(1), argument(r, Input::S));
  if (total.is_error()) return total;
  append_to_o(r, Value::integer(1), argument(r, Input::TaskId), argument(r, Input::S), argument(r, Input::C));
  append_to_s(r, Value::integer(2), Value::none(), total, Value::boolean(true));
  return Value::none();
}

/// Never ends by itself. Its op is one that counts as a step: quick cases do not.
Value run3(Context& c, Run& r) {
  Value grid = argument(r, Input::I);
  while (true) grid = op_rot90(c, grid);
}

constexpr EmittedEntry entries[] = {
    {"solve_turned", false, run1}, {"batt", true, run2}, {"solve_forever", false, run3}};
constexpr EmittedProgram module_program = make_program(entries);
const batt_program* const program = &module_program.interface;

}  // namespace

BATT_BATCH(module_program, 1)

namespace {

const std::int8_t cells[] = {1, 2, 3, 4, 5, 6};
const batt_grid wide = {2, 3, cells};
const batt_grid small = {1, 2, cells};
const batt_example examples[] = {{small, wide}, {wide, small}};

struct Answered {
  std::int32_t status;
  std::vector<std::uint32_t> kinds;
  std::vector<std::string> json;
  std::string message;
};

Answered take(std::int32_t status, batt_answers& answers) {
  Answered answered{status, {}, {}, answers.message != nullptr ? answers.message : ""};
  for (std::size_t k = 0; k < answers.count; ++k) {
    answered.kinds.push_back(answers.items[k].status);
    answered.json.push_back(std::string(answers.items[k].json, answers.items[k].size));
    CHECK(answers.items[k].json[answers.items[k].size] == '\0');
  }
  program->free_answers(&answers);
  CHECK(answers.items == nullptr);
  program->free_answers(&answers);
  return answered;
}

Answered run(std::uint32_t entry, const std::vector<batt_sample>& samples, const batt_options* options = nullptr) {
  batt_answers answers;
  const std::int32_t status = program->run(program, entry, samples.data(), samples.size(), options, &answers);
  return take(status, answers);
}

Answered run_json(std::uint32_t entry, const std::string& json, const batt_options* options = nullptr) {
  batt_answers answers;
  const std::int32_t status = program->run_json(program, entry, json.data(), json.size(), options, &answers);
  return take(status, answers);
}

}  // namespace

TEST_CASE("a program names its entries", "[module]") {
  CHECK(program->version == BATT_PROGRAM_VERSION);
  REQUIRE(program->entry_count == 3);
  CHECK(std::string(program->entry_name(program, 1)) == "batt");
  CHECK(program->entry_name(program, 3) == nullptr);
  CHECK(program->entry_name(nullptr, 0) == nullptr);
}

TEST_CASE("typed samples and JSON samples give the same answers", "[module]") {
  const batt_sample sample = {"task", examples, 2, wide, small};
  const std::string json =
      R"({"inputs": [{"task_id": "task", "S": [[[[1, 2]], [[1, 2, 3], [4, 5, 6]]], [[[1, 2, 3], [4, 5, 6]], [[1, 2]]]],
                              "I": [[1, 2, 3], [4, 5, 6]], "C": [[1, 2]]}]})";
  for (const std::uint32_t entry : {0u, 1u}) {
    const Answered typed = run(entry, {sample}), read = run_json(entry, json);
    CHECK(typed.status == BATT_OK);
    CHECK(typed.kinds == std::vector<std::uint32_t>{BATT_ANSWER_OK});
    CHECK(typed.json == read.json);
  }
  CHECK(run(0, {sample}).json[0] == R"({"O":[[4,1],[5,2],[6,3]]})");
  CHECK(
      run(1, {sample}).json[0] ==
      R"({"o":[[1,"task",[[[[1,2]],[[1,2,3],[4,5,6]]],[[[1,2,3],[4,5,6]],[[1,2]]]],[[1,2]]]],"s":[[2,null,[],true]]})");
}

TEST_CASE("batt_batch takes the arguments of samples in arrays", "[module]") {
  const batt_examples both = {examples, 2}, first = {examples, 1}, Ss[] = {both, both, first};
  const char* const task_ids[] = {"a", "b", nullptr};
  const batt_grid Is[] = {wide, small, wide}, Cs[] = {small, wide, small};
  batt_answers answers;
  std::int32_t status = batt_batch(task_ids, Ss, Is, Cs, nullptr, 3, nullptr, &answers);
  const Answered batch = take(status, answers);
  CHECK(batch.status == BATT_OK);
  CHECK(
      batch.json ==
      run(1, {{"a", examples, 2, wide, small}, {"b", examples, 2, small, wide}, {"", examples, 1, wide, small}}).json);
  // Without Cs, C is None.
  status = batt_batch(nullptr, Ss + 2, Is, nullptr, nullptr, 1, nullptr, &answers);
  CHECK(take(status, answers).json[0] == R"({"o":[[1,"",[[[[1,2]],[[1,2,3],[4,5,6]]]],null]],"s":[[2,null,[],true]]})");
  status = batt_batch(task_ids, nullptr, Is, Cs, nullptr, 3, nullptr, &answers);
  CHECK(take(status, answers).status == BATT_BAD_ARGUMENT);
  status = batt_batch(nullptr, nullptr, nullptr, nullptr, nullptr, 0, nullptr, &answers);
  CHECK(take(status, answers).status == BATT_OK);
  const batt_options wrong = {0, 0, 0, 0, 0, 0, 0, 1.5, 0};
  status = batt_batch(task_ids, Ss, Is, Cs, nullptr, 3, &wrong, &answers);
  CHECK(take(status, answers).message == "options.memory_fraction must be a number from 0 to 1");
}

TEST_CASE("each sample has a status of its own", "[module]") {
  const batt_sample sample = {nullptr, examples, 1, wide, {0, 0, nullptr}};
  const batt_options raw = {BATT_ERRORS_RAW, 0, 0, 0, 0, 0, 0, 0, 0};
  const Answered raised = run(1, {sample}, &raw);
  CHECK(raised.status == BATT_OK);
  CHECK(raised.kinds == std::vector<std::uint32_t>{BATT_ANSWER_EXCEPTION});
  CHECK(raised.json[0] == R"({"exc":"TypeError"})");

  const batt_options few_steps = {BATT_ERRORS_SAFE, 0, 0, 0, 100000, 0, 0, 0, 0};
  const Answered limited = run(2, {sample, sample}, &few_steps);
  CHECK(limited.kinds == std::vector<std::uint32_t>{BATT_ANSWER_LIMIT, BATT_ANSWER_LIMIT});
  CHECK(limited.json[1] == R"({"limit":"steps"})");
  const batt_options short_time = {BATT_ERRORS_SAFE, 0, 0.01, 0, 0, 0, 0, 0, 0};
  CHECK(run(2, {sample}, &short_time).json[0] == R"({"limit":"time"})");
}

TEST_CASE("answers keep the order of the samples on several threads", "[module]") {
  std::vector<std::int8_t> colors(100);
  std::vector<batt_sample> samples;
  for (std::size_t k = 0; k < colors.size(); ++k) {
    colors[k] = static_cast<std::int8_t>(k);
    samples.push_back({"", nullptr, 0, {1, 1, &colors[k]}, {0, 0, nullptr}});
  }
  const batt_options options = {BATT_ERRORS_SAFE, 4, 0, 0, 0, 0, 0, 0, 0};
  const auto check = [&] {
    const Answered answered = run(0, samples, &options);
    if (answered.json.size() != colors.size()) return false;
    for (std::size_t k = 0; k < colors.size(); ++k)
      if (answered.json[k] != "{\"O\":[[" + std::to_string(k) + "]]}") return false;
    return true;
  };
  CHECK(check());
  bool also = false;
  {
    std::jthread other([&] {
      batt_answers answers;
      also = program->run(program, 0, samples.data(), samples.size(), &options, &answers) == BATT_OK &&
             answers.count == 100;
      program->free_answers(&answers);
    });
    CHECK(check());
  }
  CHECK(also);
}

TEST_CASE("a call that cannot be answers why", "[module]") {
  const batt_sample good = {"", nullptr, 0, wide, wide};
  CHECK(run(7, {good}).status == BATT_BAD_ARGUMENT);
  CHECK(run(7, {good}).message == "no entry 7");
  CHECK(run(0, {{"", nullptr, 1, wide, wide}}).status == BATT_BAD_ARGUMENT);
  CHECK(run(0, {{"", nullptr, 0, {2, 2, nullptr}, wide}}).status == BATT_BAD_ARGUMENT);
  CHECK(run(0, {{"", nullptr, 0, {-1, 2, cells}, wide}}).status == BATT_BAD_ARGUMENT);
  const batt_options strange = {9, 0, 0, 0, 0, 0, 0, 0, 0};
  CHECK(run(0, {good}, &strange).status == BATT_BAD_ARGUMENT);
  const batt_options too_much = {BATT_ERRORS_SAFE, 0, 0, 0, 0, 0, 0, 1.5, 0};
  CHECK(run(0, {good}, &too_much).status == BATT_BAD_ARGUMENT);
  const batt_options on_all_devices = {BATT_ERRORS_SAFE, 0, 0, 0, 0, 0, 0, 0.5, 1};
  CHECK(run(0, {good}, &on_all_devices).status == BATT_OK);
  CHECK(run_json(0, "{\"inputs\": 5}").status == BATT_BAD_JSON);
  CHECK(run_json(0, "{").status == BATT_BAD_JSON);
  CHECK(run_json(0, "").status == BATT_BAD_JSON);
  CHECK(run_json(0, "{\"inputs\": []}").status == BATT_OK);
  CHECK(run(0, {}).status == BATT_OK);
  batt_answers answers;
  CHECK(program->run(nullptr, 0, &good, 1, nullptr, &answers) == BATT_BAD_ARGUMENT);
  program->free_answers(&answers);
  CHECK(program->run(program, 0, &good, 1, nullptr, nullptr) == BATT_BAD_ARGUMENT);
}

TEST_CASE("very large limits are none, and what is no number is refused", "[module]") {
  const batt_sample sample = {"", nullptr, 0, wide, wide};
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double seconds : {infinity, 1e10, 1e30, 1e308}) {
    const batt_options options = {BATT_ERRORS_SAFE,
                                  0,
                                  seconds,
                                  std::numeric_limits<std::uint64_t>::max(),
                                  std::numeric_limits<std::uint64_t>::max(),
                                  0,
                                  0,
                                  0,
                                  0};
    const Answered answered = run(0, {sample}, &options);
    CHECK(answered.status == BATT_OK);
    CHECK(answered.kinds == std::vector<std::uint32_t>{BATT_ANSWER_OK});
  }
  for (const double seconds : {-infinity, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    const batt_options options = {BATT_ERRORS_SAFE, 0, seconds, 0, 0, 0, 0, 0, 0};
    CHECK(run(0, {sample}, &options).status == BATT_BAD_ARGUMENT);
  }
  const batt_options many_threads = {BATT_ERRORS_SAFE, std::numeric_limits<std::uint32_t>::max(), 0, 0, 0, 0, 0, 0, 0};
  CHECK(run(0, {sample}, &many_threads).status == BATT_OK);
}

TEST_CASE("JSON that is nested too deeply is refused", "[module]") {
  for (const std::size_t depth : {std::size_t{2000}, std::size_t{1'000'000}})
    for (const char* const nested : {"[", "{\"f\": ["}) {
      std::string text = "{\"inputs\": [{\"task_id\": \"a\", \"S\": [], \"C\": null, \"I\": ";
      for (std::size_t k = 0; k < depth; ++k) text += nested;
      const Answered answered = run_json(0, text);
      CHECK(answered.status == BATT_BAD_JSON);
      CHECK(answered.message.find("nested") != std::string::npos);
    }
}

TEST_CASE("C of an ARC task as JSON is None", "[module]") {
  const Answered answered = run_json(1, R"({"train": [{"input": [[1]], "output": [[2]]}], "test": []})");
  CHECK(answered.json == std::vector<std::string>{R"({"o":[[1,"json",[[[[1]],[[2]]]],null]],"s":[[2,null,[],true]]})"});
}

TEST_CASE("guards do what their statements say", "[module]") {
  const auto bit = [](batt::Exception exception) { return std::uint64_t{1} << static_cast<unsigned>(exception); };
  const Value error = Value::error(batt::Exception::KeyError);
  CHECK(caught(error, bit(batt::Exception::TypeError), Value::integer(5)).exception() == batt::Exception::KeyError);
  CHECK(caught(error, bit(batt::Exception::KeyError), Value::integer(5)).as_int() == 5);
  CHECK(caught(error, bit(batt::Exception::KeyError), Value::error(batt::Exception::IndexError)).exception() ==
        batt::Exception::IndexError);
  CHECK(first_error({Value::none(), Value::error(batt::Exception::IndexError), Value::error(batt::Exception::KeyError)})
            .exception() == batt::Exception::IndexError);
  CHECK(first_error({Value::none()}).is_none());
}

TEST_CASE("sets are counted as if they were made", "[module]") {
  std::mt19937 random(7);
  const auto below = [&](int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); };
  for (const auto mode : {batt::ErrorMode::Safe, batt::ErrorMode::Raw}) {
    Context context(mode);
    for (int round = 0; round < 2000; ++round) {
      context.reset();
      std::vector<Value> values = {Value::empty_set(), Value::none(), Value::pair(1, 2)};
      for (int k = 0; k < 6; ++k) {
        const int height = 1 + below(32), width = 1 + below(32);
        auto* bytes = context.arena().allocate<std::int8_t>(static_cast<std::size_t>(height * width));
        for (int at = 0; at < height * width; ++at) bytes[at] = static_cast<std::int8_t>(below(2));
        const Value grid = Value::grid_of(bytes, height, width);
        Value set = below(4) == 0 ? op_asobject(context, grid) : op_f_ofcolor(context, grid, Value::integer(1));
        if (below(3) == 0) set = op_recolor_i(context, Value::integer(below(2)), set);
        values.push_back(op_shift(context, set, Value::pair(below(71) - 35, below(71) - 35)));
      }
      const Value a = values[static_cast<std::size_t>(below(static_cast<int>(values.size())))];
      const Value b = values[static_cast<std::size_t>(below(static_cast<int>(values.size())))];
      const auto size = [&](Value made) { return made.is_error() ? made : op_size(context, made); };
      CHECK(size_of_difference(context, a, b).same_as(size(op_difference(context, a, b))));
      CHECK(size_f_of_difference(context, a, b).same_as(size(op_difference(context, a, b))));
      CHECK(size_of_intersection(context, a, b).same_as(size(op_intersection(context, a, b))));
      CHECK(size_f_of_intersection(context, a, b).same_as(size(op_intersection(context, a, b))));
      const Value directions = below(8) == 0 ? b : Value::pair(below(31) - 15, below(9) == 0 ? 3000 : below(31) - 15);
      const Value shifted = op_shift(context, a, directions);
      const auto size_of_shifted = [&](auto made) {
        return shifted.is_error() ? shifted : size(made(context, shifted, b));
      };
      CHECK(size_of_shifted_difference(context, a, b, directions).same_as(size_of_shifted(op_difference)));
      CHECK(size_f_of_shifted_difference(context, a, b, directions).same_as(size_of_shifted(op_difference)));
      CHECK(size_of_shifted_intersection(context, a, b, directions).same_as(size_of_shifted(op_intersection)));
    }
  }
}
