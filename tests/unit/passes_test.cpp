// Passes alone, on graphs as text: in a pipeline the pass before would hide what this one does.
#include <catch2/catch.hpp>
#include <string>

#include "compiler/ir/parse.h"
#include "compiler/ir/print.h"
#include "compiler/passes/remove_dead_values.h"

namespace {

using namespace battc;

Graph graph_of(const std::string& body) {
  std::string error;
  auto graph = parse_graph("solver solve_1(S, I, C):\n" + body + "  return %I\n", error);
  INFO(error);
  REQUIRE(graph);
  return *std::move(graph);
}

bool stays(const std::string& call) {
  const Graph graph = remove_dead_values(graph_of("  %0 = " + call + "\n  %1 = escape %0\n"));
  return print_graph(graph).find("call") != std::string::npos;
}

TEST_CASE("only a call that cannot raise is dead", "[passes]") {
  CHECK_FALSE(stays("call @flip %I"));
  CHECK(stays("call @rot90 %I"));
  CHECK(stays("call @flip"));
  CHECK(stays("call @flip %I, %S"));
  CHECK(stays("call %C %I"));
}

}  // namespace
