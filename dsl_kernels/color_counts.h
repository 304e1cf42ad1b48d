// How often each colour is met, and in which order they are met first: all that palettes and rankings of colours ask.
#pragma once

#include <cstdint>

#include "batt/value.h"
#include "dsl_kernels/places.h"
#include "runtime/team/cell_jobs.h"
#include "runtime/team/team.h"
#include "runtime/value/build_order.h"
#include "runtime/value/context.h"
#include "runtime/value/hash.h"
#include "runtime/value/set.h"

namespace batt {

enum class Rank : std::uint8_t { Most, Least };

class ColorCounts {
 public:
  /// Memory comes from the scratch arena; the caller scopes it.
  BATT_HD explicit ColorCounts(Context& context)
      : context_(context),
        counts_(context.scratch().allocate<std::uint32_t>(color_count)),
        met_(context.scratch().allocate<std::int8_t>(color_count)) {}

  /// True if the colour is new.
  BATT_HD bool count(std::int8_t color, std::uint32_t times = 1) {
    const std::uint8_t at = index(color);
    std::uint64_t& seen = seen_[at / 64];
    const std::uint64_t bit = std::uint64_t{1} << (at % 64);
    const bool is_new = (seen & bit) == 0;
    if (is_new) {
      seen |= bit;
      met_[met_count_++] = color;
      counts_[at] = 0;
    }
    counts_[at] += times;
    return is_new;
  }

  /// Counts colours that lie so many bytes apart, before any others. False if that is not for a team to do.
  BATT_HD bool count_by_team([[maybe_unused]] const void* colors, [[maybe_unused]] std::size_t apart,
                             [[maybe_unused]] std::size_t count) {
#ifdef BATT_HAS_TEAMS
    constexpr std::size_t worth_a_team = 24;
    if (count < worth_a_team || !team::is_there()) return false;
    CountColors job{static_cast<const std::int8_t*>(colors), apart, count, counts_, met_, 0};
    team::run(job);
    met_count_ = job.met_count;
    for (std::uint32_t k = 0; k < met_count_; ++k)
      seen_[index(met_[k]) / 64] |= std::uint64_t{1} << (index(met_[k]) % 64);
    return true;
#else
    return false;
#endif
  }

  /// Of a colour that was met.
  BATT_HD std::uint32_t count_of(int color) const { return counts_[index(color)]; }
  /// How many different ones there are; 0 if no cell was met.
  BATT_HD std::uint32_t size() const { return met_count_; }

  /// The colours in the order of the set that Python makes of them; in the scratch arena.
  BATT_HD const std::int8_t* in_set_order() const {
    auto* hashes = context_.scratch().allocate<std::uint64_t>(met_count_);
    for (std::uint32_t k = 0; k < met_count_; ++k) hashes[k] = hash::of_small_int(met_[k]);
    const BuiltOrder built = build_order(context_.scratch(), hashes, met_count_);
    auto* colors = context_.scratch().allocate<std::int8_t>(met_count_);
    for (std::uint32_t k = 0; k < met_count_; ++k) colors[k] = met_[built.order[k]];
    return colors;
  }

  /// The set itself.
  BATT_HD Value as_set() const {
    Value* values = context_.scratch().allocate<Value>(met_count_);
    auto* hashes = context_.scratch().allocate<std::uint64_t>(met_count_);
    for (std::uint32_t k = 0; k < met_count_; ++k) {
      values[k] = Value::integer(met_[k]);
      hashes[k] = hash::of_small_int(met_[k]);
    }
    return make_distinct_set(context_, values, hashes, met_count_);
  }

  /// max(set(values), key=values.count), or min: the set's order decides between equals. size() > 0.
  BATT_HD std::int8_t extreme(Rank rank) const {
    bool tie = false;
    const std::int8_t best = first_extreme(rank, tie);
    return tie ? first_extreme(in_set_order(), rank, tie) : best;
  }

  /// The one met first of the extreme ones; `tie` tells whether there are several.
  BATT_HD std::int8_t first_extreme(Rank rank, bool& tie) const { return first_extreme(met_, rank, tie); }

  /// Whether the set of the colours has this order in whatever order they are met.
  BATT_HD bool order_is_fixed() const {
    return met_count_ <= most_in_32_slots && have_own_slots(met_count_, small_mask(met_count_), [&](std::uint32_t k) {
             return hash::of_small_int(met_[k]);
           });
  }

 private:
  static constexpr std::size_t color_count = CountColors::color_count;
  BATT_HD static std::uint8_t index(int color) { return static_cast<std::uint8_t>(color); }

  BATT_HD std::int8_t first_extreme(const std::int8_t* colors, Rank rank, bool& tie) const {
    std::int8_t best = colors[0];
    for (std::uint32_t k = 1; k < met_count_; ++k) {
      const std::uint32_t count = count_of(colors[k]), best_count = count_of(best);
      if (count == best_count) tie = true;
      if (rank == Rank::Most ? count <= best_count : count >= best_count) continue;
      best = colors[k];
      tie = false;
    }
    return best;
  }

  Context& context_;
  std::uint64_t seen_[color_count / 64] = {};
  std::uint32_t* counts_;  ///< of the colours that were met
  std::int8_t* met_;
  std::uint32_t met_count_ = 0;
};

}  // namespace batt
