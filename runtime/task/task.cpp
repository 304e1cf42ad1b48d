#include "batt/task.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "batt/agreement.h"
#include "batt/build.h"
#include "batt/codec.h"
#include "batt/json_text.h"
#include "dsl_kernels/op_table.h"

namespace batt {
namespace {

using nlohmann::json;

const json& member(const json& object, const char* key) {
  if (!object.is_object() || !object.contains(key)) throw MalformedValue(std::string("missing \"") + key + "\"");
  return object.at(key);
}

std::string text_member(const json& object, const char* key) {
  const json& value = member(object, key);
  if (!value.is_string()) throw MalformedValue(std::string("\"") + key + "\" must be text");
  return value.get<std::string>();
}

const json& list_member(const json& object, const char* key) {
  const json& value = member(object, key);
  if (!value.is_array()) throw MalformedValue(std::string("\"") + key + "\" must be a list");
  return value;
}

/// The entries as they are; adds the places of those that hold a set in an order that CPython does not fix.
json encode_entries(Context& context, const std::vector<Collected>& entries, std::vector<std::uint32_t>& unfixed) {
  LargeJson list(json::array());
  list.value.get_ref<json::array_t&>().reserve(entries.size());
  for (const Collected& entry : entries) {
    const std::uint64_t looks = context.unfixed_looks().count();
    LargeJson fields(json::array());
    fields.value.get_ref<json::array_t&>().reserve(std::size(entry.fields));
    for (const Value field : entry.fields) fields.value.push_back(encode(context, field));
    const auto place = static_cast<std::uint32_t>(list.value.size());
    if (context.unfixed_looks().count() != looks && std::find(unfixed.begin(), unfixed.end(), place) == unfixed.end())
      unfixed.push_back(place);
    list.value.push_back(fields.take());
  }
  std::sort(unfixed.begin(), unfixed.end());
  return list.take();
}

json encode_marked(Context& context, const Outcome& outcome) {
  Unfixed unfixed = outcome.unfixed;
  LargeJson encoded(json::object());
  if (outcome.kind == Outcome::Kind::Result) {
    const std::uint64_t looks = context.unfixed_looks().count();
    json& result = encoded.value["O"];  // made first: nothing may be allocated while a large value is at hand
    result = encode(context, outcome.result);
    unfixed.whole |= context.unfixed_looks().count() != looks;
  } else if (outcome.kind == Outcome::Kind::Collections) {
    json &o = encoded.value["o"], &s = encoded.value["s"];
    o = encode_entries(context, outcome.o, unfixed.o);
    s = encode_entries(context, outcome.s, unfixed.s);
  } else {
    encoded.value["exc"] = to_string(outcome.exception);
  }
  mark_unfixed(encoded.value, unfixed);
  return encoded.take();
}

}  // namespace

Task::Task() : values_(std::make_unique<Context>()), answers_(std::make_shared<LargeJson>()) {}

const json& Task::answers() const { return answers_->value; }

Task Task::load(const std::filesystem::path& file, Candidate candidate) {
  return from_json(read_json(file.string()), file.string(), candidate);
}

Task Task::from_json(json given, const std::string& name, Candidate candidate) {
  LargeJson held(std::move(given));
  json& source = held.value;
  Task task;
  try {
    if (source.is_object() && source.contains("inputs"))
      task.add_golden(source);
    else if (source.is_object() && source.contains("train"))
      task.add_arc(source, std::filesystem::path(name).stem().string(), candidate);
    else
      throw MalformedValue("neither a golden file (\"inputs\") nor an ARC task (\"train\", \"test\")");
  } catch (const MalformedValue& error) {
    throw TaskError(name + ": " + error.what());
  } catch (const LimitExceeded& exceeded) {
    throw TaskError(name + ": a value is past the limit of " + std::string(to_string(exceeded.limit)));
  }
  return task;
}

void Task::add_golden(json& source) {
  for (const json& input : list_member(source, "inputs")) {
    Sample sample;
    sample.task_id = text_member(input, "task_id");
    sample.inputs.task_id = make_text(*values_, sample.task_id);
    sample.inputs.log_path = make_text(*values_, "");
    sample.inputs.S = decode(*values_, member(input, "S"));
    sample.inputs.I = decode(*values_, member(input, "I"));
    sample.inputs.C = decode(*values_, member(input, "C"));
    samples_.push_back(std::move(sample));
  }
  if (source.contains("answers")) {
    list_member(source, "answers");
    answers_->value = std::move(source["answers"]);
  }
  if (source.contains("mode")) {
    const std::string mode = text_member(source, "mode");
    if (mode != "safe" && mode != "raw") throw MalformedValue("\"mode\" must be \"safe\" or \"raw\"");
    mode_ = mode == "raw" ? ErrorMode::Raw : ErrorMode::Safe;
  }
}

void Task::add_arc(const json& source, const std::string& task_id, Candidate candidate) {
  arc_ = true;
  Collector pairs(*values_);
  for (const json& pair : list_member(source, "train")) {
    const Value input = decode(*values_, member(pair, "input"));
    pairs.push(make_pair(*values_, input, decode(*values_, member(pair, "output"))));
  }
  const Value samples = make_tuple(*values_, pairs);
  for (const char* part : {"train", "test"}) {
    if (!source.contains(part)) continue;
    for (const json& pair : list_member(source, part)) {
      Sample sample;
      sample.task_id = task_id;
      sample.inputs.task_id = make_text(*values_, task_id);
      sample.inputs.log_path = make_text(*values_, "");
      sample.inputs.S = samples;
      sample.inputs.I = decode(*values_, member(pair, "input"));
      // The output of a test pair may be what is asked for, and so be missing.
      if (pair.contains("output")) sample.expected_grid = decode(*values_, pair.at("output"));
      const bool is_given = candidate == Candidate::Expected && sample.expected_grid;
      sample.inputs.C = is_given ? *sample.expected_grid : Value::none();
      samples_.push_back(std::move(sample));
    }
  }
}

json encode(const Unanswered& unanswered) {
  json encoded = {{"unanswered", to_string(unanswered.reason)}};
  if (unanswered.statement != 0) encoded["line"] = unanswered.statement;
  if (unanswered.op != no_op) encoded["op"] = op_info(static_cast<OpId>(unanswered.op)).name;
  return encoded;
}

json encode(Context& context, const Outcome& outcome) {
  try {
    switch (outcome.kind) {
      case Outcome::Kind::Result:
      case Outcome::Kind::Collections:
      case Outcome::Kind::Raised: return encode_marked(context, outcome);
      case Outcome::Kind::Limited: return {{"limit", to_string(outcome.limit)}};
      case Outcome::Kind::Unanswered: break;
    }
    return encode(outcome.unanswered);
  } catch (const LimitExceeded& exceeded) {
    return {{"limit", to_string(exceeded.limit)}};
  }
}

Written written_as(const json& answer, const Outcome& outcome) {
  return {answer.contains("limit") ? Outcome::Kind::Limited : outcome.kind, is_marked_unfixed(answer)};
}

std::string encode_text(Context& context, const Outcome& outcome, Written& written) {
  const LargeJson answer(encode(context, outcome));
  written = written_as(answer.value, outcome);
  return json_text(answer.value);
}

}  // namespace batt
