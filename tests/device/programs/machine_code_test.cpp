// The linked code of this build, as the device will run it: what no interpreter of PTX can see.
#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>

#include "runtime/device/stack.h"
#include "runtime/value/nesting.h"
#include "tests/device/programs/built_code.h"
#include "tests/device/programs/cubin.h"

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

/// The bytes of the deepest chain of calls from a function, and the chain.
class StackBound {
 public:
  StackBound(const Cubin& cubin, const std::map<std::string, unsigned>& bounded)
      : frames_(cubin.attributes(Cubin::frame_size)), graph_(cubin.call_graph()), bounded_(bounded) {}

  struct Chain {
    std::uint64_t bytes = 0;
    std::vector<std::string> functions;
    bool endless = false;
  };

  Chain from(const std::string& function) {
    State state{function, {}};
    return deepest(state);
  }

 private:
  /// A function, and how often the bounded ones are on the way to it.
  struct State {
    std::string function;
    std::map<std::string, unsigned> entered;
    bool operator<(const State& other) const {
      return std::tie(function, entered) < std::tie(other.function, other.entered);
    }
  };

  Chain deepest(State state) {
    if (const auto bound = bounded_.find(testing::readable(state.function)); bound != bounded_.end())
      if (++state.entered[bound->first] > bound->second) return {};
    if (const auto known = known_.find(state); known != known_.end()) return known->second;
    if (!open_.insert(state).second) return {0, {state.function}, true};
    Chain best;
    for (const std::string& callee : graph_.calls[state.function]) {
      Chain chain = deepest({callee, state.entered});
      if (chain.endless || (!best.endless && chain.bytes > best.bytes)) best = std::move(chain);
    }
    open_.erase(state);
    best.bytes += frames_[state.function];
    best.functions.insert(best.functions.begin(), state.function);
    return known_[state] = best;
  }

  std::map<std::string, std::uint32_t> frames_;
  CallGraph graph_;
  std::map<std::string, unsigned> bounded_;
  std::map<State, Chain> known_;
  std::set<State> open_;
};

std::string lines(const std::vector<std::string>& functions) {
  std::string text;
  for (const std::string& each : functions) text += "\n  " + testing::readable(each);
  return text;
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
    const StackBound::Chain chain =
        StackBound(Cubin(file), {{"batt::find_order_from_sources", most_nested_orders},
                                 // It calls its `visit`, which only looks like another recipe's `sequence`.
                                 {"batt::VisitOrder::list", 1}})
            .from("batt_run_programs");
    INFO(file.string() << ": " << chain.bytes << " bytes" << lines(chain.functions));
    CHECK_FALSE(chain.endless);
    CHECK(chain.bytes > 0);
    CHECK(chain.bytes + device::stack_bytes_of_emitted_code <= device::stack_bytes);
    std::printf("%s: the deepest chain of calls takes %llu of %zu bytes of stack\n", file.filename().c_str(),
                static_cast<unsigned long long>(chain.bytes), device::stack_bytes);
  }
}
