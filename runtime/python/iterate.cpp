#include <algorithm>

#include "runtime/python/python.h"

namespace batt {
namespace {

/// The characters of a text, as a list of texts.
BATT_HD Value characters(Context& context, const TextRep& text) {
  Value* items = context.arena().allocate<Value>(static_cast<std::size_t>(text.size));
  const std::string_view bytes = text.view();
  std::size_t start = 0;
  for (std::int32_t k = 0; k < text.size; ++k) {
    std::size_t end = start + 1;
    while (end < bytes.size() && (static_cast<unsigned char>(bytes[end]) & 0xc0) == 0x80) ++end;
    items[k] = make_text(context, bytes.substr(start, end - start));
    start = end;
  }
  return Value::list(items, text.size);
}

/// The k items of `v` into `parts`.
BATT_HD Value unpack_into(Context& context, Value v, Value* parts, std::int32_t count) {
  Items items;
  if (!iterate(context, v, items)) return type_error();
  if (items.size() != count) return value_error();
  for (std::int32_t k = 0; k < count; ++k) parts[k] = items[k];
  return Value::none();
}

}  // namespace

BATT_HD bool iterate_other(Context& context, Value iterable, Items& items) {
  items.set_ = nullptr;
  switch (iterable.kind()) {
    case Kind::List:
    case Kind::Okt:
      items.source_ = iterable;
      items.size_ = iterable.tuple_size();
      return true;
    case Kind::Set:
      items.set_ = &iterable.set();
      if (items.set_->size > 1) items.set_->ensure_order();
      items.set_->note_look(context);
      items.size_ = static_cast<std::int32_t>(iterable.set().size);
      return true;
    case Kind::Text:
      items.source_ = characters(context, iterable.text());
      items.size_ = iterable.text().size;
      return true;
    default: return false;
  }
}

BATT_HD Value unpack(Context& context, Value v, Value& a, Value& b) {
  if (v.is_pair()) {
    a = Value::integer(v.i());
    b = Value::integer(v.j());
    return Value::none();
  }
  Value parts[2];
  BATT_TRY(unpack_into(context, v, parts, 2));
  a = parts[0];
  b = parts[1];
  return Value::none();
}

BATT_HD Value unpack(Context& context, Value v, Value& a, Value& b, Value& c) {
  if (v.is_cell()) {
    a = Value::integer(v.i());
    b = Value::integer(v.j());
    c = Value::integer(v.c());
    return Value::none();
  }
  Value parts[3];
  BATT_TRY(unpack_into(context, v, parts, 3));
  a = parts[0];
  b = parts[1];
  c = parts[2];
  return Value::none();
}

BATT_HD bool has_length(Value v) { return v.is_tuple() || v.is_set() || v.is_list() || v.is_text(); }

BATT_HD Value length(Value v) {
  switch (v.kind()) {
    case Kind::Tuple:
    case Kind::List:
    case Kind::Okt: return Value::integer(v.tuple_size());
    case Kind::Set: return Value::integer(v.set().size);
    case Kind::Text: return Value::integer(v.text().size);
    default: return type_error();
  }
}

BATT_HD Value make_like(Context& context, Value like, const Value* items, std::size_t count) {
  switch (like.kind()) {
    case Kind::Tuple: return make_tuple(context, items, count);
    case Kind::Set: return make_set(context, items, count);
    case Kind::List: return Value::list(context.arena().copy(items, count), static_cast<std::int32_t>(count));
    // str(generator) spells an address that differs from run to run: no answer is right.
    case Kind::Text: stop(Limit::Steps);
    default: return type_error();
  }
}

BATT_HD Value empty_like(Value like) {
  switch (like.kind()) {
    case Kind::None: return type_error();
    case Kind::Bool: return Value::boolean(false);
    case Kind::Int: return Value::integer(0);
    case Kind::Float: return Value::real(0.0);
    case Kind::Tuple: return Value::empty_tuple();
    case Kind::List: return Value::list(nullptr, 0);
    case Kind::Set: return Value::empty_set();
    case Kind::Text: {
      static constexpr TextRep empty{"", 0, 0};
      return Value::text(&empty);
    }
    default: return type_error();
  }
}

BATT_HD Value make_set(Context& context, ScratchVector& items) { return make_set(context, items.data(), items.size()); }

BATT_HD Value make_singleton(Context& context, Value value) { return make_set(context, &value, 1); }

BATT_HD Value range_size(Value n) {
  if (!n.is_int()) return type_error();
  return Value::integer(std::max<std::int64_t>(n.as_int(), 0));
}

}  // namespace batt
