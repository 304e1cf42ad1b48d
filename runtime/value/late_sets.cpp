#include "runtime/value/late_sets.h"

#include <algorithm>

namespace batt {

const Recipe added_as_listed{.sequence = nullptr, .places = [](const Recipe&, const SetRep& set, std::uint32_t* out) {
                               for (std::uint32_t k = 0; k < set.size; ++k) out[k] = k;
                             }};

const Recipe& kept_places(Context& context, const SetRep& source, const std::uint32_t* places) {
  struct KeptPlaces : Recipe {
    const SetRep* source;
    const std::uint32_t* in_source;
  };
  const auto in_turn = [](const Recipe& recipe, const SetRep& set, std::uint32_t* out) {
    const auto& kept = static_cast<const KeptPlaces&>(recipe);
    constexpr std::uint32_t nothing = 0xffffffffu;
    Arena& scratch = set.context->scratch();
    auto* at = scratch.allocate<std::uint32_t>(kept.source->size);
    std::fill_n(at, kept.source->size, nothing);
    for (std::uint32_t k = 0; k < set.size; ++k) at[kept.in_source[k]] = k;
    for (std::uint32_t k = 0; k < kept.source->size; ++k)
      if (const std::uint32_t place = at[kept.source->list_order[k]]; place != nothing) *out++ = place;
  };
  auto* recipe = context.arena().make<KeptPlaces>(Recipe{.sequence = nullptr, .places = in_turn}, &source, places);
  recipe->sources = &recipe->source;
  recipe->source_count = 1;
  return *recipe;
}

const Recipe& made_places(Context& context, const SetRep& source, const std::uint32_t* made) {
  struct MadePlaces : Recipe {
    const SetRep* source;
    const std::uint32_t* made;
  };
  const auto in_turn = [](const Recipe& recipe, const SetRep& set, std::uint32_t* out) {
    const auto& places = static_cast<const MadePlaces&>(recipe);
    bool* met = set.context->scratch().allocate<bool>(set.size);
    std::fill_n(met, set.size, false);
    for (std::uint32_t k = 0; k < places.source->size; ++k) {
      const std::uint32_t place = places.made[places.source->list_order[k]];
      if (!met[place]) *out++ = place;
      met[place] = true;
    }
  };
  auto* recipe = context.arena().make<MadePlaces>(Recipe{.sequence = nullptr, .places = in_turn}, &source, made);
  recipe->sources = &recipe->source;
  recipe->source_count = 1;
  return *recipe;
}

static Value make_later(Context& context, const Value* values, const std::uint64_t* hashes, std::size_t count,
                        const Recipe& recipe, bool copied) {
  context.charge(count);
  if (count == 0) return Value::empty_set();
  const SetRep rep{.size = static_cast<std::uint32_t>(count),
                   .packing = Packing::Values,
                   .copied = copied,
                   .value_list = values,
                   .hash_list = hashes,
                   .recipe = &recipe,
                   .context = &context};
  return Value::set(context.arena().make<SetRep>(rep));
}

Value make_set_later(Context& context, const Value* values, const std::uint64_t* hashes, std::size_t count,
                     const Recipe& recipe) {
  return make_later(context, values, hashes, count, recipe, false);
}
Value make_copied_set_later(Context& context, const Value* values, const std::uint64_t* hashes, std::size_t count,
                            const Recipe& recipe) {
  return make_later(context, values, hashes, count, recipe, true);
}

}  // namespace batt
