// Answers of a device become values of the host again.
#pragma once

#include <cstring>
#include <vector>

#include "runtime/device/batch.h"
#include "runtime/device/device.h"
#include "runtime/device/value_writer.h"

namespace batt::device {

/// Turns the offsets inside an answer into pointers.
class ValueReader {
 public:
  explicit ValueReader(std::byte* answer) : answer_(answer) {}

  void relocate(Value* values, std::size_t count) {
    open_.push_back({values, count});
    while (!open_.empty()) {
      const Open open = open_.back();
      open_.pop_back();
      for (std::size_t k = 0; k < open.count; ++k)
        if (has_memory(open.values[k])) open.values[k] = relocated(open.values[k]);
    }
  }

 private:
  struct Open {
    Value* values;
    std::size_t count;
  };

  template <class T>
  T* at(const T* offset) const {
    return reinterpret_cast<T*>(answer_ + reinterpret_cast<std::uintptr_t>(offset));
  }

  Value relocated(Value v) {
    auto* to = const_cast<std::int8_t*>(at(v.bytes()));
    switch (v.kind()) {
      case Kind::Text: {
        auto* text = reinterpret_cast<TextRep*>(to);
        text->bytes = at(text->bytes);
        break;
      }
      case Kind::Set: relocate_set(*reinterpret_cast<SetRep*>(to)); break;
      case Kind::Function: open_.push_back({reinterpret_cast<Closure*>(to)->parts, 3}); break;
      default:
        if (!v.is_row() && !v.is_grid())
          open_.push_back({reinterpret_cast<Value*>(to), static_cast<std::size_t>(v.tuple_size())});
    }
    return moved(v, to);
  }

  void relocate_set(SetRep& set) {
    set.table_occupied = at(set.table_occupied);
    if (set.is_cells()) {
      set.cell_list = at(set.cell_list);
      return;
    }
    set.hashes = at(set.hashes);
    set.values = at(set.values);
    open_.push_back({const_cast<Value*>(set.values), set.size});
  }

  std::byte* answer_;
  std::vector<Open> open_;
};

/// The header of an answer.
inline Answer answer_of(const DeviceRun& run, std::size_t sample) {
  Answer answer;
  std::memcpy(&answer, run.answers[sample].data(), sizeof(Answer));
  return answer;
}

/// The first `count` values of an answer, in the context's arena.
inline const Value* values_of(const DeviceRun& run, std::size_t sample, std::size_t count, Context& context) {
  const std::vector<std::byte>& from = run.answers[sample];
  std::byte* memory = context.arena().copy(from.data(), from.size());
  auto* values = reinterpret_cast<Value*>(memory + answer_header_bytes);
  ValueReader(memory).relocate(values, count);
  return values;
}

}  // namespace batt::device
