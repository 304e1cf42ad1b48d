#include "tests/device/programs/stack_bound.h"

#include <map>
#include <set>
#include <tuple>

#include "runtime/value/nesting.h"

namespace batt::testing {
namespace {

/// The bytes of the deepest chain of calls from a function, and the chain.
class StackBound {
 public:
  StackBound(const Cubin& cubin, const std::map<std::string, unsigned>& bounded)
      : frames_(cubin.attributes(Cubin::frame_size)), graph_(cubin.call_graph()), bounded_(bounded) {}

  CallChain from(const std::string& function) {
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

  CallChain deepest(State state) {
    if (const auto bound = bounded_.find(readable(state.function)); bound != bounded_.end())
      if (++state.entered[bound->first] > bound->second) return {};
    if (const auto known = known_.find(state); known != known_.end()) return known->second;
    if (!open_.insert(state).second) return {0, {state.function}, true};
    CallChain best;
    for (const std::string& callee : graph_.calls[state.function]) {
      CallChain chain = deepest({callee, state.entered});
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
  std::map<State, CallChain> known_;
  std::set<State> open_;
};

}  // namespace

std::string CallChain::text() const {
  std::string text = std::to_string(bytes) + " bytes";
  for (const std::string& each : functions) text += "\n  " + readable(each);
  return text;
}

CallChain deepest_chain(const Cubin& cubin, const std::string& function) {
  return StackBound(cubin, {{"batt::find_order_from_sources", most_nested_orders},
                            // It calls its `visit`, which only looks like another recipe's `sequence`.
                            {"batt::VisitOrder::list", 1}})
      .from(function);
}

}  // namespace batt::testing
