// Finds the known name that someone meant when writing an unknown one.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace battc {

/// The number of insertions, deletions, replacements and swaps of neighbours between two texts; `limit + 1` when
/// it is more than `limit`, or when either text is too long for a name that someone misspelt.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

/// Takes candidates one by one and keeps the nearest; of equally near ones the first.
class Spelling {
 public:
  explicit Spelling(std::string_view written);

  void consider(std::string_view candidate);

  /// The nearest candidate, if any is near enough to be worth a suggestion. It views the caller's text.
  std::optional<std::string_view> best() const { return best_; }

 private:
  std::string_view written_;
  std::size_t limit_;
  std::optional<std::string_view> best_;
};

}  // namespace battc
