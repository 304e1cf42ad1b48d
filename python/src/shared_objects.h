// Python objects that results share: small ints, pairs, cells, rows, grids and sets, so that most of a result is there
// before it is made. None of them can change. They are kept in bounded tables, for good or until others need the place.
// Everything here needs the GIL.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "batt/value.h"
#include "dsl_kernels/calls/function.h"
#include "reference.h"
#include "runtime/value/context.h"
#include "runtime/value/set.h"

namespace batt::python {

class Objects {
 public:
  /// Larger sets are known only if they are among the last few.
  static constexpr std::size_t largest_cell_set = 1024;

  /// The one of this interpreter.
  static Objects& shared();

  PyObject* integer(std::int64_t value) {
    if (value < least_integer || value > greatest_integer) return new_integer(value);
    PyObject* const known = integers_[static_cast<std::size_t>(value - least_integer)];
    return known == nullptr ? new_integer(value) : (Py_INCREF(known), known);
  }
  /// A new reference, and Python's hash of the object.
  struct Member {
    PyObject* object;
    std::uint64_t hash;
  };
  Member pair_member(std::int32_t i, std::int32_t j) {
    const Member* const known = pair_place(i, j);
    return known == nullptr || known->object == nullptr ? new_pair(i, j) : (Py_INCREF(known->object), *known);
  }
  Member cell_member(std::int32_t i, std::int32_t j, std::int32_t color) {
    const Member* const known = cell_place(i, j, color);
    return known == nullptr || known->object == nullptr ? new_cell(i, j, color) : (Py_INCREF(known->object), *known);
  }
  PyObject* pair(std::int32_t i, std::int32_t j) { return pair_member(i, j).object; }
  PyObject* cell(std::int32_t i, std::int32_t j, std::int32_t color) { return cell_member(i, j, color).object; }
  PyObject* row(const std::int8_t* bytes, std::int32_t size);
  PyObject* grid(const std::int8_t* bytes, int height, int width);

  /// The frozenset of a set of cells; `make` makes it if it was not made before. Of a set whose order is not known yet,
  /// it is found only then. Throws LimitExceeded.
  template <class Make>
  PyObject* cell_set(const SetRep& set, Make make) {
    if (set.size > largest_cell_set) return make();
    std::optional<ArenaScope> scratch;
    if (set.is_ordered_by_adds()) scratch.emplace(set.context->scratch());
    const CellsInTurn turn = cells_in_turn(set);
    KnownCells& known = cells_slot(turn);
    if (known.is_of(turn)) return Py_INCREF(known.set), known.set;
    PyObject* const made = make();
    known.keep(turn, made);
    return made;
  }

  /// The same for a larger set whose order is known.
  template <class Make>
  Ref large_cell_set(const SetRep& set, Make make) {
    const CellsInTurn turn = cells_by_order(set);
    if (PyObject* const known = large_cell_sets_.find(turn)) return Ref::share(known);
    Ref made = make();
    large_cell_sets_.keep(turn, made.get());
    return made;
  }

  /// A set that was made before of these very objects, for a table of this size; null: there is none.
  PyObject* known_set(std::span<PyObject* const> members, std::uint64_t table);
  void keep_set(PyObject* set, std::span<PyObject* const> members, std::uint64_t table);

  /// math.nan.
  PyObject* nan();
  /// A class of the module `battc`, such as "CompileError".
  PyObject* battc_class(const char* name);
  /// The class of OKTs: that of the caller's own `pile` or `utils` if it is imported, else battc.OKT.
  Ref find_okt_class();
  Ref new_okt(PyObject* type, Ref ok, Ref value);
  /// The exception class of this name.
  PyObject* exception_class(Exception exception);
  /// A new battc.Function for a closure.
  Ref new_closure(Closure::Kind kind, PyObject* parts, ErrorMode mode);
  /// The function of an op in an error mode, always the same object.
  PyObject* op_function(std::uint16_t op, std::uint16_t alias, ErrorMode mode);

 private:
  static constexpr std::int64_t least_integer = -256, greatest_integer = 2047;
  // Pairs and cells are known from `least` on, for so many in each direction.
  static constexpr int least_pair = -32, pair_side = 512, least_cell = -8, cell_side = 128, colors = 10;
  static constexpr std::size_t row_slots = 512, grid_slots = 128, set_slots = 256;
  static constexpr std::int32_t longest_row = 32, largest_grid = 1024;
  static constexpr std::size_t largest_set = 256, middle_set_slots = 128;

  struct KnownRow {
    PyObject* tuple = nullptr;
    std::int32_t size = 0;
    std::array<std::int8_t, longest_row> bytes{};
  };
  struct KnownGrid {
    PyObject* tuple = nullptr;
    int height = 0, width = 0;
    std::unique_ptr<std::int8_t[]> bytes;
  };

  Objects();

  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  using Places = std::unique_ptr<Member[], Free>;
  /// Zeros, of which the system makes memory when they are needed.
  static Places places(std::size_t count) {
    auto* const zeros = static_cast<Member*>(std::calloc(count, sizeof(Member)));
    if (zeros == nullptr) throw std::bad_alloc();
    return Places(zeros);
  }

  /// Where a pair or a cell is kept; null: nowhere.
  Member* pair_place(std::int32_t i, std::int32_t j) {
    const auto row = static_cast<std::uint32_t>(i - least_pair), column = static_cast<std::uint32_t>(j - least_pair);
    return row < pair_side && column < pair_side ? &pairs_[row * pair_side + column] : nullptr;
  }
  Member* cell_place(std::int32_t i, std::int32_t j, std::int32_t color) {
    const auto row = static_cast<std::uint32_t>(i - least_cell), column = static_cast<std::uint32_t>(j - least_cell);
    const auto kind = static_cast<std::uint32_t>(color);
    if (row >= cell_side || column >= cell_side || kind >= colors) return nullptr;
    return &cells_[(row * cell_side + column) * colors + kind];
  }
  PyObject* new_integer(std::int64_t value);
  Member new_pair(std::int32_t i, std::int32_t j);
  Member new_cell(std::int32_t i, std::int32_t j, std::int32_t color);
  /// Borrowed.
  PyObject* byte(std::int8_t value) const { return integers_[static_cast<std::size_t>(value - least_integer)]; }

  static PyObject* interned(PyObject*& place, const char* text);
  PyObject* errors(ErrorMode mode);
  /// A set holds its members, so that their addresses stay theirs.
  struct KnownSet {
    PyObject* set = nullptr;
    std::uint64_t table = 0;
    std::vector<PyObject*> members;
  };

  /// What the order of a set of cells follows from: the cells and the size of the table.
  struct CellsInTurn {
    std::span<const Cell> cells;  ///< in iteration order, or as they were added
    std::uint32_t kind;           ///< which of both, the table, and what the cells are
  };
  struct KnownCells {
    PyObject* set = nullptr;
    std::uint32_t kind = 0;
    std::vector<Cell> cells;

    bool is_of(const CellsInTurn& turn) const;
    void keep(const CellsInTurn& turn, PyObject* made);
  };

  /// So few that all are looked at. They have a limited number of cells together.
  class LargeCellSets {
   public:
    /// Borrowed; null: it is not there.
    PyObject* find(const CellsInTurn& turn);
    void keep(const CellsInTurn& turn, PyObject* made);

   private:
    static constexpr std::size_t most_sets = 16, most_cells = std::size_t{1} << 19;

    std::vector<KnownCells> sets_;  ///< the last used one last
  };

  static CellsInTurn cells_by_order(const SetRep& set);
  /// Of a set whose order is not known yet they may lie in scratch memory of its context.
  static CellsInTurn cells_in_turn(const SetRep& set);
  KnownCells& cells_slot(const CellsInTurn& turn);
  KnownSet& set_slot(std::span<PyObject* const> members, std::uint64_t table);
  PyObject* make_row(const std::int8_t* bytes, std::int32_t size);
  PyObject* make_grid(const std::int8_t* bytes, int height, int width);

  std::array<PyObject*, greatest_integer - least_integer + 1> integers_{};
  Places pairs_ = places(pair_side * pair_side);
  Places cells_ = places(cell_side * cell_side * colors);
  std::vector<KnownRow> rows_ = std::vector<KnownRow>(row_slots);
  std::vector<KnownGrid> grids_ = std::vector<KnownGrid>(grid_slots);
  std::vector<KnownCells> cell_sets_ = std::vector<KnownCells>(set_slots);
  std::vector<KnownCells> middle_cell_sets_ = std::vector<KnownCells>(middle_set_slots);
  LargeCellSets large_cell_sets_;
  std::vector<KnownSet> sets_ = std::vector<KnownSet>(set_slots);
  PyObject* nan_ = nullptr;
  std::vector<std::pair<std::string, PyObject*>> classes_;
  std::array<PyObject*, 64> exceptions_{};
  std::array<PyObject*, 16> closure_names_{};  ///< by kind
  PyObject *safe_ = nullptr, *raw_ = nullptr, *pile_ = nullptr, *utils_ = nullptr;
  std::array<std::vector<PyObject*>, 2> op_functions_;  ///< by error mode, of the ops and then of their other names
};

}  // namespace batt::python
