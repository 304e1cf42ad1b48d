// Answers of a device become values of the host again.
#pragma once

#include <array>
#include <cstring>
#include <memory_resource>
#include <vector>

#include "runtime/device/batch.h"
#include "runtime/device/device.h"
#include "runtime/device/value_writer.h"

namespace batt::device {

/// Turns the offsets inside an answer into pointers. No offset and no size is believed that leads out of the answer.
class ValueReader {
 public:
  explicit ValueReader(std::span<std::byte> answer) : answer_(answer) {}

  /// False if the values are none that a kernel writes.
  bool relocate(Value* values, std::size_t count) {
    // Every value has a place of its own in the answer, so there are no more of them than places.
    std::size_t most = answer_.size() / sizeof(Value);
    open_.push_back({values, count});
    while (!open_.empty() && is_sound_) {
      const Open open = open_.back();
      open_.pop_back();
      if (open.count > most) return false;
      most -= open.count;
      for (std::size_t k = 0; k < open.count && is_sound_; ++k)
        if (has_memory(open.values[k])) open.values[k] = relocated(open.values[k]);
    }
    return is_sound_;
  }

 private:
  struct Open {
    Value* values;
    std::size_t count;
  };

  /// Where so many things lie; the beginning of the answer if they would not lie inside.
  template <class T>
  T* at(const void* offset, std::size_t count) {
    const auto place = reinterpret_cast<std::uintptr_t>(offset);
    const bool is_inside = place <= answer_.size() && count <= (answer_.size() - place) / sizeof(T);
    if (!is_inside || place % alignof(T) != 0) is_sound_ = false;
    return reinterpret_cast<T*>(answer_.data() + (is_sound_ ? place : 0));
  }

  void open(Value* values, std::size_t count) {
    if (is_sound_) open_.push_back({values, count});
  }

  Value relocated(Value v) {
    switch (v.kind()) {
      case Kind::Text: {
        auto* text = at<TextRep>(v.bytes(), 1);
        if (is_sound_) text->bytes = at<char>(text->bytes, static_cast<std::size_t>(text->byte_size));
        return moved(v, text);
      }
      case Kind::Set: {
        auto* set = at<SetRep>(v.bytes(), 1);
        if (is_sound_) relocate_set(*set);
        return moved(v, set);
      }
      case Kind::Function: {
        auto* closure = at<Closure>(v.bytes(), 1);
        if (is_sound_) open(closure->parts, 3);
        return moved(v, closure);
      }
      default: break;
    }
    if (v.is_row()) return moved(v, at<std::int8_t>(v.bytes(), static_cast<std::size_t>(v.tuple_size())));
    if (v.is_grid())
      return moved(
          v, at<std::int8_t>(v.bytes(), static_cast<std::size_t>(v.height()) * static_cast<std::size_t>(v.width())));
    const auto count = static_cast<std::size_t>(v.tuple_size());
    auto* items = at<Value>(v.bytes(), count);
    open(items, count);
    return moved(v, items);
  }

  void relocate_set(SetRep& set) {
    set.recipe = nullptr;
    set.context = nullptr;
    set.map = nullptr;
    set.rows = {};
    set.rows_tried = false;
    set.list_order = nullptr;
    set.table_occupied = at<std::remove_cvref_t<decltype(*set.table_occupied)>>(
        set.table_occupied, set.size == 0 ? 2 : table_words(set.table_mask));
    if (set.is_cells()) {
      set.cell_list = at<std::remove_cvref_t<decltype(*set.cell_list)>>(set.cell_list, set.size);
      return;
    }
    set.hash_list = at<std::remove_cvref_t<decltype(*set.hash_list)>>(set.hash_list, set.size);
    auto* values = at<Value>(set.value_list, set.size);
    set.value_list = values;
    open(values, set.size);
  }

  std::span<std::byte> answer_;
  std::array<std::byte, 1024> usual_;  ///< enough for what most answers hold
  std::pmr::monotonic_buffer_resource memory_{usual_.data(), usual_.size()};
  std::pmr::vector<Open> open_{&memory_};
  bool is_sound_ = true;
};

/// The header of an answer.
inline AnswerHeader answer_header_of(const DeviceRun& run, std::size_t sample) {
  AnswerHeader answer;
  std::memcpy(&answer, run.answers[sample].data(), sizeof(AnswerHeader));
  return answer;
}

/// The first `count` values of an answer, where it lies; null if they are none that a kernel writes.
inline const Value* values_of(DeviceRun& run, std::size_t sample, std::size_t count) {
  const std::span<std::byte> answer = run.answers[sample];
  if (count > (answer.size() - answer_header_bytes) / sizeof(Value)) return nullptr;
  auto* values = reinterpret_cast<Value*>(answer.data() + answer_header_bytes);
  return ValueReader(answer).relocate(values, count) ? values : nullptr;
}

}  // namespace batt::device
