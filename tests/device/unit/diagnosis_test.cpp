// Every mistake the interpreter promises to find, with the place it names.
#include <catch2/catch.hpp>

#include "tests/device/unit/harness.h"

namespace {

using namespace batt::ptx;
using namespace batt::ptx::testing;
using Kind = Diagnosis::Kind;

Diagnosis failure(const std::string& body, std::uint32_t threads = 32, const std::string& before = "") {
  const Run found = run(kernel(body, before), threads);
  INFO(body);
  REQUIRE(found.diagnosis);
  INFO(found.diagnosis->text());
  CHECK(found.diagnosis->line > 0);
  return *found.diagnosis;
}

TEST_CASE("accesses outside") {
  const Diagnosis global = failure("mad.wide.u32 %d1, %t, 8, %out; st.global.u32 [%d1], %t;", 64);
  CHECK(global.kind == Kind::outside);
  CHECK(global.lane == 0);
  CHECK(global.warp == 1);
  CHECK(global.instruction == "st.global.u32 [%d1], %t");
  CHECK(global.text().find("byte 256 of a buffer of 256 bytes") != std::string::npos);
  CHECK(failure("mov.u64 %d1, 0; ld.u32 %r0, [%d1];").kind == Kind::outside);
  const std::string arrays = ".shared .align 4 .b8 first[32];\n.shared .align 4 .b8 second[32];\n";
  const Diagnosis shared =
      failure("mov.u32 %r2, first; mad.lo.u32 %r3, %t, 4, %r2; st.shared.u32 [%r3], %t;", 32, arrays);
  CHECK(shared.kind == Kind::outside);
  CHECK(shared.lane == 8);
  const Diagnosis local = failure(
      ".local .align 4 .b8 depot[16]; mov.u64 %d1, depot; cvta.local.u64 %d1, %d1; mad.wide.u32 %d2, %t, 4, %d1; "
      "st.u32 [%d2], %t;");
  CHECK(local.kind == Kind::outside);
  CHECK(local.lane == 4);
}

TEST_CASE("misaligned accesses") {
  const Diagnosis found = failure("add.u64 %d1, %out, 2; st.global.u32 [%d1], %t;");
  CHECK(found.kind == Kind::misaligned);
}

TEST_CASE("member masks") {
  const Diagnosis foreign = failure("bar.warp.sync 0x0000ffff;");
  CHECK(foreign.kind == Kind::foreign_mask);
  CHECK(foreign.lane == 16);
  const Diagnosis undefined = failure("setp.gt.u32 %p0, %t, 15; @%p0 ret; shfl.sync.down.b32 %r0, %t, 1, 31, 0xffff;");
  CHECK(undefined.kind == Kind::undefined_lane);
  CHECK(undefined.lane == 15);
}

TEST_CASE("deadlocks") {
  const Diagnosis vote = failure("setp.lt.u32 %p0, %t, 16; @%p0 bar.sync 0; vote.sync.any.pred %p1, %p0, -1;");
  CHECK(vote.kind == Kind::deadlock);
  const Diagnosis barrier = failure("setp.lt.u32 %p0, %t, 16; @%p0 bar.sync 1; @!%p0 bar.sync 0;");
  CHECK(barrier.kind == Kind::deadlock);
  // The same lanes with other masks never meet.
  CHECK(failure("setp.lt.u32 %p0, %t, 16; selp.b32 %r1, -1, 0xffff0001, %p0; or.b32 %r1, %r1, 0xffff0000; "
                "bar.warp.sync %r1; ")
            .kind == Kind::deadlock);
}

TEST_CASE("unknown instructions") {
  const std::string text = kernel("mov.u32 %r0, 1;\n  wgmma.fence.sync.aligned;");
  const std::vector<std::string> texts{text};
  const auto unknown = Module::load(texts)->unknown_instructions();
  REQUIRE(unknown.size() == 1);
  CHECK(unknown[0].find("wgmma.fence.sync.aligned") != std::string::npos);
  const Run found = run(text);
  REQUIRE(found.diagnosis);
  CHECK(found.diagnosis->kind == Kind::unknown_instruction);
  CHECK(unknown[0].starts_with("line " + std::to_string(found.diagnosis->line) + ":"));
}

TEST_CASE("steps, traps and calls") {
  CHECK(failure("again: bra.uni again;").kind == Kind::step_budget);
  CHECK(failure("setp.eq.u32 %p0, %t, 7; @%p0 trap;").lane == 7);
  CHECK(failure("{ call.uni missing; }", 32, ".extern .func missing();\n").kind == Kind::bad_call);
  CHECK(failure("{ mov.u64 %d1, 12345; proto: .callprototype _ (); call %d1, proto; }").kind == Kind::bad_call);
  const std::string endless = ".visible .func endless() { call.uni endless; ret; }\n";
  CHECK(failure("call.uni endless;", 32, endless).kind == Kind::bad_call);
}

TEST_CASE("launches no device takes") {
  const std::vector<std::string> texts{kernel("")};
  const auto module = Module::load(texts);
  Machine machine(*module);
  Launch launch;
  launch.kernel = std::string("nobody");
  REQUIRE(machine.launch(launch));
  launch.kernel = std::string("k");
  launch.block = {1025, 1, 1};
  CHECK(machine.launch(launch)->kind == Kind::bad_launch);
  launch.block = {32, 1, 1};
  launch.grid = {0, 1, 1};
  CHECK(machine.launch(launch)->kind == Kind::bad_launch);
}

TEST_CASE("texts that are no PTX name their line") {
  const auto load = [](const std::string& text) {
    const std::vector<std::string> texts{text};
    return Module::load(texts);
  };
  CHECK_THROWS_WITH(load(".version 9.0\n.bogus\n"), "PTX line 2: unknown directive .bogus");
  CHECK_THROWS_AS(load(kernel("add.s32 %r0, %r1;")), ParseError);
  CHECK_THROWS_AS(load(kernel("add.s32 %r0, %r1, %d1;")), ParseError);
  CHECK_THROWS_AS(load(kernel("bra nowhere;")), ParseError);
  CHECK_THROWS_AS(load(kernel("mov.u64 %d1, nothing;")), ParseError);
}

}  // namespace
