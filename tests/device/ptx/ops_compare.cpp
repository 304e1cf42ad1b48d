// Comparisons into predicates, and choices by them.
#include <cmath>

#include "tests/device/ptx/operations.h"

namespace batt::ptx {
namespace {

struct Equal {
  template <class T>
  bool operator()(T a, T b) const {
    return a == b;
  }
};
/// An ordered comparison: false when either side is not a number.
struct NotEqual {
  template <class T>
  bool operator()(T a, T b) const {
    return std::is_floating_point_v<T> ? a < b || a > b : a != b;
  }
};
struct Less {
  template <class T>
  bool operator()(T a, T b) const {
    return a < b;
  }
};
struct LessEqual {
  template <class T>
  bool operator()(T a, T b) const {
    return a <= b;
  }
};
struct Greater {
  template <class T>
  bool operator()(T a, T b) const {
    return a > b;
  }
};
struct GreaterEqual {
  template <class T>
  bool operator()(T a, T b) const {
    return a >= b;
  }
};
/// True as well when either side is not a number.
template <class Comparison>
struct OrUnordered {
  template <class T>
  bool operator()(T a, T b) const {
    return Comparison{}(a, b) || std::isunordered(a, b);
  }
};
struct Ordered {
  template <class T>
  bool operator()(T a, T b) const {
    return !std::isunordered(a, b);
  }
};
struct Unordered {
  template <class T>
  bool operator()(T a, T b) const {
    return std::isunordered(a, b);
  }
};

template <class T, class Comparison>
std::uint32_t compare(Group& group, const Instruction& instruction) {
  const T* a = group.source<T>(instruction.operands[1]);
  const T* b = group.source<T>(instruction.operands[2]);
  std::uint8_t each[warp_size];
  for (unsigned lane = 0; lane < warp_size; ++lane) each[lane] = Comparison{}(a[lane], b[lane]);
  std::uint32_t results = 0;
  for (unsigned begin = 0; begin < warp_size; begin += 8) {
    // Eight bytes of 0 or 1 become eight bits: the product moves each to the top byte.
    std::uint64_t bytes;
    std::memcpy(&bytes, each + begin, 8);
    results |= static_cast<std::uint32_t>(bytes * 0x0102040810204080u >> 56) << begin;
  }
  return results;
}

enum class Combine : std::uint8_t { none, and_, or_, xor_ };

std::uint32_t combined(std::uint32_t a, std::uint32_t b, Combine how) {
  switch (how) {
    case Combine::and_: return a & b;
    case Combine::or_: return a | b;
    case Combine::xor_: return a ^ b;
    default: return a;
  }
}

template <class T, class Comparison, Combine how>
void set_predicate(Group& group, const Instruction& instruction) {
  const std::uint32_t results = compare<T, Comparison>(group, instruction);
  const std::uint32_t other = how == Combine::none ? 0 : group.predicate(instruction.operands[3]);
  group.write_predicate(instruction.operands[0], combined(results, other, how));
  if (instruction.second.base != Base::sink) group.write_predicate(instruction.second, combined(~results, other, how));
}

/// set: all bits or 1.0 for true.
template <class T, class Comparison, Combine how>
void set_value(Group& group, const Instruction& instruction) {
  std::uint32_t results = compare<T, Comparison>(group, instruction);
  if (how != Combine::none) results = combined(results, group.predicate(instruction.operands[3]), how);
  const std::uint32_t truth = instruction.type.kind == Kind::real ? std::bit_cast<std::uint32_t>(1.0f) : all_lanes;
  std::uint32_t values[warp_size];
  for (unsigned lane = 0; lane < warp_size; ++lane) values[lane] = results >> lane & 1 ? truth : 0;
  group.write(instruction.operands[0], values);
}

template <class T, class Comparison>
struct Forms {
  Handler predicate[4] = {set_predicate<T, Comparison, Combine::none>, set_predicate<T, Comparison, Combine::and_>,
                          set_predicate<T, Comparison, Combine::or_>, set_predicate<T, Comparison, Combine::xor_>};
  Handler value[4] = {set_value<T, Comparison, Combine::none>, set_value<T, Comparison, Combine::and_>,
                      set_value<T, Comparison, Combine::or_>, set_value<T, Comparison, Combine::xor_>};
};

std::size_t combination(const Statement& s) { return s.has("and") ? 1 : s.has("or") ? 2 : s.has("xor") ? 3 : 0; }

using Chooser = Handler (*)(const Statement&, Type, bool into_predicate);

template <class Comparison, class... T>
Handler among(Types<T...>, const Statement& s, Type type, bool into_predicate) {
  Handler found = nullptr;
  const auto take = [&](const auto& forms) {
    found = into_predicate ? forms.predicate[combination(s)] : forms.value[combination(s)];
  };
  ((is_type<T>(type) ? take(Forms<T, Comparison>{}) : void()), ...);
  return found;
}
template <class Comparison>
Handler on_all(const Statement& s, Type type, bool into_predicate) {
  if (const Handler found = among<Comparison>(Integers{}, s, type, into_predicate)) return found;
  return among<Comparison>(Reals{}, s, type, into_predicate);
}
template <class Comparison>
Handler on_unsigned(const Statement& s, Type type, bool into_predicate) {
  return among<Comparison>(Unsigned{}, s, as_bits(type), into_predicate);
}
template <class Comparison>
Handler on_reals(const Statement& s, Type type, bool into_predicate) {
  return among<Comparison>(Reals{}, s, type, into_predicate);
}

struct NamedComparison {
  std::string_view name;
  Chooser choose;
};
constexpr NamedComparison comparisons[] = {
    {"eq", on_all<Equal>},
    {"ne", on_all<NotEqual>},
    {"lt", on_all<Less>},
    {"le", on_all<LessEqual>},
    {"gt", on_all<Greater>},
    {"ge", on_all<GreaterEqual>},
    {"lo", on_unsigned<Less>},
    {"ls", on_unsigned<LessEqual>},
    {"hi", on_unsigned<Greater>},
    {"hs", on_unsigned<GreaterEqual>},
    {"equ", on_reals<OrUnordered<Equal>>},
    {"neu", on_reals<OrUnordered<NotEqual>>},
    {"ltu", on_reals<OrUnordered<Less>>},
    {"leu", on_reals<OrUnordered<LessEqual>>},
    {"gtu", on_reals<OrUnordered<Greater>>},
    {"geu", on_reals<OrUnordered<GreaterEqual>>},
    {"num", on_reals<Ordered>},
    {"nan", on_reals<Unordered>},
};

Handler comparison(const Statement& s, Type type, bool into_predicate) {
  if (s.has("ftz")) return nullptr;
  for (const NamedComparison& named : comparisons)
    if (!s.modifiers.empty() && s.modifiers.front() == named.name) return named.choose(s, type, into_predicate);
  return nullptr;
}

template <class T>
struct MakeSelect {
  static void select(Group& group, const Instruction& instruction) {
    const T* a = group.source<T>(instruction.operands[1]);
    const T* b = group.source<T>(instruction.operands[2]);
    T results[warp_size];
    LaneMask(group.predicate(instruction.operands[3])).blend(results, a, b);
    group.write(instruction.operands[0], results);
  }
  static constexpr Handler handler = select;
};

struct ChooseBySign {
  template <class T, class C>
  T operator()(T a, T b, C c) const {
    return c >= 0 ? a : b;
  }
};
template <class C>
struct SelectBySign {
  template <class T>
  struct Make {
    static constexpr Handler handler = ternary<T, T, T, C, ChooseBySign>;
  };
};

constexpr Row rows[] = {
    {"setp",
     [](const Statement& s) -> Choice {
       return {comparison(s, s.type, true), combination(s) ? "pttp" : "ptt"};
     }},
    {"set",
     [](const Statement& s) -> Choice {
       if (s.type.bytes != 4) return {};
       return {comparison(s, s.second_type, false), combination(s) ? "tssp" : "tss"};
     }},
    {"selp",
     [](const Statement& s) -> Choice {
       return {for_type<MakeSelect>(Unsigned{}, as_bits(s.type)), "tttp"};
     }},
    {"slct",
     [](const Statement& s) -> Choice {
       if (is_type<float>(s.second_type))
         return {for_type<SelectBySign<float>::Make>(Unsigned{}, as_bits(s.type)), "ttts"};
       return {for_type<SelectBySign<std::int32_t>::Make>(Unsigned{}, as_bits(s.type)), "ttts"};
     }},
};

}  // namespace

std::span<const Row> compare_rows() { return rows; }

}  // namespace batt::ptx
