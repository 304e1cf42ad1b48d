// Calls every op with very large arguments under a short time limit, and checks that the call ends soon after it: a
// loop that is never charged for shows here. Memory is limited, too, so that what an op holds is seen by its budget.
//
//   limits_sweep [op]      all ops by default
#include <ctime>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "dsl_kernels/calls/function.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/python/python.h"
#include "runtime/task/codec.h"

namespace {

using namespace batt;

constexpr double time_limit = 0.002;
/// Far more than the limit: the machine may be slow, and the code instrumented.
constexpr double too_long = 2.0;

double seconds_of_this_thread() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Value call(Context& context, OpId op, std::vector<Value> arguments) {
  return call_op(context, op, arguments.data(), arguments.size());
}

struct Named {
  std::string name;
  Value value;
};

/// Values that no program of use holds, each some millions of items large.
std::vector<Named> large_values(Context& context) {
  std::vector<std::int8_t> cells(30 * 30);
  for (std::size_t k = 0; k < cells.size(); ++k) cells[k] = static_cast<std::int8_t>(k * k * 7 % 11 % 10);
  const Value grid = make_grid(context, context.arena().copy(cells.data(), cells.size()), 30, 30);
  const auto upscaled = [&](int factor) { return call(context, OpId::op_upscale_t, {grid, Value::integer(factor)}); };
  const Value ints =
      call(context, OpId::op_interval, {Value::integer(0), Value::integer(3'000'000), Value::integer(1)});
  const Value some = call(context, OpId::op_interval, {Value::integer(0), Value::integer(1000), Value::integer(1)});
  const Value large = upscaled(30);
  std::vector<Named> values = {
      {"packed grid", upscaled(60)},
      {"grid of rows", upscaled(100)},
      {"object", call(context, OpId::op_asobject, {large})},
      {"indices", call(context, OpId::op_asindices, {large})},
      {"objects", call(context, OpId::op_o_g, {upscaled(10), Value::integer(1)})},
      {"many objects",
       call(context, OpId::op_o_g, {call(context, OpId::op_repeat, {grid, Value::integer(1)}), Value::integer(1)})},
      {"ints", ints},
      {"bytes", call(context, OpId::op_repeat, {Value::integer(3), Value::integer(4'000'000)})},
      {"set of ints", call(context, OpId::op_initset, {Value::integer(1)})},
      {"pairs", call(context, OpId::op_product, {some, some})},
      {"grids", call(context, OpId::op_repeat, {grid, Value::integer(1'000'000)})},
      {"shared grids", call(context, OpId::op_repeat, {upscaled(60), Value::integer(1000)})},
      {"number", Value::integer(1'000'000'000)},
      {"far location", Value::pair(2000, 2000)},
  };
  values[8].value = make_set(context, std::vector<Value>(ints.items(), ints.items() + 1'000'000).data(), 1'000'000);
  for (const Named& named : values)
    if (named.value.is_set()) named.value.set().materialize(context);
  return values;
}

/// What stands beside a large argument.
std::vector<Named> small_values(Context& context) {
  std::vector<std::int8_t> cells = {1, 2, 3, 4, 5, 6, 7, 8, 0};
  return {{"1", Value::integer(1)},
          {"(1, 1)", Value::pair(1, 1)},
          {"grid", make_grid(context, context.arena().copy(cells.data(), cells.size()), 3, 3)},
          {"identity", Value::op(static_cast<std::uint16_t>(OpId::op_identity))},
          {"size", Value::op(static_cast<std::uint16_t>(OpId::op_size))}};
}

class Sweep {
 public:
  Sweep() : large_(large_values(values_)), small_(small_values(values_)) {}

  void run(OpId op) {
    const std::size_t arity = op_info(op).arity;
    for (const Named& large : large_) {
      call_with(op, std::vector<Named>(arity, large));
      for (std::size_t place = 0; arity > 1 && place < arity; ++place)
        for (const Named& small : small_) {
          std::vector<Named> arguments(arity, small);
          arguments[place] = large;
          call_with(op, arguments);
        }
    }
  }

  std::size_t calls = 0, failures = 0;

 private:
  void call_with(OpId op, const std::vector<Named>& arguments) {
    std::vector<Value> values;
    for (const Named& argument : arguments) values.push_back(argument.value);
    ++calls;
    const double start = seconds_of_this_thread();
    context_.reset();
    try {
      const Value result = call_op(context_, op, values.data(), values.size());
      encode(context_, result);
    } catch (const LimitExceeded&) {
    }
    const double taken = seconds_of_this_thread() - start;
    if (taken < too_long) return;
    ++failures;
    std::string text;
    for (const Named& argument : arguments) text += (text.empty() ? "" : ", ") + argument.name;
    std::fflush(stdout);
    std::printf("%s(%s) took %.2f s\n", std::string(op_info(op).name).c_str(), text.c_str(), taken);
  }

  Context values_;
  Context context_{ErrorMode::Safe, {.seconds = time_limit, .memory = std::size_t{1} << 29}};
  std::vector<Named> large_, small_;
};

}  // namespace

int main(int argc, char** argv) {
  Sweep sweep;
  for (std::size_t k = 0; k < op_count; ++k)
    if (const auto op = static_cast<OpId>(k); argc < 2 || op_info(op).name == argv[1]) sweep.run(op);
  std::printf("%zu passed, %zu failed\n", sweep.calls - sweep.failures, sweep.failures);
  return sweep.failures == 0 ? 0 : 1;
}
