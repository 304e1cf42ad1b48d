// Which code answers the samples of a run, and what becomes of those that the fast path does not answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/value/context.h"

namespace batt {

enum class Path : std::uint8_t {
  Auto,     ///< the fast path, and devices as well if there is enough to do for them
  Checked,  ///< the checked bodies alone; closures are made and called as the source says
  Fast,     ///< the fast bodies on the host
  Device,   ///< the fast bodies on CUDA devices
};
inline constexpr std::size_t path_count = 4;

std::string_view path_name(Path path);

enum class Fallback : std::uint8_t {
  Auto,    ///< an op falls back to its checked body, a sample of the device to the host
  Never,   ///< such a sample is not answered
  Always,  ///< every sample is taken for one that the fast path did not answer
};

struct PathOptions {
  Path path = Path::Auto;
  Fallback fallback = Fallback::Auto;

  /// Whether samples run on the checked path: no fast body answers any op.
  bool is_checked() const { return path == Path::Checked || fallback == Fallback::Always; }
  /// Which bodies answer on the host.
  BodyPolicy bodies() const {
    if (is_checked()) return BodyPolicy::Checked;
    return fallback == Fallback::Never ? BodyPolicy::Strict : BodyPolicy::Fast;
  }
};

}  // namespace batt
