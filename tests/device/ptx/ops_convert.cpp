// Moves, conversions between types, and conversions between address spaces.
#include <cfenv>
#include <cmath>
#include <limits>
#include <utility>

#include "tests/device/ptx/operations.h"

namespace batt::ptx {
namespace {

using AllTypes = Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, std::int8_t, std::int16_t,
                       std::int32_t, std::int64_t, float, double>;

/// Values of T from storage that may be wider: the low bytes count.
template <class T>
void read_wide(const Group& group, const Operand& operand, T* values) {
  const auto narrow = [&](const auto* from) {
    for (unsigned lane = 0; lane < warp_size; ++lane) std::memcpy(&values[lane], &from[lane], sizeof(T));
  };
  switch (operand.base) {
    case Base::words16:
      if constexpr (sizeof(T) <= 2) narrow(group.source<std::uint16_t>(operand));
      break;
    case Base::words64: narrow(group.source<std::uint64_t>(operand)); break;
    case Base::constants:
      if constexpr (sizeof(T) == 1)
        narrow(group.source<std::uint16_t>(operand));
      else
        narrow(group.source<T>(operand));
      break;
    default:
      if constexpr (sizeof(T) <= 4) narrow(group.source<std::uint32_t>(operand));
  }
}

/// Values of T into storage that may be wider: extended by their own sign.
template <class T>
void write_wide(Group& group, const Operand& operand, const T* values) {
  const auto widen = [&]<class W>(W) {
    W wide[warp_size];
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      if constexpr (std::is_floating_point_v<T>)
        std::memcpy(&wide[lane], &values[lane], std::min(sizeof(T), sizeof(W)));
      else
        wide[lane] = static_cast<W>(values[lane]);
    }
    group.write(operand, wide);
  };
  switch (operand.base) {
    case Base::words16: return widen(std::uint16_t{});
    case Base::words32: return widen(std::uint32_t{});
    default: return widen(std::uint64_t{});
  }
}

/// How a conversion rounds, carried by the instruction as one number.
struct Mode {
  int round = FE_TONEAREST;
  bool integral = false, saturated = false;

  static Mode of(const Statement& s) {
    Mode mode;
    mode.integral = s.has("rni") || s.has("rzi") || s.has("rmi") || s.has("rpi");
    mode.saturated = s.has("sat");
    if (s.has("rz") || s.has("rzi")) mode.round = FE_TOWARDZERO;
    if (s.has("rm") || s.has("rmi")) mode.round = FE_DOWNWARD;
    if (s.has("rp") || s.has("rpi")) mode.round = FE_UPWARD;
    return mode;
  }
  std::int64_t packed() const { return std::int64_t{round} << 2 | int{integral} << 1 | int{saturated}; }
  static Mode unpacked(std::int64_t bits) { return {static_cast<int>(bits >> 2), (bits & 2) != 0, (bits & 1) != 0}; }
};

template <class T>
T to_integral(T value, int round) {
  switch (round) {
    case FE_TOWARDZERO: return std::trunc(value);
    case FE_DOWNWARD: return std::floor(value);
    case FE_UPWARD: return std::ceil(value);
    default: return std::nearbyint(value);
  }
}

/// Numbers outside the range become its ends; what is not a number becomes 0, or the top bit alone with 64 bits.
template <class To, class From>
To real_to_integer(From value, int round) {
  using Limits = std::numeric_limits<To>;
  if (std::isnan(value)) return sizeof(To) == 8 ? static_cast<To>(std::uint64_t{1} << 63) : To{0};
  const From integral = to_integral(value, round);
  const From end = std::ldexp(From{1}, Limits::digits);
  if (integral >= end) return Limits::max();
  if (integral <= (std::is_signed_v<To> ? -end : From{0})) return Limits::min();
  return static_cast<To>(integral);
}

/// Rounds to the other side of the nearest value when the mode asks for it.
template <class To, class From>
To to_real(From value, int round) {
  const int before = std::fegetround();
  if (round == before) return static_cast<To>(value);
  std::fesetround(round);
  volatile From in = value;
  volatile To out = static_cast<To>(in);
  std::fesetround(before);
  return out;
}

template <class To, class From>
To converted(From value, Mode mode) {
  if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    return real_to_integer<To>(value, mode.round);
  } else if constexpr (std::is_floating_point_v<To>) {
    To result;
    if constexpr (std::is_floating_point_v<From>)
      result = mode.integral ? static_cast<To>(to_integral(value, mode.round)) : to_real<To>(value, mode.round);
    else
      result = to_real<To>(value, mode.round);
    if (mode.saturated) result = !(result > To{0}) ? To{0} : result > To{1} ? To{1} : result;
    return result;
  } else {
    if (mode.saturated && std::cmp_less(value, std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
    if (mode.saturated && std::cmp_greater(value, std::numeric_limits<To>::max()))
      return std::numeric_limits<To>::max();
    return static_cast<To>(value);
  }
}

template <class To, class From>
void convert(Group& group, const Instruction& instruction) {
  const Mode mode = Mode::unpacked(instruction.immediate);
  From from[warp_size];
  To to[warp_size] = {};
  read_wide(group, instruction.operands[1], from);
  if (std::is_integral_v<To> && std::is_integral_v<From> && !mode.saturated) {
    for (unsigned lane = 0; lane < warp_size; ++lane) to[lane] = static_cast<To>(from[lane]);
  } else {
    for (const unsigned lane : Lanes{group.active}) to[lane] = converted<To>(from[lane], mode);
  }
  write_wide(group, instruction.operands[0], to);
}

template <class From>
struct ConvertFrom {
  template <class To>
  struct Make {
    static constexpr Handler handler = convert<To, From>;
  };
};

template <class... From>
Handler conversion(Types<From...>, Type to, Type from) {
  Handler found = nullptr;
  ((is_type<From>(from) ? void(found = for_type<ConvertFrom<From>::template Make>(AllTypes{}, to)) : void()), ...);
  return found;
}

struct Same {
  template <class T>
  T operator()(T a) const {
    return a;
  }
};

void move_predicate(Group& group, const Instruction& instruction) {
  group.write_predicate(instruction.operands[0], group.predicate(instruction.operands[1]));
}

template <class Whole, class Part>
void pack(Group& group, const Instruction& instruction) {
  Whole whole[warp_size] = {};
  for (std::size_t i = 0; i < instruction.elements.size(); ++i) {
    const Part* part = group.source<Part>(instruction.elements[i]);
    for (unsigned lane = 0; lane < warp_size; ++lane)
      whole[lane] |= static_cast<Whole>(static_cast<Whole>(part[lane]) << (8 * sizeof(Part) * i));
  }
  group.write(instruction.operands[0], whole);
}

template <class Whole, class Part>
void unpack(Group& group, const Instruction& instruction) {
  Whole whole[warp_size];
  std::memcpy(whole, group.source<Whole>(instruction.operands[0]), sizeof whole);
  Part part[warp_size];
  for (std::size_t i = 0; i < instruction.elements.size(); ++i) {
    for (unsigned lane = 0; lane < warp_size; ++lane)
      part[lane] = static_cast<Part>(whole[lane] >> (8 * sizeof(Part) * i));
    group.write(instruction.elements[i], part);
  }
}

struct Packing {
  std::uint8_t bytes;
  std::size_t parts;
  Handler pack, unpack;
};
constexpr Packing packings[] = {
    {4, 2, pack<std::uint32_t, std::uint16_t>, unpack<std::uint32_t, std::uint16_t>},
    {8, 2, pack<std::uint64_t, std::uint32_t>, unpack<std::uint64_t, std::uint32_t>},
    {8, 4, pack<std::uint64_t, std::uint16_t>, unpack<std::uint64_t, std::uint16_t>},
};

Choice move(const Statement& s) {
  if (s.type.kind == Kind::predicate) return {move_predicate, "pp"};
  for (std::size_t side = 0; side < 2 && side < s.operands.size(); ++side) {
    if (s.operands[side].form != OperandSyntax::Form::vector) continue;
    for (const Packing& packing : packings)
      if (packing.bytes == s.type.bytes && packing.parts == s.operands[side].elements.size())
        return side == 0 ? Choice{packing.unpack, "et"} : Choice{packing.pack, "te"};
    return {};
  }
  return {unary_for<Same>(Unsigned{}, as_bits(s.type)), "tt"};
}

std::uint64_t window_of(Space space) {
  switch (space) {
    case Space::shared: return shared_window;
    case Space::local: return local_window;
    case Space::parameter: return parameter_window;
    default: return 0;
  }
}

void to_generic(Group& group, const Instruction& instruction) {
  const auto* from = group.source<std::uint64_t>(instruction.operands[1]);
  std::uint64_t to[warp_size];
  for (unsigned lane = 0; lane < warp_size; ++lane) to[lane] = from[lane] | window_of(instruction.space);
  group.write(instruction.operands[0], to);
}

void from_generic(Group& group, const Instruction& instruction) {
  const auto* from = group.source<std::uint64_t>(instruction.operands[1]);
  std::uint64_t to[warp_size];
  for (unsigned lane = 0; lane < warp_size; ++lane) to[lane] = from[lane] & ~window_of(instruction.space);
  group.write(instruction.operands[0], to);
}

void is_in_space(Group& group, const Instruction& instruction) {
  const auto* from = group.source<std::uint64_t>(instruction.operands[1]);
  std::uint32_t results = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    results |= std::uint32_t{(from[lane] & window_mask) == window_of(instruction.space)} << lane;
  group.write_predicate(instruction.operands[0], results);
}

constexpr Row rows[] = {
    {"mov", move},
    {"cvt",
     [](const Statement& s) -> Choice {
       if (s.has("ftz")) return {};
       return {conversion(AllTypes{}, s.type, s.second_type), "TS", nullptr, Mode::of(s).packed()};
     }},
    {"cvta",
     [](const Statement& s) -> Choice {
       if (s.type.bytes != 8) return {};
       return {s.has("to") ? from_generic : to_generic, "tt"};
     }},
    {"isspacep",
     [](const Statement& s) -> Choice {
       (void)s;
       return {is_in_space, "pl"};
     }},
};

}  // namespace

std::span<const Row> convert_rows() { return rows; }

}  // namespace batt::ptx
