// The linked code of this build, as the device will run it: what no interpreter of PTX can see.
#include <catch2/catch.hpp>

#include <algorithm>

#include "runtime/device/stack.h"
#include "tests/device/programs/built_code.h"
#include "tests/device/programs/cubin.h"
#include "tests/device/programs/stack_bound.h"

namespace {

using namespace batt;
using testing::CallGraph;
using testing::Cubin;
using testing::MachineInstruction;
using Code = std::vector<MachineInstruction>;

/// Instructions that run while a barrier that this one sets (BSSY) counts its lanes: what is reached from it before the
/// place where they meet.
std::set<std::size_t> inside_barrier(const Code& code, std::size_t first) {
  const auto target = [&](std::size_t k) {
    return static_cast<std::size_t>(static_cast<std::int64_t>(k) + 1 + code[k].distance() / 16);
  };
  const std::size_t meeting = target(first);
  std::set<std::size_t> inside;
  std::vector<std::size_t> open{first + 1};
  while (!open.empty()) {
    const std::size_t k = open.back();
    open.pop_back();
    if (k == meeting || k >= code.size() || !inside.insert(k).second) continue;
    const bool always = (code[k].words[0] >> 12 & 15) == 7;  // without a predicate
    switch (code[k].opcode()) {
      case testing::machine_opcode::branch: open.push_back(target(k)); break;
      case testing::machine_opcode::branch_indexed:
        for (std::size_t each = first + 1; each < meeting; ++each) open.push_back(each);
        break;
      case testing::machine_opcode::exit:
      case testing::machine_opcode::return_: break;
      default: open.push_back(k + 1); continue;
    }
    if (!always) open.push_back(k + 1);
  }
  return inside;
}

/// "f calls g inside a barrier", for calls that lead to `served`.
std::vector<std::string> calls_inside_barriers(const Cubin& cubin, const std::string& served) {
  const CallGraph graph = cubin.call_graph();
  std::set<std::string> lead{served};
  for (bool more = true; more;) {
    more = false;
    for (const auto& [caller, callees] : graph.calls)
      if (std::any_of(callees.begin(), callees.end(), [&](const auto& each) { return lead.count(each) != 0; }))
        more |= lead.insert(caller).second;
  }
  std::vector<std::string> found;
  for (const auto& [name, code] : cubin.functions()) {
    if (lead.count(name) == 0 || name == served) continue;
    for (std::size_t k = 0; k < code.size(); ++k) {
      if (code[k].opcode() != testing::machine_opcode::set_barrier) continue;
      for (const std::size_t each : inside_barrier(code, k))
        if (code[each].opcode() == testing::machine_opcode::call && lead.count(code[each].names) != 0)
          found.push_back(testing::readable(name) + " calls " + testing::readable(code[each].names) +
                          " inside a barrier");
    }
  }
  return found;
}

}  // namespace

TEST_CASE("no lane waits for lanes that wait for its jobs") {
  for (const auto& file : testing::built_code().linked) {
    INFO(file.string());
    const Cubin cubin(file);
    const std::string serve = "_ZN4batt4team5serveEv";
    REQUIRE(cubin.functions().count(serve) == 1);
    CHECK(calls_inside_barriers(cubin, serve) == std::vector<std::string>{});
  }
}

TEST_CASE("the deepest chain of calls fits on the stack") {
  for (const auto& file : testing::built_code().linked) {
    const testing::CallChain chain = testing::deepest_chain(Cubin(file), "batt_run_programs");
    INFO(file.string() << ": " << chain.text());
    CHECK_FALSE(chain.endless);
    CHECK(chain.bytes > 0);
    CHECK(chain.bytes + device::stack_bytes_of_emitted_code <= device::stack_bytes);
    std::printf("%s: the deepest chain of calls takes %llu of %zu bytes of stack\n", file.filename().c_str(),
                static_cast<unsigned long long>(chain.bytes), device::stack_bytes);
  }
}
