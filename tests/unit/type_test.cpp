// Types promise: what an op answers is within what its row yields. Every golden vector is held against that.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "compiler/ir/infer_types.h"
#include "compiler/ir/type.h"
#include "dsl_kernels/op_bodies.h"
#include "runtime/task/codec.h"
#include "runtime/value/context.h"

namespace {

using namespace battc;
using nlohmann::json;

/// The type of a value as inference would know it at best.
Type type_of(batt::Value value) {
  const TypeKind kind = kind_of(value);
  if (kind == TypeKind::Error) return Type::error(value.exception());
  if (kind == TypeKind::Function && value.is_op()) return Type::function(static_cast<batt::OpId>(value.op_id()));
  if (kind != TypeKind::Tuple && kind != TypeKind::Set) return Type::of(kind);
  Type items;
  if (value.is_set())
    for (std::uint32_t k = 0; k < value.set().size; ++k) items = join(items, type_of(value.set().at(k)));
  else
    for (std::int32_t k = 0; k < value.tuple_size(); ++k) items = join(items, type_of(value.item(k)));
  return Type::container(kind, items);
}

void check_vectors(const std::filesystem::path& file, batt::ErrorMode mode) {
  std::ifstream stream(file);
  batt::Context context(mode);
  std::string line;
  while (std::getline(stream, line)) {
    const json vector = json::parse(line);
    if (vector.contains("call")) continue;
    context.reset();
    std::vector<batt::Value> arguments;
    std::vector<Type> types;
    for (const json& argument : vector["args"]) {
      arguments.push_back(batt::decode(context, argument));
      types.push_back(type_of(arguments.back()));
    }
    const batt::OpId op = *batt::find_op(vector["op"].get<std::string>());
    const batt::Value answer = batt::call_op(context, op, arguments.data(), arguments.size());
    const Type promised = call_type(op, types);
    if (type_of(answer).is_within(promised)) continue;
    FAIL_CHECK(line.substr(0, 200) << "\n is " << type_of(answer).text() << ", promised " << promised.text());
  }
}

TEST_CASE("every op answers what its row yields", "[type]") {
  for (const auto& entry : std::filesystem::directory_iterator(BATT_TEST_DIR "/golden")) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("vectors-")) continue;
    check_vectors(entry.path(), name.find("-raw") != std::string::npos ? batt::ErrorMode::Raw : batt::ErrorMode::Safe);
  }
}

TEST_CASE("a tuple of equally long tuples of ints may be a grid", "[type]") {
  Graph graph;
  const NodeId one = graph.add(NodeKind::Integer, 1), two = graph.add(NodeKind::Integer, 2),
               three = graph.add(NodeKind::Integer, 3);
  const NodeId rows[] = {graph.add(NodeKind::Tuple, 0, {one, two}), graph.add(NodeKind::Tuple, 0, {one, two, three}),
                         graph.add(NodeKind::Tuple, 0, {one, two, three, one})};
  for (const NodeId row : rows) {
    const NodeId grid = graph.add(NodeKind::Tuple, 0, {row, row});
    CHECK(infer_types(graph)[index(grid)].may_be(TypeKind::Grid));
  }
}

TEST_CASE("types join to what covers both", "[type]") {
  const Type five = Type::integer(5), grid = Type::of(TypeKind::Grid);
  CHECK(five.text() == "int 5");
  CHECK(join(five, Type::integer(5)).known_integer() == 5);
  CHECK_FALSE(join(five, Type::integer(6)).known_integer());
  CHECK(join(five, grid).text() == "int|grid");
  CHECK(grid.is_within(join(five, grid)));
  CHECK_FALSE(join(five, grid).is_within(grid));
  CHECK(Type::container(TypeKind::Tuple, grid).item().text() == "grid");
  CHECK(join(Type(), grid).text() == "grid");
  CHECK(Type::any_value().text() == "any");
}

}  // namespace
