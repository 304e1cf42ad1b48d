#include "compiler/driver/vectors.h"

#include <fmt/core.h>

#include <new>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "dsl_kernels/calls/function.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/task/agreement.h"
#include "runtime/task/codec.h"
#include "runtime/task/json_text.h"
#include "runtime/task/task.h"

namespace battc {
namespace {

using nlohmann::json;

constexpr std::size_t shown_text = 160;

std::string shortened(const json& value) {
  std::string text = batt::json_text(value);
  return text.size() <= shown_text ? text : text.substr(0, shown_text - 3) + "...";
}

struct Vector {
  batt::OpId op;
  json arguments;
  std::optional<json> call;  ///< what the op's result is called with
  json expected;             ///< {"ret": value} or {"exc": name}
};

/// Throws TaskError or MalformedValue.
Vector parse_vector(const std::string& line, const std::string& place) {
  json j = batt::parse_json(line, place);
  if (!j.is_object() || !j.contains("op") || !j["op"].is_string())
    throw batt::MalformedValue("a vector needs an \"op\"");
  const auto op = batt::find_op(j["op"].get<std::string>());
  if (!op) throw batt::MalformedValue("unknown op " + batt::json_text(j["op"]));
  if (!j.contains("args") || !j["args"].is_array()) throw batt::MalformedValue("a vector needs a list \"args\"");
  Vector vector{*op, std::move(j["args"]), std::nullopt, json::object()};
  if (j.contains("call")) {
    if (!j["call"].is_array()) throw batt::MalformedValue("\"call\" must be a list");
    vector.call = std::move(j["call"]);
  }
  for (const char* key : {"ret", "exc"})
    if (j.contains(key)) vector.expected[key] = std::move(j[key]);
  if (vector.expected.size() != 1) throw batt::MalformedValue("a vector needs either \"ret\" or \"exc\"");
  return vector;
}

/// Functions among the values are made by checked bodies: only the vector's own call is on trial.
std::vector<batt::Value> decode_all(batt::Context& context, const json& list) {
  const batt::BodyPolicy bodies = context.bodies();
  context.set_body_policy(batt::BodyPolicy::Checked);
  std::vector<batt::Value> values;
  for (const json& item : list) values.push_back(batt::decode(context, item));
  context.set_body_policy(bodies);
  return values;
}

json answer(batt::Context& context, const Vector& vector, batt::BodyPolicy bodies) {
  context.reset();
  context.set_body_policy(bodies);
  try {
    const auto arguments = decode_all(context, vector.arguments);
    batt::Value result = batt::call_op(context, vector.op, arguments.data(), arguments.size());
    if (vector.call && !result.is_error()) {
      const auto second = decode_all(context, *vector.call);
      result = batt::call(context, result, second.data(), second.size());
    }
    json got =
        result.is_error() ? json{{"exc", to_string(result.exception())}} : json{{"ret", batt::encode(context, result)}};
    batt::mark_unfixed(got, {context.unfixed_looks().count() != 0, {}, {}});
    return got;
  } catch (const batt::NamelessFunction&) {
    return {{"exc", "KeyError"}};
  } catch (const batt::LimitExceeded& exceeded) {
    return {{"limit", to_string(exceeded.limit)}};
  } catch (const std::bad_alloc&) {
    return {{"limit", to_string(batt::Limit::Memory)}};
  } catch (const batt::Unanswered& unanswered) {
    return batt::encode(unanswered);
  }
}

void print_difference(const std::filesystem::path& file, std::size_t line, const Vector& vector, const json& expected,
                      const json& got, std::string_view expected_name) {
  std::string call = fmt::format("{}{}", op_info(vector.op).name, shortened(vector.arguments));
  if (vector.call) call += " called with " + shortened(*vector.call);
  fmt::print("{}:{}: {}\n  {:<8} {}\n  got      {}\n  differs at {}\n", file.string(), line, call, expected_name,
             shortened(expected), shortened(got), batt::first_fixed_difference(expected, got));
}

/// Runs vectors on one path, on the checked one as well if they are to be verified, and counts.
class VectorTest {
 public:
  VectorTest(const std::filesystem::path& file, const VectorTestOptions& options)
      : file_(file), options_(options), context_(options.mode, {.seconds = 20, .memory = std::size_t{1} << 30}) {}

  void run(const Vector& vector, std::size_t line) {
    context_.set_declines(&counts.stats.declines);
    const json got = answer(context_, vector, options_.paths.bodies());
    ++counts.stats.samples;
    if (got.contains("unanswered")) {
      ++counts.unanswered;
      ++counts.stats.unanswered;
      return;
    }
    ++counts.stats
          .answered_by[static_cast<std::size_t>(options_.paths.is_checked() ? batt::Path::Checked : batt::Path::Fast)];
    const batt::Agreement agreement = batt::compare(vector.expected, got);
    bool failed = agreement == batt::Agreement::Different;
    if (failed) print_difference(file_, line, vector, vector.expected, got, "expected");
    if (options_.verify) failed = !agrees_with_checked(vector, line, got) || failed;
    ++(failed ? counts.failed : agreement == batt::Agreement::NotFixed ? counts.unfixed : counts.passed);
  }

  TestCounts counts;

 private:
  bool agrees_with_checked(const Vector& vector, std::size_t line, const json& got) {
    context_.set_declines(nullptr);
    const json checked = answer(context_, vector, batt::BodyPolicy::Checked);
    if (batt::compare(checked, got) != batt::Agreement::Different) return true;
    print_difference(file_, line, vector, checked, got, "checked");
    return false;
  }

  const std::filesystem::path& file_;
  const VectorTestOptions& options_;
  batt::Context context_;
};

}  // namespace

TestCounts test_vectors(const std::filesystem::path& file, const VectorTestOptions& options) {
  std::istringstream stream(batt::read_file(file.string()));
  VectorTest test(file, options);
  std::string line;
  for (std::size_t number = 1; std::getline(stream, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string place = fmt::format("{}:{}", file.string(), number);
    try {
      const Vector vector = parse_vector(line, place);
      if (options.op.empty() || op_info(vector.op).name == options.op) test.run(vector, number);
    } catch (const batt::TaskError& error) {
      fmt::print("{}\n", error.what());
      ++test.counts.failed;
    } catch (const batt::MalformedValue& error) {
      fmt::print("{}: {}\n", place, error.what());
      ++test.counts.failed;
    }
  }
  return test.counts;
}

std::optional<batt::ErrorMode> mode_of_name(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  if (name.find("-safe") != std::string::npos) return batt::ErrorMode::Safe;
  if (name.find("-raw") != std::string::npos) return batt::ErrorMode::Raw;
  return std::nullopt;
}

}  // namespace battc
