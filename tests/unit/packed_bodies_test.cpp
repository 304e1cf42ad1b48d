// Packed bodies return what general bodies return, for arguments drawn from the recorded vectors, and each op's takes
// some of them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "dsl_kernels/decline_counts.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/task/codec.h"
#include "runtime/value/set.h"

namespace {

using namespace batt;
using nlohmann::json;

constexpr std::size_t mixed_tuples = 200;  ///< for each op, beside those that were recorded for it

/// The arguments of every recorded call, by op.
std::vector<std::vector<json>> recorded_arguments() {
  std::vector<std::vector<json>> arguments(op_count);
  for (const char* name : {"safe-1", "safe-2", "safe-3", "safe-4", "raw-1", "raw-2", "raw-3", "raw-4"}) {
    std::ifstream file(std::string(BATT_TEST_DIR "/golden/vectors-") + name + ".jsonl");
    for (std::string line; std::getline(file, line);) {
      json vector = json::parse(line);
      const auto op = find_op(vector["op"].get<std::string>());
      if (op) arguments[static_cast<std::size_t>(*op)].push_back(std::move(vector["args"]));
    }
  }
  return arguments;
}

/// Recorded calls of an op, and some of them with one argument from a call of another op.
std::vector<json> draw_tuples(const std::vector<std::vector<json>>& recorded, std::size_t op, std::mt19937_64& random) {
  const auto any_of = [&](const auto& list) -> const auto& { return list[random() % list.size()]; };
  std::vector<json> tuples = recorded[op];
  for (std::size_t k = 0; k < mixed_tuples && !recorded[op].empty(); ++k) {
    json tuple = any_of(recorded[op]);
    const auto& calls = any_of(recorded);
    if (tuple.empty() || calls.empty()) continue;
    const json& other = any_of(calls);
    if (!other.empty()) tuple[random() % tuple.size()] = any_of(other);
    tuples.push_back(std::move(tuple));
  }
  return tuples;
}

/// A set of cells, packed and added again one by one; lists them backwards until someone asks for their order.
Value unordered(Context& context, Value v) {
  if (!v.is_set() || !v.set().is_cells()) return v;
  struct SourceOrder : Recipe {
    const SetRep* source;
  };
  const SetRep& set = v.set();
  Cell* cells = context.arena().allocate<Cell>(set.size);
  std::reverse_copy(set.cells(), set.cells() + set.size, cells);
  const auto sequence = [](const Recipe& recipe, const ListedCells& members, Cell* out) {
    std::copy_n(static_cast<const SourceOrder&>(recipe).source->cell_list, members.size, out);
  };
  auto* order = context.arena().make<SourceOrder>(Recipe{sequence}, &set);
  order->sources = &order->source;
  order->source_count = 1;
  return make_set_by_recipe(context, set.packing, cells, set.size, *order);
}

struct Answer {
  bool given = false;  ///< else a limit ended it
  std::string text;
};

Answer answer(Context& context, OpId op, BodyPolicy bodies, const std::vector<Value>& arguments) {
  context.set_body_policy(bodies);
  try {
    const Value result = call_op(context, op, arguments.data(), arguments.size());
    if (result.is_error()) return {true, std::string(to_string(result.exception()))};
    return {true, encode(result).dump()};
  } catch (const LimitExceeded&) {
    return {};
  }
}

struct Comparison {
  std::size_t taken = 0;   ///< calls that the packed body did not decline
  std::string difference;  ///< the first
};

void compare(Context& context, OpId op, const json& tuple, bool shuffled, Comparison& comparison) {
  context.reset();
  context.set_body_policy(BodyPolicy::Fast);
  std::vector<Value> fast_arguments, checked_arguments;
  try {
    for (const json& item : tuple) {
      const Value value = decode(context, item);
      fast_arguments.push_back(shuffled ? unordered(context, value) : value);
      checked_arguments.push_back(shuffled ? unordered(context, value) : value);
      if (checked_arguments.back().is_set()) checked_arguments.back().set().ensure_order();
    }
  } catch (const MalformedValue&) {
    return;
  } catch (const LimitExceeded&) {
    return;
  }
  DeclineCounts declines;
  context.set_declines(&declines);
  const Answer fast = answer(context, op, BodyPolicy::Fast, fast_arguments);
  context.set_declines(nullptr);
  if (!fast.given) return;
  comparison.taken += declines.of(op) == 0 ? 1 : 0;
  const Answer checked = answer(context, op, BodyPolicy::Checked, checked_arguments);
  if (checked.given && fast.text != checked.text && comparison.difference.empty())
    comparison.difference = tuple.dump() + "\n  fast:    " + fast.text + "\n  checked: " + checked.text;
}

}  // namespace

TEST_CASE("packed bodies return what general bodies return") {
  const auto recorded = recorded_arguments();
  std::mt19937_64 random(5);
  Context context(ErrorMode::Safe, {.seconds = 2, .memory = std::size_t{1} << 28});
  for (std::size_t id = 0; id < op_count; ++id) {
    const auto op = static_cast<OpId>(id);
    if (op_info(op).bodies != Bodies::PackedAndGeneral) continue;
    INFO(op_info(op).name);
    Comparison comparison;
    std::size_t turn = 0;
    for (const json& tuple : draw_tuples(recorded, id, random)) {
      ++turn;
      context.set_mode(turn % 2 == 0 ? ErrorMode::Safe : ErrorMode::Raw);
      compare(context, op, tuple, turn % 4 < 2, comparison);
    }
    CHECK(comparison.difference == "");
    CHECK(comparison.taken > 0);
  }
}
