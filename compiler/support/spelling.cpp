#include "compiler/support/spelling.h"

#include <algorithm>
#include <array>

namespace battc {
namespace {

constexpr std::size_t longest_name = 40;

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference > limit || std::max(a.size(), b.size()) > longest_name) return limit + 1;

  // Rows i - 2, i - 1 and i of the usual table; a swap of neighbours looks two rows back.
  std::array<std::array<std::size_t, longest_name + 1>, 3> rows;
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& above = rows[(i + 2) % 3];
    const auto& two_above = rows[(i + 1) % 3];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
  }
  return std::min(rows[a.size() % 3][b.size()], limit + 1);
}

Spelling::Spelling(std::string_view written)
    : written_(written), limit_(std::max<std::size_t>(1, written.size() / 3)) {}

void Spelling::consider(std::string_view candidate) {
  // Of a name as short as the distance nothing would be left to recognise it by.
  if (limit_ == 0 || written_.size() <= 1 || candidate.size() <= 1) return;
  const std::size_t distance = edit_distance(written_, candidate, limit_);
  if (distance > limit_) return;
  best_ = candidate;
  limit_ = distance - (distance > 0);
}

}  // namespace battc
