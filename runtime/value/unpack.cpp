#include "runtime/value/unpack.h"

#include <unordered_map>

#include "runtime/value/build.h"
#include "runtime/value/set.h"
#include "runtime/value/set_parts.h"

namespace batt {
namespace {

/// Rebuilds a value from its innermost parts on. A part that several containers share is rebuilt once: values can be
/// far larger than their memory.
class Rebuilder {
 public:
  Rebuilder(Context& context, Arena& arena) : context_(context), arena_(arena) {}
  virtual ~Rebuilder() = default;

  Value rebuild(Value value) {
    const void* place = shared_place(value);
    if (place == nullptr) return rebuild_parts(value);
    if (const auto found = rebuilt_.find(place); found != rebuilt_.end()) return found->second;
    constexpr int max_nesting = 990;  // as for comparisons
    if (++depth_ > max_nesting) stop(Limit::Steps);
    const Value made = rebuild_parts(value);
    --depth_;
    return rebuilt_.emplace(place, made).first->second;
  }

 protected:
  virtual Value make_tuple_of(const Value* items, std::int32_t size) = 0;
  virtual Value make_set_of(SetRep set) = 0;

  Context& context_;
  Arena& arena_;

 private:
  /// Where a container lies whose members may be containers; null for other values.
  static const void* shared_place(Value value) {
    if (value.is_set()) return value.set().is_cells() ? nullptr : &value.set();
    return value.kind() == Kind::Tuple && value.form() == Form::Plain && !value.is_empty_tuple() ? value.items()
                                                                                                 : nullptr;
  }

  Value rebuild_parts(Value value) {
    if (value.kind() == Kind::Tuple) return rebuild_tuple(value);
    return value.is_set() ? make_set_of(with_rebuilt_members(value.set())) : value;
  }

  Value rebuild_tuple(Value tuple) {
    const std::int32_t size = tuple.tuple_size();
    context_.charge(static_cast<std::uint64_t>(size));
    auto* items = arena_.allocate<Value>(static_cast<std::size_t>(size));
    for (std::int32_t k = 0; k < size; ++k) items[k] = rebuild(tuple.item(k));
    return make_tuple_of(items, size);
  }

  SetRep with_rebuilt_members(const SetRep& set) {
    set.ensure_order();
    context_.charge(set.size);
    auto* values = arena_.allocate<Value>(set.size);
    auto* hashes = arena_.allocate<std::uint64_t>(set.size);
    for (std::uint32_t k = 0; k < set.size; ++k) {
      values[k] = rebuild(set.at(k));
      hashes[k] = set.hash_at(k);
    }
    SetRep made = set;
    made.packing = Packing::Values;
    made.values = values;
    made.hashes = hashes;
    made.map = nullptr;
    made.asked = false;
    return made;
  }

  std::unordered_map<const void*, Value> rebuilt_;
  int depth_ = 0;
};

class Unpacker : public Rebuilder {
 public:
  explicit Unpacker(Context& context) : Rebuilder(context, context.scratch()) {}

 private:
  Value make_tuple_of(const Value* items, std::int32_t size) override { return Value::plain_tuple(items, size); }
  Value make_set_of(SetRep set) override { return Value::set(arena_.make<SetRep>(set)); }
};

class Packer : public Rebuilder {
 public:
  explicit Packer(Context& context) : Rebuilder(context, context.arena()) {}

 private:
  Value make_tuple_of(const Value* items, std::int32_t size) override {
    return make_tuple(context_, items, static_cast<std::size_t>(size));
  }
  /// Packed as cells if make_set would.
  Value make_set_of(SetRep set) override {
    if (set.size == 0) return Value::empty_set();
    const Form form = set.values[0].form();
    if (form == Form::Pair || form == Form::Cell) pack_cells(set, form);
    return Value::set(arena_.make<SetRep>(set));
  }
  void pack_cells(SetRep& set, Form form) {
    auto* cells = arena_.allocate<Cell>(set.size);
    for (std::uint32_t k = 0; k < set.size; ++k)
      if (!as_cell(set.values[k], form, cells[k])) return;
    set.packing = form == Form::Pair ? Packing::Locations : Packing::Colored;
    set.cell_list = cells;
    set.hashes = nullptr;
  }
};

}  // namespace

Value unpacked(Context& context, Value value) { return Unpacker(context).rebuild(value); }

Value packed_again(Context& context, Value value) { return Packer(context).rebuild(value); }

}  // namespace batt
