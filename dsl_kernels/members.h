// The first item of an iterable, and sets made member by member.
#pragma once

#include "runtime/python/python.h"

namespace batt {

/// next(iter(iterable)).
BATT_HD inline Value first_item(Context& context, Value iterable) {
  Items items;
  if (!iterate(context, iterable, items)) return type_error();
  return items.size() == 0 ? stop_iteration() : items[0];
}

/// What a set comprehension or frozenset(generator) gathers. Refuses an unhashable member when it comes, as Python
/// does: another member after it may raise something else.
class Members {
 public:
  BATT_HD explicit Members(Context& context) : context_(context), members_(context) {}

  BATT_HD Value add(Value member) {
    const bool may_hold_a_list = member.form() == Form::Plain && (member.is_tuple() || member.is_list());
    std::uint64_t hash = 0;
    if (may_hold_a_list && !hash_of(context_, member, hash)) return type_error();
    members_.push(member);
    return Value::none();
  }
  BATT_HD Value finish() { return make_set(context_, members_); }

 private:
  Context& context_;
  ScratchVector members_;
};

}  // namespace batt
