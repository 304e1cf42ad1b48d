// Which code runs the samples, and what becomes of those that a device does not finish.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/value/context.h"

namespace batt {

enum class Path : std::uint8_t {
  Auto,     ///< the fast path, and devices as well if there is enough to do for them
  Checked,  ///< the general bodies alone; closures are made and called as the source says
  Fast,     ///< packed bodies first, on the host
  Device,   ///< packed bodies first, on CUDA devices
};
inline constexpr std::size_t path_count = 4;

std::string_view path_name(Path path);

enum class Fallback : std::uint8_t {
  Auto,    ///< the host runs the samples that a device does not finish
  Never,   ///< such samples are not answered
  Always,  ///< every sample is taken for such a one, and runs on the checked path
};

struct PathOptions {
  Path path = Path::Auto;
  Fallback fallback = Fallback::Auto;

  /// Whether samples run on the checked path.
  bool is_checked() const { return path == Path::Checked || fallback == Fallback::Always; }
  /// Which bodies run on the host.
  BodyPolicy bodies() const { return is_checked() ? BodyPolicy::Checked : BodyPolicy::Fast; }
};

}  // namespace batt
