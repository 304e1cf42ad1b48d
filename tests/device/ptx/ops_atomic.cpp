// Read-modify-write instructions. The lanes of a warp take their turns in the order of their numbers,
// or from a random one on when the schedule is random.
#include "tests/device/ptx/resolve.h"

namespace batt::ptx {
namespace {

struct Add {
  template <class T>
  T operator()(T old, T operand, T) const {
    return static_cast<T>(old + operand);
  }
};
struct Minimum {
  template <class T>
  T operator()(T old, T operand, T) const {
    return operand < old ? operand : old;
  }
};
struct Maximum {
  template <class T>
  T operator()(T old, T operand, T) const {
    return old < operand ? operand : old;
  }
};
struct And {
  template <class T>
  T operator()(T old, T operand, T) const {
    return old & operand;
  }
};
struct Or {
  template <class T>
  T operator()(T old, T operand, T) const {
    return old | operand;
  }
};
struct Xor {
  template <class T>
  T operator()(T old, T operand, T) const {
    return old ^ operand;
  }
};
struct Swap {
  template <class T>
  T operator()(T, T operand, T) const {
    return operand;
  }
};
struct CompareAndSwap {
  template <class T>
  T operator()(T old, T expected, T desired) const {
    return old == expected ? desired : old;
  }
};
struct IncrementAndWrap {
  template <class T>
  T operator()(T old, T bound, T) const {
    return old >= bound ? T{0} : static_cast<T>(old + 1);
  }
};
struct DecrementAndWrap {
  template <class T>
  T operator()(T old, T bound, T) const {
    return old == 0 || old > bound ? bound : static_cast<T>(old - 1);
  }
};

/// The operands of red lack the destination, so its sources begin one place earlier.
template <class T, class Operation, bool returns>
void atomic(Group& group, const Instruction& instruction) {
  std::byte* memory[warp_size];
  resolve(group, instruction, sizeof(T), memory);
  const T* operands = group.source<T>(instruction.operands[returns]);
  const bool has_third = instruction.operand_count > 1u + returns;
  const T* third = group.source<T>(instruction.operands[returns + (has_third ? 1 : 0)]);
  T before[warp_size] = {};
  const auto rotation = static_cast<unsigned>(group.execution.random() ? group.execution.draw() % warp_size : 0);
  for (const unsigned turn : Lanes{std::rotr(group.active, static_cast<int>(rotation))}) {
    const unsigned lane = (turn + rotation) % warp_size;
    T value;
    std::memcpy(&value, memory[lane], sizeof(T));
    before[lane] = value;
    value = Operation{}(value, operands[lane], third[lane]);
    std::memcpy(memory[lane], &value, sizeof(T));
  }
  if constexpr (returns) group.write(instruction.operands[0], before);
}

template <class Operation, bool returns>
struct Atomic {
  template <class T>
  struct Make {
    static constexpr Handler handler = atomic<T, Operation, returns>;
  };
};

using Counted = Types<std::uint32_t>;
using Added = Types<std::uint32_t, std::uint64_t, float, double>;
using Swapped = Types<std::uint16_t, std::uint32_t, std::uint64_t>;

/// Additions of integers do not care for the sign.
Type added(Type type) { return type.kind == Kind::real ? type : as_bits(type); }

template <bool returns>
Choice choose(const Statement& s) {
  const std::string_view two = returns ? "tat" : "at";
  const Type type = s.type, bits = as_bits(s.type);
  if (s.has("noftz") || s.has("v2") || s.has("v4")) return {};
  if (s.has("add")) return {for_type<Atomic<Add, returns>::template Make>(Added{}, added(type)), two};
  if (s.has("min")) return {for_type<Atomic<Minimum, returns>::template Make>(SignedWords{}, type), two};
  if (s.has("max")) return {for_type<Atomic<Maximum, returns>::template Make>(SignedWords{}, type), two};
  if (s.has("and")) return {for_type<Atomic<And, returns>::template Make>(Words{}, bits), two};
  if (s.has("or")) return {for_type<Atomic<Or, returns>::template Make>(Words{}, bits), two};
  if (s.has("xor")) return {for_type<Atomic<Xor, returns>::template Make>(Words{}, bits), two};
  if (s.has("exch")) return {for_type<Atomic<Swap, returns>::template Make>(Words{}, bits), two};
  if (s.has("cas"))
    return {for_type<Atomic<CompareAndSwap, returns>::template Make>(Swapped{}, bits), returns ? "tatt" : "att"};
  if (s.has("inc")) return {for_type<Atomic<IncrementAndWrap, returns>::template Make>(Counted{}, type), two};
  if (s.has("dec")) return {for_type<Atomic<DecrementAndWrap, returns>::template Make>(Counted{}, type), two};
  return {};
}

constexpr Row rows[] = {{"atom", choose<true>}, {"red", choose<false>}};

}  // namespace

std::span<const Row> atomic_rows() { return rows; }

}  // namespace batt::ptx
