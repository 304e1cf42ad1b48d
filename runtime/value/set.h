// A frozenset: its members in CPython's iteration order, with enough of the table to continue from it exactly.
// Sets of cells find their order out when someone looks: until then they know their members, and a recipe.
#pragma once

#include <cstdint>

#include "batt/value.h"
#include "runtime/value/cell_extent.h"
#include "runtime/value/cell_rows.h"
#include "runtime/value/context.h"
#include "runtime/value/hash.h"
#include "runtime/value/set_table.h"

namespace batt {

enum class Packing : std::uint8_t {
  Values,     ///< any members
  Locations,  ///< pairs of ints, as Cells without colour
  Colored,    ///< triples of ints, as Cells
};

/// A cell as a pair or a triple.
BATT_HD inline Value value_of(Packing packing, Cell cell) {
  return packing == Packing::Locations ? Value::pair(cell.i(), cell.j()) : Value::cell(cell.i(), cell.j(), cell.c());
}

struct SetRep;
class CellMap;

/// The box around the cells of a set, once it is known.
struct KnownExtent {
  std::int16_t top = 0, left = 0, bottom = -1, right = -1;

  KnownExtent() = default;
  BATT_HD constexpr explicit KnownExtent(const Extent& extent)
      : top(static_cast<std::int16_t>(extent.top)),
        left(static_cast<std::int16_t>(extent.left)),
        bottom(static_cast<std::int16_t>(extent.bottom)),
        right(static_cast<std::int16_t>(extent.right)) {}
  BATT_HD bool is_known() const { return bottom >= top; }
  BATT_HD KnownExtent moved(int down, int across) const {
    return KnownExtent({top + down, left + across, bottom + down, right + across});
  }
};

/// The members of a set of cells whose order is not known yet. A recipe gets this instead of the set, so that it cannot
/// ask for the order that it is about to find.
class ListedCells {
 public:
  BATT_HD ListedCells(const SetRep& set, Context& memory);

  /// In any order, without repeats.
  BATT_HD const Cell* cells() const {
    if (listed_ == nullptr) listed_ = list();
    return listed_;
  }
  /// Null if the set has rows that were never listed.
  BATT_HD const Cell* listed() const { return listed_; }

  std::uint32_t size;
  bool is_colored;
  const CellMap* map;    ///< of them, if it was made
  const CellRows& rows;  ///< of them, if there are any
  Context& context;

 private:
  BATT_HD const Cell* list() const;
  mutable const Cell* listed_;
};

/// How a set of cells came about, as far as its order depends on it. Lives in the arena of the set.
struct Recipe {
  /// Writes the members in the order in which they were added to the set, one by one. The order of the sources is known
  /// by then: it reads their `cell_list` and asks nothing that could have to find an order out, since that would be a
  /// recursion.
  void (*sequence)(const Recipe& recipe, const ListedCells& members, Cell* out);
  /// Or, where they were not added one by one: makes an equal set, with its table.
  Value (*make)(const Recipe& recipe, Context& context) = nullptr;
  /// The sets whose order decides this one's.
  const SetRep* const* sources = nullptr;
  std::size_t source_count = 0;
  /// Of a set of any values: writes, in the order in which its members were added one by one, where they stand in
  /// `value_list`. The order of the sources is known by then.
  void (*places)(const Recipe& recipe, const SetRep& set, std::uint32_t* out) = nullptr;
  /// Whether `sequence` finds the order of those sources that are ordered alone itself, where it needs them.
  bool orders_sources = false;
};

/// The fields that begin with `table_`, and the order of the lists, count only once `recipe` is null: ask the
/// functions.
struct SetRep {
  std::uint32_t size;
  mutable std::uint32_t table_mask = smallest_mask;
  Packing packing;
  mutable bool table_dummies = false;
  mutable bool hashed = false;      ///< whether `hash` was made already
  bool copied = false;              ///< with a recipe: the order is that of frozenset(set), a copy of what was added to
  mutable bool asked = false;       ///< whether someone looked for a cell among the members already
  mutable bool finding = false;     ///< whether the order is being found: asking for it meanwhile would never end
  bool unfixed = false;             ///< CPython does not fix the hash of some member, and so not that of the set
  mutable bool rows_tried = false;  ///< whether rows were made, or cannot be
  mutable std::uint64_t hash = 0;
  union {
    mutable const Value* value_list;
    mutable const Cell* cell_list;  ///< null: the members are known by their rows alone, and the order is not known
  };
  mutable const std::uint64_t* hash_list = nullptr;  ///< of Values; null for cells, whose hash is quick to make
  mutable const std::uint64_t* table_occupied = nullptr;
  mutable const Recipe* recipe = nullptr;  ///< null: the order is known
  Context* context = nullptr;              ///< where the order is made, if it is not
  mutable const CellMap* map = nullptr;    ///< of the members of a set of cells, if it was made
  mutable CellRows rows = {};              ///< of the members of a set of cells, if it has any
  mutable KnownExtent box = {};            ///< of the members of a set of cells, if it was made
  /// Of Values whose order was found when someone asked: where in the list from before its k-th member stood.
  mutable const std::uint32_t* list_order = nullptr;

  /// The box around the members of a set of cells, made when first asked for.
  BATT_HD Extent extent() const {
    if (!box.is_known()) find_extent();
    return {box.top, box.left, box.bottom, box.right};
  }

  /// The members of a set of cells, in iteration order and in any order.
  BATT_HD const Cell* cells() const {
    if (recipe != nullptr && size > 1) find_order();
    return any_cells();
  }
  BATT_HD const Cell* any_cells() const {
#ifndef BATT_ON_DEVICE
    if (cell_list == nullptr) list_cells();
#endif
    return cell_list;
  }

  /// Members that are any values, with their hashes, in iteration order.
  BATT_HD const Value* values() const { return ensure_order(), value_list; }
  BATT_HD const std::uint64_t* hashes() const { return ensure_order(), hash_list; }

  /// Makes the rows of a set of cells, if it can have any and they were not made before. Whether it has rows now.
  BATT_HD bool find_rows([[maybe_unused]] Context& memory) const {
#ifdef BATT_ON_DEVICE
    return false;
#else
    return rows.words != nullptr || (!rows_tried && make_rows(memory));
#endif
  }

  BATT_HD std::uint32_t mask() const { return ensure_order(), table_mask; }
  /// Whether CPython left deleted slots in the table: a copy does not keep its layout.
  BATT_HD bool dummies() const { return ensure_order(), table_dummies; }
  /// Taken slots; the k-th member is in the k-th of them.
  BATT_HD const std::uint64_t* occupied() const { return ensure_order(), table_occupied; }

  BATT_HD void ensure_order() const {
    if (recipe != nullptr) find_order();
  }
  BATT_HD void find_order() const;
  /// Whether the order of a set of cells is not known yet and follows from how they were added one by one, and from
  /// `copied`.
  bool is_ordered_by_adds() const { return recipe != nullptr && is_cells() && recipe->make == nullptr; }
  /// Whether the order of a set of cells is not known yet, and can be found without that of any other set.
  bool is_ordered_alone() const { return is_ordered_by_adds() && recipe->source_count == 0; }
  /// On the host: the cells of a set that is ordered by adds, as they were added; null for any other. In memory of the
  /// set, or in scratch memory of its context.
  const Cell* find_added() const;
  /// Makes all that is else made when first asked for: what threads share must not change any more.
  BATT_HD void materialize(Context& memory) const;

  BATT_HD bool has_unfixed_order() const { return unfixed && size > 1; }
  /// To be called by what has a result that depends on the order in which the set iterates.
  BATT_HD void note_look(Context& looking) const {
    if (has_unfixed_order()) looking.note_unfixed_look();
  }

  /// hash(frozenset), made when first asked for.
  BATT_HD std::uint64_t get_hash() const;
  BATT_HD bool is_cells() const { return packing != Packing::Values; }

  BATT_HD Value at(std::uint32_t k) const {
    return packing == Packing::Values ? values()[k] : value_of(packing, cells()[k]);
  }
  BATT_HD std::uint64_t hash_at(std::uint32_t k) const {
    switch (packing) {
      case Packing::Values: return hashes()[k];
      case Packing::Locations: return hash::of_location(cells()[k]);
      case Packing::Colored: return hash::of_colored(cells()[k]);
    }
    return 0;
  }

 private:
  // On the host: from rows to a list, and back.
  void list_cells() const;
  bool make_rows(Context& memory) const;

  BATT_HD void find_extent() const;
};

/// frozenset(items): adds them one by one. An unhashable item is a TypeError.
BATT_HD Value make_set(Context& context, const Value* items, std::size_t count);

/// The same for values known to differ from each other, with their hashes; not for sets of cells. `unfixed`: CPython
/// does not fix some of the hashes.
BATT_HD Value make_distinct_set(Context& context, const Value* items, const std::uint64_t* hashes, std::size_t count,
                                bool unfixed = false);

/// frozenset(set) of a set to which such values were added one by one. CPython fixes all of the hashes.
BATT_HD Value make_copied_set(Context& context, const Value* items, const std::uint64_t* hashes, std::size_t count);

/// Of more items, some two nearly always want one slot.
inline constexpr std::size_t most_by_homes = 16;

/// The same, in whatever order they were added, if each of the items has a slot of its own in the copy's table: then
/// the order follows from the hashes. False if not; and for more than most_by_homes, where that hardly ever happens.
BATT_HD bool make_set_by_homes(Context& context, const Value* items, const std::uint64_t* hashes, std::size_t count,
                               Value& made);

/// Whether loops may go through a set of any values as it is listed, since its order is not known yet.
BATT_HD inline bool has_pending_order([[maybe_unused]] const SetRep& set) {
#ifdef BATT_ON_DEVICE
  return false;
#else
  return set.packing == Packing::Values && set.recipe != nullptr && set.size > 1;
#endif
}

/// frozenset() of cells added one by one; repeats are dropped, the first stays.
BATT_HD Value make_cell_set(Context& context, Packing packing, const Cell* cells, std::size_t count);

/// The same for cells known to differ from each other.
BATT_HD Value make_distinct_cell_set(Context& context, Packing packing, const Cell* cells, std::size_t count);

/// The same without a copy: the cells lie in the arena already.
BATT_HD Value make_listed_cell_set(Context& context, Packing packing, const Cell* cells, std::size_t count);

/// A set of cells known to differ, listed in any order; they lie in the arena, as the recipe does.
BATT_HD Value make_set_by_recipe(Context& context, Packing packing, const Cell* cells, std::size_t count,
                                 const Recipe& recipe);

/// In debug builds: whether a set with rows keeps to what cell_rows.h says.
BATT_HD void check_rows(const SetRep& set);

/// The same of the members that rows stand for; not for an empty set. Only where rows_enabled(). Inline, so that the
/// fields of `rows` go from registers to the set: read back from where they were just written, they would be waited
/// for.
BATT_HD inline Value make_set_by_rows(Context& context, Packing packing, const CellRows& rows, std::uint32_t count,
                                      const Recipe& recipe) {
  context.charge(count);
  auto* rep = new (context.arena().allocate<SetRep>(1)) SetRep{.size = count,
                                                               .packing = packing,
                                                               .rows_tried = true,
                                                               .cell_list = nullptr,
                                                               .recipe = &recipe,
                                                               .context = &context,
                                                               .rows = rows};
#ifndef NDEBUG
  check_rows(*rep);
#endif
  return Value::set(rep);
}
/// The recipe of a set whose list of cells, or whose rows, tell the sequence in which they were added.
BATT_HD const Recipe& as_listed(Context& context);
/// The same of cells that were added row by row.
BATT_HD inline Value make_set_in_rows(Context& context, Packing packing, const CellRows& rows, std::uint32_t count) {
  return make_set_by_rows(context, packing, rows, count, as_listed(context));
}

/// The recipe of a set whose cells are those of another one, mapped.
template <class Map>
BATT_HD const Recipe& mapped_order(Context& context, const SetRep& set, Map map) {
  struct MappedOrder : Recipe {
    const SetRep* source;
    Map map;
  };
  const auto sequence = [](const Recipe& recipe, const ListedCells& members, Cell* out) {
    const auto& order = static_cast<const MappedOrder&>(recipe);
    const Map by = order.map;
    const Cell* from = order.source->cell_list;
    const std::size_t total = members.size;
    for (std::size_t k = 0; k < total; ++k) out[k] = by(from[k]);
  };
  auto* order = context.arena().make<MappedOrder>(Recipe{sequence}, &set, map);
  order->sources = &order->source;
  order->source_count = 1;
  return *order;
}

/// frozenset(map(cell) for cell in set), where no two cells map to one. Looks at the set's order only when it is asked.
template <class Map>
BATT_HD Value map_cells(Context& context, Packing packing, const SetRep& set, Map map) {
  const std::size_t count = set.size;
  Cell* mapped = context.arena().allocate<Cell>(count);
  const Cell* cells = set.any_cells();
  for (std::size_t k = 0; k < count; ++k) mapped[k] = map(cells[k]);
  return make_set_by_recipe(context, packing, mapped, count, mapped_order(context, set, map));
}

/// The same where `rows` already tells the mapped cells.
template <class Map>
BATT_HD Value map_rows(Context& context, Packing packing, const SetRep& set, const CellRows& rows, Map map) {
  return make_set_by_rows(context, packing, rows, set.size, mapped_order(context, set, map));
}

/// frozenset(cell for cell in source if it is one of `kept`); `in_order`: these stand in the order of source.cells().
BATT_HD Value keep_cells(Context& context, const SetRep& source, const Cell* kept, std::size_t count, bool in_order);

/// frozenset(cell for cell in set).
BATT_HD Value keep_all(Context& context, const SetRep& set);

/// frozenset(cell for cell in a if (cell in b) == wanted), for sets of one packing.
BATT_HD Value select_members(Context& context, const SetRep& a, const SetRep& b, bool wanted);

/// frozenset(cell for set in sets for cell in set), for sets of one packing. With a `source` the k-th set belongs to
/// the k-th value that is listed there, and the sets come in the order of the source.
BATT_HD Value merge_cell_sets(Context& context, Packing packing, const SetRep* const* sets, std::size_t set_count,
                              const SetRep* source = nullptr);

/// The same for the members of a set, as far as their rows tell. False if one of them is no set of cells with rows on a
/// grid, or if they are not packed alike.
BATT_HD bool merge_members_by_rows(Context& context, const SetRep& sets, Value& merged);

/// frozenset(cell for set in frozenset(sets) for cell in set): the same, but some of the sets may be equal, and each
/// set is gone through once, in the order of the outer set.
BATT_HD Value merge_set_of_cell_sets(Context& context, Packing packing, const SetRep* const* sets,
                                     std::size_t set_count, const SetRep* source = nullptr);

/// On the host: frozenset() of cells that belong to the values listed in `source` and were added in its order; repeats
/// are dropped.
Value make_cell_set_of(Context& context, Packing packing, const Cell* cells, const SetRep& source);

/// frozenset(s) of a set s that Python held as a mutable set: the copy's table may have another size.
BATT_HD Value copy_of_set(Context& context, const SetRep& set);

/// a | b, a & b, a - b.
BATT_HD Value set_union(Context& context, const SetRep& a, const SetRep& b);
BATT_HD Value set_intersection(Context& context, const SetRep& a, const SetRep& b);
BATT_HD Value set_difference(Context& context, const SetRep& a, const SetRep& b);

/// value in set, for a value with this hash.
BATT_HD bool set_contains(Context& context, const SetRep& set, Value value, std::uint64_t hash);
/// The same for a cell and a set packed as cells of its kind.
BATT_HD bool set_contains_cell(const SetRep& set, Cell cell);

/// Whether no two cells lie at one location. May return false for cells that are scattered widely.
BATT_HD bool has_distinct_locations(Context& context, const SetRep& set);

/// The cells as one who only looks at their colours meets them: in order if that can make a difference.
BATT_HD const Cell* cells_by_color(const SetRep& set);

BATT_HD bool is_subset(Context& context, const SetRep& a, const SetRep& b);
BATT_HD bool equal_sets(Context& context, const SetRep& a, const SetRep& b);

}  // namespace batt
