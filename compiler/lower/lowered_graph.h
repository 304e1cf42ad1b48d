// What the emitters of straight code decide alike: which pure nodes are computed inside their guard, which calls are
// written out, and which values nobody looks at, because the functions that they are have been written out.
#pragma once

#include <unordered_map>
#include <vector>

#include "compiler/lower/inline_calls.h"

namespace battc {

/// What is done with calls of functions that are known before the program runs.
enum class KnownCalls : std::uint8_t {
  WrittenOut,  ///< they become steps and loops
  Called,      ///< closures are made and called, as the source says
};

class LoweredGraph {
 public:
  explicit LoweredGraph(const Graph& graph, KnownCalls calls = KnownCalls::WrittenOut);

  /// Whether a pure node is computed where the guard stands that alone uses it.
  bool is_fused(NodeId id) const { return uses_[index(id)] == 1 && guarded_[index(id)]; }
  bool is_pile_field(NodeId id) const;

  /// Whether nothing is to be done for this node: no one looks at its value, and it has no effect.
  bool is_left_out(NodeId id) const { return left_out_[index(id)]; }
  /// Whether a pile that runs need not compute its `.t`: a known function that no one looks at.
  bool is_ok_alone(NodeId pile) const { return functions_.made_by(pile) != nullptr && !needed_[index(pile)]; }

  /// The call that this node computes (itself, or the one fused into the guard), if it is written out.
  const WrittenCall* written_call(NodeId id) const;

  /// The function that a pile calls, as far as its default is concerned: null if it surely is a closure, which has
  /// none.
  bool is_known_closure(NodeId callee, NodeId pile) const;

 private:
  void write_calls();
  void find_needed();
  void need(NodeId id);
  void need_operands(NodeId id, NodeId body);

  const Graph& graph_;
  KnownFunctions functions_;
  std::vector<std::uint32_t> uses_;
  std::vector<bool> guarded_;  ///< bodies of guards, and fallbacks that are a Default
  std::vector<bool> needed_;   ///< of a Pile: its `.t`
  std::vector<bool> left_out_;
  std::unordered_map<std::size_t, WrittenCall> written_;
};

}  // namespace battc
