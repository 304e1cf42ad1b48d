// Loads and stores. Addresses of all active lanes are resolved first; only then is memory touched.
#include "tests/device/ptx/resolve.h"

namespace batt::ptx {
namespace {

template <class T, class Word>
void load_into(Group& group, const Operand& to, std::byte* const* from, unsigned element) {
  Word values[warp_size];
  for (const unsigned lane : Lanes{group.active}) {
    T value;
    std::memcpy(&value, from[lane] + element * sizeof(T), sizeof(T));
    values[lane] = static_cast<Word>(value);
  }
  group.write(to, values);
}

/// Registers wider than the value take it extended by its sign.
template <class T>
void load(Group& group, const Instruction& instruction) {
  std::byte* from[warp_size];
  resolve(group, instruction, sizeof(T) * instruction.vector, from);
  for (unsigned i = 0; i < instruction.vector; ++i) {
    const Operand& to = instruction.elements[i];
    switch (to.base) {
      case Base::words16:
        if constexpr (sizeof(T) <= 2) load_into<T, std::uint16_t>(group, to, from, i);
        break;
      case Base::words32:
        if constexpr (sizeof(T) <= 4) load_into<T, std::uint32_t>(group, to, from, i);
        break;
      default: load_into<T, std::uint64_t>(group, to, from, i);
    }
  }
}

template <class T, class Word>
void store_from(Group& group, const Operand& source, std::byte* const* to, unsigned element) {
  const Word* values = group.source<Word>(source);
  for (const unsigned lane : Lanes{group.active}) {
    const T value = static_cast<T>(values[lane]);
    std::memcpy(to[lane] + element * sizeof(T), &value, sizeof(T));
  }
}

template <class T>
void store(Group& group, const Instruction& instruction) {
  std::byte* to[warp_size];
  resolve(group, instruction, sizeof(T) * instruction.vector, to);
  using Constant = std::conditional_t<sizeof(T) == 1, std::uint16_t, T>;
  for (unsigned i = 0; i < instruction.vector; ++i) {
    const Operand& source = instruction.elements[i];
    switch (source.base) {
      case Base::words16: store_from<T, std::uint16_t>(group, source, to, i); break;
      case Base::words64: store_from<T, std::uint64_t>(group, source, to, i); break;
      case Base::constants: store_from<T, Constant>(group, source, to, i); break;
      default: store_from<T, std::uint32_t>(group, source, to, i);
    }
  }
}

template <class T>
struct MakeLoad {
  static constexpr Handler handler = load<T>;
};
template <class T>
struct MakeStore {
  static constexpr Handler handler = store<T>;
};
using Loadable = Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, std::int8_t, std::int16_t,
                       std::int32_t, std::int64_t>;

/// Signed values are extended on the way; all others are plain bits.
Type loaded(Type type) { return type.kind == Kind::signed_integer ? type : as_bits(type); }

Choice choose_load(const Statement& s) { return {for_type<MakeLoad>(Loadable{}, loaded(s.type)), "va"}; }

constexpr Row rows[] = {
    {"ld", choose_load},
    {"ldu", choose_load},
    {"st",
     [](const Statement& s) -> Choice {
       return {for_type<MakeStore>(Loadable{}, as_bits(s.type)), "av"};
     }},
};

}  // namespace

std::span<const Row> memory_rows() { return rows; }

}  // namespace batt::ptx
