#include "runtime/task/value_text.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

#include "dsl_kernels/calls/function.h"
#include "dsl_kernels/op_table.h"
#include "runtime/task/codec.h"
#include "runtime/task/json_text.h"
#include "runtime/value/set.h"

namespace batt {
namespace {

constexpr std::size_t most_digits = 20;

char* put_digits(char* at, std::int64_t i) {
  if (i >= 0 && i < 10) {
    *at = static_cast<char>('0' + i);
    return at + 1;
  }
  return std::to_chars(at, at + most_digits, i).ptr;
}

/// A list of a few ints.
template <std::size_t count>
void append_list(std::string& text, const std::int64_t (&items)[count]) {
  char buffer[count * (most_digits + 1) + 1];
  char* at = buffer;
  for (const std::int64_t item : items) {
    *at = at == buffer ? '[' : ',';
    at = put_digits(at + 1, item);
  }
  *at++ = ']';
  text.append(buffer, at);
}

/// Writes one value. What shares its parts in memory is written out in full, so all that is written is charged for: a
/// long text as a whole, with what stood in it before.
class Writer {
 public:
  Writer(std::string& text, Context& context) : text_(text), context_(context) { pay(); }

  void write(Value v, int depth = 0) {
    if (depth > max_value_nesting) throw LimitExceeded{Limit::Steps};
    context_.charge();
    pay();
    switch (v.kind()) {
      case Kind::None: text_ += "null"; return;
      case Kind::Bool: text_ += v.as_bool() ? "true" : "false"; return;
      case Kind::Int: write_integer(v.as_int()); return;
      case Kind::Float: tagged("f", [&] { append_quoted(text_, repr(v.as_real())); }); return;
      case Kind::Text: append_quoted(text_, v.text().view()); return;
      case Kind::Tuple: write_items(v, depth); return;
      case Kind::List: tagged("l", [&] { write_items(v, depth); }); return;
      case Kind::Okt: tagged("okt", [&] { write_items(v, depth); }); return;
      case Kind::Function: tagged("fn", [&] { write_function(v, depth); }); return;
      case Kind::Set: tagged("s", [&] { write_members(v.set(), depth); }); return;
      case Kind::Error:
      case Kind::Declined: break;
    }
    tagged("exc", [&] { append_quoted(text_, to_string(v.exception())); });
  }

 private:
  static constexpr std::size_t paid_at_once = std::size_t{1} << 14;

  template <class Content>
  void tagged(const char* tag, Content content) {
    ((text_ += "{\"") += tag) += "\":";
    content();
    text_ += '}';
  }

  template <class Item>
  void list(std::int64_t count, Item item) {
    text_ += '[';
    for (std::int64_t k = 0; k < count; ++k) {
      if (k != 0) text_ += ',';
      item(k);
    }
    text_ += ']';
  }

  void write_integer(std::int64_t i) {
    char digits[most_digits];
    text_.append(digits, put_digits(digits, i));
  }

  void write_row(const std::int8_t* bytes, std::int32_t count) {
    constexpr std::int32_t longest = 5, at_once = 256;  // "-128,"
    char buffer[longest * at_once];
    context_.charge(static_cast<std::uint64_t>(count));
    text_ += '[';
    for (std::int32_t first = 0; first < count; first += at_once) {
      char* at = buffer;
      for (std::int32_t k = first; k < first + std::min(at_once, count - first); ++k) {
        if (k != 0) *at++ = ',';
        at = put_digits(at, bytes[k]);
      }
      text_.append(buffer, at);
      pay();
    }
    text_ += ']';
  }

  void write_items(Value v, int depth) {
    switch (v.form()) {
      case Form::Pair: return append_list(text_, {v.i(), v.j()});
      case Form::Cell: return append_list(text_, {v.i(), v.j(), v.c()});
      case Form::Row: return write_row(v.bytes(), v.tuple_size());
      case Form::Grid:
        return list(v.height(), [&](std::int64_t k) { write_row(v.bytes() + k * v.width(), v.width()); });
      case Form::Plain: break;
    }
    list(v.tuple_size(), [&](std::int64_t k) { write(v.item(static_cast<std::int32_t>(k)), depth + 1); });
  }

  void write_members(const SetRep& set, int depth) {
    set.note_look(context_);
    list(set.size, [&](std::int64_t k) { write(set.at(static_cast<std::uint32_t>(k)), depth + 1); });
  }

  void write_function(Value v, int depth) {
    if (v.is_op()) return append_quoted(text_, op_info(static_cast<OpId>(v.op_id())).name);
    const Closure& closure = *v.closure();
    if (closure.kind == Closure::Kind::SafeDefault) return append_quoted(text_, closure_maker(closure.kind));
    if (closure.kind == Closure::Kind::Bottomless || closure.kind == Closure::Kind::TooDeep)
      throw LimitExceeded{Limit::Steps};
    text_ += '[';
    append_quoted(text_, closure_maker(closure.kind));
    for (std::size_t k = 0; k < closure_part_count(closure.kind); ++k) {
      text_ += ',';
      write(closure.parts[k], depth + 1);
    }
    text_ += ']';
  }

  void pay() {
    if (text_.size() >= paid_to_) make_room();
  }

  /// Takes a larger place before the text needs it. While it moves there, both places count.
  void make_room() {
    const std::size_t place = text_.capacity();
    std::size_t larger = place;
    if (place - text_.size() < paid_at_once) larger = place + std::max(2 * paid_at_once, place / 2);
    if (larger != place || !held_[in_use_]) {
      held_[1 - in_use_].emplace(context_.budget()).grow(larger);
      text_.reserve(larger);
      held_[in_use_].reset();
      in_use_ = 1 - in_use_;
    }
    paid_to_ = text_.capacity() - paid_at_once + 1;
  }

  std::string& text_;
  Context& context_;
  std::optional<HeldMemory> held_[2];  ///< for the place where the text is, and for the next one
  int in_use_ = 0;
  std::size_t paid_to_ = paid_at_once;  ///< short texts are not worth counting
};

}  // namespace

void append_quoted(std::string& text, std::string_view content) {
  bool is_plain = true;
  for (const char c : content) is_plain &= c >= ' ' && c < 0x7f && c != '"' && c != '\\';
  if (!is_plain) {
    text += json_text(std::string(content));
    return;
  }
  text += '"';
  text += content;
  text += '"';
}

void append_value_text(std::string& text, Context& context, Value value) { Writer(text, context).write(value); }

std::string value_text(Context& context, Value value) {
  std::string text;
  append_value_text(text, context, value);
  return text;
}

}  // namespace batt
