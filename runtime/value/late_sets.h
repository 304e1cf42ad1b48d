// Sets of any values, on the host, whose order is found when someone asks for it.
#pragma once

#include "runtime/value/set.h"

namespace batt {

/// A set of values known to differ whose order is found when someone asks. Values and hashes lie in the
/// arena, listed in any order; the recipe tells in which they were added. CPython fixes all of the hashes.
Value make_set_later(Context& context, const Value* values, const std::uint64_t* hashes, std::size_t count,
                     const Recipe& recipe);
/// The same for a copy of that set.
Value make_copied_set_later(Context& context, const Value* values, const std::uint64_t* hashes, std::size_t count,
                            const Recipe& recipe);
/// The recipe of such a set whose values were added as they are listed.
extern const Recipe added_as_listed;
/// The recipe of a set that has kept some members of another one made so, which stood at these places of its list.
const Recipe& kept_places(Context& context, const SetRep& source, const std::uint32_t* places);
/// The recipe of a set made by a walk over another one: for the k-th value in the list of that one, the value at place
/// made[k] was added. All of them are met.
const Recipe& made_places(Context& context, const SetRep& source, const std::uint32_t* made);

/// The first member of a set that has_pending_order(), if it follows from the hashes of the members; else false.
bool find_first(const SetRep& set, Value& first);

}  // namespace batt
