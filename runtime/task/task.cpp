#include "runtime/task/task.h"

#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>

#include "dsl_kernels/op_table.h"
#include "runtime/task/agreement.h"
#include "runtime/task/codec.h"
#include "runtime/task/json_text.h"
#include "runtime/task/task_text.h"
#include "runtime/task/value_text.h"
#include "runtime/value/build.h"
#include "runtime/value/equality.h"

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
json encode_entries(Context& context, const std::vector<OutputEntry>& entries, std::vector<std::uint32_t>& unfixed) {
  LargeJson list(json::array());
  list.value.get_ref<json::array_t&>().reserve(entries.size());
  for (const OutputEntry& entry : entries) {
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

ArcPairs decode_pairs(Context& context, const json& source) {
  ArcPairs pairs;
  for (const json& pair : list_member(source, "train"))
    pairs.train.push_back({decode(context, member(pair, "input")), decode(context, member(pair, "output"))});
  if (!source.contains("test")) return pairs;
  for (const json& pair : list_member(source, "test")) {
    ArcPair decoded{decode(context, member(pair, "input")), std::nullopt};
    // The output of a test pair may be what is asked for, and so be missing.
    if (pair.contains("output")) decoded.output = decode(context, pair.at("output"));
    pairs.test.push_back(decoded);
  }
  return pairs;
}

/// The outputs of a task's tests, put into its tests.
void add_solutions(json& task, json solutions, const std::string& name) {
  if (!task.is_object() || !task.contains("test") || !task["test"].is_array()) return;
  json& tests = task["test"];
  if (!solutions.is_array() || solutions.size() != tests.size())
    throw TaskError(name + ": the solutions are not a list of " + std::to_string(tests.size()) +
                    ", one output for each test");
  for (std::size_t k = 0; k < tests.size(); ++k)
    if (tests[k].is_object()) tests[k]["output"] = std::move(solutions[k]);
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

/// encode_entries() as text.
void write_entries(ValueWriter& writer, Context& context, const std::vector<OutputEntry>& entries,
                   std::vector<std::uint32_t>& unfixed) {
  writer.put("[");
  for (std::uint32_t place = 0; place < entries.size(); ++place) {
    const std::uint64_t looks = context.unfixed_looks().count();
    const char* before = place == 0 ? "[" : ",[";
    for (const Value field : entries[place].fields) {
      writer.put(before);
      writer.write(field);
      before = ",";
    }
    writer.put("]");
    if (context.unfixed_looks().count() != looks && std::find(unfixed.begin(), unfixed.end(), place) == unfixed.end())
      unfixed.push_back(place);
  }
  std::sort(unfixed.begin(), unfixed.end());
  writer.put("]");
}

/// encode_marked() as text.
std::string marked_text(Context& context, const Outcome& outcome, bool& is_marked) {
  // Answers of one program have about the same size. No text is kept from one to the next: what has to be destroyed
  // with its thread keeps a shared object from being unloaded.
  constexpr std::size_t most_reserved = std::size_t{1} << 18;
  static std::atomic<std::size_t> last_size = 0;
  std::string text;
  text.reserve(std::min(last_size.load(std::memory_order_relaxed), most_reserved));
  ValueWriter writer(text, context);
  Unfixed unfixed = outcome.unfixed;
  if (outcome.kind == Outcome::Kind::Result) {
    const std::uint64_t looks = context.unfixed_looks().count();
    writer.put("{\"O\":");
    writer.write(outcome.result);
    unfixed.whole |= context.unfixed_looks().count() != looks;
  } else if (outcome.kind == Outcome::Kind::Collections) {
    writer.put("{\"o\":");
    write_entries(writer, context, outcome.o, unfixed.o);
    writer.put(",\"s\":");
    write_entries(writer, context, outcome.s, unfixed.s);
  } else {
    writer.put("{\"exc\":\"");
    writer.put(to_string(outcome.exception));
    writer.put("\"");
  }
  writer.flush();
  json marks = json::object();
  mark_unfixed(marks, unfixed);
  is_marked = !marks.empty();
  if (is_marked) text += ",\"unfixed\":" + json_text(marks["unfixed"]);
  text += '}';
  last_size.store(text.size(), std::memory_order_relaxed);
  return text;
}

}  // namespace

Task::Task() : values_(std::make_unique<Context>()), answers_(std::make_shared<LargeJson>()) {}

const json& Task::answers() const { return answers_->value; }

Task Task::load(const std::filesystem::path& file, Candidate candidate) {
  return from_text(read_file(file.string()), file.string(), file.stem().string(), candidate);
}

Task Task::from_text(std::string_view text, const std::string& name, const std::string& task_id, Candidate candidate,
                     std::string_view solutions) {
  Task task;
  if (const std::optional<TaskText> read = read_task_text(*task.values_, text, solutions)) {
    task.mode_ = read->mode;
    for (const GoldenInput& input : read->inputs) task.add_input(input.task_id, input.S, input.I, input.C);
    if (read->is_arc) task.add_pairs(read->pairs, task_id, candidate);
    return task;
  }
  LargeJson parsed(parse_json(text, name));
  if (!solutions.empty()) add_solutions(parsed.value, parse_json(solutions, name), name);
  return from_json(parsed.take(), name, task_id, candidate);
}

Task Task::from_json(json given, const std::string& name, Candidate candidate) {
  return from_json(std::move(given), name, std::filesystem::path(name).stem().string(), candidate);
}

Task Task::from_json(json given, const std::string& name, const std::string& task_id, Candidate candidate) {
  LargeJson held(std::move(given));
  json& source = held.value;
  Task task;
  try {
    if (source.is_object() && source.contains("inputs"))
      task.add_golden(source);
    else if (source.is_object() && source.contains("train"))
      task.add_pairs(decode_pairs(*task.values_, source), task_id, candidate);
    else
      throw MalformedValue("neither a golden file (\"inputs\") nor an ARC task (\"train\", \"test\")");
  } catch (const MalformedValue& error) {
    throw TaskError(name + ": " + error.what());
  } catch (const LimitExceeded& exceeded) {
    throw TaskError(name + ": a value is past the limit of " + std::string(to_string(exceeded.limit)));
  }
  return task;
}

Task Task::from_pairs(const std::string& task_id, const std::function<ArcPairs(Context&)>& read, Candidate candidate) {
  Task task;
  task.add_pairs(read(*task.values_), task_id, candidate);
  return task;
}

void Task::add_golden(json& source) {
  for (const json& input : list_member(source, "inputs")) {
    const std::string task_id = text_member(input, "task_id");
    const Value S = decode(*values_, member(input, "S"));
    const Value I = decode(*values_, member(input, "I"));
    add_input(task_id, S, I, decode(*values_, member(input, "C")));
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

/// An input that differs from the one before it in C alone is another call of its sample: it shares its values.
void Task::add_input(const std::string& task_id, Value S, Value I, Value C) {
  if (!samples_.empty() && samples_.back().task_id == task_id) {
    const Inputs last = samples_.back().inputs;
    if (is_plain_copy(I, last.I) && is_plain_copy(S, last.S)) {
      Sample sample = samples_.back();
      sample.pair = samples_.size();
      sample.inputs.C = C;
      samples_.push_back(sample);
      return;
    }
  }
  Sample& sample = samples_.emplace_back();
  sample.pair = samples_.size() - 1;
  sample.task_id = task_id;
  sample.inputs = {make_text(*values_, task_id), S, I, C, make_text(*values_, "")};
}

void Task::add_pairs(const ArcPairs& pairs, const std::string& task_id, Candidate candidate) {
  arc_ = true;
  ScratchVector shown(*values_);
  for (const ArcPair& pair : pairs.train) shown.push(make_pair(*values_, pair.input, *pair.output));
  Sample sample;
  sample.task_id = task_id;
  sample.inputs.task_id = make_text(*values_, task_id);
  sample.inputs.log_path = make_text(*values_, "");
  sample.inputs.S = make_tuple(*values_, shown);
  for (const std::vector<ArcPair>* part : {&pairs.train, &pairs.test})
    for (const ArcPair& pair : *part) {
      sample.inputs.I = pair.input;
      sample.expected_grid = pair.output;
      if (candidate != Candidate::Expected || !pair.output) {
        sample.inputs.C = Value::none();
        sample.is_candidate_expected = false;
        samples_.push_back(sample);
      }
      if (candidate != Candidate::None && pair.output) {
        sample.inputs.C = *pair.output;
        sample.is_candidate_expected = true;
        samples_.push_back(sample);
      }
      ++sample.pair;
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
  if (outcome.kind != Outcome::Kind::Limited && outcome.kind != Outcome::Kind::Unanswered) {
    try {
      written.kind = outcome.kind;
      return marked_text(context, outcome, written.unfixed);
    } catch (const LimitExceeded& exceeded) {
      return encode_text(context, Outcome::limited(exceeded.limit), written);
    }
  }
  const json answer = encode(context, outcome);
  written = written_as(answer, outcome);
  return json_text(answer);
}

}  // namespace batt
