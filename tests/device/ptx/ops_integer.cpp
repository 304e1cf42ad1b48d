// Integer arithmetic. Sums and low products are computed without a sign, where overflow is defined.
#include <algorithm>
#include <limits>

#include "tests/device/ptx/operations.h"

namespace batt::ptx {
namespace {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

template <class T>
struct DoubledOf;
template <>
struct DoubledOf<std::uint16_t> {
  using type = std::uint32_t;
};
template <>
struct DoubledOf<std::int16_t> {
  using type = std::int32_t;
};
template <>
struct DoubledOf<std::uint32_t> {
  using type = std::uint64_t;
};
template <>
struct DoubledOf<std::int32_t> {
  using type = std::int64_t;
};
template <>
struct DoubledOf<std::uint64_t> {
  using type = UInt128;
};
template <>
struct DoubledOf<std::int64_t> {
  using type = Int128;
};
template <class T>
using Doubled = typename DoubledOf<T>::type;

struct Add {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a + b);
  }
};
struct Subtract {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a - b);
  }
};
struct MultiplyLow {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(std::uint64_t{a} * std::uint64_t{b});
  }
};
struct MultiplyHigh {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(static_cast<Doubled<T>>(static_cast<Doubled<T>>(a) * static_cast<Doubled<T>>(b)) >>
                          (8 * sizeof(T)));
  }
};
struct MultiplyWide {
  template <class T>
  Doubled<T> operator()(T a, T b) const {
    return static_cast<Doubled<T>>(static_cast<Doubled<T>>(a) * static_cast<Doubled<T>>(b));
  }
};
template <class Multiply>
struct MultiplyThenAdd {
  template <class A, class C>
  C operator()(A a, A b, C c) const {
    using U = std::make_unsigned_t<C>;
    return static_cast<C>(static_cast<U>(static_cast<U>(Multiply{}(a, b)) + static_cast<U>(c)));
  }
};
/// What a device returns for a division by zero is not specified; a fixed answer keeps tests repeatable.
struct Divide {
  template <class T>
  T operator()(T a, T b) const {
    if (b == 0) return static_cast<T>(~T{0});
    if constexpr (std::is_signed_v<T>)
      if (b == -1) return static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(a));
    return static_cast<T>(a / b);
  }
};
struct Remainder {
  template <class T>
  T operator()(T a, T b) const {
    if (b == 0) return a;
    if constexpr (std::is_signed_v<T>)
      if (b == -1) return 0;
    return static_cast<T>(a % b);
  }
};
struct Minimum {
  template <class T>
  T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct Maximum {
  template <class T>
  T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
struct Absolute {
  template <class T>
  T operator()(T a) const {
    return static_cast<T>(a < 0 ? 0 - static_cast<std::make_unsigned_t<T>>(a)
                                : static_cast<std::make_unsigned_t<T>>(a));
  }
};
struct Negate {
  template <class T>
  T operator()(T a) const {
    return static_cast<T>(0 - a);
  }
};
struct AbsoluteDifference {
  template <class T>
  T operator()(T a, T b, T c) const {
    using U = std::make_unsigned_t<T>;
    const U difference =
        static_cast<U>(a < b ? static_cast<U>(b) - static_cast<U>(a) : static_cast<U>(a) - static_cast<U>(b));
    return static_cast<T>(static_cast<U>(c) + difference);
  }
};
template <class Operation>
struct Saturated {
  std::int32_t operator()(std::int32_t a, std::int32_t b) const {
    constexpr std::int64_t low = std::numeric_limits<std::int32_t>::min(),
                           high = std::numeric_limits<std::int32_t>::max();
    return static_cast<std::int32_t>(
        std::clamp<std::int64_t>(Operation{}(std::int64_t{a}, std::int64_t{b}), low, high));
  }
};
/// 24-bit factors in 32-bit registers: the low or high 32 bits of their 48-bit product.
template <bool high>
struct Multiply24 {
  template <class T>
  T operator()(T a, T b) const {
    constexpr unsigned unused = 8;
    using U = std::make_unsigned_t<T>;
    const auto narrow = [](T value) {
      return static_cast<Doubled<T>>(static_cast<T>(static_cast<T>(static_cast<U>(value) << unused) >> unused));
    };
    return static_cast<T>(narrow(a) * narrow(b) >> (high ? 16 : 0));
  }
};

template <class T>
struct MakeMultiplyWide {
  static constexpr Handler handler = binary<Doubled<T>, T, T, MultiplyWide>;
};
template <class T>
struct MakeMultiplyAddWide {
  static constexpr Handler handler = ternary<Doubled<T>, T, T, Doubled<T>, MultiplyThenAdd<MultiplyWide>>;
};
using Narrow = Types<std::uint16_t, std::uint32_t, std::int16_t, std::int32_t>;
using Integers32 = Types<std::uint32_t, std::int32_t>;

template <class Operation>
Handler add_or_subtract(const Statement& s) {
  if (s.has("sat"))
    return s.type == Type{Kind::signed_integer, 4}
               ? binary<std::int32_t, std::int32_t, std::int32_t, Saturated<Operation>>
               : nullptr;
  return binary_for<Operation>(Unsigned{}, as_bits(s.type));
}

Choice multiply(const Statement& s) {
  if (s.has("wide")) return {for_type<MakeMultiplyWide>(Narrow{}, s.type), "wtt"};
  if (s.has("hi")) return {binary_for<MultiplyHigh>(Integers{}, s.type), "ttt"};
  return {binary_for<MultiplyLow>(Unsigned{}, as_bits(s.type)), "ttt"};
}

Choice multiply_add(const Statement& s) {
  if (s.has("sat")) return {};
  if (s.has("wide")) return {for_type<MakeMultiplyAddWide>(Narrow{}, s.type), "wttw"};
  if (s.has("hi")) return {ternary_for<MultiplyThenAdd<MultiplyHigh>>(Integers{}, s.type), "tttt"};
  return {ternary_for<MultiplyThenAdd<MultiplyLow>>(Unsigned{}, as_bits(s.type)), "tttt"};
}

bool is_real(const Statement& s) { return s.type.kind == Kind::real; }

/// Carries have a table of their own, whose choices are made here because the opcodes are the same.
Choice carry_choice(const Statement& s) {
  for (const Row& row : carry_rows())
    if (row.opcode == s.opcode + ".cc") return row.choose(s);
  return {};
}

/// Sums of four products of bytes, each side with its own sign.
template <class A, class B>
struct DotProduct4 {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    for (unsigned i = 0; i < 4; ++i)
      c += static_cast<std::uint32_t>(static_cast<A>(a >> 8 * i) * static_cast<B>(b >> 8 * i));
    return c;
  }
};

Choice dot_product_4(const Statement& s) {
  using U = std::uint32_t;
  const bool a = s.type.kind == Kind::signed_integer, b = s.second_type.kind == Kind::signed_integer;
  const Handler handler = a ? (b ? ternary<U, U, U, U, DotProduct4<std::int8_t, std::int8_t>>
                                 : ternary<U, U, U, U, DotProduct4<std::int8_t, std::uint8_t>>)
                            : (b ? ternary<U, U, U, U, DotProduct4<std::uint8_t, std::int8_t>>
                                 : ternary<U, U, U, U, DotProduct4<std::uint8_t, std::uint8_t>>);
  return {handler, "uuuu"};
}

constexpr Row rows[] = {
    {"add",
     [](const Statement& s) -> Choice {
       if (is_real(s)) return real_add(s);
       return s.has("cc") ? carry_choice(s) : Choice{add_or_subtract<Add>(s), "ttt"};
     }},
    {"sub",
     [](const Statement& s) -> Choice {
       if (is_real(s)) return real_subtract(s);
       return s.has("cc") ? carry_choice(s) : Choice{add_or_subtract<Subtract>(s), "ttt"};
     }},
    {"mul", [](const Statement& s) { return is_real(s) ? real_multiply(s) : multiply(s); }},
    {"mad",
     [](const Statement& s) {
       if (is_real(s)) return real_fused(s);
       return s.has("cc") ? carry_choice(s) : multiply_add(s);
     }},
    {"mul24",
     [](const Statement& s) -> Choice {
       return {s.has("hi") ? binary_for<Multiply24<true>>(Integers32{}, s.type)
                           : binary_for<Multiply24<false>>(Integers32{}, s.type),
               "ttt"};
     }},
    {"mad24",
     [](const Statement& s) -> Choice {
       if (s.has("sat")) return {};
       return {s.has("hi") ? ternary_for<MultiplyThenAdd<Multiply24<true>>>(Integers32{}, s.type)
                           : ternary_for<MultiplyThenAdd<Multiply24<false>>>(Integers32{}, s.type),
               "tttt"};
     }},
    {"div",
     [](const Statement& s) -> Choice {
       return is_real(s) ? real_divide(s) : Choice{binary_for<Divide>(Integers{}, s.type), "ttt"};
     }},
    {"rem",
     [](const Statement& s) -> Choice {
       return {binary_for<Remainder>(Integers{}, s.type), "ttt"};
     }},
    {"min",
     [](const Statement& s) -> Choice {
       return is_real(s) ? real_minimum(s)
                         : Choice{s.has("relu") ? nullptr : binary_for<Minimum>(Integers{}, s.type), "ttt"};
     }},
    {"max",
     [](const Statement& s) -> Choice {
       return is_real(s) ? real_maximum(s)
                         : Choice{s.has("relu") ? nullptr : binary_for<Maximum>(Integers{}, s.type), "ttt"};
     }},
    {"abs",
     [](const Statement& s) -> Choice {
       return is_real(s) ? real_absolute(s) : Choice{unary_for<Absolute>(Signed{}, s.type), "tt"};
     }},
    {"neg",
     [](const Statement& s) -> Choice {
       return is_real(s) ? real_negate(s) : Choice{unary_for<Negate>(Unsigned{}, as_bits(s.type)), "tt"};
     }},
    {"sad",
     [](const Statement& s) -> Choice {
       return {ternary_for<AbsoluteDifference>(Integers{}, s.type), "tttt"};
     }},
    {"dp4a", dot_product_4},
};

}  // namespace

std::span<const Row> integer_rows() { return rows; }

}  // namespace batt::ptx
