// Logic, shifts, and everything that moves or counts bits.
#include <algorithm>
#include <array>

#include "tests/device/ptx/operations.h"

namespace batt::ptx {
namespace {

template <class T>
constexpr unsigned width = 8 * sizeof(T);

struct And {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a & b);
  }
};
struct Or {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a | b);
  }
};
struct Xor {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a ^ b);
  }
};
struct Not {
  template <class T>
  T operator()(T a) const {
    return static_cast<T>(~a);
  }
};
struct IsZero {
  template <class T>
  T operator()(T a) const {
    return a == 0;
  }
};
struct ShiftLeft {
  template <class T>
  T operator()(T a, std::uint32_t count) const {
    return count >= width<T> ? T{0} : static_cast<T>(a << count);
  }
};
struct ShiftRight {
  template <class T>
  T operator()(T a, std::uint32_t count) const {
    if constexpr (std::is_signed_v<T>) return static_cast<T>(a >> std::min(count, width<T> - 1));
    return count >= width<T> ? T{0} : static_cast<T>(a >> count);
  }
};
/// Two words as one of 64 bits: b above a.
template <bool left, bool clamped>
struct FunnelShift {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t count) const {
    count = clamped ? std::min(count, 32u) : count & 31;
    const std::uint64_t both = std::uint64_t{b} << 32 | a;
    return static_cast<std::uint32_t>(left ? both << count >> 32 : both >> count);
  }
};
struct PopulationCount {
  template <class T>
  unsigned operator()(T a) const {
    return static_cast<unsigned>(std::popcount(a));
  }
};
struct LeadingZeros {
  template <class T>
  unsigned operator()(T a) const {
    return static_cast<unsigned>(std::countl_zero(a));
  }
};
struct ReverseBits {
  template <class T>
  T operator()(T a) const {
    // Neighbours change places: first bits, then pairs, and so on up to halves.
    for (unsigned distance = 1; distance < width<T>; distance *= 2) {
      const T even = static_cast<T>(~T{0}) / static_cast<T>((T{1} << distance) + 1);
      a = static_cast<T>((a >> distance & even) | (a & even) << distance);
    }
    return a;
  }
};
/// The highest bit that differs from the sign, as a position or as the shift that brings it to the top.
template <bool as_shift>
struct HighestBit {
  template <class T>
  std::uint32_t operator()(T a) const {
    using U = std::make_unsigned_t<T>;
    const U bits = static_cast<U>(a < 0 ? ~a : a);
    if (bits == 0) return 0xffffffffu;
    const auto leading = static_cast<unsigned>(std::countl_zero(bits));
    return as_shift ? leading : width<T> - 1 - leading;
  }
};
struct ExtractField {
  template <class T>
  T operator()(T a, std::uint32_t begin, std::uint32_t length) const {
    begin &= 255;
    length &= 255;
    if (length == 0) return 0;
    const T sign = std::is_signed_v<T> ? static_cast<T>(a >> std::min(begin + length - 1, width<T> - 1) & 1) : T{0};
    const T fill = static_cast<T>(0 - sign);
    if (begin >= width<T>) return fill;
    const T shifted = static_cast<T>(a >> begin);
    const std::uint32_t kept = std::min(length, width<T> - begin);
    if (kept == width<T>) return shifted;
    const T mask = static_cast<T>((T{1} << kept) - 1);
    return static_cast<T>((shifted & mask) | (fill & ~mask));
  }
};
/// Selects bytes of b:a; the fourth bit of a selector spreads the byte's sign.
struct Permute {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t selector) const {
    const std::uint64_t both = std::uint64_t{b} << 32 | a;
    std::uint32_t result = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const std::uint32_t choice = selector >> 4 * i & 15;
      std::uint32_t byte = static_cast<std::uint32_t>(both >> 8 * (choice & 7)) & 255;
      if (choice & 8) byte = byte & 128 ? 255 : 0;
      result |= byte << 8 * i;
    }
    return result;
  }
};
/// The named modes of prmt are selectors that depend on the last two bits of the third operand.
template <std::uint32_t s0, std::uint32_t s1, std::uint32_t s2, std::uint32_t s3>
struct PermuteMode {
  std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t mode) const {
    constexpr std::array<std::uint32_t, 4> selectors{s0, s1, s2, s3};
    return Permute{}(a, b, selectors[mode & 3]);
  }
};
template <bool clamped>
struct FieldMask {
  std::uint32_t operator()(std::uint32_t begin, std::uint32_t length) const {
    if (!clamped) begin &= 31, length &= 31;
    if (begin >= 32 || length == 0) return 0;
    const std::uint64_t ones = length >= 32 ? 0xffffffffu : (std::uint64_t{1} << length) - 1;
    return static_cast<std::uint32_t>(ones << begin);
  }
};

template <class T>
void insert_field(Group& group, const Instruction& instruction) {
  const T* a = group.source<T>(instruction.operands[1]);
  const T* b = group.source<T>(instruction.operands[2]);
  const auto* begins = group.source<std::uint32_t>(instruction.operands[3]);
  const auto* lengths = group.source<std::uint32_t>(instruction.operands[4]);
  T results[warp_size];
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const std::uint32_t begin = begins[lane] & 255, length = lengths[lane] & 255;
    const T ones = length >= width<T> ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << length) - 1);
    const T mask = begin >= width<T> ? T{0} : static_cast<T>(ones << begin);
    results[lane] =
        static_cast<T>((b[lane] & ~mask) | (begin >= width<T> ? T{0} : static_cast<T>(a[lane] << begin) & mask));
  }
  group.write(instruction.operands[0], results);
}

/// Each bit of the table says the result for one combination of a, b and c.
void logic_of_three(Group& group, const Instruction& instruction) {
  const auto* a = group.source<std::uint32_t>(instruction.operands[1]);
  const auto* b = group.source<std::uint32_t>(instruction.operands[2]);
  const auto* c = group.source<std::uint32_t>(instruction.operands[3]);
  std::uint32_t results[warp_size] = {};
  for (unsigned row = 0; row < 8; ++row) {
    if (!(instruction.immediate >> row & 1)) continue;
    const std::uint32_t not_a = row & 4 ? 0 : all_lanes, not_b = row & 2 ? 0 : all_lanes,
                        not_c = row & 1 ? 0 : all_lanes;
    for (unsigned lane = 0; lane < warp_size; ++lane)
      results[lane] |= (a[lane] ^ not_a) & (b[lane] ^ not_b) & (c[lane] ^ not_c);
  }
  group.write(instruction.operands[0], results);
}

template <class Operation>
void predicate_logic(Group& group, const Instruction& instruction) {
  group.write_predicate(instruction.operands[0], Operation{}(group.predicate(instruction.operands[1]),
                                                             group.predicate(instruction.operands[2])));
}
void predicate_not(Group& group, const Instruction& instruction) {
  group.write_predicate(instruction.operands[0], ~group.predicate(instruction.operands[1]));
}

template <class Operation>
Choice logic(const Statement& s) {
  if (s.type.kind == Kind::predicate) return {predicate_logic<Operation>, "ppp"};
  return {binary_for<Operation>(Unsigned{}, as_bits(s.type)), "ttt"};
}

template <class Operation>
struct Count {
  template <class T>
  struct Make {
    static constexpr Handler handler = unary<std::uint32_t, T, Operation>;
  };
};
template <class Operation, class List>
Choice count(const Statement& s, List types, Type type) {
  (void)s;
  return {for_type<Count<Operation>::template Make>(types, type), "ut"};
}

template <class T>
struct MakeExtract {
  static constexpr Handler handler = ternary<T, T, std::uint32_t, std::uint32_t, ExtractField>;
};
template <class T>
struct MakeInsert {
  static constexpr Handler handler = insert_field<T>;
};

template <class Operation>
constexpr Handler on_words = ternary<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, Operation>;

Handler funnel_shift(const Statement& s) {
  if (s.has("l")) return s.has("clamp") ? on_words<FunnelShift<true, true>> : on_words<FunnelShift<true, false>>;
  return s.has("clamp") ? on_words<FunnelShift<false, true>> : on_words<FunnelShift<false, false>>;
}

struct NamedPermute {
  std::string_view mode;
  Handler handler;
};
constexpr NamedPermute permute_modes[] = {
    {"f4e", on_words<PermuteMode<0x3210, 0x4321, 0x5432, 0x6543>>},
    {"b4e", on_words<PermuteMode<0x5670, 0x6701, 0x7012, 0x0123>>},
    {"rc8", on_words<PermuteMode<0x0000, 0x1111, 0x2222, 0x3333>>},
    {"ecl", on_words<PermuteMode<0x3210, 0x3211, 0x3222, 0x3333>>},
    {"ecr", on_words<PermuteMode<0x0000, 0x1110, 0x2210, 0x3210>>},
    {"rc16", on_words<PermuteMode<0x1010, 0x3232, 0x1010, 0x3232>>},
};

Choice permute(const Statement& s) {
  for (const NamedPermute& named : permute_modes)
    if (s.has(named.mode)) return {named.handler, "uuuu"};
  return {on_words<Permute>, "uuuu"};
}

constexpr Row rows[] = {
    {"and", logic<And>},
    {"or", logic<Or>},
    {"xor", logic<Xor>},
    {"not",
     [](const Statement& s) -> Choice {
       if (s.type.kind == Kind::predicate) return {predicate_not, "pp"};
       return {unary_for<Not>(Unsigned{}, as_bits(s.type)), "tt"};
     }},
    {"cnot",
     [](const Statement& s) -> Choice {
       return {unary_for<IsZero>(Unsigned{}, as_bits(s.type)), "tt"};
     }},
    {"shl",
     [](const Statement& s) -> Choice {
       return {shift_for<ShiftLeft>(Unsigned{}, as_bits(s.type)), "ttu"};
     }},
    {"shr",
     [](const Statement& s) -> Choice {
       return {shift_for<ShiftRight>(Integers{}, s.type), "ttu"};
     }},
    {"shf",
     [](const Statement& s) -> Choice {
       return {funnel_shift(s), "uuuu"};
     }},
    {"lop3",
     [](const Statement& s) -> Choice {
       return {s.second ? nullptr : logic_of_three, "uuuui"};
     }},
    {"popc", [](const Statement& s) { return count<PopulationCount>(s, Words{}, as_bits(s.type)); }},
    {"clz", [](const Statement& s) { return count<LeadingZeros>(s, Words{}, as_bits(s.type)); }},
    {"bfind",
     [](const Statement& s) {
       return s.has("shiftamt") ? count<HighestBit<true>>(s, SignedWords{}, s.type)
                                : count<HighestBit<false>>(s, SignedWords{}, s.type);
     }},
    {"brev",
     [](const Statement& s) -> Choice {
       return {unary_for<ReverseBits>(Words{}, as_bits(s.type)), "tt"};
     }},
    {"bfe",
     [](const Statement& s) -> Choice {
       return {for_type<MakeExtract>(SignedWords{}, s.type), "ttuu"};
     }},
    {"bfi",
     [](const Statement& s) -> Choice {
       return {for_type<MakeInsert>(Words{}, as_bits(s.type)), "tttuu"};
     }},
    {"prmt", permute},
    {"bmsk",
     [](const Statement& s) -> Choice {
       using U = std::uint32_t;
       return {s.has("clamp") ? binary<U, U, U, FieldMask<true>> : binary<U, U, U, FieldMask<false>>, "uuu"};
     }},
};

}  // namespace

std::span<const Row> bit_rows() { return rows; }

}  // namespace batt::ptx
