// Python objects that results share: small ints, pairs, cells, rows, grids and sets, so that most of a result is there
// before it is made. None of them can change. They are kept in bounded tables, for good or until others need the place.
// Everything here needs the GIL.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "batt/value.h"
#include "dsl_kernels/calls/function.h"
#include "reference.h"
#include "runtime/value/context.h"
#include "runtime/value/set.h"

namespace batt::python {

class Objects {
 public:
  /// The one of this interpreter.
  static Objects& shared();

  PyObject* integer(std::int64_t value);
  PyObject* pair(std::int32_t i, std::int32_t j);
  PyObject* cell(std::int32_t i, std::int32_t j, std::int32_t color);
  PyObject* row(const std::int8_t* bytes, std::int32_t size);
  PyObject* grid(const std::int8_t* bytes, int height, int width);

  /// The frozenset of a set of cells whose order is known; `make` makes it if it was not made before.
  template <class Make>
  PyObject* cell_set(const SetRep& set, Make make) {
    if (set.size > largest_cell_set) return make();
    KnownCells& known = cells_slot(set);
    if (known.is_of(set)) return Py_INCREF(known.set), known.set;
    PyObject* const made = make();
    known.keep(set, made);
    return made;
  }

  /// A set that was made before of these very objects, for a table of this size; null: there is none.
  PyObject* known_set(std::span<PyObject* const> members, std::uint64_t table);
  void keep_set(PyObject* set, std::span<PyObject* const> members, std::uint64_t table);

  /// The tuple of four fields, taken over. If `is_known` the fields are likely to come again, and so does the tuple.
  PyObject* entry(const std::array<PyObject*, 4>& fields, bool is_known);

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
  static constexpr int least_pair = -32, pair_side = 128, least_cell = -8, cell_side = 64, colors = 10;
  static constexpr std::size_t row_slots = 4096, grid_slots = 1024, set_slots = 2048, entry_slots = 2048;
  static constexpr std::int32_t longest_row = 32, largest_grid = 1024;
  static constexpr std::size_t largest_set = 256, largest_cell_set = 1024, large_set_slots = 128;

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

  static PyObject* interned(PyObject*& place, const char* text);
  PyObject* errors(ErrorMode mode);
  /// A set holds its members, so that their addresses stay theirs.
  struct KnownSet {
    PyObject* set = nullptr;
    std::uint64_t table = 0;
    std::vector<PyObject*> members;
  };

  /// The cells in iteration order, without their objects.
  struct KnownCells {
    PyObject* set = nullptr;
    std::uint32_t table_mask = 0;
    Packing packing = Packing::Values;
    std::vector<Cell> cells;

    bool is_of(const SetRep& other) const;
    void keep(const SetRep& other, PyObject* made);
  };

  KnownCells& cells_slot(const SetRep& set);
  KnownSet& set_slot(std::span<PyObject* const> members, std::uint64_t table);
  PyObject* make_row(const std::int8_t* bytes, std::int32_t size);
  PyObject* make_grid(const std::int8_t* bytes, int height, int width);

  std::array<PyObject*, greatest_integer - least_integer + 1> integers_{};
  std::array<PyObject*, pair_side * pair_side> pairs_{};
  std::array<PyObject*, cell_side * cell_side * colors> cells_{};
  std::vector<KnownRow> rows_ = std::vector<KnownRow>(row_slots);
  std::vector<KnownGrid> grids_ = std::vector<KnownGrid>(grid_slots);
  std::vector<KnownCells> cell_sets_ = std::vector<KnownCells>(set_slots);
  std::vector<KnownCells> large_cell_sets_ = std::vector<KnownCells>(large_set_slots);
  std::vector<KnownSet> sets_ = std::vector<KnownSet>(set_slots);
  std::vector<PyObject*> entries_ = std::vector<PyObject*>(entry_slots);
  PyObject* nan_ = nullptr;
  std::vector<std::pair<std::string, PyObject*>> classes_;
  std::array<PyObject*, 64> exceptions_{};
  std::array<PyObject*, 16> closure_names_{};  ///< by kind
  PyObject *safe_ = nullptr, *raw_ = nullptr;
  std::unordered_map<std::uint64_t, PyObject*> op_functions_;
};

}  // namespace batt::python
