// Loops over items in memory that do not wait for one load after the other. A lane of a device goes on until it needs
// what it has loaded; so it loads several items before it uses the first. A host's processor does so by itself.
#pragma once

#include <cstddef>
#include <type_traits>

#include "batt/target.h"

namespace batt {

/// Calls use(k, load(k)) for k from 0 to count - 1, in this order. Loads may come before earlier uses: they do not
/// depend on these.
template <class Load, class Use>
[[gnu::always_inline]] BATT_HD inline void load_ahead(std::size_t count, Load load, Use use) {
  std::size_t k = 0;
#ifdef BATT_ON_DEVICE
  constexpr std::size_t at_once = 4;
#pragma unroll 1
  for (; k + at_once <= count; k += at_once) {
    std::remove_cvref_t<decltype(load(k))> loaded[at_once];
#pragma unroll
    for (std::size_t i = 0; i < at_once; ++i) loaded[i] = load(k + i);
#pragma unroll
    for (std::size_t i = 0; i < at_once; ++i) use(k + i, loaded[i]);
  }
#pragma unroll 1
#endif
  for (; k < count; ++k) use(k, load(k));
}

/// to[k] = from[places[k]].
template <class T, class Place>
BATT_HD void gather(T* to, const T* from, const Place* places, std::size_t count) {
  std::size_t k = 0;
#ifdef BATT_ON_DEVICE
  constexpr std::size_t at_once = 4;
#pragma unroll 1
  for (; k + at_once <= count; k += at_once) {
    Place place[at_once];
    T loaded[at_once];
#pragma unroll
    for (std::size_t i = 0; i < at_once; ++i) place[i] = places[k + i];
#pragma unroll
    for (std::size_t i = 0; i < at_once; ++i) loaded[i] = from[place[i]];
#pragma unroll
    for (std::size_t i = 0; i < at_once; ++i) to[k + i] = loaded[i];
  }
#pragma unroll 1
#endif
  for (; k < count; ++k) to[k] = from[places[k]];
}

}  // namespace batt
