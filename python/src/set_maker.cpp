#include "set_maker.h"

#include <algorithm>
#include <new>
#include <vector>

namespace batt::python {
namespace {

// ---- how CPython sizes its tables -----------------------------------------------------------------------------

constexpr std::uint64_t smallest_table = 8, linear_probes = 9;

bool must_grow(std::uint64_t fill, std::uint64_t table) { return fill * 5 >= (table - 1) * 3; }

std::uint64_t table_above(std::uint64_t least) {
  std::uint64_t table = smallest_table;
  while (table <= least) table *= 2;
  return table;
}

struct Growth {
  std::uint64_t table;  ///< after so many members were added one by one
  std::uint64_t at;     ///< the size at which it grew last
};

Growth growth_by_adds(std::uint64_t count) {
  Growth growth{smallest_table, 0};
  while (true) {
    const std::uint64_t too_many = ((growth.table - 1) * 3 + 4) / 5;
    if (too_many > count) return growth;
    growth = {table_above(too_many > 50000 ? too_many * 2 : too_many * 4), too_many};
  }
}

// ---- where the members lie ------------------------------------------------------------------------------------

/// Who does not lie where its hash says, because others were there before.
class Displaced {
 public:
  explicit Displaced(const SetRep& set) : set_(set), mask_(set.mask()), occupied_(set.occupied()) {
    std::uint32_t member = 0;
    for (std::uint64_t word = 0; word <= mask_ / 64; ++word)
      for (std::uint64_t bits = occupied_[word]; bits != 0; bits &= bits - 1, ++member) {
        const std::uint64_t slot = word * 64 + static_cast<std::uint64_t>(bits::trailing_zeros(bits));
        if ((set.hash_at(member) & mask_) != slot) members_.push_back({member, slot, false});
      }
  }

  std::size_t size() const { return members_.size(); }

  /// Puts the members into an order in which they can be inserted so that each falls into its own slot: first those at
  /// home, then the others. False if there is none.
  bool order(Members members, std::vector<PyObject*>& ordered) {
    ordered.clear();
    auto next = members_.begin();
    for (std::uint32_t k = 0; k < members.size(); ++k) {
      if (next != members_.end() && next->number == k)
        ++next;
      else
        ordered.push_back(members[k]);
    }
    while (ordered.size() < members.size()) {
      const std::size_t before = ordered.size();
      for (Member& member : members_) {
        if (member.is_in || !falls_into_its_slot(member)) continue;
        member.is_in = true;
        ordered.push_back(members[member.number]);
      }
      if (ordered.size() == before) return false;
    }
    return true;
  }

 private:
  struct Member {
    std::uint32_t number;
    std::uint64_t slot;
    bool is_in;
  };

  /// Whether all the slots that are looked at before its own are taken by now.
  bool falls_into_its_slot(const Member& member) const {
    const std::uint64_t hash = set_.hash_at(member.number);
    std::uint64_t perturb = hash, at = hash & mask_;
    for (int turn = 0; turn < 64; ++turn) {
      const std::uint64_t last = at + linear_probes <= mask_ ? at + linear_probes : at;
      for (std::uint64_t slot = at; slot <= last; ++slot) {
        if (slot == member.slot) return true;
        if (!is_taken(slot)) return false;
      }
      perturb >>= 5;
      at = (at * 5 + 1 + perturb) & mask_;
    }
    return false;
  }
  bool is_taken(std::uint64_t slot) const {
    if ((occupied_[slot / 64] >> (slot % 64) & 1) == 0) return false;
    const auto found = std::lower_bound(members_.begin(), members_.end(), slot,
                                        [](const Member& member, std::uint64_t other) { return member.slot < other; });
    return found == members_.end() || found->slot != slot || found->is_in;
  }

  const SetRep& set_;
  std::uint64_t mask_;
  const std::uint64_t* occupied_;
  std::vector<Member> members_;
};

// ---- attempts -------------------------------------------------------------------------------------------------

bool iterates_like(PyObject* set, Members members) {
  const Ref iterator = Ref::take(PyObject_GetIter(set));
  for (PyObject* const member : members) {
    PyObject* const next = PyIter_Next(iterator.get());
    Py_XDECREF(next);  // the set holds it
    if (next != member) return false;
  }
  return true;
}

Ref by_adds(Members members) {
  Ref set = Ref::take(PyFrozenSet_New(nullptr));
  for (PyObject* const member : members) check(PySet_Add(set.get(), member));
  return set;
}

Ref dict_of(Members members, std::size_t count) {
  Ref dict = Ref::take(PyDict_New());
  for (std::size_t k = 0; k < count; ++k) check(PyDict_SetItem(dict.get(), members[k], Py_None));
  return dict;
}

/// An update makes room for all keys of a dict at once, be they members already or not: for twice as many as members
/// and keys together, unless there is room enough. Returns how many members, of those at home, must be there before an
/// update with all of them gives a table of this size; 0 if none, or if no number does.
std::size_t members_before(std::size_t count, std::size_t at_home, std::uint64_t table) {
  for (std::size_t before = 1; before <= at_home && 2 * (before + count) < table; ++before) {
    const std::uint64_t at_first = must_grow(before, smallest_table) ? table_above(2 * before) : smallest_table;
    if (must_grow(before + count, at_first) && table_above(2 * (before + count)) == table) return before;
  }
  return 0;
}

/// The members inserted in this order into a table that has this size from the start, if there is a way to get one.
Ref by_updates(Members members, std::size_t at_home, std::uint64_t table) {
  const std::size_t count = members.size();
  const std::size_t before = 4 * count >= table ? 0 : members_before(count, at_home, table);
  const std::size_t at_once = std::min(count, static_cast<std::size_t>(table / 2 - 1));
  Ref set = Ref::take(PyFrozenSet_New(dict_of(members, before == 0 ? at_once : before).get()));
  if (before != 0) return Ref::take(PyObject_CallMethod(set.get(), "union", "O", dict_of(members, count).get()));
  for (std::size_t k = at_once; k < count; ++k) check(PySet_Add(set.get(), members[k]));
  return set;
}

}  // namespace

#ifndef Py_LIMITED_API
// ---- tables as they are -------------------------------------------------------------------------------------------

namespace {

/// Look-ups go on at a deleted slot. Puts one wherever a look-up of a member would end before it is found, and one in
/// any case, by which copies know that such a table is not to be copied slot by slot.
void put_deleted_slots(PySetObject& table) {
  const auto put = [&](setentry& slot) {
    slot.key = _PySet_Dummy;
    slot.hash = -1;
    ++table.fill;
  };
  const auto mask = static_cast<std::uint32_t>(table.mask);
  for (std::uint32_t member = 0; member <= mask; ++member) {
    const setentry& entry = table.table[member];
    if (entry.key == nullptr || entry.key == _PySet_Dummy) continue;
    Probe probe(static_cast<std::uint64_t>(entry.hash), mask);
    for (std::uint32_t slot = probe.start, last = slot + probe.extent(); slot != member;) {
      if (table.table[slot].key == nullptr) put(table.table[slot]);
      if (slot++ != last) continue;
      probe.jump();
      slot = probe.start;
      last = slot + probe.extent();
    }
  }
  if (table.fill != table.used) return;
  setentry* slot = table.table;
  while (slot->key != nullptr) ++slot;
  put(*slot);
}

/// A frozenset with the table of `set`. `new_member` returns the k-th member.
template <class NewMember>
Ref with_table(const SetRep& set, NewMember new_member) {
  Ref made = Ref::take(PyFrozenSet_New(nullptr));
  auto& table = *reinterpret_cast<PySetObject*>(made.get());
  const std::size_t slots = std::size_t{set.mask()} + 1;
  const std::uint64_t* const occupied = set.occupied();
  if (slots > PySet_MINSIZE) {
    auto* const entries = static_cast<setentry*>(PyMem_Calloc(slots, sizeof(setentry)));
    if (entries == nullptr) throw std::bad_alloc();
    table.table = entries;
    table.mask = static_cast<Py_ssize_t>(slots) - 1;
  }
  if (set.hashed) table.hash = static_cast<Py_hash_t>(set.hash);
  std::uint32_t k = 0;
  setentry* entries = table.table;
  for (std::size_t word = 0; word * 64 < slots; ++word, entries += 64)
    for (std::uint64_t bits = occupied[word]; bits != 0; bits &= bits - 1) {
      const Objects::Member member = new_member(k);  // this may fail: what is there is counted
      entries[bits::trailing_zeros(bits)] = {member.object, static_cast<Py_hash_t>(member.hash)};
      table.fill = table.used = ++k;
    }
  if (set.dummies()) put_deleted_slots(table);
  return made;
}

}  // namespace

Ref make_cell_frozenset(const SetRep& set, Objects& objects) {
  const Cell* cells = set.cells();
  if (set.packing == Packing::Locations)
    return with_table(set, [&](std::uint32_t k) { return objects.pair_member(cells[k].i(), cells[k].j()); });
  return with_table(set,
                    [&](std::uint32_t k) { return objects.cell_member(cells[k].i(), cells[k].j(), cells[k].c()); });
}
#endif

Ref make_frozenset(const SetRep& set, Members members) {
#ifndef Py_LIMITED_API
  if (!set.unfixed)
    return with_table(set, [&](std::uint32_t k) {
      Py_INCREF(members[k]);
      return Objects::Member{members[k], set.hash_at(k)};
    });
#endif
  if (members.size() < 2) return by_adds(members);
  const std::uint64_t table = std::uint64_t{set.mask()} + 1;
  const Growth growth = growth_by_adds(members.size());
  Displaced displaced(set);
  if (displaced.size() == 0 && table == growth.table) return by_adds(members);

  std::vector<PyObject*> ordered;
  if (displaced.order(members, ordered)) {
    // Whoever is at home gets there in any order, also when the table grows.
    const std::size_t at_home = members.size() - displaced.size();
    if (table == growth.table && at_home >= growth.at) return by_adds(ordered);
    if (Ref made = by_updates(ordered, at_home, table); iterates_like(made.get(), members)) return made;
  }
  return by_adds(members);
}

}  // namespace batt::python
