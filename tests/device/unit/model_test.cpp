// What meters count, and what the model of a device makes of it.
#include <catch2/catch.hpp>

#include "tests/device/model/timing_meter.h"
#include "tests/device/unit/harness.h"

namespace {

using namespace batt;
using namespace batt::ptx;
using namespace batt::ptx::testing;

constexpr std::uint32_t all = 0xffffffffu;

/// Runs a kernel of one warp with the meter.
void run_with(Meter& meter, const std::string& text) {
  const std::vector<std::string> texts{text};
  const auto module = Module::load(texts);
  Machine machine(*module);
  std::vector<std::uint32_t> memory(64 * 1024);
  machine.set_buffers({{memory.data(), memory.size() * 4}});
  machine.set_meter(&meter);
  void* address = memory.data();
  void* arguments[] = {&address, &address};
  Launch launch;
  launch.kernel = "k";
  launch.arguments = arguments;
  const auto wrong = machine.launch(launch);
  INFO((wrong ? wrong->text() : ""));
  REQUIRE_FALSE(wrong);
}

double cycles(const std::string& body) {
  model::TimingMeter meter({{"f", 400}}, model::machines, 16);
  run_with(meter, body);
  return meter.take_times().at(0).cycles;
}

std::string repeated(const std::string& line, int times) {
  std::string text;
  for (int k = 0; k < times; ++k) text += line;
  return text;
}

TEST_CASE("sectors of an access") {
  std::uint64_t addresses[warp_size];
  const auto count = [&](std::uint64_t first, std::uint64_t stride, std::size_t bytes, std::uint32_t lanes = all) {
    for (std::uint64_t lane = 0; lane < warp_size; ++lane) addresses[lane] = first + lane * stride;
    return model::sectors_of(lanes, addresses, bytes).size();
  };
  CHECK(count(0x1000, 0, 4) == 1);
  CHECK(count(0x1000, 4, 4) == 4);
  CHECK(count(0x1000, 16, 16) == 16);
  CHECK(count(0x1000, 4096, 8) == 32);
  CHECK(count(0x1000, 4096, 8, 0x7) == 3);
  // Local memory: the same address of all lanes is one line.
  CHECK(count(local_window | 0x1000, 0, 4) == 4);
  CHECK(count(local_window | 0x1000, 0, 16) == 16);
  CHECK(count(local_window | 0x1000, 0, 4, 0x1) == 1);
  CHECK(count(shared_window | 0x1000, 4, 4) == 0);
}

TEST_CASE("lanes that take part in instructions") {
  model::CountingMeter meter({{"f", 40}});
  // Eight lanes run ten instructions more than the others.
  run_with(meter,
           kernel("setp.ge.u32 %p0, %t, 8; @%p0 bra done;\n" + repeated("add.u32 %r0, %r0, 1;", 10) + "\ndone:\n"));
  const model::Counts counts = meter.take();
  CHECK(counts.warp_instructions == 16);
  CHECK(counts.lane_instructions == 6 * 32 + 10 * 8);
  CHECK(counts.leading_instructions == 16);
  CHECK(counts.active_lanes() == Approx((6 * 32 + 10 * 8) / 16.0));
  CHECK(counts.spill_operations == 0);
  CHECK(meter.take().warp_instructions == 0);
}

TEST_CASE("calls save registers") {
  model::CountingMeter meter({{"f", 40}});
  run_with(meter, kernel("call.uni f;\n call.uni f;\n", ".func f() { ret; }\n"));
  CHECK(meter.take().spill_operations == 2 * 10);
}

TEST_CASE("results that are waited for take longer, and so does memory that is farther away") {
  const int count = 40;
  const double chain = cycles(kernel(repeated("add.u32 %r0, %r0, 1;", count)));
  const double independent = cycles(kernel(
      repeated("add.u32 %r0, %r9, 1; add.u32 %r1, %r9, 1; add.u32 %r2, %r9, 1; add.u32 %r3, %r9, 1;", count / 4)));
  CHECK(chain > 2 * independent);
  const std::string load = "ld.global.u64 %d1, [%in];  add.u64 %d2, %d1, 0;";
  const double near = cycles(kernel(repeated(load, 4)));
  const double far = cycles(kernel(
      "ld.global.u64 %d1, [%in];  add.u64 %d2, %d1, 0; ld.global.u64 %d1, [%in+4096];  add.u64 %d2, %d1, 0; "
      "ld.global.u64 %d1, [%in+8192];  add.u64 %d2, %d1, 0; ld.global.u64 %d1, [%in+12288];  add.u64 %d2, %d1, 0;"));
  CHECK(far - near == Approx(3 * (model::machines[0].dram - model::machines[0].l1)));
  const std::string shared = "ld.shared.u64 %d1, [word];  add.u64 %d2, %d1, 0;";
  CHECK(near - cycles(kernel(repeated(load, 1) + repeated(shared, 3), ".shared .u64 word;\n")) ==
        Approx(3 * (model::machines[0].l1 - model::machines[0].shared)));
}

TEST_CASE("a branch that no lane takes costs no more than its instruction") {
  const auto branch = [](const std::string& condition) {
    return cycles(kernel("setp.ge.u32 %p0, %t, " + condition + "; @%p0 bra done;\ndone:\n"));
  };
  CHECK(branch("0") - branch("32") == Approx(8));
}

TEST_CASE("what several warps read and none writes is shared") {
  model::SharedSectors sectors;
  const auto touch = [&](std::uint64_t sector, std::initializer_list<std::uint64_t> readers) {
    for (const std::uint64_t warp : readers) sectors.touch(sector, warp, true);
    return sectors.contains(sector);
  };
  CHECK_FALSE(touch(1, {1, 1}));
  CHECK(touch(2, {1, 2}));
  CHECK(touch(3, {1, 2}));
  sectors.touch(3, 1, false);
  CHECK_FALSE(touch(3, {3}));
  sectors.touch(4, 1, false);
  CHECK_FALSE(touch(4, {1, 2}));
  sectors.end_run();
  CHECK(sectors.contains(2));
  CHECK_FALSE(touch(1, {2}));
  sectors.forget();
  CHECK_FALSE(sectors.contains(2));
}

}  // namespace
