// certain_failures.def and the types of ops.def tell the truth: every row is held against the bodies, with random
// values of the kinds that it names. What the compiler folds by it changes no answer.
#include <fmt/format.h>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "compiler/driver/entries.h"
#include "compiler/frontend/parser.h"
#include "compiler/frontend/resolve.h"
#include "compiler/ir/build_graph.h"
#include "compiler/ir/graph_json.h"
#include "compiler/ir/type.h"
#include "compiler/passes/pipeline.h"
#include "dsl_kernels/certain_failures.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/task/agreement.h"
#include "runtime/task/codec.h"
#include "runtime/task/runner.h"
#include "runtime/value/context.h"
#include "tests/fuzz/value_maker.h"

namespace {

using namespace battc;
using batt::testing::ValueMaker;
using nlohmann::json;

constexpr batt::Limits limits{.seconds = 5, .memory = std::size_t{1} << 27, .steps = 5'000'000};

/// Many values, by kind.
class Pool {
 public:
  explicit Pool(std::uint64_t seed) : maker_(seed) {
    batt::Context context(batt::ErrorMode::Raw, limits);
    for (int k = 0; k < 6000; ++k) add(context, maker_.any());
    for (const auto annotation :
         {batt::Annotation::Grid, batt::Annotation::Objects, batt::Annotation::Samples, batt::Annotation::Tuple})
      for (int k = 0; k < 300; ++k) add(context, maker_.fitting(annotation));
    add(context, json::parse(R"({"s": [{"s": [[0, 0, 1], [0, 1, 1]]}]})"));
    add(context, json::parse(R"({"s": [{"s": [[0, 0, 1], [0, 1, 1], [2, 2, 2]]}, {"s": [[5, 5, 5]]}]})"));
  }

  /// A value of the type; null of one that nothing is.
  const json* pick(const Type& type) {
    std::vector<const std::vector<json>*> kinds;
    for (int k = 0; k < type_kind_count; ++k)
      if (type.may_be(static_cast<TypeKind>(k)) && !values_[k].empty()) kinds.push_back(&values_[k]);
    if (kinds.empty()) return nullptr;
    const auto& chosen = *kinds[below(kinds.size())];
    return &chosen[below(chosen.size())];
  }

  std::size_t below(std::size_t n) { return static_cast<std::size_t>(maker_.below(static_cast<int>(n))); }
  ValueMaker& maker() { return maker_; }

 private:
  void add(batt::Context& context, const json& value) {
    try {
      values_[static_cast<std::size_t>(kind_of(batt::decode(context, value)))].push_back(value);
    } catch (const batt::MalformedValue&) {  // a set that cannot be made, or a closure that is none
    }
  }

  ValueMaker maker_;
  std::vector<json> values_[type_kind_count];
};

json answer(batt::ErrorMode mode, batt::OpId op, const std::vector<json>& arguments) {
  static batt::Context safe(batt::ErrorMode::Safe, limits), raw(batt::ErrorMode::Raw, limits);
  batt::Context& context = mode == batt::ErrorMode::Safe ? safe : raw;
  context.reset();
  try {
    std::vector<batt::Value> values;
    for (const json& argument : arguments) values.push_back(batt::decode(context, argument));
    const batt::Value value = batt::call_op(context, op, values.data(), values.size());
    return value.is_error() ? json{{"exc", batt::to_string(value.exception())}} : batt::encode(value);
  } catch (const batt::LimitExceeded&) {
    return {{"limit", ""}};
  }
}

json default_of(batt::OpId op) {
  batt::Context context;
  return batt::encode(batt::default_value(context, batt::op_info(op).safe_default));
}

/// Arguments for which the row does not hold; nothing if none are found.
std::vector<json> find_counterexample(Pool& pool, const batt::FailureRow& row, int tries) {
  for (int k = 0; k < tries; ++k) {
    std::vector<json> arguments;
    for (std::size_t place = 0; place < batt::op_info(row.op).arity; ++place) {
      const json* value = pool.pick(written_type(row.arguments[place]));
      REQUIRE(value != nullptr);
      arguments.push_back(*value);
    }
    const bool holds =
        answer(batt::ErrorMode::Raw, row.op, arguments) == json{{"exc", batt::to_string(row.exception)}} &&
        answer(batt::ErrorMode::Safe, row.op, arguments) == default_of(row.op);
    if (!holds) return arguments;
  }
  return {};
}

Type type_of(batt::Value value) {
  return kind_of(value) == TypeKind::Error ? Type::error(value.exception()) : Type::of(kind_of(value));
}

}  // namespace

TEST_CASE("every op fails where its rows say so", "[certainties]") {
  Pool pool(11);
  for (const batt::FailureRow& row : batt::failure_rows()) {
    const std::vector<json> arguments = find_counterexample(pool, row, 300);
    if (arguments.empty()) continue;
    FAIL_CHECK(batt::op_info(row.op).name << json(arguments).dump().substr(0, 300) << " is "
                                          << answer(batt::ErrorMode::Raw, row.op, arguments).dump().substr(0, 200)
                                          << ", not " << batt::to_string(row.exception) << "; in safe mode "
                                          << answer(batt::ErrorMode::Safe, row.op, arguments).dump().substr(0, 200));
  }
}

TEST_CASE("a row that is wrong is found out", "[certainties]") {
  using batt::Exception;
  Pool pool(12);
  const batt::FailureRow wrong[] = {
      {batt::OpId::op_size, Exception::TypeError, {"scalar|empty_tuple"}},  // returns a value
      {batt::OpId::op_size, Exception::ValueError, {"scalar"}},             // another exception
      {batt::OpId::op_paint, Exception::TypeError, {"any", "scalar"}},      // an empty grid fails before
      {batt::OpId::op_apply, Exception::TypeError, {"int", "any_tuple"}},   // nothing is called for an empty tuple
      {batt::OpId::op_width_f, Exception::ValueError, {"int_set"}},  // toindices returns its default in safe mode
  };
  for (const batt::FailureRow& row : wrong) {
    INFO(batt::op_info(row.op).name);
    CHECK_FALSE(find_counterexample(pool, row, 1000).empty());
  }
}

TEST_CASE("every op returns what its types promise, whatever the arguments", "[certainties]") {
  Pool pool(13);
  batt::Context context(batt::ErrorMode::Safe, limits);
  for (std::size_t k = 0; k < batt::op_count; ++k)
    for (int round = 0; round < 150; ++round) {
      const auto op = static_cast<batt::OpId>(k);
      context.set_mode(round % 2 == 0 ? batt::ErrorMode::Safe : batt::ErrorMode::Raw);
      context.reset();
      json written = json::array();
      std::vector<batt::Value> arguments;
      std::vector<Type> types;
      try {
        for (const batt::Parameter& parameter : batt::op_info(op).parameters()) {
          written.push_back(round % 3 == 0 ? pool.maker().any() : pool.maker().fitting(parameter.annotation));
          arguments.push_back(batt::decode(context, written.back()));
          types.push_back(type_of(arguments.back()));
        }
        const Type type = type_of(batt::call_op(context, op, arguments.data(), arguments.size()));
        const Type promised = call_type(op, types);
        if (!type.is_within(promised))
          FAIL_CHECK(batt::op_info(op).name << written.dump().substr(0, 300) << " is " << type.text() << ", promised "
                                            << promised.text());
      } catch (const batt::MalformedValue&) {
      } catch (const batt::LimitExceeded&) {
      }
    }
}

// ---- programs
// ---------------------------------------------------------------------------------------------------------

namespace {

/// Programs of which many calls fail: any op with any values at hand.
class ProgramMaker {
 public:
  explicit ProgramMaker(std::uint64_t seed) : maker_(seed) {}

  std::string make(bool piles) {
    piles_ = piles;
    variables_ = {"I", "C", "S"};
    std::string text = "def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n";
    if (piles) text += "    env = Env(1760198400.5, task_id, S, log_path)\n";
    for (const char* call : {"size(I)", "rot90(I)", "asindices(I)", "shape_t(I)", "equality(I, C)", "rbind(fill, ONE)",
                             "p_g(I)", "o_g(I, R5)", "first(I)", "interval(ONE, TWO, ONE)"})
      if (maker_.below(2) == 0) text += statement(call);
    for (int k = 0; k < 12; ++k) text += statement(call());
    for (const std::string& variable : variables_)
      if (variable[0] == 't') text += fmt::format("    o.append(({}, False, 'x', {}))\n", variable.substr(1), variable);
    return text + "    return o, s\n";
  }

 private:
  std::string call() {
    const bool calls_variable = maker_.below(12) == 0;
    const batt::OpInfo& op = batt::all_ops()[static_cast<std::size_t>(maker_.below(static_cast<int>(batt::op_count)))];
    std::string text = calls_variable ? argument() : std::string(op.name);
    const int count = calls_variable ? 1 : op.arity + (maker_.below(15) == 0 ? 1 : 0);
    for (int k = 0; k < count; ++k) text += (k == 0 ? "(" : ", ") + argument();
    return text + ")";
  }

  std::string argument() {
    constexpr const char* written[] = {"ZERO", "THREE", "F",    "T",     "UNITY", "ORIGIN",
                                       "F0",   "R5",    "size", "rot90", "first", "identity"};
    if (maker_.below(2) == 0) return written[maker_.below(12)];
    return variables_[static_cast<std::size_t>(maker_.below(static_cast<int>(variables_.size())))];
  }

  std::string statement(const std::string& call) {
    const std::size_t number = ++count_;
    const std::string name = fmt::format("t{}", number);
    std::string text;
    if (piles_) {
      std::string parts = call.substr(0, call.size() - 1);
      parts.replace(parts.find('('), 1, ", ");
      text = fmt::format("    {} = env.do_pile({}, [{}])\n", name, number, with_fields(parts));
    } else if (maker_.below(3) == 0) {
      text = fmt::format("    {} = {}\n", name, call);
    } else {
      const char* caught = maker_.below(2) == 0 ? "" : ", IndexError, KeyError";
      text = fmt::format(
          "    try:\n        {0} = {1}\n    except (TypeError, AttributeError, ValueError{2}):\n        {0} = "
          "_get_safe_default({3})\n",
          name, call, caught, call.substr(0, call.find('(')));
    }
    variables_.push_back(name);
    return text;
  }

  /// `t3` as `t3.t`, mostly.
  std::string with_fields(const std::string& parts) {
    std::string out;
    std::size_t begin = 0;
    while (begin <= parts.size()) {
      const std::size_t end = std::min(parts.find(", ", begin), parts.size());
      const std::string part = parts.substr(begin, end - begin);
      const bool is_variable = part.size() > 1 && part[0] == 't' && part[1] >= '0' && part[1] <= '9';
      out += (begin == 0 ? "" : ", ") + part + (is_variable && maker_.below(20) != 0 ? ".t" : "");
      begin = end + 2;
    }
    return out;
  }

  ValueMaker maker_;
  std::vector<std::string> variables_;
  std::size_t count_ = 0;
  bool piles_ = false;
};

CompiledSource compiled(const std::string& text, int level, std::size_t& folded) {
  CompiledSource result{SourceFile("test.py", text), {}};
  Diagnostics diagnostics;
  auto module = parse(result.source, diagnostics);
  const bool good = module && resolve(*module, diagnostics);
  INFO(text << render(diagnostics, result.source));
  REQUIRE(good);
  result.graphs.push_back(optimize(build_graph(*module, module->functions.front(), result.source), {level, ""}));
  for (const Folded& call : result.graphs[0].folded) folded += call.reason != "constant" ? 1 : 0;
  return result;
}

batt::Task strange_samples(ValueMaker& maker) {
  json inputs = json::array();
  const auto sample = [&](json grid, json other) {
    inputs.push_back({{"task_id", "x"}, {"S", json::array({json::array({grid, other})})}, {"I", grid}, {"C", other}});
  };
  sample(maker.fitting(batt::Annotation::Grid), maker.fitting(batt::Annotation::Grid));
  sample(json::array(), json::array());
  sample(json::array({json::array({1, 2}), json::array({3})}), nullptr);
  sample(maker.fitting(batt::Annotation::Objects), maker.fitting(batt::Annotation::Integer));
  return batt::Task::from_json({{"inputs", inputs}}, "strange");
}

}  // namespace

TEST_CASE("folding failures changes no answer", "[certainties]") {
  ValueMaker maker(14);
  std::size_t folded = 0, unfolded = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const std::string text = ProgramMaker(seed).make(seed % 4 == 0);
    const batt::Task task = strange_samples(maker);
    const auto plain = in_process_entries(compiled(text, 0, unfolded), {});
    const auto optimised = in_process_entries(compiled(text, 2, folded), {});
    for (const auto mode : {batt::ErrorMode::Safe, batt::ErrorMode::Raw}) {
      batt::RunOptions options;
      options.mode = mode;
      options.limits = limits;
      INFO((mode == batt::ErrorMode::Safe ? "safe\n" : "raw\n") << text);
      const std::vector<json> expected = batt::run_samples(plain[0], task, options).answers;
      const std::vector<json> got = batt::run_samples(optimised[0], task, options).answers;
      // Whether a call that fails in any case looks at an order that is not fixed makes no difference.
      for (std::size_t k = 0; k < expected.size(); ++k)
        CHECK(batt::compare(expected[k], got[k]) == batt::Agreement::Same);
    }
  }
  CHECK(unfolded == 0);
  CHECK(folded > 400);
}

TEST_CASE("what is folded is told, and why", "[certainties]") {
  std::size_t folded = 0;
  const CompiledSource source = compiled(
      "def solve_1(S, I, C):\n"
      "    x1 = add(ONE, TWO)\n"
      "    x2 = shape_t(I)\n"
      "    x3 = rot90(x2)\n"
      "    x4 = insert(I, x2)\n"
      "    O = astuple(x3, x4)\n"
      "    return O\n",
      2, folded);
  const json expected = json::parse(R"([
      {"line": 2, "reason": "constant", "value": "3"},
      {"line": 4, "reason": "rot90 fails: TypeError", "value": "[]"},
      {"line": 5, "reason": "insert fails: AttributeError", "value": "{\"s\":[]}"}])");
  CHECK(graph_as_json(source.graphs[0])["folded"] == expected);
  CHECK(folded == 2);
}
