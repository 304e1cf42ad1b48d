#include "tools/reduce/shrink_inputs.h"

#include <algorithm>
#include <string>

namespace battc {
namespace {

using nlohmann::json;
using Pointer = json::json_pointer;

class Shrinker {
 public:
  Shrinker(const json& golden, const std::function<bool(const json&)>& accept) : golden_(golden), accept_(accept) {}

  void run() {
    for (std::size_t k = 0; k < golden_["inputs"].size(); ++k) {
      const Pointer input = Pointer("/inputs") / k;
      replace(input / "C", nullptr);
      replace(input / "S", json::array());
      for (const char* part : {"S", "I", "C"}) shrink(input / part);
    }
  }

 private:
  bool replace(const Pointer& place, json value) {
    if (!golden_.contains(place) || golden_[place] == value) return false;
    json changed = golden_;
    changed[place] = std::move(value);
    if (!accept_(changed)) return false;
    golden_ = std::move(changed);
    return true;
  }

  void shrink(const Pointer& place) {
    if (golden_[place].is_object() && golden_[place].size() == 1) return shrink(place / golden_[place].begin().key());
    if (!golden_[place].is_array()) return blacken(place);
    drop_items(place);
    if (is_rectangle(golden_[place])) drop_columns(place);
    for (std::size_t k = 0; k < golden_[place].size(); ++k) shrink(place / k);
  }

  /// Drops halves, then quarters, down to single items.
  void drop_items(const Pointer& place) {
    for (std::size_t size = (golden_[place].size() + 1) / 2; size > 0; size /= 2)
      for (std::size_t first = 0; first < golden_[place].size();) {
        json fewer = without(golden_[place], first, size);
        if (!replace(place, std::move(fewer))) first += size;
      }
  }

  void drop_columns(const Pointer& place) {
    for (std::size_t size = (golden_[place][0].size() + 1) / 2; size > 0; size /= 2)
      for (std::size_t first = 0; !golden_[place].empty() && first < golden_[place][0].size();) {
        json narrower = json::array();
        for (const json& row : golden_[place]) narrower.push_back(without(row, first, size));
        if (!replace(place, std::move(narrower))) first += size;
      }
  }

  void blacken(const Pointer& cell) {
    if (golden_[cell].is_number_integer()) replace(cell, 0);
  }

  static json without(const json& items, std::size_t first, std::size_t count) {
    json kept = json::array();
    for (std::size_t k = 0; k < items.size(); ++k)
      if (k < first || k >= first + count) kept.push_back(items[k]);
    return kept;
  }

  static bool is_rectangle(const json& rows) {
    return !rows.empty() && rows[0].is_array() && !rows[0].empty() && std::ranges::all_of(rows, [&](const json& row) {
      return row.is_array() && row.size() == rows[0].size() && !row[0].is_structured();
    });
  }

  json golden_;
  const std::function<bool(const json&)>& accept_;
};

}  // namespace

void shrink_inputs(const json& golden, const std::function<bool(const json&)>& accept) {
  Shrinker(golden, accept).run();
}

}  // namespace battc
