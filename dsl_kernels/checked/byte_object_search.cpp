#include <algorithm>
#include <cstring>

#include "batt/set.h"
#include "dsl_kernels/checked/grid_access.h"
#include "dsl_kernels/checked/level_sets.h"
#include "dsl_kernels/checked/object_search.h"
#include "dsl_kernels/checked/places.h"
#include "dsl_kernels/op_bodies.h"

namespace batt {
namespace {

/// Cells of the grid by number, row by row.
struct NumberTraits {
  std::uint32_t width;
  std::uint64_t hash(std::uint32_t number) const {
    return hash::of_pair(static_cast<int>(number / width), static_cast<int>(number % width));
  }
  bool equal(std::uint32_t a, std::uint32_t b) const { return a == b; }
};
using NumberSet = SetTable<NumberTraits>;

/// Locations in and around the grid.
struct AroundTraits {
  std::uint64_t hash(std::uint32_t bits) const { return hash::of_location(Cell::from_bits(bits)); }
  bool equal(std::uint32_t a, std::uint32_t b) const { return a == b; }
};
using AroundSet = SetTable<AroundTraits>;
constexpr AroundTraits around_traits;

constexpr int straight[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
constexpr int slanted[4][2] = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};

AroundSet four_around(Arena& scratch, int i, int j, const int (&directions)[4][2]) {
  AroundSet four(scratch, around_traits);
  for (const auto& direction : directions) four.add(Cell(i + direction[0], j + direction[1]).bits());
  return four;
}

class ByteSearch {
 public:
  /// `background` is no byte if every colour counts.
  ByteSearch(Context& context, Value grid, const ObjectKind& kind, int background)
      : context_(context),
        scratch_(context.scratch()),
        bytes_(grid.bytes()),
        height_(grid.height()),
        width_(grid.width()),
        kind_(kind),
        background_(background),
        traits_{static_cast<std::uint32_t>(grid.width())} {
    const std::size_t count = cell_count(grid);
    places_ = scratch_.allocate<std::uint32_t>(count);
    candidates_ = scratch_.allocate<std::uint32_t>(count);
    reached_ = scratch_.allocate<std::uint32_t>(count);
    std::memset(reached_, 0, count * sizeof(std::uint32_t));
    occupied_ = scratch_.allocate<bool>(count);
    std::memset(occupied_, 0, count);
  }

  Value run(const SetRep& unvisited) {
    Collector objects(context_);
    const Cell* cells = unvisited.cells();
    for (std::uint32_t k = 0; k < unvisited.size; ++k) {
      const std::uint32_t first = number(cells[k].i(), cells[k].j());
      if (!occupied_[first] && bytes_[first] != background_) objects.push(grow(first));
    }
    return copy_of_set(context_, make_set(context_, objects.data(), objects.size()).set());
  }

 private:
  std::uint32_t number(int i, int j) const { return static_cast<std::uint32_t>(i * width_ + j); }
  int row(std::uint32_t place) const { return static_cast<int>(place) / width_; }
  int column(std::uint32_t place) const { return static_cast<int>(place) % width_; }
  bool is_inside(int i, int j) const {
    return static_cast<unsigned>(i) < static_cast<unsigned>(height_) &&
           static_cast<unsigned>(j) < static_cast<unsigned>(width_);
  }
  bool belongs(std::uint32_t place) const {
    return kind_.univalued ? bytes_[place] == value_ : bytes_[place] != background_;
  }

  Value grow(std::uint32_t first) {
    value_ = bytes_[first];
    std::uint32_t begin = 0, end = take(first, 0);
    while (begin != end) {
      const std::uint32_t next = step(begin, end);
      begin = end;
      end = next;
    }
    ArenaScope scope(scratch_);
    Cell* cells = scratch_.allocate<Cell>(end);
    for (std::uint32_t k = 0; k < end; ++k) cells[k] = Cell(row(places_[k]), column(places_[k]), bytes_[places_[k]]);
    return copy_of_set(context_, make_distinct_cell_set(context_, Packing::Colored, cells, end).set());
  }

  /// Adds a cell to the object; answers the new end of its places.
  std::uint32_t take(std::uint32_t place, std::uint32_t end) {
    places_[end] = place;
    occupied_[place] = true;
    ++occupied_count_;
    return end + 1;
  }

  /// From the level places_[begin .. end) to the next, which is put behind it; answers the new end.
  std::uint32_t step(std::uint32_t begin, std::uint32_t end) {
    context_.charge(end - begin);
    reach_from(begin, end);
    if (wanted_ > 1 && (reach_count_ / 4 > occupied_count_ || !order_by_slot())) order_by_search(begin, end);
    if (wanted_ != 0)
      for (std::uint32_t k = 0; k < candidate_count_; ++k)
        if (belongs(candidates_[k])) end = take(candidates_[k], end);
    return end;
  }

  /// Lists the free neighbours of a level as candidates, in any order.
  void reach_from(std::uint32_t begin, std::uint32_t end) {
    ++level_;
    candidate_count_ = reach_count_ = wanted_ = 0;
    for (std::uint32_t k = begin; k < end; ++k) {
      reach(places_[k], straight);
      if (kind_.diagonal) reach(places_[k], slanted);
    }
  }
  void reach(std::uint32_t from, const int (&directions)[4][2]) {
    for (const auto& direction : directions) {
      const int i = row(from) + direction[0], j = column(from) + direction[1];
      if (!is_inside(i, j)) continue;
      const std::uint32_t place = number(i, j);
      if (reached_[place] == level_) continue;
      reached_[place] = level_;
      ++reach_count_;
      if (occupied_[place]) continue;
      candidates_[candidate_count_++] = place;
      wanted_ += belongs(place) ? 1 : 0;
    }
  }

  /// Orders the candidates if each has a slot of its own: it does not matter then in which order they came.
  bool order_by_slot() {
    const std::uint32_t mask = small_mask(candidate_count_);
    if (candidate_count_ > most_in_32_slots) return false;
    std::uint32_t slots[32], taken = 0;
    for (std::uint32_t k = 0; k < candidate_count_; ++k) {
      const std::uint32_t slot = static_cast<std::uint32_t>(traits_.hash(candidates_[k])) & mask;
      if ((taken >> slot & 1) != 0) return false;
      slots[slot] = candidates_[k];
      taken |= std::uint32_t{1} << slot;
    }
    for (std::uint32_t* next = candidates_; taken != 0; taken &= taken - 1) *next++ = slots[std::countr_zero(taken)];
    return true;
  }

  /// Orders them by the sets that the reference makes.
  void order_by_search(std::uint32_t begin, std::uint32_t end) {
    ArenaScope scope(scratch_);
    NumberSet neighborhood(scratch_, traits_);
    for (std::uint32_t k = begin; k < end; ++k) merge_neighbors(places_[k], neighborhood);
    auto* listed = scratch_.allocate<std::uint32_t>(neighborhood.size());
    candidate_count_ = list_difference(
        scratch_, neighborhood, traits_, occupied_count_, [&](std::uint32_t place) { return occupied_[place]; },
        listed);
    std::copy_n(listed, candidate_count_, candidates_);
  }

  /// neighborhood |= {(i, j) for i, j in neighbors(place) if inside the grid}.
  void merge_neighbors(std::uint32_t place, NumberSet& neighborhood) {
    AroundSet around = four_around(scratch_, row(place), column(place), straight);
    if (kind_.diagonal) merge_into(around, four_around(scratch_, row(place), column(place), slanted), around_traits);
    std::uint32_t listed[8];
    around.list(listed);
    NumberSet inner(scratch_, traits_);
    for (std::uint32_t k = 0; k < around.size(); ++k) {
      const Cell cell = Cell::from_bits(listed[k]);
      if (is_inside(cell.i(), cell.j())) inner.add(number(cell.i(), cell.j()));
    }
    merge_into(neighborhood, inner, traits_);
  }

  Context& context_;
  Arena& scratch_;
  const std::int8_t* bytes_;
  int height_, width_;
  ObjectKind kind_;
  int background_;
  NumberTraits traits_;
  int value_ = 0;          ///< the colour where the object began
  std::uint32_t* places_;  ///< of the object, in the order they are added
  bool* occupied_;         ///< by place: in an object already
  std::uint32_t occupied_count_ = 0;
  std::uint32_t* reached_;  ///< by place: the last level that had it for a neighbour
  std::uint32_t level_ = 0;
  std::uint32_t* candidates_;  ///< for the next level
  std::uint32_t candidate_count_ = 0;
  std::uint32_t wanted_ = 0;       ///< how many candidates belong to the object
  std::uint32_t reach_count_ = 0;  ///< how many neighbours the level has, occupied or not
};

}  // namespace

Value search_byte_objects(Context& context, Value grid, const ObjectKind& kind) {
  constexpr int no_byte = 256;
  int background = no_byte;
  if (kind.without_background) {
    BATT_LET(most, op_mostcolor_t(context, grid));
    background = static_cast<int>(most.as_int());
  }
  BATT_LET(unvisited, op_asindices(context, grid));
  return ByteSearch(context, grid, kind, background).run(unvisited.set());
}

}  // namespace batt
