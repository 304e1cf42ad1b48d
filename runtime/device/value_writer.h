// Deep copies of values into one block of memory that another machine's side reads: host to device, and back. What the
// values point to is copied after them, and their pointers are those of the reader. Nothing recurses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <unordered_map>

#include "batt/value.h"
#include "dsl_kernels/calls/function.h"
#include "runtime/value/arena.h"
#include "runtime/value/bytes.h"
#include "runtime/value/set.h"

namespace batt::device {

/// Whether a value points to memory.
BATT_HD inline bool has_memory(Value v) {
  switch (v.kind()) {
    case Kind::Text:
    case Kind::Set:
    case Kind::Okt: return true;
    case Kind::List: return v.tuple_size() != 0;
    case Kind::Tuple: return v.is_row() || v.is_grid() || (v.form() == Form::Plain && v.tuple_size() != 0);
    case Kind::Function: return !v.is_op();
    default: return false;
  }
}

/// The same value with what it points to somewhere else.
BATT_HD inline Value moved(Value v, const void* to) {
  switch (v.kind()) {
    case Kind::Text: return Value::text(static_cast<const TextRep*>(to));
    case Kind::Set: return Value::set(static_cast<const SetRep*>(to));
    case Kind::Okt: return Value::okt(static_cast<const Value*>(to));
    case Kind::List: return Value::list(static_cast<const Value*>(to), v.tuple_size());
    case Kind::Function: return Value::closure(static_cast<const Closure*>(to));
    default: break;
  }
  if (v.is_row()) return Value::row_of(static_cast<const std::int8_t*>(to), v.tuple_size());
  if (v.is_grid()) return Value::grid_of(static_cast<const std::int8_t*>(to), v.height(), v.width());
  return Value::plain_tuple(static_cast<const Value*>(to), v.tuple_size());
}

class ValueWriter {
 public:
  /// The reader finds at `base` what is written to `memory`. Without memory nothing is written, only measured.
  BATT_HD ValueWriter(std::byte* memory, std::size_t capacity, std::uint64_t base, Arena& work)
      : memory_(memory), capacity_(capacity), base_(base), work_(work) {}

  /// Where the reader finds the copies. Finds the order of the sets among them out.
  BATT_HD const Value* write(const Value* values, std::size_t count) {
    const Value* copies = copy_later(values, count);
    finish();
    return copies;
  }
  /// The copy of one value, for the caller to put somewhere.
  BATT_HD Value write(Value value) {
    const Value copied = copy_of(value);
    finish();
    return copied;
  }

  /// The same for plain data.
  template <class T>
  BATT_HD const T* write_raw(const T* from, std::size_t count) {
    const std::size_t to = claim(count * sizeof(T));
    put(to, from, count * sizeof(T));
    return at<T>(to);
  }

  /// Leaves room for what is put there later.
  BATT_HD std::size_t claim(std::size_t bytes) {
    const std::size_t to = used_;
    used_ += (bytes + alignment - 1) & ~(alignment - 1);
    return to;
  }
  BATT_HD void put(std::size_t to, const void* from, std::size_t bytes) {
    if (memory_ != nullptr && bytes != 0 && to + bytes <= capacity_) copy_bytes(memory_ + to, from, bytes);
  }

  /// The same for one thing, which lies where its like can.
  template <class T>
  BATT_HD void put_one(std::size_t to, const T& thing) {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignment);
    if (memory_ != nullptr && to + sizeof(T) <= capacity_) *reinterpret_cast<T*>(memory_ + to) = thing;
  }

  template <class T>
  BATT_HD const T* at(std::size_t offset) const {
    return reinterpret_cast<const T*>(base_ + offset);
  }

#ifndef BATT_ON_DEVICE
  /// What was copied already, and where the reader finds it.
  using KnownCopies = std::unordered_map<const void*, const void*>;
  /// From now on a set or a function that values share is one to the reader, too; null: no longer.
  void keep_identity(KnownCopies* copies) { known_ = copies; }
#endif

  BATT_HD std::size_t used() const { return used_; }
  BATT_HD bool fits() const { return used_ <= capacity_; }

 private:
  static constexpr std::size_t alignment = 16;

  /// Values whose copies are still to be written.
  struct Open {
    const Value* from;
    std::size_t count;
    std::size_t to;
    Open* below;
  };

  BATT_HD void finish() {
    while (top_ != nullptr) {
      const Open open = pop();
      for (std::size_t k = 0; k < open.count; ++k) {
        const Value copied = copy_of(open.from[k]);
        put_one(open.to + k * sizeof(Value), copied);
      }
    }
  }

  /// Past the capacity nothing more is opened: the copy is lost already, and values that share parts may unfold without
  /// end.
  BATT_HD void push(const Open& open) {
    if (memory_ != nullptr && !fits()) return;
    Open* node = free_;
    if (node != nullptr) {
      free_ = node->below;
    } else {
      node = work_.allocate<Open>(1);
    }
    *node = open;
    node->below = top_;
    top_ = node;
  }
  BATT_HD Open pop() {
    Open* node = top_;
    top_ = node->below;
    const Open open = *node;
    node->below = free_;
    free_ = node;
    return open;
  }

  BATT_HD Value copy_of(Value v) {
    if (v.kind() < Kind::Text || !has_memory(v)) return v;
    switch (v.kind()) {
      case Kind::Text: return moved(v, copy_of_text(v.text()));
      case Kind::Set: return moved(v, once(v.set(), [&] { return copy_of_set(v.set()); }));
      case Kind::Function: return moved(v, once(*v.closure(), [&] { return copy_of_closure(*v.closure()); }));
      default: break;
    }
    if (v.is_row()) return moved(v, write_raw(v.bytes(), static_cast<std::size_t>(v.tuple_size())));
    if (v.is_grid())
      return moved(v, write_raw(v.bytes(), static_cast<std::size_t>(v.height()) * static_cast<std::size_t>(v.width())));
    return moved(v, copy_later(v.items(), static_cast<std::size_t>(v.tuple_size())));
  }

  BATT_HD const Value* copy_later(const Value* values, std::size_t count) {
    const std::size_t to = claim(count * sizeof(Value));
    push({values, count, to, nullptr});
    return at<Value>(to);
  }

  BATT_HD const TextRep* copy_of_text(const TextRep& text) {
    TextRep copy = text;
    copy.bytes = write_raw(text.bytes, static_cast<std::size_t>(text.byte_size));
    return write_one(copy);
  }

  /// The copy of the thing; make() makes it.
  template <class T, class Make>
  BATT_HD const T* once(const T& thing, Make make) {
#ifndef BATT_ON_DEVICE
    if (known_ != nullptr) {
      if (const auto known = known_->find(&thing); known != known_->end()) return static_cast<const T*>(known->second);
      const T* copy = make();
      known_->emplace(&thing, copy);
      return copy;
    }
#endif
    return make();
  }

  BATT_HD const Closure* copy_of_closure(const Closure& closure) {
    const std::size_t to = claim(sizeof(Closure));
    put_one(to, closure);
    const auto* const parts_end = closure.parts + 3;
    if (std::any_of(closure.parts, parts_end, has_memory))  // others are copied already
      push({closure.parts, 3, to + offsetof(Closure, parts), nullptr});
    return at<Closure>(to);
  }

  BATT_HD const SetRep* copy_of_set(const SetRep& set) {
    set.ensure_order();
    SetRep copy = set;
    copy.recipe = nullptr;
    copy.context = nullptr;
    copy.map = nullptr;
    copy.rows = {};
    copy.rows_tried = false;
    copy.list_order = nullptr;
    copy.table_occupied = write_raw(set.table_occupied, set.size == 0 ? 2 : table_words(set.table_mask));
    if (set.is_cells()) {
      copy.cell_list = write_raw(set.cell_list, set.size);
    } else {
      copy.hash_list = write_raw(set.hash_list, set.size);
      copy.value_list = copy_later(set.value_list, set.size);
    }
    return write_one(copy);
  }

  template <class T>
  BATT_HD const T* write_one(const T& thing) {
    const std::size_t to = claim(sizeof(T));
    put_one(to, thing);
    return at<T>(to);
  }

  std::byte* memory_;
  std::size_t capacity_;
  std::uint64_t base_;
  Arena& work_;
  std::size_t used_ = 0;
  Open* top_ = nullptr;
  Open* free_ = nullptr;
#ifndef BATT_ON_DEVICE
  KnownCopies* known_ = nullptr;
#endif
};

}  // namespace batt::device
