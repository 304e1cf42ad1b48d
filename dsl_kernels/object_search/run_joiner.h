// Which runs of a grid's cells make one object.
#pragma once

#include <cstdint>

#include "dsl_kernels/object_search/components.h"

namespace batt {

/// Joins runs that touch: within a row if objects may have many colours, and from row to row. A run's parent stands
/// before it, or is the run itself.
template <class Run>
class RunJoiner {
 public:
  BATT_HD RunJoiner(Run* runs, std::uint32_t count, const ObjectKind& kind)
      : runs_(runs), count_(count), any_color_(!kind.univalued), reach_(kind.diagonal ? 1 : 0) {}

  BATT_HD void join() {
    std::uint32_t above = 0, above_end = 0;
    for (std::uint32_t start = 0; start < count_;) {
      const int row = runs_[start].row;
      if (above != above_end && runs_[above].row != row - 1) above = above_end;
      std::uint32_t k = start;
      for (; k < count_ && runs_[k].row == row; ++k) {
        runs_[k].parent = static_cast<Parent>(k);
        if (any_color_ && k != start && runs_[k - 1].end == runs_[k].begin) runs_[k].parent = runs_[k - 1].parent;
        above = join_above(k, above, above_end);
      }
      above = start;
      above_end = start = k;
    }
  }

 private:
  using Parent = decltype(Run::parent);

  /// Joins a run with those of the row above that touch it; returns where the next run has to look on.
  BATT_HD std::uint32_t join_above(std::uint32_t k, std::uint32_t above, std::uint32_t above_end) {
    const Run run = runs_[k];
    while (above < above_end && runs_[above].end + reach_ <= run.begin) ++above;
    for (std::uint32_t other = above; other < above_end && runs_[other].begin < run.end + reach_; ++other)
      if (any_color_ || runs_[other].color == run.color) unite(other, k);
    return above;
  }

  BATT_HD std::uint32_t root(std::uint32_t k) {
    while (runs_[k].parent != k) {
      runs_[k].parent = runs_[runs_[k].parent].parent;
      k = runs_[k].parent;
    }
    return k;
  }
  BATT_HD void unite(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t root_a = root(a), root_b = root(b);
    if (root_a < root_b)
      runs_[root_b].parent = static_cast<Parent>(root_a);
    else
      runs_[root_a].parent = static_cast<Parent>(root_b);
  }

  Run* runs_;
  std::uint32_t count_;
  bool any_color_;
  int reach_;
};

}  // namespace batt
