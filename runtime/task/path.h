// Which code answers the samples of a run, and what becomes of those that the fast path does not answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/value/context.h"

namespace batt {

enum class Path : std::uint8_t {
  Auto,     ///< the device if there is one and enough to do for it, else the fast path
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
  bool stages = true;  ///< what samples of a task have in common runs once, and what is unused does not run

  /// Whether samples run on the checked path: no fast body answers any op.
  bool is_checked() const { return path == Path::Checked || fallback == Fallback::Always; }
  /// Which bodies answer on the host.
  BodyPolicy bodies() const {
    if (is_checked()) return BodyPolicy::Checked;
    return fallback == Fallback::Never ? BodyPolicy::Strict : BodyPolicy::Fast;
  }
};

/// From this many samples on, Path::Auto takes a device. A sample is the work of one warp, so that a few samples leave
/// a device idle, and its start-up and transfers cost more than they do on the host.
inline constexpr std::size_t device_samples_from = 32;

/// What Path::Auto stands for; another path stands for itself.
Path choose_path(Path wanted, std::size_t samples, bool has_device);

}  // namespace batt
