// Drives every op with arguments of every kind, in both error modes, and checks what must hold whatever they are:
// no crash (run it under sanitizers), canonical answers, and the same answer when the arguments come unpacked, which
// takes the general way through every body instead of the quick one.
//
//   ops_fuzz [rounds] [seed]      rounds: 50, or what the environment's BATT_FUZZ_ROUNDS says
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "batt/codec.h"
#include "batt/function.h"
#include "batt/python.h"
#include "dsl_kernels/op_bodies.h"

namespace {

using namespace batt;
using nlohmann::json;

class ValueMaker {
 public:
  explicit ValueMaker(std::uint64_t seed) : random_(seed) {}

  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }

  json any(int depth = 0) {
    switch (below(depth > 2 ? 8 : 16)) {
      case 0: return integer();
      case 1: return below(2) == 0;
      case 2: return nullptr;
      case 3: return number();
      case 4: return json::array({below(12) - 2, below(12) - 2});
      case 5: return json::array({below(8) - 1, below(8) - 1, below(10)});
      case 6: return function(depth);
      case 7: return below(8) == 0 ? json("text") : integer();
      case 8:
      case 9: return grid();
      case 10: return set_of([&] { return json::array({below(9) - 1, below(9) - 1}); });
      case 11: return set_of([&] { return json::array({below(9) - 1, below(9) - 1, below(4)}); });
      case 12: return set_of([&] { return set_of([&] { return json::array({below(6), below(6), below(3)}); }); });
      case 13: return set_of([&] { return json(below(12) - 1); });
      case 14: return set_of([&] { return any(depth + 2); });
      default: {
        json items = json::array();
        for (int k = below(4); k > 0; --k) items.push_back(any(depth + 1));
        return items;
      }
    }
  }

  /// A value that fits an annotation, mostly.
  json fitting(Annotation annotation) {
    if (below(8) == 0) return any();
    switch (annotation) {
      case Annotation::Boolean: return below(2) == 0;
      case Annotation::Integer:
      case Annotation::C_:
      case Annotation::FL:
      case Annotation::F_:
      case Annotation::I_:
      case Annotation::J_:
      case Annotation::A4:
      case Annotation::A8:
      case Annotation::R4:
      case Annotation::R8: return below(10) - (below(4) == 0 ? 3 : 0);
      case Annotation::Numerical: return below(2) == 0 ? json(below(9) - 3) : json::array({below(9) - 3, below(9) - 3});
      case Annotation::IJ: return json::array({below(9) - 2, below(9) - 2});
      case Annotation::Cell: return json::array({below(9) - 2, below(9) - 2, below(10)});
      case Annotation::Callable: return function(0);
      case Annotation::Grid: return grid();
      case Annotation::Samples: return json::array({json::array({grid(), grid()}), json::array({grid(), grid()})});
      case Annotation::Indices: return patch_of([&] { return json::array({below(9) - 1, below(9) - 1}); });
      case Annotation::Object: return patch_of([&] { return json::array({below(9) - 1, below(9) - 1, below(4)}); });
      case Annotation::Objects: return set_of([&] { return fitting(Annotation::Object); });
      case Annotation::IntegerSet: return set_of([&] { return json(below(12) - 1); });
      case Annotation::Patch: return fitting(below(2) == 0 ? Annotation::Indices : Annotation::Object);
      case Annotation::FrozenSet: return fitting(below(2) == 0 ? Annotation::Objects : Annotation::Object);
      case Annotation::Tuple:
      case Annotation::TupleTuple: return below(2) == 0 ? grid() : json::array({any(1), any(1), any(1)});
      case Annotation::Container:
      case Annotation::ContainerContainer: return fitting(below(2) == 0 ? Annotation::Objects : Annotation::Tuple);
      default: return any();
    }
  }

 private:
  json integer() {
    constexpr std::int64_t unusual[] = {-1, 0, 127, 128, -129, 2047, 2048, -2049, 1 << 20, std::int64_t{1} << 33};
    return below(6) == 0 ? json(unusual[below(10)]) : json(below(14) - 3);
  }

  json number() {
    constexpr const char* spelled[] = {"nan", "inf", "-inf", "0.5", "2.0", "-3.0"};
    return {{"f", spelled[below(6)]}};
  }

  json grid() {
    json rows = json::array();
    const int width = 1 + below(7), height = 1 + below(7), colors = 1 + below(6);
    for (int i = 0; i < height; ++i) {
      json row = json::array();
      for (int j = 0; j < width; ++j) row.push_back(below(3) == 0 ? below(colors) : 0);
      rows.push_back(std::move(row));
    }
    return rows;
  }

  template <class Make>
  json set_of(Make make) {
    json items = json::array();
    const int sizes[] = {0, 1, 3, 7, 25};
    for (int k = below(1 + sizes[below(5)]); k > 0; --k) items.push_back(make());
    return {{"s", std::move(items)}};
  }

  /// A set, or now and then a tuple: ops take both.
  template <class Make>
  json patch_of(Make make) {
    json patch = set_of(make);
    return below(6) == 0 ? patch["s"] : patch;
  }

  json op() { return {{"fn", all_ops()[static_cast<std::size_t>(below(static_cast<int>(op_count)))].name}}; }

  json function(int depth) {
    switch (below(depth > 1 ? 1 : 4)) {
      case 0: return op();
      case 1: return {{"fn", json::array({below(2) == 0 ? "rbind" : "lbind", op(), any(depth + 2)})}};
      case 2: return {{"fn", json::array({"compose", op(), op()})}};
      default: return {{"fn", json::array({"matcher", op(), any(depth + 2)})}};
    }
  }

  std::mt19937_64 random_;
};

/// The same value without any packed form.
Value unpacked(Context& context, Value v) {
  if (v.kind() == Kind::Tuple) {
    const std::int32_t size = v.tuple_size();
    Value* items = context.arena().allocate<Value>(static_cast<std::size_t>(size));
    for (std::int32_t k = 0; k < size; ++k) items[k] = unpacked(context, v.item(k));
    return Value::plain_tuple(items, size);
  }
  if (v.is_set()) {
    const SetRep& packed = v.set();
    packed.ensure_order();
    SetRep rep = packed;
    Value* values = context.arena().allocate<Value>(packed.size);
    auto* hashes = context.arena().allocate<std::uint64_t>(packed.size);
    for (std::uint32_t k = 0; k < packed.size; ++k) {
      values[k] = unpacked(context, packed.at(k));
      hashes[k] = packed.hash_at(k);
    }
    rep.packing = Packing::Values;
    rep.values = values;
    rep.hashes = hashes;
    return Value::set(context.arena().make<SetRep>(rep));
  }
  return v;
}

bool is_canonical(Context& context, Value v) {
  if (v.kind() == Kind::Tuple) {
    Collector items(context);
    for (std::int32_t k = 0; k < v.tuple_size(); ++k) {
      if (!is_canonical(context, v.item(k))) return false;
      items.push(v.item(k));
    }
    return make_tuple(context, items).form() == v.form();
  }
  if (v.is_set()) {
    Collector items(context);
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

Answer answer(ErrorMode mode, OpId op, const json& arguments, bool unpack) {
  Context context(mode, {.seconds = 5, .memory = std::size_t{1} << 28, .steps = 50'000'000});
  try {
    std::vector<Value> values;
    for (const json& argument : arguments) {
      const Value value = decode(context, argument);
      values.push_back(unpack ? unpacked(context, value) : value);
    }
    const Value result = call_op(context, op, values.data(), values.size());
    return {encode(result), unpack || is_canonical(context, result)};
  } catch (const LimitExceeded& exceeded) {
    return {{{"limit", to_string(exceeded.limit)}}};
  } catch (const MalformedValue&) {
    return {};  // a set that cannot be made, or a closure that is none
  }
}

std::size_t failures = 0;

void check(ErrorMode mode, OpId op, const json& arguments) {
  const Answer packed = answer(mode, op, arguments, false);
  const Answer general = answer(mode, op, arguments, true);
  if (packed.canonical && packed.value == general.value) return;
  ++failures;
  std::printf("%s mode: %s%s\n  packed   %s\n  unpacked %s\n", mode == ErrorMode::Raw ? "raw" : "safe",
              std::string(op_info(op).name).c_str(), arguments.dump().c_str(), packed.value.dump().substr(0, 300).c_str(),
              packed.canonical ? general.value.dump().substr(0, 300).c_str() : "(the answer is not in its canonical form)");
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
