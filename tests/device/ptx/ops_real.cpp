// Arithmetic on f32 and f64. The approximate forms are computed exactly: a device may differ in the last bits.
#include <cfenv>
#include <cmath>
#include <limits>

#include "tests/device/ptx/operations.h"

namespace batt::ptx {
namespace {

template <class T>
using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

struct Add {
  template <class T>
  T operator()(T a, T b) const {
    return a + b;
  }
};
struct Subtract {
  template <class T>
  T operator()(T a, T b) const {
    return a - b;
  }
};
struct Multiply {
  template <class T>
  T operator()(T a, T b) const {
    return a * b;
  }
};
struct Divide {
  template <class T>
  T operator()(T a, T b) const {
    return a / b;
  }
};
struct Fused {
  template <class T>
  T operator()(T a, T b, T c) const {
    return std::fma(a, b, c);
  }
};
struct Minimum {
  template <class T>
  T operator()(T a, T b) const {
    return a == b ? (std::signbit(a) ? a : b) : std::fmin(a, b);
  }
};
struct Maximum {
  template <class T>
  T operator()(T a, T b) const {
    return a == b ? (std::signbit(a) ? b : a) : std::fmax(a, b);
  }
};
struct MinimumWithNan {
  template <class T>
  T operator()(T a, T b) const {
    return std::isunordered(a, b) ? std::numeric_limits<T>::quiet_NaN() : Minimum{}(a, b);
  }
};
struct MaximumWithNan {
  template <class T>
  T operator()(T a, T b) const {
    return std::isunordered(a, b) ? std::numeric_limits<T>::quiet_NaN() : Maximum{}(a, b);
  }
};
struct SquareRoot {
  template <class T>
  T operator()(T a) const {
    return std::sqrt(a);
  }
};
struct Reciprocal {
  template <class T>
  T operator()(T a) const {
    return T{1} / a;
  }
};
struct ReciprocalRoot {
  template <class T>
  T operator()(T a) const {
    return T{1} / std::sqrt(a);
  }
};
struct PowerOfTwo {
  template <class T>
  T operator()(T a) const {
    return std::exp2(a);
  }
};
struct LogarithmOfTwo {
  template <class T>
  T operator()(T a) const {
    return std::log2(a);
  }
};
struct Sine {
  template <class T>
  T operator()(T a) const {
    return std::sin(a);
  }
};
struct Cosine {
  template <class T>
  T operator()(T a) const {
    return std::cos(a);
  }
};
struct HyperbolicTangent {
  template <class T>
  T operator()(T a) const {
    return std::tanh(a);
  }
};
/// The first operand gives the sign.
struct CopySign {
  template <class T>
  T operator()(T a, T b) const {
    return std::copysign(b, a);
  }
};
struct ClearSign {
  template <class U>
  U operator()(U a) const {
    return a & static_cast<U>(~U{0} >> 1);
  }
};
struct FlipSign {
  template <class U>
  U operator()(U a) const {
    return a ^ static_cast<U>(~(~U{0} >> 1));
  }
};

template <class T>
T flushed(T value) {
  return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(T{0}, value) : value;
}

/// What the modifiers ask for beyond rounding to nearest. The compiler must not move arithmetic out of the scope.
class Environment {
 public:
  explicit Environment(std::int64_t round) : before_(std::fegetround()) { std::fesetround(static_cast<int>(round)); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() { std::fesetround(before_); }

 private:
  int before_;
};

enum Modified : unsigned { flushes = 1, saturates = 2 };

template <class T, class Operation, int sources, int round, unsigned modified>
void modified_real(Group& group, const Instruction& instruction) {
  const Environment environment(round);
  T results[warp_size] = {};
  for (const unsigned lane : Lanes{group.active}) {
    volatile T in[3] = {};
    for (int i = 0; i < sources; ++i) {
      const T value = group.source<T>(instruction.operands[static_cast<std::size_t>(i) + 1])[lane];
      in[i] = modified & flushes ? flushed(value) : value;
    }
    volatile T out;
    if constexpr (sources == 1) out = Operation{}(T{in[0]});
    if constexpr (sources == 2) out = Operation{}(T{in[0]}, T{in[1]});
    if constexpr (sources == 3) out = Operation{}(T{in[0]}, T{in[1]}, T{in[2]});
    T result = out;
    if (modified & flushes) result = flushed(result);
    if (modified & saturates) result = !(result > T{0}) ? T{0} : result > T{1} ? T{1} : result;
    results[lane] = result;
  }
  group.write(instruction.operands[0], results);
}

template <class T, class Operation, int sources, int round>
Handler with_modifiers(unsigned modified) {
  switch (modified) {
    case 0: return modified_real<T, Operation, sources, round, 0>;
    case flushes: return modified_real<T, Operation, sources, round, flushes>;
    case saturates: return modified_real<T, Operation, sources, round, saturates>;
    default: return modified_real<T, Operation, sources, round, flushes | saturates>;
  }
}

template <class T, class Operation, int sources>
Handler with_rounding(const Statement& s) {
  const unsigned modified = (s.has("ftz") ? flushes : 0u) | (s.has("sat") ? saturates : 0u);
  if (s.has("rz")) return with_modifiers<T, Operation, sources, FE_TOWARDZERO>(modified);
  if (s.has("rm")) return with_modifiers<T, Operation, sources, FE_DOWNWARD>(modified);
  if (s.has("rp")) return with_modifiers<T, Operation, sources, FE_UPWARD>(modified);
  if (modified) return with_modifiers<T, Operation, sources, FE_TONEAREST>(modified);
  if constexpr (sources == 1) return unary<T, T, Operation>;
  if constexpr (sources == 2) return binary<T, T, T, Operation>;
  if constexpr (sources == 3) return ternary<T, T, T, T, Operation>;
}

template <class Operation, int sources>
Choice arithmetic(const Statement& s) {
  constexpr std::string_view signatures[] = {"", "tt", "ttt", "tttt"};
  const Handler handler = is_type<float>(s.type)    ? with_rounding<float, Operation, sources>(s)
                          : is_type<double>(s.type) ? with_rounding<double, Operation, sources>(s)
                                                    : nullptr;
  return {handler, signatures[sources]};
}

/// testp: one bit a lane.
template <class T, class Test>
void test(Group& group, const Instruction& instruction) {
  const T* a = group.source<T>(instruction.operands[1]);
  std::uint32_t results = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane) results |= std::uint32_t{Test{}(a[lane])} << lane;
  group.write_predicate(instruction.operands[0], results);
}
struct IsFinite {
  template <class T>
  bool operator()(T a) const {
    return std::isfinite(a);
  }
};
struct IsInfinite {
  template <class T>
  bool operator()(T a) const {
    return std::isinf(a);
  }
};
struct IsNumber {
  template <class T>
  bool operator()(T a) const {
    return !std::isnan(a);
  }
};
struct IsNotNumber {
  template <class T>
  bool operator()(T a) const {
    return std::isnan(a);
  }
};
struct IsNormal {
  template <class T>
  bool operator()(T a) const {
    return std::isnormal(a);
  }
};
struct IsSubnormal {
  template <class T>
  bool operator()(T a) const {
    return std::fpclassify(a) == FP_SUBNORMAL;
  }
};
struct NamedTest {
  std::string_view name;
  Handler on_float, on_double;
};
template <class Test>
constexpr NamedTest named_test(std::string_view name) {
  return {name, test<float, Test>, test<double, Test>};
}
constexpr NamedTest tests[] = {
    named_test<IsFinite>("finite"),        named_test<IsInfinite>("infinite"), named_test<IsNumber>("number"),
    named_test<IsNotNumber>("notanumber"), named_test<IsNormal>("normal"),     named_test<IsSubnormal>("subnormal"),
};

Choice choose_test(const Statement& s) {
  for (const NamedTest& named : tests)
    if (s.has(named.name))
      return {is_type<float>(s.type) ? named.on_float : is_type<double>(s.type) ? named.on_double : nullptr, "pt"};
  return {};
}

constexpr Row rows[] = {
    {"fma", arithmetic<Fused, 3>},
    {"sqrt", arithmetic<SquareRoot, 1>},
    {"rcp", arithmetic<Reciprocal, 1>},
    {"rsqrt", arithmetic<ReciprocalRoot, 1>},
    {"ex2", arithmetic<PowerOfTwo, 1>},
    {"lg2", arithmetic<LogarithmOfTwo, 1>},
    {"sin", arithmetic<Sine, 1>},
    {"cos", arithmetic<Cosine, 1>},
    {"tanh", arithmetic<HyperbolicTangent, 1>},
    {"copysign", arithmetic<CopySign, 2>},
    {"testp", choose_test},
};

}  // namespace

Choice real_add(const Statement& s) { return arithmetic<Add, 2>(s); }
Choice real_subtract(const Statement& s) { return arithmetic<Subtract, 2>(s); }
Choice real_multiply(const Statement& s) { return arithmetic<Multiply, 2>(s); }
Choice real_fused(const Statement& s) { return arithmetic<Fused, 3>(s); }
Choice real_divide(const Statement& s) { return arithmetic<Divide, 2>(s); }
Choice real_minimum(const Statement& s) {
  return s.has("NaN") ? arithmetic<MinimumWithNan, 2>(s) : arithmetic<Minimum, 2>(s);
}
Choice real_maximum(const Statement& s) {
  return s.has("NaN") ? arithmetic<MaximumWithNan, 2>(s) : arithmetic<Maximum, 2>(s);
}
Choice real_absolute(const Statement& s) { return {unary_for<ClearSign>(Words{}, as_bits(s.type)), "tt"}; }
Choice real_negate(const Statement& s) { return {unary_for<FlipSign>(Words{}, as_bits(s.type)), "tt"}; }

std::span<const Row> real_rows() { return rows; }

}  // namespace batt::ptx
