#include "runtime/rows/kernels.h"

#include <cstdlib>
#include <string_view>

namespace batt::rows {

#if defined(__x86_64__)
extern const Kernels avx2_kernels, avx512_kernels;
#endif

namespace {

/// BATT_VECTORS, as far as the machine goes along with it.
Level chosen_level() {
  const char* text = std::getenv("BATT_VECTORS");
  const std::string_view wish = text != nullptr ? text : "";
  const Level best = best_level();
  if (wish == "none") return Level::None;
  return wish == "avx2" && best == Level::Avx512 ? Level::Avx2 : best;
}

}  // namespace

const Kernels* kernels = kernels_of(chosen_level());

Level best_level() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2"))
    return Level::None;
  const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                          __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                          __builtin_cpu_supports("avx512vpopcntdq");
  return has_avx512 ? Level::Avx512 : Level::Avx2;
#else
  return Level::None;
#endif
}

const Kernels* kernels_of([[maybe_unused]] Level level) {
#if defined(__x86_64__)
  if (level == Level::Avx512) return &avx512_kernels;
  if (level == Level::Avx2) return &avx2_kernels;
#endif
  return nullptr;
}

}  // namespace batt::rows
