// Arithmetic of many words: each lane keeps one carry between instructions.
#include "tests/device/ptx/operations.h"

namespace batt::ptx {
namespace {

/// A result with the carry (or borrow) it leaves.
template <class T>
struct Carried {
  T value;
  bool carry;
};

struct Sum {
  template <class T>
  Carried<T> operator()(T a, T b, bool carry) const {
    const T partial = static_cast<T>(a + b), value = static_cast<T>(partial + carry);
    return {value, partial < a || value < partial};
  }
};
struct Difference {
  template <class T>
  Carried<T> operator()(T a, T b, bool borrow) const {
    return {static_cast<T>(a - b - borrow), a < b || (a == b && borrow)};
  }
};

template <class T>
T high_product(T a, T b) {
  __extension__ using Wide = __int128;
  return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b) >> (8 * sizeof(T)));
}
/// The product of two unsigned 64-bit words does not fit a signed 128-bit number.
template <>
std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(a) * b >> 64);
}

struct Uses {
  bool carry_in, carry_out;
};

template <class T, class Operation, Uses uses>
void with_carry(Group& group, const Instruction& instruction) {
  const T* a = group.source<T>(instruction.operands[1]);
  const T* b = group.source<T>(instruction.operands[2]);
  T results[warp_size] = {};
  std::uint32_t carries = 0;
  for (const unsigned lane : Lanes{group.active}) {
    const Carried<T> result = Operation{}(a[lane], b[lane], uses.carry_in && (group.warp.carry >> lane & 1));
    results[lane] = result.value;
    carries |= std::uint32_t{result.carry} << lane;
  }
  if (uses.carry_out) group.warp.carry = (group.warp.carry & ~group.active) | carries;
  group.write(instruction.operands[0], results);
}

template <class T, bool high, Uses uses>
void multiply_with_carry(Group& group, const Instruction& instruction) {
  using U = std::make_unsigned_t<T>;
  const T* a = group.source<T>(instruction.operands[1]);
  const T* b = group.source<T>(instruction.operands[2]);
  const U* c = group.source<U>(instruction.operands[3]);
  U results[warp_size] = {};
  std::uint32_t carries = 0;
  for (const unsigned lane : Lanes{group.active}) {
    const U product = high ? static_cast<U>(high_product(a[lane], b[lane]))
                           : static_cast<U>(static_cast<U>(a[lane]) * static_cast<U>(b[lane]));
    const Carried<U> result = Sum{}(product, c[lane], uses.carry_in && (group.warp.carry >> lane & 1));
    results[lane] = result.value;
    carries |= std::uint32_t{result.carry} << lane;
  }
  if (uses.carry_out) group.warp.carry = (group.warp.carry & ~group.active) | carries;
  group.write(instruction.operands[0], results);
}

template <class Operation, Uses uses>
struct Chain {
  template <class T>
  struct Make {
    static constexpr Handler handler = with_carry<T, Operation, uses>;
  };
};
template <bool high, Uses uses>
struct MultiplyChain {
  template <class T>
  struct Make {
    static constexpr Handler handler = multiply_with_carry<T, high, uses>;
  };
};

template <class Operation, Uses uses>
Choice chain(const Statement& s) {
  return {for_type<Chain<Operation, uses>::template Make>(Words{}, as_bits(s.type)), "ttt"};
}
template <Uses uses>
Choice multiply_chain(const Statement& s) {
  if (s.has("hi")) return {for_type<MultiplyChain<true, uses>::template Make>(SignedWords{}, s.type), "tttt"};
  return {for_type<MultiplyChain<false, uses>::template Make>(Words{}, as_bits(s.type)), "tttt"};
}

constexpr Uses begins{false, true}, ends{true, false}, continues{true, true};

/// The rows with .cc are reached from the plain opcodes of the integer table.
constexpr Row rows[] = {
    {"add.cc", chain<Sum, begins>},
    {"sub.cc", chain<Difference, begins>},
    {"mad.cc", multiply_chain<begins>},
    {"addc", [](const Statement& s) { return s.has("cc") ? chain<Sum, continues>(s) : chain<Sum, ends>(s); }},
    {"subc",
     [](const Statement& s) { return s.has("cc") ? chain<Difference, continues>(s) : chain<Difference, ends>(s); }},
    {"madc", [](const Statement& s) { return s.has("cc") ? multiply_chain<continues>(s) : multiply_chain<ends>(s); }},
};

}  // namespace

std::span<const Row> carry_rows() { return rows; }

}  // namespace batt::ptx
