#include "shared_objects.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "dsl_kernels/op_table.h"
#include "function_object.h"
#include "runtime/value/build.h"

namespace batt::python {
namespace {

/// new tuple of objects that it takes over.
template <class... Items>
PyObject* tuple_of(Items... items) {
  PyObject* tuple = PyTuple_New(sizeof...(items));
  if (tuple == nullptr) throw PythonError{};
  Py_ssize_t k = 0;
  (set_tuple_item(tuple, k++, items), ...);
  return tuple;
}

PyObject* again(PyObject* object) { return Py_INCREF(object), object; }

/// A tuple of ints alone, or of such tuples, is in no cycle: the garbage collector need not look at it.
PyObject* untracked(PyObject* tuple) { return PyObject_GC_UnTrack(tuple), tuple; }

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0xd6e8feb86659fd93ull;
  return hash ^ hash >> 32;
}

std::uint64_t word_at(const std::int8_t* bytes) {
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

std::size_t hash_bytes(const std::int8_t* bytes, std::size_t size, std::uint64_t seed) {
  std::uint64_t hash = seed * 0x9e3779b97f4a7c15ull + size;
  if (size < sizeof hash) {
    std::uint64_t word = 0;
    for (std::size_t k = 0; k < size; ++k) word = word << 8 | static_cast<std::uint8_t>(bytes[k]);
    return static_cast<std::size_t>(mixed(hash, word));
  }
  const std::int8_t* const last = bytes + size - sizeof hash;  // its word may overlap the one before
  if (size >= 32) {                                            // four words at a time: none waits for another one
    std::uint64_t b = hash + 1, c = hash + 2, d = hash + 3;
    for (; bytes + 24 <= last; bytes += 32) {
      hash = mixed(hash, word_at(bytes));
      b = mixed(b, word_at(bytes + 8));
      c = mixed(c, word_at(bytes + 16));
      d = mixed(d, word_at(bytes + 24));
    }
    hash = mixed(mixed(mixed(hash, b), c), d);
  }
  for (; bytes < last; bytes += 8) hash = mixed(hash, word_at(bytes));
  return static_cast<std::size_t>(mixed(hash, word_at(last)));
}

Ref imported(const char* module, const char* name) {
  const Ref found = Ref::take(PyImport_ImportModule(module));
  return Ref::take(PyObject_GetAttrString(found.get(), name));
}

}  // namespace

Objects& Objects::shared() {
  static Objects& objects = *new Objects;  // outlives the interpreter, which frees nothing that is still referenced
  return objects;
}

Objects::Objects() {
  for (std::int64_t value = min_byte; value <= max_byte; ++value) Py_DECREF(integer(value));  // it is kept
}

PyObject* Objects::new_integer(std::int64_t value) {
  PyObject* const made = Ref::take(PyLong_FromLongLong(value)).release();
  if (value < least_integer || value > greatest_integer) return made;
  return again(integers_[static_cast<std::size_t>(value - least_integer)] = made);
}

Objects::Member Objects::new_pair(std::int32_t i, std::int32_t j) {
  const Member made{untracked(tuple_of(integer(i), integer(j))), hash::of_pair(i, j)};
  if (Member* const place = pair_place(i, j)) *place = {again(made.object), made.hash};
  return made;
}

Objects::Member Objects::new_cell(std::int32_t i, std::int32_t j, std::int32_t color) {
  const Member made{untracked(tuple_of(integer(i), integer(j), integer(color))), hash::of_triple(i, j, color)};
  if (Member* const place = cell_place(i, j, color)) *place = {again(made.object), made.hash};
  return made;
}

PyObject* Objects::make_row(const std::int8_t* bytes, std::int32_t size) {
  Ref tuple = Ref::take(PyTuple_New(size));
  for (std::int32_t k = 0; k < size; ++k) set_tuple_item(tuple.get(), k, again(byte(bytes[k])));
  return untracked(tuple.release());
}

PyObject* Objects::row(const std::int8_t* bytes, std::int32_t size) {
  if (size == 2) return pair(bytes[0], bytes[1]);
  if (size == 3) return cell(bytes[0], bytes[1], bytes[2]);
  if (size > longest_row) return make_row(bytes, size);
  const auto count = static_cast<std::size_t>(size);
  KnownRow& known = rows_[hash_bytes(bytes, count, 1) % row_slots];
  if (known.tuple != nullptr && known.size == size && std::memcmp(known.bytes.data(), bytes, count) == 0)
    return again(known.tuple);
  PyObject* const made = make_row(bytes, size);
  known.size = size;
  std::copy_n(bytes, count, known.bytes.data());
  Py_XDECREF(std::exchange(known.tuple, again(made)));
  return made;
}

PyObject* Objects::make_grid(const std::int8_t* bytes, int height, int width) {
  Ref tuple = Ref::take(PyTuple_New(height));
  for (int i = 0; i < height; ++i)
    set_tuple_item(tuple.get(), i, row(bytes + static_cast<std::ptrdiff_t>(i) * width, width));
  return untracked(tuple.release());
}

PyObject* Objects::grid(const std::int8_t* bytes, int height, int width) {
  const auto count = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  if (count > largest_grid) return make_grid(bytes, height, width);
  KnownGrid& known = grids_[hash_bytes(bytes, count, static_cast<std::uint64_t>(width)) % grid_slots];
  if (known.tuple != nullptr && known.height == height && known.width == width &&
      std::memcmp(known.bytes.get(), bytes, count) == 0)
    return again(known.tuple);
  PyObject* const made = make_grid(bytes, height, width);
  if (known.height * known.width < height * width) known.bytes.reset(new std::int8_t[count]);
  std::copy_n(bytes, count, known.bytes.get());
  known.height = height;
  known.width = width;
  Py_XDECREF(std::exchange(known.tuple, again(made)));
  return made;
}

Objects::CellsInTurn Objects::cells_in_turn(const SetRep& set) {
  const auto packing = static_cast<std::uint32_t>(set.packing);
  constexpr std::uint32_t is_added = 4, is_copied = 8;  // masks end in 111: no set has such a kind by its table
  if (const Cell* const added = set.find_added())
    return {{added, set.size}, packing | is_added | (set.copied ? is_copied : 0)};
  return cells_by_order(set);
}

Objects::CellsInTurn Objects::cells_by_order(const SetRep& set) {
  constexpr std::uint32_t has_dummies = 4;
  return {{set.cells(), set.size},
          set.mask() << 4 | static_cast<std::uint32_t>(set.packing) | (set.dummies() ? has_dummies : 0)};
}

static_assert(std::has_unique_object_representations_v<Cell>);

Objects::KnownCells& Objects::cells_slot(const CellsInTurn& turn) {
  const auto* bytes = reinterpret_cast<const std::int8_t*>(turn.cells.data());
  const std::size_t hash = hash_bytes(bytes, turn.cells.size_bytes(), turn.kind);
  return turn.cells.size() > largest_set ? middle_cell_sets_[hash % middle_set_slots] : cell_sets_[hash % set_slots];
}

bool Objects::KnownCells::is_of(const CellsInTurn& turn) const {
  return set != nullptr && kind == turn.kind && cells.size() == turn.cells.size() &&
         std::memcmp(cells.data(), turn.cells.data(), turn.cells.size_bytes()) == 0;
}

void Objects::KnownCells::keep(const CellsInTurn& turn, PyObject* made) {
  cells.assign(turn.cells.begin(), turn.cells.end());
  kind = turn.kind;
  Py_XDECREF(std::exchange(set, again(made)));
}

PyObject* Objects::LargeCellSets::find(const CellsInTurn& turn) {
  const auto found = std::ranges::find_if(sets_, [&](const KnownCells& known) { return known.is_of(turn); });
  if (found == sets_.end()) return nullptr;
  std::rotate(found, found + 1, sets_.end());
  return sets_.back().set;
}

void Objects::LargeCellSets::keep(const CellsInTurn& turn, PyObject* made) {
  if (turn.cells.size() > most_cells) return;
  std::size_t cells = turn.cells.size(), kept = 0;
  for (; kept < sets_.size() && kept + 1 < most_sets; ++kept)
    if ((cells += sets_[sets_.size() - 1 - kept].cells.size()) > most_cells) break;
  const auto first_kept = sets_.end() - static_cast<std::ptrdiff_t>(kept);
  const std::vector<KnownCells> dropped(std::move_iterator(sets_.begin()), std::move_iterator(first_kept));
  sets_.erase(sets_.begin(), first_kept);
  sets_.emplace_back().keep(turn, made);
  // This may call back into here: others look at what is dropped.
  for (const KnownCells& known : dropped) Py_XDECREF(known.set);
}

Objects::KnownSet& Objects::set_slot(std::span<PyObject* const> members, std::uint64_t table) {
  std::uint64_t hash = table + members.size();
  for (PyObject* const member : members)
    hash = (hash ^ reinterpret_cast<std::uintptr_t>(member) >> 4) * 0xd6e8feb86659fd93ull + (hash >> 29);
  return sets_[(hash ^ hash >> 32) % set_slots];
}

PyObject* Objects::known_set(std::span<PyObject* const> members, std::uint64_t table) {
  if (members.size() > largest_set) return nullptr;
  const KnownSet& known = set_slot(members, table);
  const bool is_same = known.set != nullptr && known.table == table && std::ranges::equal(known.members, members);
  return is_same ? again(known.set) : nullptr;
}

void Objects::keep_set(PyObject* set, std::span<PyObject* const> members, std::uint64_t table) {
  if (members.size() > largest_set) return;
  KnownSet& known = set_slot(members, table);
  known.table = table;
  known.members.assign(members.begin(), members.end());
  Py_XDECREF(std::exchange(known.set, again(set)));
}

PyObject* Objects::nan() {
  if (nan_ == nullptr) nan_ = imported("math", "nan").release();
  return again(nan_);
}

PyObject* Objects::exception_class(Exception exception) {
  PyObject*& known = exceptions_[static_cast<std::size_t>(exception)];
  if (known == nullptr) known = imported("builtins", std::string(to_string(exception)).c_str()).release();
  return known;
}

PyObject* Objects::battc_class(const char* name) {
  for (const auto& [known, found] : classes_)
    if (known == name) return found;
  classes_.emplace_back(name, imported("battc._types", name).release());
  return classes_.back().second;
}

Ref Objects::find_okt_class() {
  PyObject* const modules = PyImport_GetModuleDict();
  for (PyObject* const name : {interned(pile_, "pile"), interned(utils_, "utils")}) {
    PyObject* const module = PyDict_GetItemWithError(modules, name);
    if (module == nullptr) continue;
    PyObject* const found = PyObject_GetAttrString(module, "OKT");
    if (found != nullptr && PyType_Check(found) &&
        PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(found), &PyTuple_Type))
      return Ref::take(found);
    Py_XDECREF(found);
    PyErr_Clear();
  }
  return Ref::share(battc_class("OKT"));
}

Ref Objects::new_okt(PyObject* type, Ref ok, Ref value) {
  // What tuple.__new__(OKT, (ok, value)) makes, without the tuple that it is made of.
  Ref okt = Ref::take(PyType_GenericAlloc(reinterpret_cast<PyTypeObject*>(type), 2));
  set_tuple_item(okt.get(), 0, ok.release());
  set_tuple_item(okt.get(), 1, value.release());
  return okt;
}

PyObject* Objects::interned(PyObject*& place, const char* text) {
  if (place == nullptr) place = Ref::take(PyUnicode_InternFromString(text)).release();
  return place;
}

PyObject* Objects::errors(ErrorMode mode) {
  return mode == ErrorMode::Raw ? interned(raw_, "raw") : interned(safe_, "safe");
}

Ref Objects::new_closure(Closure::Kind kind, PyObject* parts, ErrorMode mode) {
  PyObject*& name = closure_names_[static_cast<std::size_t>(kind)];
  if (name == nullptr) interned(name, std::string(closure_maker(kind)).c_str());
  return new_function(name, parts, errors(mode));
}

PyObject* Objects::op_function(std::uint16_t op, std::uint16_t alias, ErrorMode mode) {
  std::vector<PyObject*>& known = op_functions_[static_cast<std::size_t>(mode)];
  const std::size_t place = alias == 0 ? op : op_count + alias;
  if (place >= known.size()) known.resize(op_count + all_aliases().size() + 1);
  if (known[place] == nullptr) {
    const std::string name(alias == 0 ? op_info(static_cast<OpId>(op)).name : all_aliases()[alias - 1u].name);
    const Ref parts = Ref::take(PyTuple_New(0)), text = Ref::take(PyUnicode_InternFromString(name.c_str()));
    Ref function = new_function(text.get(), parts.get(), errors(mode));
    if (known[place] == nullptr) known[place] = function.release();
  }
  return again(known[place]);
}

}  // namespace batt::python
