// The answers of a launch, as they came back: packed one after the other in the order in which samples finished.
#pragma once

#include <cstring>
#include <span>
#include <vector>

#include "runtime/device/batch.h"

namespace batt::device {

/// Finds answers by their places. No length is believed that leads out of the memory, and no two answers overlap, so
/// that values can be made of each where it lies.
class PackedAnswers {
 public:
  explicit PackedAnswers(std::span<std::byte> memory) : memory_(memory), begins_(memory.size() / answer_alignment) {
    // What did not fit ends the answers: nothing was written there.
    for (std::size_t place = 0; const std::size_t bytes = bytes_at(place); place += bytes)
      begins_[place / answer_alignment] = true;
  }

  /// The answer that begins there; empty if none does, or if it was taken before.
  std::span<std::byte> take(std::size_t place) {
    if (place % answer_alignment != 0 || place / answer_alignment >= begins_.size()) return {};
    if (!begins_[place / answer_alignment]) return {};
    begins_[place / answer_alignment] = false;
    return memory_.subspan(place, bytes_at(place));
  }

 private:
  /// 0: none can begin there.
  std::size_t bytes_at(std::size_t place) const {
    const std::size_t left = memory_.size() - place;
    if (left < answer_header_bytes) return 0;
    AnswerHeader answer;
    std::memcpy(&answer, memory_.data() + place, sizeof(AnswerHeader));
    const bool is_possible =
        answer.bytes >= answer_header_bytes && answer.bytes <= left && answer.bytes % answer_alignment == 0;
    return is_possible ? answer.bytes : 0;
  }

  std::span<std::byte> memory_;
  std::vector<bool> begins_;  ///< by places where an answer can begin
};

}  // namespace batt::device
