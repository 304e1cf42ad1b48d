// What lanes do together: votes, shuffles, matches, barriers, atomics, calls, and the schedules they run under.
#include <catch2/catch.hpp>

#include "tests/device/unit/harness.h"

namespace {

using namespace batt::ptx;
using namespace batt::ptx::testing;
using U32 = std::uint32_t;

constexpr Schedule schedules[] = {{0}, {1}, {2}, {3}, {4}, {5}, {0, true}, {1, true}};

/// Runs under every schedule and compares each thread's result.
template <class Expected>
void expect(const std::string& body, Expected expected, U32 threads = 32, const std::string& before = "",
            bool also_strict = true) {
  for (const Schedule& schedule : schedules) {
    if (schedule.strict_reconvergence && !also_strict) continue;
    const Run found = run(kernel(body + store_r0, before), threads, schedule);
    INFO(body << " seed " << schedule.seed << (schedule.strict_reconvergence ? " strict " : " ")
              << (found.diagnosis ? found.diagnosis->text() : ""));
    REQUIRE_FALSE(found.diagnosis);
    for (U32 lane = 0; lane < threads; ++lane) {
      INFO("thread " << lane);
      REQUIRE(found.results[lane] == static_cast<U32>(expected(lane)));
    }
  }
}

TEST_CASE("votes") {
  const std::string odd = "and.b32 %r1, %t, 1; setp.ne.u32 %p0, %r1, 0; ";
  expect(odd + "vote.sync.ballot.b32 %r0, %p0, 0xffffffff;", [](U32) { return 0xaaaaaaaau; });
  expect(odd + "vote.sync.ballot.b32 %r0, !%p0, -1;", [](U32) { return 0x55555555u; });
  expect(odd + "vote.sync.any.pred %p1, %p0, -1; selp.u32 %r0, 7, 8, %p1;", [](U32) { return 7u; });
  expect(odd + "vote.sync.all.pred %p1, %p0, -1; selp.u32 %r0, 7, 8, %p1;", [](U32) { return 8u; });
  expect(odd + "vote.sync.uni.pred %p1, %p0, -1; selp.u32 %r0, 7, 8, %p1;", [](U32) { return 8u; });
}

TEST_CASE("each half of a warp votes by itself") {
  expect(
      "setp.lt.u32 %p0, %t, 16; @%p0 bra low; setp.gt.u32 %p1, %t, 20; vote.sync.ballot.b32 %r0, %p1, 0xffff0000; "
      "bra.uni done;\n"
      "low: setp.lt.u32 %p1, %t, 3; vote.sync.ballot.b32 %r0, %p1, 0x0000ffff;\ndone:\n",
      [](U32 lane) { return lane < 16 ? 7u : 0xffe00000u; });
}

TEST_CASE("lanes meet in one instruction from different places") {
  expect(
      "setp.lt.u32 %p0, %t, 16; mul.lo.u32 %r1, %t, 3; @%p0 bra low; shfl.sync.bfly.b32 %r0, %r1, 16, 31, -1; bra.uni "
      "done;\n"
      "low: add.u32 %r1, %r1, 1000; shfl.sync.bfly.b32 %r0, %r1, 16, 31, -1;\ndone:\n",
      [](U32 lane) { return (lane ^ 16) * 3 + ((lane ^ 16) < 16 ? 1000 : 0); });
}

TEST_CASE("a lane waits for all others while these meet among themselves") {
  expect(
      "setp.eq.u32 %p0, %t, 31; @%p0 bra alone; setp.lt.u32 %p1, %t, 3; vote.sync.ballot.b32 %r0, %p1, 0x7fffffff;\n"
      "bar.warp.sync 0x7fffffff; add.u32 %r0, %r0, 1; bar.warp.sync 0x7fffffff; bar.warp.sync -1; bra.uni done;\n"
      "alone: mov.u32 %r0, 9; bar.warp.sync -1;\ndone:\n",
      [](U32 lane) { return lane == 31 ? 9u : 8u; });
}

TEST_CASE("shuffles") {
  const std::string value = "mad.lo.u32 %r1, %t, 10, 5; ";
  const auto of = [](U32 lane) { return lane * 10 + 5; };
  expect(value + "shfl.sync.up.b32 %r0, %r1, 3, 0, -1;", [&](U32 lane) { return of(lane < 3 ? lane : lane - 3); });
  expect(value + "shfl.sync.down.b32 %r0, %r1, 3, 31, -1;", [&](U32 lane) { return of(lane > 28 ? lane : lane + 3); });
  expect(value + "shfl.sync.bfly.b32 %r0, %r1, 5, 31, -1;", [&](U32 lane) { return of(lane ^ 5); });
  expect(value + "shfl.sync.idx.b32 %r0, %r1, 9, 31, -1;", [&](U32) { return of(9); });
  expect(value + "shfl.sync.idx.b32 %r0, %r1, 2, 0x181f, -1;", [&](U32 lane) { return of(lane / 8 * 8 + 2); });
  expect(value + "shfl.sync.down.b32 %r2|%p0, %r1, 1, 0x1c1f, -1; selp.u32 %r0, %r2, 1, %p0;",
         [&](U32 lane) { return lane % 4 == 3 ? 1u : of(lane + 1); });
}

TEST_CASE("matches, reductions and elections") {
  expect("and.b32 %r1, %t, 3; match.any.sync.b32 %r0, %r1, -1;", [](U32 lane) { return 0x11111111u << lane % 4; });
  expect("shr.u32 %r1, %t, 4; cvt.u64.u32 %d1, %r1; shl.b64 %d1, %d1, 40; match.any.sync.b64 %r0, %d1, -1;",
         [](U32 lane) { return lane < 16 ? 0xffffu : 0xffff0000u; });
  expect("mov.b32 %r1, 6; match.all.sync.b32 %r0|%p0, %r1, -1; @!%p0 mov.b32 %r0, 1;", [](U32) { return 0xffffffffu; });
  expect("match.all.sync.b32 %r0|%p0, %t, -1; @!%p0 mov.b32 %r0, 1;", [](U32) { return 1u; });
  expect("redux.sync.add.s32 %r0, %t, -1;", [](U32) { return 496u; });
  expect("sub.s32 %r1, %t, 7; redux.sync.min.s32 %r0, %r1, -1;", [](U32) { return -7; });
  expect("sub.s32 %r1, %t, 7; redux.sync.max.u32 %r0, %r1, -1;", [](U32) { return 0xffffffffu; });
  expect("redux.sync.xor.b32 %r0, %t, -1;", [](U32) { return 0u; });
  expect("elect.sync %r1|%p0, -1; selp.u32 %r0, 5, 6, %p0;", [](U32 lane) { return lane == 0 ? 5u : 6u; });
}

TEST_CASE("special registers") {
  expect(
      "mov.u32 %r0, %laneid;", [](U32 thread) { return thread % 32; }, 70);
  expect(
      "mov.u32 %r0, %warpid;", [](U32 thread) { return thread / 32; }, 70);
  expect("mov.u32 %r0, %lanemask_lt;", [](U32 lane) { return (1u << lane) - 1; });
  expect("mov.u32 %r0, %lanemask_ge;", [](U32 lane) { return ~((1u << lane) - 1); });
  expect(
      "mov.u32 %r1, %ntid.x; mov.u32 %r2, %nctaid.x; add.u32 %r0, %r1, %r2;", [](U32) { return 71u; }, 70);
  expect(
      "mov.u64 %d1, %clock64; nanosleep.u32 100; mov.u64 %d2, %globaltimer; setp.lt.u64 %p0, %d1, %d2; selp.u32 %r0, "
      "1, 0, %p0;",
      [](U32) { return 1u; });
}

TEST_CASE("barriers and shared memory") {
  const std::string shared = ".shared .align 4 .b8 cells[512];\n";
  const std::string exchange =
      "mov.u32 %r2, cells; mad.lo.u32 %r3, %t, 4, %r2; st.shared.u32 [%r3], %t; bar.sync 0; "
      "xor.b32 %r4, %t, 64; mad.lo.u32 %r3, %r4, 4, %r2; ld.shared.u32 %r0, [%r3];";
  expect(
      exchange, [](U32 thread) { return thread ^ 64; }, 128, shared);
  expect(
      "setp.lt.u32 %p0, %t, 40; bar.red.popc.u32 %r0, 0, %p0;", [](U32) { return 40u; }, 96);
  expect(
      "setp.lt.u32 %p0, %t, 40; barrier.red.or.pred %p1, 0, !%p0; selp.u32 %r0, 1, 0, %p1;", [](U32) { return 1u; },
      96);
  expect(
      "setp.ge.u32 %p0, %t, 32; @%p0 bra other; bar.sync 1, 32;\nother: barrier.sync 0; mov.u32 %r0, 3;",
      [](U32) { return 3u; }, 64);
}

TEST_CASE("atomics") {
  const std::string cell = ".global .align 8 .u64 sum = 5;\n.shared .align 4 .u32 top;\n";
  expect(
      "mov.u64 %d1, sum; cvt.u64.u32 %d2, %t; red.global.add.u64 [%d1], %d2; bar.sync 0; ld.global.u32 %r0, [%d1];",
      [](U32) { return 2021u; }, 64, cell);
  expect(
      "mov.u32 %r1, top; st.shared.u32 [%r1], 0; bar.sync 0; atom.shared.max.s32 %r2, [%r1], %t; bar.sync 0; "
      "ld.shared.u32 %r0, [%r1];",
      [](U32) { return 63u; }, 64, cell);
  // A lock that each lane takes in turn: lanes that wait must not starve the one inside. (Where lanes wait for each
  // other after the loop, the one inside never comes to free it.)
  expect(
      "mov.u64 %d1, sum;\nagain: atom.global.cas.b32 %r1, [%d1], 5, 6; setp.ne.u32 %p0, %r1, 5; @%p0 bra again;\n"
      "ld.global.u32 %r2, [%d1+4]; add.u32 %r2, %r2, 1; st.global.u32 [%d1+4], %r2; membar.gl; atom.global.exch.b32 "
      "%r3, [%d1], 5; bar.sync 0; ld.global.u32 %r0, [%d1+4];",
      [](U32) { return 32u; }, 32, cell, false);
}

TEST_CASE("calls, recursion, pointers and tables") {
  const std::string functions = R"(
.func (.param .b32 back) twice(.param .b32 n) { .reg .b32 %a; ld.param.u32 %a, [n]; add.u32 %a, %a, %a; st.param.b32 [back], %a; ret; }
.func (.param .b32 back) squared(.param .b32 n) { .reg .b32 %a; ld.param.u32 %a, [n]; mul.lo.u32 %a, %a, %a; st.param.b32 [back], %a; ret; }
.func (.param .b32 back) triangle(.param .b32 n)
{
  .reg .b32 %a<4>; .reg .pred %q; .local .align 4 .b8 depot[8]; .reg .b64 %l;
  ld.param.u32 %a0, [n]; mov.u64 %l, depot; st.local.u32 [%l+4], %a0; mov.u32 %a1, 0;
  setp.eq.u32 %q, %a0, 0; @%q bra done;
  sub.u32 %a2, %a0, 1;
  { .param .b32 argument; st.param.b32 [argument], %a2; .param .b32 result; call.uni (result), triangle, (argument); ld.param.b32 %a3, [result]; }
  ld.local.u32 %a0, [%l+4]; add.u32 %a1, %a0, %a3;
done: st.param.b32 [back], %a1; ret;
}
.const .align 8 .u64 table[2] = {twice, squared};
)";
  const std::string call = " { .param .b32 argument; st.param.b32 [argument], %t; .param .b32 result; ";
  expect(
      call + "call.uni (result), triangle, (argument); ld.param.b32 %r0, [result]; }",
      [](U32 lane) { return lane * (lane + 1) / 2; }, 32, functions);
  expect(
      "mov.u64 %d1, table; and.b32 %r1, %t, 1; mad.wide.u32 %d2, %r1, 8, %d1; ld.const.u64 %d3, [%d2];" + call +
          "proto: .callprototype (.param .b32 _) _ (.param .b32 _); call (result), %d3, (argument), proto; "
          "ld.param.b32 %r0, [result]; }",
      [](U32 lane) { return lane % 2 ? lane * lane : 2 * lane; }, 32, functions);
  expect(
      "rem.u32 %r1, %t, 3; targets: .branchtargets a, b, c; brx.idx %r1, targets;\na: mov.u32 %r0, 10; bra.uni "
      "done;\nb: mov.u32 %r0, 20; bra.uni done;\nc: mov.u32 %r0, 30;\ndone:\n",
      [](U32 lane) { return (lane % 3 + 1) * 10; });
}

TEST_CASE("inner scopes shadow registers, vectors move together, texts are linked") {
  expect("mov.u32 %r0, 1; { .reg .b64 %r0; mov.u64 %r0, 99; } add.u32 %r0, %r0, 1;", [](U32) { return 2u; });
  expect(
      "mov.u64 %d1, pairs; ld.global.v2.u32 {%r1, %r2}, [%d1]; ld.global.v4.u8 {%r3, %r4, %r5, %r6}, [%d1]; add.u32 "
      "%r0, %r1, %r2; add.u32 %r0, %r0, %r3; add.u32 %r0, %r0, %r4;",
      [](U32) { return 0x104u + 7 + 4 + 1; }, 32, ".global .align 8 .u32 pairs[2] = {0x104, 7};\n");
  const std::vector<std::string> texts{
      kernel(std::string("{ .param .b32 result; call.uni (result), answer; ld.param.b32 %r0, [result]; }") + store_r0,
             ".extern .func (.param .b32 back) answer();\n.global .u32 private_value = 1;\n"),
      std::string(header) +
          ".global .u32 private_value = 42;\n.visible .func (.param .b32 back) answer() { .reg .b32 %a; ld.global.u32 "
          "%a, "
          "[private_value]; st.param.b32 [back], %a; ret; }\n"};
  const auto module = Module::load(texts);
  Machine machine(*module);
  std::vector<U32> results(32);
  machine.set_buffers({{results.data(), 128}});
  void* pointer = results.data();
  void* arguments[] = {&pointer, &pointer};
  Launch launch;
  launch.kernel = std::string("k");
  launch.arguments = arguments;
  REQUIRE_FALSE(machine.launch(launch));
  CHECK(results[31] == 42);
}

// Lanes 0 to 30 wait for lane 31 inside a branch that it does not take.
constexpr const char* waits_inside_branch =
    "setp.eq.u32 %p0, %t, 31; mov.u32 %r0, 1; @%p0 bra join; bar.warp.sync -1; mov.u32 %r0, 2;\n"
    "join: add.u32 %r0, %r0, 5; @!%p0 bra done; bar.warp.sync -1;\ndone:\n";

TEST_CASE("a wait inside a branch hangs only where lanes meet again after it") {
  const std::string text = kernel(std::string(waits_inside_branch) + store_r0);
  CHECK_FALSE(run(text, 32, {0, false}).diagnosis);
  const Run strict = run(text, 32, {0, true});
  REQUIRE(strict.diagnosis);
  CHECK(strict.diagnosis->kind == Diagnosis::Kind::deadlock);
  CHECK(strict.diagnosis->lane == 31);
  CHECK(strict.diagnosis->what.find("after a branch the lane waits for lane 0") != std::string::npos);
}

TEST_CASE("a wait inside a function hangs where its returns are waited for") {
  const std::string serve =
      ".func serve(.param .u32 lane)\n{ .reg .pred %p<2>; .reg .b32 %r<2>; ld.param.u32 %r0, [lane]; setp.eq.u32 %p0, "
      "%r0, 31; @%p0 ret; bar.warp.sync -1; ret; }\n";
  const std::string text = kernel(
      "{ .param .b32 a; st.param.b32 [a], %t; call.uni serve, (a); } setp.ne.u32 %p0, %t, 31; @%p0 bra done; "
      "bar.warp.sync -1;\ndone: mov.u32 %r0, 1;\n" +
          std::string(store_r0),
      serve);
  CHECK_FALSE(run(text, 32, {0, false}).diagnosis);
  CHECK(run(text, 32, {0, true}).diagnosis);
}

TEST_CASE("lanes meet again after loops of different length, and lanes that ended are not waited for") {
  // Lane k takes k turns; lanes 8 to 15 end in the middle. What follows the loop runs once, for all that are left.
  const std::string loop =
      "mov.u32 %r0, 0;\nagain: setp.ge.u32 %p0, %r0, %t; @%p0 bra out; add.u32 %r0, %r0, 1; shr.u32 %r1, %t, 3; "
      "setp.eq.u32 %p1, %r1, 1; setp.eq.u32 %p2, %r0, 4; and.pred %p1, %p1, %p2; @%p1 bra gone; bra.uni again;\n"
      "gone: exit;\nout: add.u32 %r0, %r0, 100;\n";
  for (const Schedule& schedule : schedules) {
    const Run found = run(kernel(loop + store_r0), 32, schedule);
    REQUIRE_FALSE(found.diagnosis);
    for (U32 lane = 0; lane < 32; ++lane) CHECK(found.results[lane] == (lane / 8 == 1 ? 0xA5A5A5A5u : lane + 100));
  }
  const std::uint64_t before = 4, turns = 31, turn = 9, leaving = 2, ended = 1, after = 5;
  CHECK(run(kernel(loop + store_r0), 32, {0, true}).steps == before + turns * turn + leaving + ended + after);
}

TEST_CASE("seed 0 always takes the same steps, and other seeds show a missing barrier") {
  const std::string race =
      "mov.u32 %r2, cells; mad.lo.u32 %r3, %t, 4, %r2; st.shared.u32 [%r3], %t; xor.b32 %r4, %t, 31; mad.lo.u32 %r3, "
      "%r4, 4, %r2; ld.shared.u32 %r0, [%r3];";
  const std::string text = kernel(race + store_r0, ".shared .align 4 .b8 cells[128];\n");
  const Run first = run(text), second = run(text);
  CHECK(first.steps == second.steps);
  CHECK(first.results == second.results);
  int different = 0;
  for (std::uint64_t seed = 1; seed < 40; ++seed) different += run(text, 32, {seed}).results != first.results;
  CHECK(different > 0);
}

}  // namespace
