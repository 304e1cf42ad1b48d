#include "tests/device/ptx/types.h"

#include <array>
#include <utility>

namespace batt::ptx {
namespace {

constexpr std::array<std::pair<std::string_view, Type>, 17> type_names{{
    {"b8", {Kind::bits, 1}},
    {"b16", {Kind::bits, 2}},
    {"b32", {Kind::bits, 4}},
    {"b64", {Kind::bits, 8}},
    {"u8", {Kind::unsigned_integer, 1}},
    {"u16", {Kind::unsigned_integer, 2}},
    {"u32", {Kind::unsigned_integer, 4}},
    {"u64", {Kind::unsigned_integer, 8}},
    {"s8", {Kind::signed_integer, 1}},
    {"s16", {Kind::signed_integer, 2}},
    {"s32", {Kind::signed_integer, 4}},
    {"s64", {Kind::signed_integer, 8}},
    {"f16", {Kind::real, 2}},
    {"bf16", {Kind::real, 2}},
    {"f32", {Kind::real, 4}},
    {"f64", {Kind::real, 8}},
    {"pred", {Kind::predicate, 0}},
}};

constexpr std::array<std::pair<std::string_view, Space>, 8> space_names{{
    {"global", Space::global},
    {"const", Space::constant},
    {"shared", Space::shared},
    {"shared::cta", Space::shared},
    {"local", Space::local},
    {"param", Space::parameter},
    {"param::entry", Space::parameter},
    {"param::func", Space::parameter},
}};

}  // namespace

std::optional<Type> type_named(std::string_view name) {
  for (const auto& [spelling, type] : type_names)
    if (spelling == name) return type;
  return std::nullopt;
}

std::optional<Space> space_named(std::string_view name) {
  for (const auto& [spelling, space] : space_names)
    if (spelling == name) return space;
  return std::nullopt;
}

std::string_view name_of(Space space) {
  for (const auto& [spelling, named] : space_names)
    if (named == space) return spelling;
  return "generic";
}

}  // namespace batt::ptx
