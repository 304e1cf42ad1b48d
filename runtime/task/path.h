// Which code runs the samples, and what becomes of those that a device does not finish.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/value/context.h"

namespace batt {

enum class Path : std::uint8_t {
  Auto,     ///< the device if there is one and enough to do for it, else the fast path
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

/// From this many samples on, Path::Auto takes a device. A sample is the work of one warp, so that a few samples leave
/// a device idle, and its start-up and transfers cost more than they do on the host.
inline constexpr std::size_t device_samples_from = 32;

/// What Path::Auto stands for; another path stands for itself.
Path choose_path(Path wanted, std::size_t samples, bool has_device);

}  // namespace batt
