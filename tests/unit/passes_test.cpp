// Passes alone, on graphs as text: in a pipeline the pass before would hide what this one does.
#include <catch2/catch.hpp>
#include <string>

#include "compiler/ir/parse.h"
#include "compiler/ir/print.h"
#include "compiler/passes/call_bound_ops.h"
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

/// Whether a call of what `maker` makes becomes this call.
bool becomes(const std::string& maker, const std::string& guard, const std::string& arguments, const std::string& call,
             const std::string& user = "escape") {
  const Graph graph = call_bound_ops(graph_of("  %0 = call " + maker + "\n  %1 = " + guard + "\n  %2 = call %1 " +
                                              arguments + "\n  %3 = " + user + " %2\n"));
  return print_graph(graph).find("call " + call) != std::string::npos;
}

TEST_CASE("calls of bound ops are calls of the ops", "[passes]") {
  CHECK(becomes("@rbind @o_g, 5", "escape %0", "%I", "@o_g %I, 5"));
  CHECK(becomes("@rbind @o_g, 5", "catch %0, {} on TypeError", "%I", "@o_g %I, 5"));
  CHECK(becomes("@lbind @shift, %C", "escape %0", "%I", "@shift %C, %I"));
  CHECK(becomes("@lbind @fill, %C", "escape %0", "%I, %S", "@fill %C, %I, %S"));
  CHECK(becomes("@rbind @fill, %C", "escape %0", "%I, %S", "@fill %I, %S, %C"));
  CHECK(becomes("@rbind @o_g, 5", "escape %0", "%I, %S", "%1 %I, %S"));
  CHECK(becomes("@rbind @rot90, 5", "escape %0", "%I", "%1 %I"));
  CHECK(becomes("@rbind %C, 5", "escape %0", "%I", "%1 %I"));
  CHECK(becomes("@rbind @o_g, 5", "escape %0", "%I", "%1 %I", "pile 1"));
}

}  // namespace
