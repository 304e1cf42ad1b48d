// The scalar types and state spaces of PTX.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace batt::ptx {

enum class Kind : std::uint8_t { bits, unsigned_integer, signed_integer, real, predicate };

struct Type {
  Kind kind = Kind::bits;
  std::uint8_t bytes = 0;
  bool operator==(const Type&) const = default;
};

enum class Space : std::uint8_t { generic, global, constant, shared, local, parameter };

/// "u32" and its like; nothing for a modifier that is no scalar type.
std::optional<Type> type_named(std::string_view name);

/// "global", "shared::cta" and their like.
std::optional<Space> space_named(std::string_view name);
std::string_view name_of(Space space);

/// Whether values of `type` are computed as the C++ type T; plain bits count as unsigned.
template <class T>
constexpr bool is_type(Type type) {
  if (type.bytes != sizeof(T)) return false;
  if constexpr (std::is_floating_point_v<T>) return type.kind == Kind::real;
  if constexpr (std::is_signed_v<T>) return type.kind == Kind::signed_integer;
  return type.kind == Kind::unsigned_integer || type.kind == Kind::bits;
}

/// The same width without a sign: for instructions that treat signed and unsigned alike.
constexpr Type as_bits(Type type) { return {type.kind == Kind::predicate ? Kind::predicate : Kind::bits, type.bytes}; }

}  // namespace batt::ptx
