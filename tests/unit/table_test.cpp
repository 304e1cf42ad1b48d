// The op table as facts, against the recorded table where it is at hand, and against the golden vectors.
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "dsl_kernels/op_table.h"

namespace {

using namespace batt;

TEST_CASE("the table is complete and found by name", "[table]") {
  std::set<std::string_view> names;
  for (const OpInfo& op : all_ops()) {
    names.insert(op.name);
    const auto found = find_op(op.name);
    REQUIRE(found);
    CHECK(&op_info(*found) == &op);
    CHECK(op.required <= op.arity);
  }
  CHECK(names.size() == all_ops().size());
  for (const AliasInfo& alias : all_aliases()) {
    CHECK(names.insert(alias.name).second);
    CHECK(find_op(alias.name) == alias.op);
    CHECK(find_alias(alias.name) == &alias);
  }
  CHECK(find_alias("o_g_t") == nullptr);
  CHECK_FALSE(find_op("rot9"));
  CHECK(find_constant("DOWN_LEFT")->second == -1);
  CHECK(find_constant("NOWHERE") == nullptr);
}

}  // namespace
