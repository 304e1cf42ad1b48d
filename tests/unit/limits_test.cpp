// Limits of time, memory and steps: they cover everything done for a sample, and what comes after is not affected.
#include <pthread.h>

#include <catch2/catch.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "compiler/driver/entries.h"
#include "compiler/frontend/parser.h"
#include "compiler/frontend/resolve.h"
#include "compiler/ir/build_graph.h"
#include "dsl_kernels/calls/function.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/python/python.h"
#include "runtime/task/codec.h"
#include "runtime/task/runner.h"

using namespace batt;
using nlohmann::json;

namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20;

std::string repeated_line(const std::string& first, const std::string& step, int count) {
  std::string text = "def solve_limits(S, I, C):\n    x1 = " + first + "\n";
  for (int k = 2; k <= count; ++k) {
    std::string line = step;
    for (std::size_t at; (at = line.find('@')) != std::string::npos;) line.replace(at, 1, "x" + std::to_string(k - 1));
    text += "    x" + std::to_string(k) + " = " + line + "\n";
  }
  return text;
}

battc::CompiledSource compiled(const std::string& text, int level) {
  battc::CompiledSource result{battc::SourceFile("test.py", text), {}};
  battc::Diagnostics diagnostics;
  auto module = battc::parse(result.source, diagnostics);
  const bool good = module && battc::resolve(*module, diagnostics);
  INFO(battc::render(diagnostics, result.source));
  REQUIRE(good);
  battc::PipelineOptions pipeline;
  pipeline.level = level;
  for (const battc::FunctionDefinition& function : module->functions)
    result.graphs.push_back(battc::optimize(battc::build_graph(*module, function, result.source), pipeline));
  return result;
}

/// The answer of the only function of a source over a grid of two by two.
json answer(const std::string& text, const Limits& limits, int level = 2) {
  const Task task = Task::from_json(
      {{"inputs", {{{"task_id", "t"}, {"S", json::array()}, {"I", {{1, 2}, {3, 4}}}, {"C", nullptr}}}}}, "limits");
  RunOptions options;
  options.limits = limits;
  options.paths.path = Path::Fast;
  return run_samples(battc::in_process_entries(compiled(text, level), options.paths)[0], task, options).answers[0];
}

/// Runs on a stack of 512 KiB, as `ulimit -s 512` gives it. Sanitizers need more.
[[maybe_unused]] void on_small_stack(const std::function<void()>& run) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  REQUIRE(pthread_attr_setstacksize(&attributes, 512 * 1024) == 0);
  pthread_t thread;
  const auto start = [](void* argument) -> void* {
    (*static_cast<const std::function<void()>*>(argument))();
    return nullptr;
  };
  REQUIRE(pthread_create(&thread, &attributes, start, const_cast<std::function<void()>*>(&run)) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

/// ((..(1,),),) with so many tuples around the 1.
[[maybe_unused]] Value nested(Context& context, int depth) {
  Value value = Value::boolean(true);
  for (int k = 0; k < depth; ++k) value = Value::plain_tuple(context.arena().copy(&value, 1), 1);
  return value;
}

}  // namespace

TEST_CASE("encoding a result counts against the limits", "[limits]") {
  const std::string shared =
      "def solve_limits(S, I, C):\n    x1 = repeat(I, 1000000)\n    O = repeat(x1, 2)\n    return O\n";
  CHECK(answer(shared, {.seconds = 20, .memory = 64 * megabyte}) == json{{"limit", "memory"}});
  const std::string doubled = repeated_line("astuple(I, I)", "astuple(@, @)", 40) + "    O = x40\n    return O\n";
  CHECK(answer(doubled, {.seconds = 20, .memory = 64 * megabyte}) == json{{"limit", "memory"}});
  CHECK(answer(doubled, {.memory = std::size_t{1} << 40, .steps = 1'000'000}) == json{{"limit", "steps"}});
}

TEST_CASE("hashing and comparing count against the limits", "[limits]") {
  const std::string doubled = repeated_line("astuple(I, I)", "astuple(@, @)", 40);
  CHECK(answer(doubled + "    O = initset(x40)\n    return O\n", {.steps = 10'000'000}) == json{{"limit", "steps"}});
  Context context(ErrorMode::Safe, {.steps = 10'000'000});
  Value a = Value::integer(1), b = Value::boolean(true);
  for (int k = 0; k < 40; ++k) {
    a = make_pair(context, a, a);
    b = make_pair(context, b, b);
  }
  CHECK_THROWS_AS(equal(context, a, b), LimitExceeded);
  const std::string grids =
      "def solve_limits(S, I, C):\n    x1 = upscale_t(I, 100)\n    x2 = repeat(x1, 1000000)\n    O = dedupe(x2)\n    "
      "return O\n";
  CHECK(answer(grids, {.steps = 10'000'000}) == json{{"limit", "steps"}});
}

TEST_CASE("folding gives up where it would take too long", "[limits]") {
  for (const int level : {0, 1, 2}) {
    const std::string doubled =
        repeated_line("astuple(1, 2)", "astuple(@, @)", 60) + "    O = width_t(I)\n    return O\n";
    CHECK(answer(doubled, {}, level) == json{{"O", 2}});
    const std::string sets = repeated_line("initset(1)", "initset(@)", 5002) + "    O = size_f(x5002)\n    return O\n";
    CHECK(answer(sets, {}, level) == json{{"O", 1}});
  }
}

TEST_CASE("the memory of a call is free when the call ends", "[limits]") {
  const std::string calls =
      repeated_line("compose(identity, identity)", "compose(@, @)", 21) + "    O = x21(I)\n    return O\n";
  CHECK(answer(calls, {.memory = 2 * megabyte}, 0) == json{{"O", {{1, 2}, {3, 4}}}});
}

TEST_CASE("values nested deeply need a bounded stack", "[limits]") {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  on_small_stack([] {
    Context context;
    std::uint64_t hash = 0;
    const Value shallow = nested(context, 900), deep = nested(context, 100'000);
    CHECK(equal(context, shallow, nested(context, 900)));
    CHECK(hash_of(context, shallow, hash));
    CHECK_FALSE(less(context, shallow, nested(context, 900)).as_bool());
    CHECK_THROWS_AS(equal(context, deep, nested(context, 100'000)), LimitExceeded);
    CHECK_THROWS_AS(less(context, deep, nested(context, 100'000)), LimitExceeded);
    CHECK_THROWS_AS(hash_of(context, deep, hash), LimitExceeded);
    CHECK_THROWS_AS(encode(context, deep), LimitExceeded);
    Value set = make_singleton(context, Value::integer(1)), other = set;
    for (int k = 0; k < 100'000; ++k) {
      set = make_singleton(context, set);
      other = make_singleton(context, other);
    }
    CHECK_THROWS_AS(equal(context, set, other), LimitExceeded);
  });
#endif
}

TEST_CASE("what a sample can hold does not depend on the samples before it", "[limits]") {
  const Limits limits{.memory = 8 * megabyte};
  // The largest power of two of values that fits, in a context that is new and in one that held other things.
  const auto most = [&](Context& context) {
    for (std::size_t count = 1;; count *= 2) {
      context.reset();
      try {
        context.scratch().allocate<Value>(count / 2);
        for (std::size_t k = 0; k < count; k += 64) context.arena().allocate<Value>(64);
      } catch (const LimitExceeded& exceeded) {
        CHECK(exceeded.limit == Limit::Memory);
        CHECK(context.budget().held() <= limits.memory);
        return count;
      }
    }
  };
  Context fresh(ErrorMode::Safe, limits), used(ErrorMode::Safe, limits);
  const std::size_t expected = most(fresh);
  CHECK(expected > 1024);
  for (std::size_t odd : {3u, 100'000u, 200'000u}) {
    used.reset();
    used.arena().allocate<Value>(odd);
    used.scratch().allocate<std::byte>(odd * 3);
    ScratchVector many(used);
    for (std::size_t k = 0; k < odd / 4; ++k) many.push(Value::none());
    CHECK(most(used) == expected);
  }
}

TEST_CASE("a large block is kept for later samples and does not count meanwhile", "[limits]") {
  Context context(ErrorMode::Safe, {.memory = 256 * megabyte});
  const std::byte* const large = context.arena().allocate<std::byte>(4 * megabyte);
  const std::byte* const larger = context.arena().allocate<std::byte>(6 * megabyte);
  const std::size_t held = context.budget().held();
  CHECK(held == 10 * megabyte);
  context.reset();
  CHECK(context.budget().held() == 0);
  CHECK(context.arena().allocate<std::byte>(5 * megabyte) == larger);
  CHECK(context.arena().allocate<std::byte>(3 * megabyte) == large);
  CHECK(context.budget().held() == 8 * megabyte);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // these abort where memory is missing
TEST_CASE("an arena that finds no memory ends the sample, not the program", "[limits]") {
  Context context(ErrorMode::Safe, {.memory = std::size_t{1} << 60});
  CHECK_THROWS_AS(context.arena().allocate<std::byte>(std::size_t{1} << 50), LimitExceeded);
  CHECK_THROWS_AS(context.arena().allocate<Value>(std::size_t{1} << 62), LimitExceeded);
  context.reset();
  CHECK(make_pair(context, Value::integer(1), Value::integer(2)).is_pair());
}
#endif
