#include "compiler/driver/vectors.h"

#include <fmt/core.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "batt/codec.h"
#include "batt/function.h"
#include "compiler/driver/failure.h"
#include "dsl_kernels/op_bodies.h"

namespace battc {
namespace {

using nlohmann::json;

constexpr std::size_t shown_text = 160;

std::string shortened(const json& value) {
  std::string text = value.dump();
  return text.size() <= shown_text ? text : text.substr(0, shown_text - 3) + "...";
}

struct Vector {
  batt::OpId op;
  json arguments;
  std::optional<json> call;  ///< what the op's result is called with
  json expected;             ///< {"ret": value} or {"exc": name}
};

Vector parse_vector(const std::string& line) {
  json j = json::parse(line);
  if (!j.is_object() || !j.contains("op") || !j["op"].is_string()) throw batt::MalformedValue("a vector needs an \"op\"");
  const auto op = batt::find_op(j["op"].get<std::string>());
  if (!op) throw batt::MalformedValue("unknown op " + j["op"].dump());
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

std::vector<batt::Value> decode_all(batt::Context& context, const json& list) {
  std::vector<batt::Value> values;
  for (const json& item : list) values.push_back(batt::decode(context, item));
  return values;
}

json answer(batt::Context& context, const Vector& vector) {
  try {
    const auto arguments = decode_all(context, vector.arguments);
    batt::Value result = batt::call_op(context, vector.op, arguments.data(), arguments.size());
    if (vector.call && !result.is_error()) {
      const auto second = decode_all(context, *vector.call);
      result = batt::call(context, result, second.data(), second.size());
    }
    if (result.is_error()) return {{"exc", to_string(result.exception())}};
    return {{"ret", batt::encode(result)}};
  } catch (const batt::NamelessFunction&) {
    return {{"exc", "KeyError"}};
  } catch (const batt::LimitExceeded& exceeded) {
    return {{"limit", to_string(exceeded.limit)}};
  }
}

void print_difference(const std::filesystem::path& file, std::size_t line, const Vector& vector, const json& got) {
  std::string call = fmt::format("{}{}", op_info(vector.op).name, shortened(vector.arguments));
  if (vector.call) call += " called with " + shortened(*vector.call);
  fmt::print("{}:{}: {}\n  expected {}\n  got      {}\n  differs at {}\n", file.string(), line, call, shortened(vector.expected),
             shortened(got), batt::first_difference(vector.expected, got));
}

}  // namespace

TestCounts test_vectors(const std::filesystem::path& file, batt::ErrorMode mode, const std::string& op) {
  std::ifstream stream(file);
  if (!stream) throw io_failure(fmt::format("cannot read {}", file.string()));
  TestCounts counts;
  batt::Context context(mode, {.seconds = 20, .memory = std::size_t{1} << 30});
  std::string line;
  for (std::size_t number = 1; std::getline(stream, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      const Vector vector = parse_vector(line);
      if (!op.empty() && op_info(vector.op).name != op) continue;
      context.reset();
      const json got = answer(context, vector);
      const bool passed = batt::agree(vector.expected, got);
      ++(passed ? counts.passed : counts.failed);
      if (!passed) print_difference(file, number, vector, got);
    } catch (const json::exception& error) {
      throw io_failure(fmt::format("{}:{}: not JSON: {}", file.string(), number, error.what()));
    } catch (const batt::MalformedValue& error) {
      throw io_failure(fmt::format("{}:{}: {}", file.string(), number, error.what()));
    }
  }
  if (stream.bad()) throw io_failure(fmt::format("reading {} failed", file.string()));
  return counts;
}

std::optional<batt::ErrorMode> mode_of_name(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  if (name.find("-safe") != std::string::npos) return batt::ErrorMode::Safe;
  if (name.find("-raw") != std::string::npos) return batt::ErrorMode::Raw;
  return std::nullopt;
}

}  // namespace battc
