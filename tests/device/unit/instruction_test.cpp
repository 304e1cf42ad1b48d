// Single instructions against the same computation in C++, with random operands and the values where mistakes hide.
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

#include "tests/device/unit/harness.h"

namespace {

using namespace batt::ptx;
using namespace batt::ptx::testing;
using U8 = std::uint8_t;
using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;
using I16 = std::int16_t;
using I32 = std::int32_t;
using I64 = std::int64_t;
__extension__ using I128 = __int128;
__extension__ using U128 = unsigned __int128;

struct Operands {
  U64 a, b, c, d;
};

/// The operands a, b, c, d are in %h0-3, %r0-3 and %d0-3; the result is in %h4, %r4 or %d4, whichever `bits` says.
struct Row {
  std::string code;
  int bits;
  std::function<U64(const Operands&)> expected;
};

constexpr int threads = 256;

std::string kernel_of(const Row& row) {
  std::string body = "  mul.wide.u32 %d20, %t, 32; add.u64 %d21, %in, %d20;\n";
  for (int i = 0; i < 4; ++i) {
    const std::string n = std::to_string(i);
    body += "  ld.global.u64 %d" + n + ", [%d21+" + std::to_string(8 * i) + "]; cvt.u32.u64 %r" + n + ", %d" + n +
            "; cvt.u16.u64 %h" + n + ", %d" + n + ";\n";
  }
  body += "  mov.b64 %d4, 0; mov.b32 %r4, 0; mov.b16 %h4, 0;\n  " + row.code + "\n";
  if (row.bits == 16) body += "  cvt.u64.u16 %d4, %h4;\n";
  if (row.bits == 32) body += "  cvt.u64.u32 %d4, %r4;\n";
  return kernel(body + "  mul.wide.u32 %d22, %t, 8; add.u64 %d23, %out, %d22; st.global.u64 [%d23], %d4;");
}

U64 random_operand(std::mt19937_64& random) {
  constexpr U64 edges[] = {0,
                           1,
                           2,
                           31,
                           32,
                           33,
                           63,
                           64,
                           0x7f,
                           0x80,
                           0xff,
                           0x7fff,
                           0x8000,
                           0xffff,
                           0x7fffffff,
                           0x80000000,
                           0xffffffff,
                           0x7fffffffffffffff,
                           0x8000000000000000,
                           ~U64{0},
                           0xffffffff80000000};
  switch (random() % 4) {
    case 0: return edges[random() % std::size(edges)];
    case 1: return random() % 70;
    default: return random();
  }
}

std::vector<Operands> random_operands(const std::string& code) {
  std::mt19937_64 random(std::hash<std::string>{}(code));
  std::vector<Operands> operands(threads);
  for (Operands& each : operands)
    each = {random_operand(random), random_operand(random), random_operand(random), random_operand(random)};
  return operands;
}

void check(const Row& row) {
  INFO(row.code);
  const std::vector<std::string> texts{kernel_of(row)};
  const auto module = Module::load(texts);
  Machine machine(*module);
  std::vector<Operands> operands = random_operands(row.code);
  std::vector<U64> results(threads);
  machine.set_buffers({{operands.data(), operands.size() * sizeof(Operands)}, {results.data(), results.size() * 8}});
  void* in = operands.data();
  void* out = results.data();
  void* arguments[] = {&in, &out};
  Launch launch;
  launch.kernel = std::string("k");
  launch.block = {threads, 1, 1};
  launch.arguments = arguments;
  const auto diagnosis = machine.launch(launch);
  INFO((diagnosis ? diagnosis->text() : ""));
  REQUIRE_FALSE(diagnosis);
  const U64 mask = row.bits == 64 ? ~U64{0} : (U64{1} << row.bits) - 1;
  for (int i = 0; i < threads; ++i) {
    const Operands& o = operands[static_cast<std::size_t>(i)];
    INFO("a " << o.a << " b " << o.b << " c " << o.c << " d " << o.d);
    REQUIRE(results[static_cast<std::size_t>(i)] == (row.expected(o) & mask));
  }
}

template <class T>
T as(U64 bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
U64 bits_of(float value) { return std::bit_cast<U32>(value); }
U64 bits_of(double value) { return std::bit_cast<U64>(value); }
/// Any value that is not a number counts as the same one.
template <class T>
U64 canonical(T value) {
  return std::isnan(value) ? 0 : bits_of(value);
}

U64 reversed(U64 value, int bits) {
  U64 result = 0;
  for (int i = 0; i < bits; ++i) result |= (value >> i & 1) << (bits - 1 - i);
  return result;
}
U64 field(U64 value, U64 begin, U64 length, int bits, bool with_sign) {
  begin &= 255;
  length &= 255;
  const U64 last = std::min<U64>(begin + length - 1, static_cast<U64>(bits) - 1);
  const U64 sign = with_sign && length > 0 ? value >> last & 1 : 0;
  U64 result = 0;
  for (U64 i = 0; i < static_cast<U64>(bits); ++i)
    result |= (i < length && begin + i < static_cast<U64>(bits) ? value >> (begin + i) & 1 : sign) << i;
  return result;
}
U64 inserted(U64 from, U64 into, U64 begin, U64 length, int bits) {
  begin &= 255;
  length &= 255;
  for (U64 i = 0; i < length && begin + i < static_cast<U64>(bits); ++i) {
    const U64 bit = U64{1} << (begin + i);
    into = (from >> i & 1) ? into | bit : into & ~bit;
  }
  return into;
}
template <class T>
U64 shifted_right(T value, U32 count) {
  constexpr U32 bits = 8 * sizeof(T);
  return static_cast<U64>(count >= bits ? (value < 0 ? T(-1) : T(0)) : T(value >> count));
}

TEST_CASE("integer arithmetic") {
  const std::vector<Row> rows = {
      {"add.s32 %r4, %r0, %r1;", 32, [](const Operands& o) { return o.a + o.b; }},
      {"add.s64 %d4, %d0, %d1;", 64, [](const Operands& o) { return o.a + o.b; }},
      {"add.s16 %h4, %h0, %h1;", 16, [](const Operands& o) { return o.a + o.b; }},
      {"add.sat.s32 %r4, %r0, %r1;", 32,
       [](const Operands& o) {
         return static_cast<U64>(std::clamp<I64>(I64{I32(o.a)} + I32(o.b), INT32_MIN, INT32_MAX));
       }},
      {"sub.u32 %r4, %r0, 5;", 32, [](const Operands& o) { return o.a - 5; }},
      {"sub.s64 %d4, %d0, %d1;", 64, [](const Operands& o) { return o.a - o.b; }},
      {"mul.lo.s32 %r4, %r0, %r1;", 32, [](const Operands& o) { return o.a * o.b; }},
      {"mul.lo.u16 %h4, %h0, %h1;", 16, [](const Operands& o) { return o.a * o.b; }},
      {"mul.lo.s64 %d4, %d0, %d1;", 64, [](const Operands& o) { return o.a * o.b; }},
      {"mul.hi.s32 %r4, %r0, %r1;", 32,
       [](const Operands& o) { return static_cast<U64>(I64{I32(o.a)} * I32(o.b) >> 32); }},
      {"mul.hi.u32 %r4, %r0, %r1;", 32, [](const Operands& o) { return U64{U32(o.a)} * U32(o.b) >> 32; }},
      {"mul.hi.u64 %d4, %d0, %d1;", 64, [](const Operands& o) { return static_cast<U64>(U128{o.a} * o.b >> 64); }},
      {"mul.hi.s64 %d4, %d0, %d1;", 64,
       [](const Operands& o) { return static_cast<U64>(I128{I64(o.a)} * I64(o.b) >> 64); }},
      {"mul.hi.u16 %h4, %h0, %h1;", 16, [](const Operands& o) { return U64{U16(o.a)} * U16(o.b) >> 16; }},
      {"mul.wide.s32 %d4, %r0, %r1;", 64, [](const Operands& o) { return static_cast<U64>(I64{I32(o.a)} * I32(o.b)); }},
      {"mul.wide.u32 %d4, %r0, %r1;", 64, [](const Operands& o) { return U64{U32(o.a)} * U32(o.b); }},
      {"mul.wide.u16 %r4, %h0, %h1;", 32, [](const Operands& o) { return U64{U16(o.a)} * U16(o.b); }},
      {"mul.wide.s16 %r4, %h0, %h1;", 32, [](const Operands& o) { return static_cast<U64>(I64{I16(o.a)} * I16(o.b)); }},
      {"mul24.lo.u32 %r4, %r0, %r1;", 32, [](const Operands& o) { return (o.a & 0xffffff) * (o.b & 0xffffff); }},
      {"mad.lo.s32 %r4, %r0, %r1, %r2;", 32, [](const Operands& o) { return o.a * o.b + o.c; }},
      {"mad.lo.s64 %d4, %d0, %d1, %d2;", 64, [](const Operands& o) { return o.a * o.b + o.c; }},
      {"mad.hi.u32 %r4, %r0, %r1, %r2;", 32, [](const Operands& o) { return (U64{U32(o.a)} * U32(o.b) >> 32) + o.c; }},
      {"mad.wide.u32 %d4, %r0, %r1, %d2;", 64, [](const Operands& o) { return U64{U32(o.a)} * U32(o.b) + o.c; }},
      {"mad.wide.s32 %d4, %r0, %r1, %d2;", 64,
       [](const Operands& o) { return static_cast<U64>(I64{I32(o.a)} * I32(o.b)) + o.c; }},
      {"or.b32 %r1, %r1, 1; div.u32 %r4, %r0, %r1;", 32,
       [](const Operands& o) { return U64{U32(o.a) / (U32(o.b) | 1)}; }},
      {"or.b32 %r1, %r1, 2; and.b32 %r1, %r1, 2147483646; div.s32 %r4, %r0, %r1;", 32,
       [](const Operands& o) { return static_cast<U64>(I32(o.a) / I32((U32(o.b) | 2) & 0x7ffffffe)); }},
      {"or.b64 %d1, %d1, 1; rem.u64 %d4, %d0, %d1;", 64, [](const Operands& o) { return o.a % (o.b | 1); }},
      {"rem.s32 %r4, %r0, 7;", 32, [](const Operands& o) { return static_cast<U64>(I32(o.a) % 7); }},
      {"div.s64 %d4, %d0, -3;", 64, [](const Operands& o) { return static_cast<U64>(I64(o.a) / -3); }},
      {"min.s32 %r4, %r0, %r1;", 32, [](const Operands& o) { return static_cast<U64>(std::min(I32(o.a), I32(o.b))); }},
      {"min.u64 %d4, %d0, %d1;", 64, [](const Operands& o) { return std::min(o.a, o.b); }},
      {"max.s64 %d4, %d0, %d1;", 64, [](const Operands& o) { return static_cast<U64>(std::max(I64(o.a), I64(o.b))); }},
      {"max.u16 %h4, %h0, %h1;", 16, [](const Operands& o) { return U64{std::max(U16(o.a), U16(o.b))}; }},
      {"abs.s32 %r4, %r0;", 32, [](const Operands& o) { return I32(o.a) < 0 ? 0 - o.a : o.a; }},
      {"neg.s64 %d4, %d0;", 64, [](const Operands& o) { return 0 - o.a; }},
      {"sad.u32 %r4, %r0, %r1, %r2;", 32,
       [](const Operands& o) { return o.c + (std::max(U32(o.a), U32(o.b)) - std::min(U32(o.a), U32(o.b))); }},
      {"dp4a.u32.u32 %r4, %r0, %r1, %r2;", 32,
       [](const Operands& o) {
         U64 sum = o.c;
         for (int i = 0; i < 4; ++i) sum += U64{U8(o.a >> 8 * i)} * U8(o.b >> 8 * i);
         return sum;
       }},
  };
  for (const Row& row : rows) check(row);
}

TEST_CASE("carries connect the words of long numbers") {
  const std::vector<Row> rows = {
      {"add.cc.u32 %r4, %r0, %r1; addc.u32 %r4, %r2, %r3;", 32,
       [](const Operands& o) { return o.c + o.d + ((U64{U32(o.a)} + U32(o.b)) >> 32); }},
      {"add.cc.u64 %d4, %d0, %d1; addc.u64 %d4, %d2, %d3;", 64,
       [](const Operands& o) { return o.c + o.d + (o.a + o.b < o.a); }},
      {"sub.cc.u64 %d4, %d0, %d1; subc.u64 %d4, %d2, %d3;", 64,
       [](const Operands& o) { return o.c - o.d - (o.a < o.b); }},
      {"sub.cc.u32 %r4, %r0, %r1; subc.cc.u32 %r4, %r2, %r3; subc.u32 %r4, 0, 0;", 32,
       [](const Operands& o) {
         const U64 first = U64{U32(o.c)} << 32 | U32(o.a), second = U64{U32(o.d)} << 32 | U32(o.b);
         return first < second ? ~U64{0} : 0;
       }},
      {"mad.lo.cc.u32 %r4, %r0, %r1, %r2; madc.hi.u32 %r4, %r0, %r1, %r3;", 32,
       [](const Operands& o) {
         const U64 sum = U64{U32(o.a * o.b)} + U32(o.c);
         return (U64{U32(o.a)} * U32(o.b) >> 32) + o.d + (sum >> 32);
       }},
  };
  for (const Row& row : rows) check(row);
}

TEST_CASE("bits") {
  const std::vector<Row> rows = {
      {"and.b32 %r4, %r0, %r1;", 32, [](const Operands& o) { return o.a & o.b; }},
      {"or.b64 %d4, %d0, %d1;", 64, [](const Operands& o) { return o.a | o.b; }},
      {"xor.b16 %h4, %h0, %h1;", 16, [](const Operands& o) { return o.a ^ o.b; }},
      {"not.b32 %r4, %r0;", 32, [](const Operands& o) { return ~o.a; }},
      {"cnot.b32 %r4, %r0;", 32, [](const Operands& o) { return U64{U32(o.a) == 0}; }},
      {"shl.b32 %r4, %r0, %r1;", 32, [](const Operands& o) { return U32(o.b) >= 32 ? 0 : o.a << U32(o.b); }},
      {"shl.b64 %d4, %d0, %r1;", 64, [](const Operands& o) { return U32(o.b) >= 64 ? 0 : o.a << U32(o.b); }},
      {"shl.b16 %h4, %h0, %r1;", 16, [](const Operands& o) { return U32(o.b) >= 16 ? 0 : o.a << U32(o.b); }},
      {"shr.u32 %r4, %r0, %r1;", 32, [](const Operands& o) { return shifted_right(U32(o.a), U32(o.b)); }},
      {"shr.s32 %r4, %r0, %r1;", 32, [](const Operands& o) { return shifted_right(I32(o.a), U32(o.b)); }},
      {"shr.s64 %d4, %d0, %r1;", 64, [](const Operands& o) { return shifted_right(I64(o.a), U32(o.b)); }},
      {"shr.s16 %h4, %h0, %r1;", 16, [](const Operands& o) { return shifted_right(I16(o.a), U32(o.b)); }},
      {"shf.l.wrap.b32 %r4, %r0, %r1, %r2;", 32,
       [](const Operands& o) { return (U64{U32(o.b)} << 32 | U32(o.a)) << (o.c & 31) >> 32; }},
      {"shf.r.clamp.b32 %r4, %r0, %r1, %r2;", 32,
       [](const Operands& o) { return (U64{U32(o.b)} << 32 | U32(o.a)) >> std::min(U32(o.c), 32u); }},
      {"lop3.b32 %r4, %r0, %r1, %r2, 0xca;", 32, [](const Operands& o) { return (o.a & o.b) | (~o.a & o.c); }},
      {"lop3.b32 %r4, %r0, %r1, %r2, 0x96;", 32, [](const Operands& o) { return o.a ^ o.b ^ o.c; }},
      {"popc.b32 %r4, %r0;", 32, [](const Operands& o) { return static_cast<U64>(std::popcount(U32(o.a))); }},
      {"popc.b64 %r4, %d0;", 32, [](const Operands& o) { return static_cast<U64>(std::popcount(o.a)); }},
      {"clz.b32 %r4, %r0;", 32, [](const Operands& o) { return static_cast<U64>(std::countl_zero(U32(o.a))); }},
      {"clz.b64 %r4, %d0;", 32, [](const Operands& o) { return static_cast<U64>(std::countl_zero(o.a)); }},
      {"brev.b32 %r4, %r0;", 32, [](const Operands& o) { return reversed(U32(o.a), 32); }},
      {"brev.b64 %d4, %d0;", 64, [](const Operands& o) { return reversed(o.a, 64); }},
      {"bfind.u32 %r4, %r0;", 32,
       [](const Operands& o) { return U32(o.a) ? static_cast<U64>(31 - std::countl_zero(U32(o.a))) : ~U64{0}; }},
      {"bfind.shiftamt.u64 %r4, %d0;", 32,
       [](const Operands& o) { return o.a ? static_cast<U64>(std::countl_zero(o.a)) : ~U64{0}; }},
      {"bfind.s32 %r4, %r0;", 32,
       [](const Operands& o) {
         const U32 bits = I32(o.a) < 0 ? ~U32(o.a) : U32(o.a);
         return bits ? static_cast<U64>(31 - std::countl_zero(bits)) : ~U64{0};
       }},
      {"bfe.u32 %r4, %r0, %r1, %r2;", 32, [](const Operands& o) { return field(U32(o.a), o.b, o.c, 32, false); }},
      {"bfe.s32 %r4, %r0, %r1, %r2;", 32, [](const Operands& o) { return field(U32(o.a), o.b, o.c, 32, true); }},
      {"bfe.s64 %d4, %d0, %r1, %r2;", 64, [](const Operands& o) { return field(o.a, o.b, o.c, 64, true); }},
      {"bfi.b32 %r4, %r0, %r1, %r2, %r3;", 32, [](const Operands& o) { return inserted(o.a, U32(o.b), o.c, o.d, 32); }},
      {"bfi.b64 %d4, %d0, %d1, %r2, %r3;", 64, [](const Operands& o) { return inserted(o.a, o.b, o.c, o.d, 64); }},
      {"prmt.b32 %r4, %r0, %r1, 0x7a30;", 32,
       [](const Operands& o) {
         const U64 both = U64{U32(o.b)} << 32 | U32(o.a), spread = both >> 23 & 1 ? 255 : 0;
         return (both & 255) | (both >> 24 & 255) << 8 | spread << 16 | (both >> 56) << 24;
       }},
      {"mov.b64 %d4, {%r0, %r1};", 64, [](const Operands& o) { return U64{U32(o.b)} << 32 | U32(o.a); }},
      {"mov.b64 {%r5, %r4}, %d0;", 32, [](const Operands& o) { return o.a >> 32; }},
      {"mov.b32 {%h5, %h4}, %r0;", 16, [](const Operands& o) { return o.a >> 16; }},
  };
  for (const Row& row : rows) check(row);
}

TEST_CASE("comparisons and choices") {
  const std::string to_r4 = " selp.u32 %r4, 1, 0, %p0;";
  const std::vector<Row> rows = {
      {"setp.lt.s32 %p0, %r0, %r1;" + to_r4, 32, [](const Operands& o) { return U64{I32(o.a) < I32(o.b)}; }},
      {"setp.lt.u32 %p0, %r0, %r1;" + to_r4, 32, [](const Operands& o) { return U64{U32(o.a) < U32(o.b)}; }},
      {"setp.ge.s64 %p0, %d0, %d1;" + to_r4, 32, [](const Operands& o) { return U64{I64(o.a) >= I64(o.b)}; }},
      {"setp.hi.u64 %p0, %d0, %d1;" + to_r4, 32, [](const Operands& o) { return U64{o.a > o.b}; }},
      {"setp.ne.s16 %p0, %h0, %h1;" + to_r4, 32, [](const Operands& o) { return U64{U16(o.a) != U16(o.b)}; }},
      {"setp.eq.u32 %p1, %r2, %r3; setp.gt.and.s32 %p0|%p2, %r0, %r1, !%p1;" + to_r4, 32,
       [](const Operands& o) { return U64{I32(o.a) > I32(o.b) && U32(o.c) != U32(o.d)}; }},
      {"setp.eq.u32 %p1, %r2, %r3; setp.gt.or.s32 %p2|%p0, %r0, %r1, %p1;" + to_r4, 32,
       [](const Operands& o) { return U64{I32(o.a) <= I32(o.b) || U32(o.c) == U32(o.d)}; }},
      {"setp.lt.s32 %p1, %r0, 0; setp.lt.s32 %p2, %r1, 0; xor.pred %p0, %p1, %p2; not.pred %p0, %p0;" + to_r4, 32,
       [](const Operands& o) { return U64{(I32(o.a) < 0) == (I32(o.b) < 0)}; }},
      {"set.le.u32.s32 %r4, %r0, %r1;", 32, [](const Operands& o) { return I32(o.a) <= I32(o.b) ? ~U64{0} : 0; }},
      {"setp.lt.s32 %p0, %r2, 0; selp.b64 %d4, %d0, %d1, %p0;", 64,
       [](const Operands& o) { return I32(o.c) < 0 ? o.a : o.b; }},
      {"slct.u32.s32 %r4, %r0, %r1, %r2;", 32, [](const Operands& o) { return I32(o.c) >= 0 ? o.a : o.b; }},
      {"setp.lt.s32 %p0, %r2, 0; mov.b32 %r4, %r0; @%p0 mov.b32 %r4, %r1; @!%p0 add.s32 %r4, %r4, 1;", 32,
       [](const Operands& o) { return I32(o.c) < 0 ? o.b : o.a + 1; }},
      {"mov.b32 %f0, %r0; mov.b32 %f1, %r1; setp.ltu.f32 %p0, %f0, %f1;" + to_r4, 32,
       [](const Operands& o) { return U64{!(as<float>(o.a) >= as<float>(o.b))}; }},
      {"mov.b64 %g0, %d0; mov.b64 %g1, %d1; setp.ne.f64 %p0, %g0, %g1;" + to_r4, 32,
       [](const Operands& o) {
         const double a = as<double>(o.a), b = as<double>(o.b);
         return U64{a < b || a > b};
       }},
  };
  for (const Row& row : rows) check(row);
}

TEST_CASE("conversions") {
  const std::vector<Row> rows = {
      {"cvt.s64.s32 %d4, %r0;", 64, [](const Operands& o) { return static_cast<U64>(I64{I32(o.a)}); }},
      {"cvt.s32.s8 %r4, %r0;", 32, [](const Operands& o) { return static_cast<U64>(I64{std::int8_t(o.a)}); }},
      {"cvt.s16.s8 %h4, %r0;", 16, [](const Operands& o) { return static_cast<U64>(I64{std::int8_t(o.a)}); }},
      {"cvt.u32.u16 %r4, %h0;", 32, [](const Operands& o) { return U64{U16(o.a)}; }},
      {"cvt.u8.u32 %r4, %r0;", 32, [](const Operands& o) { return U64{U8(o.a)}; }},
      {"cvt.sat.u8.s32 %r4, %r0;", 32,
       [](const Operands& o) { return static_cast<U64>(std::clamp(I32(o.a), 0, 255)); }},
      {"cvt.rn.f32.s32 %f0, %r0; mov.b32 %r4, %f0;", 32,
       [](const Operands& o) { return bits_of(static_cast<float>(I32(o.a))); }},
      {"cvt.rn.f64.u64 %g0, %d0; mov.b64 %d4, %g0;", 64,
       [](const Operands& o) { return bits_of(static_cast<double>(o.a)); }},
      {"cvt.rn.f64.s32 %g0, %r0; cvt.rzi.s32.f64 %r4, %g0;", 32, [](const Operands& o) { return o.a; }},
      {"cvt.rn.f32.s32 %f0, %r0; mul.f32 %f0, %f0, 0f3F000000; cvt.rni.s32.f32 %r4, %f0;", 32,
       [](const Operands& o) {
         return static_cast<U64>(
             static_cast<I64>(std::min(std::nearbyint(static_cast<float>(I32(o.a)) * 0.5f), 2147483647.f)));
       }},
      {"cvt.rn.f64.s32 %g0, %r0; mul.f64 %g0, %g0, 0d4000000000000000; cvt.rzi.s32.f64 %r4, %g0;", 32,
       [](const Operands& o) { return static_cast<U64>(std::clamp<I64>(2 * I64{I32(o.a)}, INT32_MIN, INT32_MAX)); }},
      {"cvt.rn.f64.s32 %g0, %r0; cvt.rn.f32.f64 %f0, %g0; mov.b32 %r4, %f0;", 32,
       [](const Operands& o) { return bits_of(static_cast<float>(static_cast<double>(I32(o.a)))); }},
  };
  for (const Row& row : rows) check(row);
}

TEST_CASE("real arithmetic") {
  // Operands that are not numbers are made 0 on both sides: their bits are not specified.
  const std::string load = "mov.b32 %f0, %r0; mov.b32 %f1, %r1; mov.b32 %f2, %r2; mov.b64 %g0, %d0; mov.b64 %g1, %d1; ";
  const std::string store32 = " testp.notanumber.f32 %p7, %f4; mov.b32 %r4, %f4; @%p7 mov.b32 %r4, 0;";
  const std::string store64 = " testp.notanumber.f64 %p7, %g4; mov.b64 %d4, %g4; @%p7 mov.b64 %d4, 0;";
  const auto f = [](U64 bits) { return as<float>(bits); };
  const auto g = [](U64 bits) { return as<double>(bits); };
  const std::vector<Row> rows = {
      {load + "add.f32 %f4, %f0, %f1;" + store32, 32, [=](const Operands& o) { return canonical(f(o.a) + f(o.b)); }},
      {load + "mul.rn.f32 %f4, %f0, %f1;" + store32, 32, [=](const Operands& o) { return canonical(f(o.a) * f(o.b)); }},
      {load + "div.rn.f32 %f4, %f0, %f1;" + store32, 32, [=](const Operands& o) { return canonical(f(o.a) / f(o.b)); }},
      {load + "fma.rn.f32 %f4, %f0, %f1, %f2;" + store32, 32,
       [=](const Operands& o) { return canonical(std::fma(f(o.a), f(o.b), f(o.c))); }},
      {load + "sqrt.rn.f32 %f4, %f0;" + store32, 32, [=](const Operands& o) { return canonical(std::sqrt(f(o.a))); }},
      {load + "sub.f64 %g4, %g0, %g1;" + store64, 64, [=](const Operands& o) { return canonical(g(o.a) - g(o.b)); }},
      {load + "div.rn.f64 %g4, %g0, %g1;" + store64, 64, [=](const Operands& o) { return canonical(g(o.a) / g(o.b)); }},
      {load + "abs.f64 %g4, %g0; neg.f64 %g4, %g4;" + store64, 64,
       [=](const Operands& o) { return canonical(-std::fabs(g(o.a))); }},
      {load + "cvt.rn.f64.s32 %g0, %r0; cvt.rn.f64.s32 %g1, %r1; max.f64 %g4, %g0, %g1;" + store64, 64,
       [=](const Operands& o) { return bits_of(static_cast<double>(std::max(I32(o.a), I32(o.b)))); }},
      {"cvt.rn.f64.s32 %g0, 1; cvt.rn.f64.s32 %g1, 3; div.rp.f64 %g4, %g0, %g1; mov.b64 %d4, %g4;", 64,
       [=](const Operands&) { return bits_of(std::nextafter(1.0 / 3.0, 1.0)); }},
  };
  for (const Row& row : rows) check(row);
}

}  // namespace
