// The special registers, in the order of their slots in a warp. The clocks change at every reading and have no slot.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace batt::ptx {

enum class Special : std::uint8_t {
  tid_x,
  tid_y,
  tid_z,
  ntid_x,
  ntid_y,
  ntid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  laneid,
  warpid,
  nwarpid,
  lanemask_eq,
  lanemask_lt,
  lanemask_le,
  lanemask_gt,
  lanemask_ge,
  dynamic_smem_size,
  total_smem_size,
  smid,
  nsmid,
  gridid,
  count
};

inline constexpr std::array<std::string_view, static_cast<std::size_t>(Special::count)> special_names{
    "%tid.x",           "%tid.y",       "%tid.z",
    "%ntid.x",          "%ntid.y",      "%ntid.z",
    "%ctaid.x",         "%ctaid.y",     "%ctaid.z",
    "%nctaid.x",        "%nctaid.y",    "%nctaid.z",
    "%laneid",          "%warpid",      "%nwarpid",
    "%lanemask_eq",     "%lanemask_lt", "%lanemask_le",
    "%lanemask_gt",     "%lanemask_ge", "%dynamic_smem_size",
    "%total_smem_size", "%smid",        "%nsmid",
    "%gridid"};

constexpr std::optional<Special> special_named(std::string_view name) {
  for (std::size_t i = 0; i < special_names.size(); ++i)
    if (special_names[i] == name) return static_cast<Special>(i);
  return std::nullopt;
}

constexpr bool is_clock(std::string_view name) {
  return name.starts_with("%clock") || name.starts_with("%globaltimer");
}
/// %clock_hi and %globaltimer_hi: the upper half.
constexpr bool is_upper_clock(std::string_view name) { return name.ends_with("_hi"); }

}  // namespace batt::ptx
