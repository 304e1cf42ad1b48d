// Which sets of a program may meet in `|` or `&`. CPython asks there whether both are the same object, and the order of
// the result depends on it: two calls that make equal sets must not become one if what they make may meet.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/ir/graph.h"

namespace battc {

class SetMeetings {
 public:
  explicit SetMeetings(const Graph& graph);

  /// Whether the values of two nodes, or sets inside them, may be the two operands of one `|` or `&`. May say so of
  /// values that never do.
  bool may_meet(NodeId a, NodeId b) const;

  /// From now on `kept` also stands for `merged`.
  void merge(NodeId kept, NodeId merged);

 private:
  /// One bit for each place that asks: a call of such an op, or a function value that has one in it. Where there are
  /// very many, several share a bit.
  class BitRows {
   public:
    void resize(std::size_t rows, std::size_t words) {
      words_ = words;
      bits_.assign(rows * words, 0);
    }
    void set(NodeId row, std::size_t bit) { bits_[index(row) * words_ + bit / 64] |= std::uint64_t{1} << (bit % 64); }
    void add(NodeId row, const BitRows& from, NodeId from_row) {
      for (std::size_t k = 0; k < words_; ++k)
        bits_[index(row) * words_ + k] |= from.bits_[index(from_row) * words_ + k];
    }
    bool meets(NodeId row, const BitRows& other, NodeId other_row) const {
      for (std::size_t k = 0; k < words_; ++k)
        if ((bits_[index(row) * words_ + k] & other.bits_[index(other_row) * words_ + k]) != 0) return true;
      return false;
    }

   private:
    std::size_t words_ = 0;
    std::vector<std::uint64_t> bits_;
  };

  void find_places(const Graph& graph);
  void find_flow(const Graph& graph);

  BitRows first_, second_;  ///< the places that a node's value may get to, as the first and as the second operand
  BitRows askers_;          ///< of a value that is, or was made with, a function that asks
};

}  // namespace battc
