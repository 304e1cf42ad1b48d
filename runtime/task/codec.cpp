#include "runtime/task/codec.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "dsl_kernels/calls/function.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/exec/guards.h"
#include "runtime/exec/outcome.h"
#include "runtime/python/python.h"
#include "runtime/task/json_text.h"

namespace batt {
namespace {

using nlohmann::json;

[[noreturn]] void malformed(const std::string& what, const json& where) {
  std::string text = json_text(where);
  if (text.size() > 60) text = text.substr(0, 60) + "...";
  throw MalformedValue(what + ": " + text);
}

Value decode_at(Context& context, const json& j, int depth);

void decode_items(Context& context, const json& list, ScratchVector& items, int depth) {
  if (!list.is_array()) malformed("expected a list", list);
  for (const json& item : list) items.push(decode_at(context, item, depth + 1));
}

Value decode_float(const json& spelled) {
  if (!spelled.is_string()) malformed("a float is written as text", spelled);
  const std::string& text = spelled.get_ref<const std::string&>();
  if (text == "nan") return Value::nan();
  if (text == "inf") return Value::infinity();
  if (text == "-inf") return Value::minus_infinity();
  double d = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), d);
  if (error != std::errc{} || end != text.data() + text.size()) malformed("not a float", spelled);
  return Value::real(d);
}

Value decode_function(Context& context, const json& spelled, int depth) {
  if (spelled.is_string()) {
    const std::string& name = spelled.get_ref<const std::string&>();
    if (name == closure_maker(Closure::Kind::SafeDefault)) throw NamelessFunction{};
    const auto id = find_op(name);
    if (!id) malformed("unknown op", spelled);
    const Value op = Value::op(static_cast<std::uint16_t>(*id));
    const AliasInfo* alias = find_alias(name);
    return alias == nullptr ? op : other_name(context, op, alias_number(*alias));
  }
  if (!spelled.is_array() || spelled.empty() || !spelled[0].is_string()) malformed("not a function", spelled);
  const auto id = find_op(spelled[0].get_ref<const std::string&>());
  if (!id) malformed("unknown op", spelled[0]);
  std::vector<Value> parts;
  for (std::size_t k = 1; k < spelled.size(); ++k) parts.push_back(decode_at(context, spelled[k], depth + 1));
  const Value function = call_op(context, *id, parts.data(), parts.size());
  if (!function.is_function()) malformed("does not make a function", spelled);
  return function;
}

Value decode_tagged(Context& context, const json& j, int depth) {
  if (j.size() != 1) malformed("expected an object with one key", j);
  const std::string& tag = j.begin().key();
  const json& content = j.begin().value();
  if (tag == "f") return decode_float(content);
  if (tag == "fn") return decode_function(context, content, depth);
  if (tag == "big") throw LimitExceeded{Limit::Integer};
  if (tag != "s" && tag != "l" && tag != "okt") malformed("unknown kind of value", j);
  ScratchVector items(context);
  decode_items(context, content, items, depth);
  if (tag == "s") {
    const Value set = make_set(context, items);
    if (set.is_error()) malformed("a set cannot hold this", j);
    // Made now: inputs are shared by threads, which must not race to make them.
    set.set().materialize(context);
    return set;
  }
  if (tag == "l")
    return Value::list(context.arena().copy(items.data(), items.size()), static_cast<std::int32_t>(items.size()));
  if (items.size() != 2) malformed("an OKT has two parts", j);
  return Value::okt(context.arena().copy(items.data(), 2));
}

Value decode_at(Context& context, const json& j, int depth) {
  if (depth > max_value_nesting) throw MalformedValue("nested too deeply");
  switch (j.type()) {
    case json::value_t::null: return Value::none();
    case json::value_t::boolean: return Value::boolean(j.get<bool>());
    case json::value_t::number_integer: return Value::integer(j.get<std::int64_t>());
    case json::value_t::number_unsigned:
      if (j.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        throw LimitExceeded{Limit::Integer};
      return Value::integer(j.get<std::int64_t>());
    case json::value_t::string: return make_text(context, j.get_ref<const std::string&>());
    case json::value_t::array: {
      ScratchVector items(context);
      decode_items(context, j, items, depth);
      return make_tuple(context, items);
    }
    case json::value_t::object: return decode_tagged(context, j, depth);
    default: malformed("not a value (floats are written {\"f\": \"0.5\"})", j);
  }
}

/// Values as JSON. What shares its parts in memory is written out in full, so all that is written is charged for.
class Encoder {
 public:
  /// Without a context, nothing is charged.
  explicit Encoder(Context* context) : context_(context) {
    if (context != nullptr) held_.emplace(context->budget());
  }

  json encode(Value v, int depth = 0) {
    if (depth > max_value_nesting) throw LimitExceeded{Limit::Steps};
    if (context_ != nullptr) context_->charge();
    switch (v.kind()) {
      case Kind::None: return nullptr;
      case Kind::Bool: return v.as_bool();
      case Kind::Int: return v.as_int();
      case Kind::Float: return tagged("f", repr(v.as_real()));
      case Kind::Text: charge(v.text().view().size()); return std::string(v.text().view());
      case Kind::Tuple: return encode_sequence(v, depth);
      case Kind::List: return tagged("l", encode_sequence(v, depth));
      case Kind::Okt: return tagged("okt", encode_sequence(v, depth));
      case Kind::Function: return tagged("fn", encode_function(v, depth));
      case Kind::Set: return tagged("s", encode_members(v.set(), depth));
      case Kind::Error:
      case Kind::Declined: break;
    }
    return {{"exc", to_string(v.exception())}};
  }

 private:
  // What the heap takes for them, besides their items.
  static constexpr std::size_t bytes_of_list = 48;
  static constexpr std::size_t bytes_of_object = 176;  ///< with one key

  /// A list with room for its items, which are paid for.
  json list_of(std::size_t count) {
    charge(bytes_of_list + count * sizeof(json));
    json list = json::array();
    list.get_ref<json::array_t&>().reserve(count);
    return list;
  }

  json tagged(const char* tag, json content) {
    LargeJson held(std::move(content));
    charge(bytes_of_object);
    return tagged_json(tag, held.take());
  }

  json encode_function(Value v, int depth) {
    if (v.is_op()) return op_info(static_cast<OpId>(v.op_id())).name;
    const Closure& closure = *v.closure();
    if (closure.kind == Closure::Kind::SafeDefault) return closure_maker(closure.kind);
    if (closure.kind == Closure::Kind::Bottomless || closure.kind == Closure::Kind::TooDeep)
      throw LimitExceeded{Limit::Steps};
    LargeJson parts(list_of(1 + closure_part_count(closure.kind)));
    parts.value.push_back(closure_maker(closure.kind));
    for (std::size_t k = 0; k < closure_part_count(closure.kind); ++k)
      parts.value.push_back(encode(closure.parts[k], depth + 1));
    return parts.take();
  }

  json encode_sequence(Value v, int depth) {
    LargeJson items(list_of(static_cast<std::size_t>(v.tuple_size())));
    for (std::int32_t k = 0; k < v.tuple_size(); ++k) items.value.push_back(encode(v.item(k), depth + 1));
    return items.take();
  }

  json encode_members(const SetRep& set, int depth) {
    if (context_ != nullptr) set.note_look(*context_);
    LargeJson items(list_of(set.size));
    for (std::uint32_t k = 0; k < set.size; ++k) items.value.push_back(encode(set.at(k), depth + 1));
    return items.take();
  }

  void charge(std::size_t bytes) {
    unpaid_ += bytes;
    if (context_ == nullptr || unpaid_ < paid_at_once) return;
    held_->grow(unpaid_);
    unpaid_ = 0;
  }

  static constexpr std::size_t paid_at_once = std::size_t{1} << 16;

  Context* context_;
  std::optional<HeldMemory> held_;
  std::size_t unpaid_ = 0;
};

bool is_unrecorded(const json& expected) {
  return expected.is_object() && expected.size() == 1 && expected.contains("fn") && expected["fn"] == "?";
}

bool differ_at(const json& expected, const json& got, std::string& path) {
  if (is_unrecorded(expected)) return false;
  if (expected.is_array() && got.is_array()) {
    const std::size_t common = std::min(expected.size(), got.size());
    for (std::size_t k = 0; k < common; ++k) {
      const std::size_t length = path.size();
      path += "[" + std::to_string(k) + "]";
      if (differ_at(expected[k], got[k], path)) return true;
      path.resize(length);
    }
    if (expected.size() == got.size()) return false;
    path += ".length";
    return true;
  }
  if (expected.is_object() && got.is_object() && expected.size() == 1 && got.size() == 1 &&
      expected.begin().key() == got.begin().key()) {
    path += "." + expected.begin().key();
    return differ_at(expected.begin().value(), got.begin().value(), path);
  }
  if (expected.is_object() && got.is_object() && expected.size() == got.size()) {
    for (const auto& [key, value] : expected.items()) {
      const std::size_t length = path.size();
      path += "." + key;
      if (!got.contains(key) || differ_at(value, got.at(key), path)) return true;
      path.resize(length);
    }
    return false;
  }
  return expected != got;
}

}  // namespace

Value decode(Context& context, const json& j) { return decode_at(context, j, 0); }

json encode(Value value) { return Encoder(nullptr).encode(value); }
json encode(Context& context, Value value) { return Encoder(&context).encode(value); }

std::string first_difference(const json& expected, const json& got) {
  std::string path;
  if (!differ_at(expected, got, path)) return "";
  return path.empty() ? "." : path;
}

bool agree(const json& expected, const json& got) {
  std::string path;
  return !differ_at(expected, got, path);
}

std::string repr(double d) {
  if (std::isnan(d)) return "nan";
  if (std::isinf(d)) return d > 0 ? "inf" : "-inf";
  char buffer[64];
  // Python changes to scientific notation below 1e-4 and from 1e16 on.
  const double magnitude = std::fabs(d);
  const bool scientific = d != 0 && (magnitude < 1e-4 || magnitude >= 1e16);
  const auto format = scientific ? std::chars_format::scientific : std::chars_format::fixed;
  std::string text(buffer, std::to_chars(buffer, buffer + sizeof buffer, d, format).ptr);
  return scientific || text.find('.') != std::string::npos ? text : text + ".0";
}

}  // namespace batt
