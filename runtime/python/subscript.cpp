#include <algorithm>
#include <string>

#include "runtime/python/find_equal.h"
#include "runtime/python/python.h"

namespace batt {
namespace {

/// A text as the list of its characters; anything else as it is.
BATT_HD Value indexable(Context& context, Value v, Items& items) {
  if (!(v.is_tuple() || v.is_list() || v.is_text())) return type_error();
  iterate(context, v, items);
  return Value::none();
}

/// Python's PySlice_AdjustIndices: where a slice starts and how many items it has.
struct SliceRange {
  std::int64_t start;
  std::int64_t step;
  std::int64_t count;
};

BATT_HD std::int64_t clamp_bound(std::int64_t bound, std::int64_t size, std::int64_t step) {
  if (bound < 0) return std::max<std::int64_t>(bound + size, step < 0 ? -1 : 0);
  return std::min<std::int64_t>(bound, step < 0 ? size - 1 : size);
}

BATT_HD bool is_bound(Value v) { return v.is_none() || v.is_int(); }

BATT_HD Value slice_range(Value start, Value stop, Value step, std::int64_t size, SliceRange& range) {
  if (!is_bound(start) || !is_bound(stop) || !is_bound(step)) return type_error();
  range.step = step.is_none() ? 1 : step.as_int();
  if (range.step == 0) return value_error();
  const bool down = range.step < 0;
  range.start = start.is_none() ? (down ? size - 1 : 0) : clamp_bound(start.as_int(), size, range.step);
  const std::int64_t end = stop.is_none() ? (down ? -1 : size) : clamp_bound(stop.as_int(), size, range.step);
  if (down)
    range.count = end < range.start ? (range.start - end - 1) / -range.step + 1 : 0;
  else
    range.count = range.start < end ? (end - range.start - 1) / range.step + 1 : 0;
  return Value::none();
}

BATT_HD Value join(Context& context, ScratchVector& characters) {
  std::string text;
  for (std::size_t k = 0; k < characters.size(); ++k) text += characters[k].text().view();
  return make_text(context, text);
}

}  // namespace

BATT_HD Value subscript(Context& context, Value v, Value index) {
  if (!(v.is_tuple() || v.is_list() || v.is_text()) || !index.is_int()) return type_error();
  return subscript(context, v, index.as_int());
}

BATT_HD Value subscript(Context& context, Value v, std::int64_t index) {
  if (v.is_exact_tuple()) {
    const std::int64_t size = v.tuple_size(), place = index < 0 ? index + size : index;
    return place < 0 || place >= size ? index_error() : v.item(static_cast<std::int32_t>(place));
  }
  Items items;
  BATT_TRY(indexable(context, v, items));
  if (index < 0) index += items.size();
  if (index < 0 || index >= items.size()) return index_error();
  return items[static_cast<std::int32_t>(index)];
}

BATT_HD Value slice(Context& context, Value v, Value start, Value stop, Value step) {
  Items items;
  BATT_TRY(indexable(context, v, items));
  SliceRange range;
  BATT_TRY(slice_range(start, stop, step, items.size(), range));
  if (v.is_exact_tuple() && range.step == 1 && range.count == items.size()) return v;
  if (range.step == 1 && v.is_grid() && range.count > 0)
    return Value::grid_of(v.bytes() + range.start * v.width(), static_cast<int>(range.count), v.width());
  if (range.step == 1 && v.is_row())
    return make_row(context, v.bytes() + range.start, static_cast<std::size_t>(range.count));
  ScratchVector taken(context);
  for (std::int64_t k = 0; k < range.count; ++k)
    taken.push(items[static_cast<std::int32_t>(range.start + k * range.step)]);
  if (v.is_text()) return join(context, taken);
  return v.is_list() ? make_like(context, v, taken) : make_tuple(context, taken);
}

BATT_HD Value reversed_slice(Context& context, Value v) {
  return slice(context, v, Value::none(), Value::none(), Value::integer(-1));
}

BATT_HD Value count_of(Context& context, Value v, Value x) {
  if (v.is_text()) {
    if (!x.is_text()) return type_error();
    const std::string_view text = v.text().view(), part = x.text().view();
    if (part.empty()) return Value::integer(v.text().size + 1);
    std::int64_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size()))
      ++count;
    return Value::integer(count);
  }
  if (!v.is_tuple() && !v.is_list()) return attribute_error();
  context.charge(static_cast<std::uint64_t>(v.tuple_size()));
  if (Items items; team::is_there() && iterate(context, v, items)) {
    if (FindEqual job{items, x, false, -1, 0}; job.is_worth_it()) {
      team::run(job);
      return Value::integer(job.equals);
    }
  }
  std::int64_t count = 0;
  for (std::int32_t k = 0; k < v.tuple_size(); ++k) count += same_or_equal(context, v.item(k), x) ? 1 : 0;
  return Value::integer(count);
}

BATT_HD Value index_of(Context& context, Value v, Value x) {
  if (v.is_text()) {
    if (!x.is_text()) return type_error();
    const std::size_t at = v.text().view().find(x.text().view());
    if (at == std::string_view::npos) return value_error();
    return length(make_text(context, v.text().view().substr(0, at)));
  }
  if (!v.is_tuple() && !v.is_list()) return attribute_error();
  context.charge(static_cast<std::uint64_t>(v.tuple_size()));
  for (std::int32_t k = 0; k < v.tuple_size(); ++k)
    if (same_or_equal(context, v.item(k), x)) return Value::integer(k);
  return value_error();
}

}  // namespace batt
