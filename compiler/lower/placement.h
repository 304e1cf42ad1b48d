// Where the nodes of a graph are computed: which pure nodes inside their guard, which calls are inlined, and which
// values are unused because the functions that they are have been inlined. Only lowering asks.
#pragma once

#include <unordered_map>
#include <vector>

#include "compiler/lower/inline_calls.h"
#include "compiler/lower/lowered_function.h"

namespace battc {

class Placement {
 public:
  explicit Placement(const Graph& graph, KnownCalls calls = KnownCalls::Inlined);

  /// Whether a pure node is computed where the guard stands that alone uses it.
  bool is_fused(NodeId id) const { return uses_[index(id)] == 1 && guarded_[index(id)]; }
  bool is_pile_field(NodeId id) const;

  /// Whether nothing is to be done for this node: its value is unused, and it has no effect.
  bool is_left_out(NodeId id) const { return left_out_[index(id)]; }
  /// Whether a pile that runs need not compute its `.t`: an unused known function.
  bool needs_only_ok_flag(NodeId pile) const { return functions_.made_by(pile) != nullptr && !needed_[index(pile)]; }

  /// The call that this node computes (itself, or the one fused into the guard), if it is inlined out.
  const InlinedCall* inlined_call(NodeId id) const;

  /// Whether the function that a pile calls is a closure for certain: a closure has no default.
  bool is_known_closure(NodeId callee, NodeId pile) const;

 private:
  void inline_calls();
  void find_needed();
  void need(NodeId id);
  void need_operands(NodeId id, NodeId body);

  const Graph& graph_;
  KnownFunctions functions_;
  std::vector<std::uint32_t> uses_;
  std::vector<bool> guarded_;  ///< bodies of guards, and fallbacks that are a Default
  std::vector<bool> needed_;   ///< of a Pile: its `.t`
  std::vector<bool> left_out_;
  std::unordered_map<std::size_t, InlinedCall> inlined_;
};

}  // namespace battc
