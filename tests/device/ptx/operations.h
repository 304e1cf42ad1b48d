// From a function on values to a handler for all lanes, and from a PTX type to the handler for it.
#pragma once

#include <cstdint>
#include <type_traits>

#include "tests/device/ptx/decode.h"
#include "tests/device/ptx/execution.h"

namespace batt::ptx {

template <class... T>
struct Types {};
using Signed = Types<std::int16_t, std::int32_t, std::int64_t>;
using Unsigned = Types<std::uint16_t, std::uint32_t, std::uint64_t>;
using Integers = Types<std::uint16_t, std::uint32_t, std::uint64_t, std::int16_t, std::int32_t, std::int64_t>;
using Words = Types<std::uint32_t, std::uint64_t>;
using SignedWords = Types<std::uint32_t, std::uint64_t, std::int32_t, std::int64_t>;
using Reals = Types<float, double>;

// All 32 lanes are computed, whoever is active: operations must be defined for every operand.
template <class Result, class T, class Operation>
void unary(Group& group, const Instruction& instruction) {
  const T* a = group.source<T>(instruction.operands[1]);
  Result results[warp_size];
  for (unsigned lane = 0; lane < warp_size; ++lane) results[lane] = static_cast<Result>(Operation{}(a[lane]));
  group.write(instruction.operands[0], results);
}

template <class Result, class A, class B, class Operation>
void binary(Group& group, const Instruction& instruction) {
  const A* a = group.source<A>(instruction.operands[1]);
  const B* b = group.source<B>(instruction.operands[2]);
  Result results[warp_size];
  for (unsigned lane = 0; lane < warp_size; ++lane) results[lane] = static_cast<Result>(Operation{}(a[lane], b[lane]));
  group.write(instruction.operands[0], results);
}

template <class Result, class A, class B, class C, class Operation>
void ternary(Group& group, const Instruction& instruction) {
  const A* a = group.source<A>(instruction.operands[1]);
  const B* b = group.source<B>(instruction.operands[2]);
  const C* c = group.source<C>(instruction.operands[3]);
  Result results[warp_size];
  for (unsigned lane = 0; lane < warp_size; ++lane)
    results[lane] = static_cast<Result>(Operation{}(a[lane], b[lane], c[lane]));
  group.write(instruction.operands[0], results);
}

/// The handler of the one T among the types that `type` stands for. Make<T> names it.
template <template <class> class Make, class... T>
Handler for_type(Types<T...>, Type type) {
  Handler found = nullptr;
  ((is_type<T>(type) ? void(found = Make<T>::handler) : void()), ...);
  return found;
}

template <class Operation>
struct Unary {
  template <class T>
  struct Make {
    static constexpr Handler handler = unary<T, T, Operation>;
  };
};
template <class Operation>
struct Binary {
  template <class T>
  struct Make {
    static constexpr Handler handler = binary<T, T, T, Operation>;
  };
};
template <class Operation>
struct Ternary {
  template <class T>
  struct Make {
    static constexpr Handler handler = ternary<T, T, T, T, Operation>;
  };
};
/// The second source is a count of 32 bits, whatever the type.
template <class Operation>
struct Shift {
  template <class T>
  struct Make {
    static constexpr Handler handler = binary<T, T, std::uint32_t, Operation>;
  };
};

template <class Operation, class List>
Handler unary_for(List types, Type type) {
  return for_type<Unary<Operation>::template Make>(types, type);
}
template <class Operation, class List>
Handler binary_for(List types, Type type) {
  return for_type<Binary<Operation>::template Make>(types, type);
}
template <class Operation, class List>
Handler ternary_for(List types, Type type) {
  return for_type<Ternary<Operation>::template Make>(types, type);
}
template <class Operation, class List>
Handler shift_for(List types, Type type) {
  return for_type<Shift<Operation>::template Make>(types, type);
}

// Defined in ops_real.cpp: the real forms of opcodes that integers have too.
Choice real_add(const Statement& statement);
Choice real_subtract(const Statement& statement);
Choice real_multiply(const Statement& statement);
Choice real_fused(const Statement& statement);
Choice real_divide(const Statement& statement);
Choice real_minimum(const Statement& statement);
Choice real_maximum(const Statement& statement);
Choice real_absolute(const Statement& statement);
Choice real_negate(const Statement& statement);

}  // namespace batt::ptx
