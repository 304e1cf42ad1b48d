#include "runtime/value/unpack.h"

#include <cstring>

#include "runtime/value/build.h"
#include "runtime/value/set.h"
#include "runtime/value/set_parts.h"

namespace batt {
namespace {

bool is_container(Value value) {
  return value.kind() == Kind::Tuple || value.is_list() || value.is_okt() || value.is_set();
}

/// The items of a tuple, a list or an OKT, each changed, in `arena`.
template <class Change>
const Value* changed_items(Context& context, Arena& arena, Value container, Change change) {
  const std::int32_t size = container.tuple_size();
  context.charge(static_cast<std::uint64_t>(size));
  auto* items = arena.allocate<Value>(static_cast<std::size_t>(size));
  for (std::int32_t k = 0; k < size; ++k) items[k] = change(container.item(k));
  return items;
}

/// The set with its members changed, each to an equal one, as values in `arena`.
template <class Change>
SetRep changed_set(Context& context, Arena& arena, const SetRep& set, Change change) {
  set.ensure_order();
  context.charge(set.size);
  auto* values = arena.allocate<Value>(set.size);
  auto* hashes = arena.allocate<std::uint64_t>(set.size);
  for (std::uint32_t k = 0; k < set.size; ++k) {
    values[k] = change(set.at(k));
    hashes[k] = set.hash_at(k);
  }
  SetRep made = set;
  made.packing = Packing::Values;
  made.value_list = values;
  made.hash_list = hashes;
  made.map = nullptr;
  made.asked = false;
  made.rows = {};
  made.rows_tried = false;
  return made;
}

template <class Change>
Value unpacked_by(Context& context, Value value, Change change) {
  Arena& scratch = context.scratch();
  if (value.is_set()) return Value::set(scratch.make<SetRep>(changed_set(context, scratch, value.set(), change)));
  const Value* items = changed_items(context, scratch, value, change);
  if (value.is_okt()) return Value::okt(items);
  return value.is_list() ? Value::list(items, value.tuple_size()) : Value::plain_tuple(items, value.tuple_size());
}

/// The cells of the members, if make_set would pack them; else null.
const Cell* cells_of(Arena& arena, const SetRep& set, Form form) {
  if (form != Form::Pair && form != Form::Cell) return nullptr;
  auto* cells = arena.allocate<Cell>(set.size);
  for (std::uint32_t k = 0; k < set.size; ++k)
    if (!as_cell(set.values()[k], form, cells[k])) return nullptr;
  return cells;
}

}  // namespace

Value unpacked_container(Context& context, Value value) {
  return is_container(value) ? unpacked_by(context, value, [](Value part) { return part; }) : value;
}

std::size_t UnpackedCall::Identity::operator()(const Value& value) const {
  std::uint64_t words[2];
  static_assert(sizeof(words) == sizeof(value));
  std::memcpy(words, &value, sizeof(words));
  // Pairs differ in a few bits of either word, and a table looks at the low bits.
  const std::uint64_t mixed = (words[0] ^ words[1] * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
  return static_cast<std::size_t>(mixed ^ mixed >> 32);
}

/// Counts a level of nesting; deeper values end the run, as they do where they are compared.
void UnpackedCall::enter() {
  constexpr int max_nesting = 990;
  if (++depth_ > max_nesting) stop(Limit::Steps);
}

Value UnpackedCall::unpack(Value value) {
  if (!is_container(value)) return value;
  if (const auto found = unpacked_.find(value); found != unpacked_.end()) return found->second;
  enter();
  const Value made = unpacked_by(context_, value, [&](Value part) { return unpack(part); });
  --depth_;
  originals_.emplace(made, value);
  unpacked_.emplace(value, made);
  return made;
}

Value UnpackedCall::pack(Value value) {
  if (!is_container(value)) return value;
  if (const auto found = originals_.find(value); found != originals_.end()) return found->second;
  if (const auto found = packed_.find(value); found != packed_.end()) return found->second;
  enter();
  const Value made = pack_parts(value);
  --depth_;
  packed_.emplace(value, made);
  return made;
}

Value UnpackedCall::pack_parts(Value value) {
  Arena& arena = context_.arena();
  const auto change = [&](Value part) { return pack(part); };
  if (value.is_set()) {
    if (value.set().size == 0) return Value::empty_set();
    SetRep set = changed_set(context_, arena, value.set(), change);
    return pack_set(set);
  }
  const Value* items = changed_items(context_, arena, value, change);
  if (value.is_okt()) return Value::okt(items);
  if (value.is_list()) return Value::list(items, value.tuple_size());
  return make_tuple(context_, items, static_cast<std::size_t>(value.tuple_size()));
}

Value UnpackedCall::pack_set(SetRep& set) {
  const Form form = set.values()[0].form();
  if (const Cell* cells = cells_of(context_.arena(), set, form)) {
    set.packing = form == Form::Pair ? Packing::Locations : Packing::Colored;
    set.cell_list = cells;
    set.hash_list = nullptr;
  }
  return Value::set(context_.arena().make<SetRep>(set));
}

}  // namespace batt
