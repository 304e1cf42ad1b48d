// The type of every node, one walk from the first to the last.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "compiler/ir/graph.h"
#include "compiler/ir/type.h"

namespace battc {

/// What the inputs are taken for: what a task holds (grids, and samples of grids), or any value. Nothing checks them
/// before a run.
enum class InputTypes : std::uint8_t { OfTask, Any };

std::vector<Type> infer_types(const Graph& graph, InputTypes inputs = InputTypes::OfTask);

/// The same for a graph that still grows: looks at each node once.
class TypeInference {
 public:
  TypeInference(const Graph& graph, InputTypes inputs) : graph_(graph), inputs_(inputs) {}

  const Type& operator[](NodeId id);

 private:
  Type infer(NodeId id) const;
  Type parameter(const std::string& name) const;
  Type tuple(NodeId id) const;
  Type call(NodeId id) const;
  Type field(NodeId id) const;
  const Type& operand(NodeId id, std::size_t k) const { return types_[index(graph_.operands(id)[k])]; }

  const Graph& graph_;
  const InputTypes inputs_;
  std::deque<Type> types_;  ///< in one place, however many come
};

}  // namespace battc
