// Drives every op with arguments of every kind, in both error modes, and checks what must hold whatever they are:
// no crash (run it under sanitizers), canonical results, and the same result on the checked path, which runs general
// bodies on unpacked values.
//
//   ops_fuzz [rounds] [seed]      rounds: 50, or what the environment's BATT_FUZZ_ROUNDS says
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "dsl_kernels/calls/function.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/python/python.h"
#include "runtime/task/codec.h"
#include "tests/fuzz/value_maker.h"

namespace {

using namespace batt;
using batt::testing::ValueMaker;
using nlohmann::json;

bool is_canonical(Context& context, Value v) {
  if (v.kind() == Kind::Tuple) {
    ScratchVector items(context);
    for (std::int32_t k = 0; k < v.tuple_size(); ++k) {
      if (!is_canonical(context, v.item(k))) return false;
      items.push(v.item(k));
    }
    return make_tuple(context, items).form() == v.form();
  }
  if (v.is_set()) {
    ScratchVector items(context);
    for (std::uint32_t k = 0; k < v.set().size; ++k) {
      if (!is_canonical(context, v.set().at(k))) return false;
      items.push(v.set().at(k));
    }
    return make_set(context, items).set().packing == v.set().packing || v.set().size == 0;
  }
  return true;
}

struct Answer {
  json value;
  bool canonical = true;
};

Answer answer(ErrorMode mode, OpId op, const json& arguments, BodyPolicy bodies) {
  Context context(mode, {.seconds = 5, .memory = std::size_t{1} << 28, .steps = 50'000'000});
  try {
    std::vector<Value> values;
    for (const json& argument : arguments) values.push_back(decode(context, argument));
    context.set_body_policy(bodies);
    const Value result = call_op(context, op, values.data(), values.size());
    Context unlimited(mode);
    return {encode(result), is_canonical(unlimited, result)};
  } catch (const LimitExceeded& exceeded) {
    return {{{"limit", to_string(exceeded.limit)}}};
  } catch (const MalformedValue&) {
    return {};  // a set that cannot be made, or a closure that is none
  }
}

std::size_t failures = 0;

void check(ErrorMode mode, OpId op, const json& arguments) {
  const Answer packed = answer(mode, op, arguments, BodyPolicy::Fast);
  const Answer general = answer(mode, op, arguments, BodyPolicy::Checked);
  if (packed.canonical && general.canonical && packed.value == general.value) return;
  const json out_of_time = {{"limit", "time"}};  // says something about the machine, not about the op
  if (packed.value == out_of_time || general.value == out_of_time) return;
  ++failures;
  std::printf("%s mode: %s%s\n  packed  %s\n  general %s\n", mode == ErrorMode::Raw ? "raw" : "safe",
              std::string(op_info(op).name).c_str(), arguments.dump().c_str(),
              packed.value.dump().substr(0, 300).c_str(),
              packed.canonical && general.canonical ? general.value.dump().substr(0, 300).c_str()
                                                    : "(one of them is not in its canonical form)");
}

}  // namespace

int main(int argc, char** argv) {
  const char* wanted = argc > 1 ? argv[1] : std::getenv("BATT_FUZZ_ROUNDS");
  const int rounds = wanted != nullptr ? std::atoi(wanted) : 50;
  ValueMaker maker(argc > 2 ? static_cast<std::uint64_t>(std::atoll(argv[2])) : 1);
  std::size_t calls = 0;
  for (int round = 0; round < rounds; ++round)
    for (std::size_t k = 0; k < op_count; ++k) {
      const auto op = static_cast<OpId>(k);
      json arguments = json::array();
      for (const Parameter& parameter : op_info(op).parameters())
        arguments.push_back(round % 3 == 2 ? maker.any() : maker.fitting(parameter.annotation));
      if (maker.below(40) == 0 && !arguments.empty()) arguments.erase(arguments.size() - 1);
      for (const ErrorMode mode : {ErrorMode::Safe, ErrorMode::Raw}) check(mode, op, arguments);
      ++calls;
    }
  std::printf("%zu passed, %zu failed\n", 2 * calls - failures, failures);
  return failures == 0 ? 0 : 1;
}
