#include "runtime/task/value_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>

#include "dsl_kernels/calls/function.h"
#include "dsl_kernels/op_table.h"
#include "runtime/task/codec.h"
#include "runtime/task/json_text.h"
#include "runtime/value/build.h"

namespace batt {
namespace {

constexpr std::size_t most_digits = 20;

/// The digits of the ints of a byte, with their sign.
struct ByteDigits {
  char text[4];
  std::uint8_t size;
};
constexpr auto byte_digits = [] {
  std::array<ByteDigits, 256> all{};
  for (int value = min_byte; value <= max_byte; ++value) {
    ByteDigits& digits = all[static_cast<std::size_t>(value - min_byte)];
    const int magnitude = value < 0 ? -value : value;
    if (value < 0) digits.text[digits.size++] = '-';
    for (const int place : {100, 10, 1})
      if (magnitude >= place || place == 1)
        digits.text[digits.size++] = static_cast<char>('0' + magnitude / place % 10);
  }
  return all;
}();

/// There is room for most_digits.
char* put_digits(char* at, std::int64_t i) {
  if (i < min_byte || i > max_byte) return std::to_chars(at, at + most_digits, i).ptr;
  const ByteDigits& digits = byte_digits[static_cast<std::size_t>(i - min_byte)];
  std::memcpy(at, digits.text, sizeof digits.text);
  return at + digits.size;
}

/// Puts four numbers with a comma after each, if all of them are digits.
bool put_four_digits(char* at, const std::int8_t* bytes) {
  static_assert(std::endian::native == std::endian::little);
  constexpr std::uint64_t pairs = 0x0001000100010001;
  std::uint32_t word;
  std::memcpy(&word, bytes, sizeof word);
  constexpr std::uint32_t each = 0x01010101, high = each * 0x80, beyond_digits = each * (0x80 - 10);
  if ((((word & ~high) + beyond_digits) & high) != 0 || (word & high) != 0) return false;
  std::uint64_t spread = word;
  spread = (spread | spread << 16) & 0x0000ffff0000ffff;
  spread = (spread | spread << 8) & (pairs * 0xff);
  spread += pairs * '0' + pairs * (std::uint64_t{','} << 8);
  std::memcpy(at, &spread, sizeof spread);
  return true;
}

/// Numbers, each with a comma after it. There is room for five characters for each of them, and some more.
char* put_row(char* at, const std::int8_t* bytes, std::int32_t count) {
  std::int32_t k = 0;
  for (; k + 4 <= count && put_four_digits(at, bytes + k); k += 4) at += 8;
  for (; k < count; ++k) {
    at = put_digits(at, bytes[k]);
    *at++ = ',';
  }
  return at;
}

/// Whether none of eight characters is a control character, `"`, a backslash or beyond ASCII.
bool are_plain(std::uint64_t characters) {
  constexpr std::uint64_t each = 0x0101010101010101, high = each * 0x80;
  const auto has_zero = [](std::uint64_t word) { return (word - each) & ~word & high; };
  const std::uint64_t controls = ((characters - each * ' ') & ~characters & high) | has_zero(characters ^ each * 0x7f);
  const std::uint64_t quotes = has_zero(characters ^ each * '"') | has_zero(characters ^ each * '\\');
  return ((characters & high) | controls | quotes) == 0;
}

/// Copies the characters of a text while they are plain; whether all of them are.
bool copy_plain(char* at, std::string_view content) {
  std::uint64_t word;
  for (; content.size() >= sizeof word; content.remove_prefix(sizeof word), at += sizeof word) {
    std::memcpy(&word, content.data(), sizeof word);
    if (!are_plain(word)) return false;
    std::memcpy(at, &word, sizeof word);
  }
  char rest[sizeof word + 1] = "        ";
  for (std::size_t k = 0; k < content.size(); ++k) at[k] = rest[k] = content[k];
  std::memcpy(&word, rest, sizeof word);
  return are_plain(word);
}

}  // namespace

// ---- values -----------------------------------------------------------------------------------------------------

void ValueWriter::write(Value v, int depth) {
  if (depth > max_value_nesting) throw LimitExceeded{Limit::Steps};
  context_.charge();
  switch (v.kind()) {
    case Kind::None: return put("null");
    case Kind::Bool: return put(v.as_bool() ? "true" : "false");
    case Kind::Int: at_ = put_digits(room(most_digits), v.as_int()); return;
    case Kind::Float: return tagged("f", [&] { put_quoted(repr(v.as_real())); });
    case Kind::Text: return put_quoted(v.text().view());
    case Kind::Tuple: return write_items(v, depth);
    case Kind::List: return tagged("l", [&] { write_items(v, depth); });
    case Kind::Okt: return tagged("okt", [&] { write_items(v, depth); });
    case Kind::Function: return tagged("fn", [&] { write_function(v, depth); });
    case Kind::Set: return tagged("s", [&] { write_members(v.set(), depth); });
    case Kind::Error:
    case Kind::Declined: break;
  }
  tagged("exc", [&] { put_quoted(to_string(v.exception())); });
}

template <class Content>
void ValueWriter::tagged(const char* tag, Content content) {
  put("{\"");
  put(tag);
  put("\":");
  content();
  put("}");
}

template <class Item>
void ValueWriter::list(std::int64_t count, Item item) {
  put("[");
  for (std::int64_t k = 0; k < count; ++k) {
    if (k != 0) put(",");
    item(k);
  }
  put("]");
}

void ValueWriter::write_row(const std::int8_t* bytes, std::int32_t count) {
  constexpr std::int32_t longest = 5, at_once = 256;  // "-128,"
  context_.charge(static_cast<std::uint64_t>(count));
  put("[");
  for (std::int32_t first = 0; first < count; first += at_once)
    at_ = put_row(room(longest * at_once), bytes + first, std::min(at_once, count - first));
  // A row has at least one item, with a comma.
  at_[-1] = ']';
}

void ValueWriter::write_items(Value v, int depth) {
  switch (v.form()) {
    case Form::Pair: return put_list({v.i(), v.j()});
    case Form::Cell: return put_list({v.i(), v.j(), v.c()});
    case Form::Row: return write_row(v.bytes(), v.tuple_size());
    case Form::Grid: return list(v.height(), [&](std::int64_t k) { write_row(v.bytes() + k * v.width(), v.width()); });
    case Form::Plain: break;
  }
  list(v.tuple_size(), [&](std::int64_t k) { write(v.item(static_cast<std::int32_t>(k)), depth + 1); });
}

void ValueWriter::write_members(const SetRep& set, int depth) {
  set.note_look(context_);
  if (!set.is_cells()) return list(set.size, [&](std::int64_t k) { write(set.values()[k], depth + 1); });
  if (depth == max_value_nesting) throw LimitExceeded{Limit::Steps};
  const Cell* cells = set.cells();
  list(set.size, [&](std::int64_t k) {
    const Cell cell = cells[k];
    context_.charge();
    if (set.packing == Packing::Locations)
      put_list({cell.i(), cell.j()});
    else
      put_list({cell.i(), cell.j(), cell.c()});
  });
}

void ValueWriter::write_function(Value v, int depth) {
  if (v.is_op()) return put_quoted(op_info(static_cast<OpId>(v.op_id())).name);
  const Closure& closure = *v.closure();
  if (closure.kind == Closure::Kind::SafeDefault) return put_quoted(closure_maker(closure.kind));
  if (closure.kind == Closure::Kind::Bottomless || closure.kind == Closure::Kind::TooDeep)
    throw LimitExceeded{Limit::Steps};
  put("[");
  put_quoted(closure_maker(closure.kind));
  const std::size_t count = closure_part_count(closure.kind);
  for (std::size_t k = 0; k < count; ++k) {
    put(",");
    write(closure.parts[k], depth + 1);
  }
  put("]");
}

// ---- pieces of the text -----------------------------------------------------------------------------------------

template <std::size_t count>
void ValueWriter::put_list(const std::int64_t (&items)[count]) {
  char* at = room(count * (most_digits + 1) + 1);
  for (std::size_t k = 0; k < count; ++k) {
    *at = k == 0 ? '[' : ',';
    at = put_digits(at + 1, items[k]);
  }
  *at = ']';
  at_ = at + 1;
}

void ValueWriter::put_quoted(std::string_view content) {
  if (content.size() < chunk_size / 2) {
    char* const at = room(content.size() + 2);
    if (copy_plain(at + 1, content)) {
      *at = at[content.size() + 1] = '"';
      at_ = at + content.size() + 2;
      return;
    }
  }
  flush();
  append_quoted(text_, content);
}

void ValueWriter::flush() {
  if (text_.size() >= paid_to_) make_room();
  text_.append(chunk_, at_);
  at_ = chunk_;
}

void ValueWriter::make_room() {
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

void append_quoted(std::string& text, std::string_view content) {
  const std::size_t before = text.size();
  text.resize(before + content.size() + 2, '"');
  if (copy_plain(text.data() + before + 1, content)) return;
  text.resize(before);
  text += json_text(std::string(content));
}

std::string value_text(Context& context, Value value) {
  std::string text;
  ValueWriter writer(text, context);
  writer.write(value);
  writer.flush();
  return text;
}

}  // namespace batt
