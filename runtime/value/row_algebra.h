// Sets of cells with rows: made from lists and listed again, combined, compared. All of it runs on the host.
#pragma once

#include "runtime/value/set.h"

namespace batt {

/// Cells that some operation made; without any, the rows count for nothing.
struct MadeRows {
  CellRows rows;
  std::uint32_t size = 0;
};

// These return false where the sets have no rows, do not fit one window or differ in colours at one location: then
// the caller has to go through lists. Sets are packed alike; `sets` may contain empty ones.

bool unite_rows(Context& context, const SetRep* const* sets, std::size_t count, MadeRows& made);
/// The same of the members of a set of sets, as far as they have rows; lists them. False also if one is no such set.
bool unite_members(Context& context, const SetRep& sets, const SetRep** members, MadeRows& made);
/// The same, of which cells may be missing that do not lie on a grid of at most 32 x 32; the sets need no rows.
bool unite_on_canvas(Context& context, const SetRep* const* sets, std::size_t count, int height, int width,
                     MadeRows& made);
bool intersect_rows(Context& context, const SetRep& a, const SetRep& b, MadeRows& made);
bool subtract_rows(Context& context, const SetRep& a, const SetRep& b, MadeRows& made);

/// `are_in`: whether every cell of `a` is in `b`. Does not make rows.
bool rows_are_in(const SetRep& a, const SetRep& b, bool& are_in);

}  // namespace batt
