#include "to_python.h"

#include <algorithm>
#include <cmath>

#include "dsl_kernels/calls/function.h"
#include "dsl_kernels/op_table.h"
#include "runtime/value/spare_objects.h"
#include "runtime/value/until_unload.h"
#include "set_maker.h"

namespace batt::python {
namespace {

inline bool has_parts(Value value) {
  const auto bit = [](Kind kind) { return 1u << static_cast<unsigned>(kind); };
  const unsigned with_parts =
      bit(Kind::Tuple) | bit(Kind::List) | bit(Kind::Okt) | bit(Kind::Set) | bit(Kind::Function);
  if ((with_parts & bit(value.kind())) == 0) return false;
  if (value.kind() == Kind::Tuple) return value.form() == Form::Plain && value.tuple_size() != 0;
  return !value.is_op();
}

/// Finds out the order of a set, unless it may be needed by none: the object may be there already (Objects::cell_set).
void find_out_order(const SetRep& set) {
  if (!set.is_ordered_by_adds() || set.size > Objects::largest_cell_set) set.ensure_order();
}

/// Calls `use` for every part of a value that has parts, a set's in order.
template <class Use>
void for_each_part(Value value, Use use) {
  if (value.is_set()) {
    const SetRep& set = value.set();
    find_out_order(set);
    if (set.is_cells()) return;
    for (std::uint32_t k = 0; k < set.size; ++k) use(set.values()[k]);
  } else if (value.is_function()) {
    const std::size_t count = closure_part_count(value.closure()->kind);
    for (std::size_t k = 0; k < count; ++k) use(value.closure()->parts[k]);
  } else {
    for (std::int32_t k = 0; k < value.tuple_size(); ++k) use(value.item(k));
  }
}

/// Walks through values as if nothing in them were shared; gives up on what is large or deep.
class QuickWalk {
 public:
  explicit QuickWalk(int& parts_left) : parts_left_(parts_left) {}

  bool finishes(Value value) {
    if (!has_parts(value)) return true;
    if (--parts_left_ < 0 || depth_ == deepest) return false;
    ++depth_;
    bool finished = true;
    for_each_part(value, [&](Value part) { finished = finished && finishes(part); });
    --depth_;
    return finished;
  }

 private:
  static constexpr int deepest = 64;
  int& parts_left_;
  int depth_ = 0;
};

/// Walks through a value that may share parts many times over, each of them once.
void walk_once(Value value, ResultMemory& memory) {
  const auto open = [&](Value part) {
    if (!has_parts(part) || memory.met.find(part) != nullptr) return;
    memory.met.add(part, 0);
    memory.open.push_back(part);
  };
  open(value);
  while (!memory.open.empty()) {
    const Value next = memory.open.back();
    memory.open.pop_back();
    for_each_part(next, open);
  }
}

SpareObjects<ResultMemory, 8>& spare_memory() {
  static UntilUnload<SpareObjects<ResultMemory, 8>> spare;
  return *spare;
}

}  // namespace

ResultMemoryLease::ResultMemoryLease() : memory_(spare_memory().take()) {
  if (memory_ == nullptr) memory_ = std::make_unique<ResultMemory>();
}

ResultMemoryLease::~ResultMemoryLease() { spare_memory().give_back(std::move(memory_)); }

void KnownEntries::clear() {
  for (auto* list : {&o, &s}) {
    for (PyObject* const entry : *list) Py_XDECREF(entry);
    list->clear();
  }
}

OpenValues::OpenValues(ResultMemory& memory) : memory_(memory) {
  memory_.met.clear([](char) {});
  memory_.open.clear();
}

void OpenValues::find_out(Value value) {
  if (!has_parts(value)) return;
  if (value.is_set() && value.set().is_cells()) return find_out_order(value.set());
  if (!QuickWalk(quick_parts_left_).finishes(value)) walk_once(value, memory_);
}

/// Only the values of entries are large. What else is left open is found out when objects are made.
void materialize(const Outcome& outcome, ResultMemory& memory, const KnownEntries& known) {
  OpenValues open(memory);
  open.find_out(outcome.result);
  const auto find_out_entries = [&](const std::vector<OutputEntry>& list, const std::vector<PyObject*>& known_entries) {
    for (std::size_t n = 0; n < list.size(); ++n)
      if (n >= known_entries.size() || known_entries[n] == nullptr) open.find_out(list[n].fields[value_field]);
  };
  find_out_entries(outcome.o, known.o);
  find_out_entries(outcome.s, known.s);
}

ResultMaker::~ResultMaker() {
  memory_.made.clear([](PyObject* object) { Py_DECREF(object); });
  for (PyObject* const member : memory_.members) Py_DECREF(member);
  memory_.members.clear();
}

bool ResultMaker::comes_again(Value value) {
  constexpr std::uint32_t smallest_sets = 4;
  switch (value.kind()) {
    case Kind::None:
    case Kind::Bool:
    case Kind::Int: return true;
    case Kind::Set: return value.set().size <= smallest_sets;
    case Kind::Tuple: return value.form() == Form::Pair || value.form() == Form::Cell || value.tuple_size() == 0;
    default: return value.is_op();
  }
}

namespace {

bool are_interchangeable(const Value* values, std::size_t count, int& budget);

bool is_interchangeable_within(Value value, int& budget) {
  if (--budget < 0) return false;
  switch (value.kind()) {
    case Kind::None:
    case Kind::Bool:
    case Kind::Int:
    case Kind::Text: return true;
    case Kind::Tuple:
      return value.form() != Form::Plain ||
             are_interchangeable(value.items(), static_cast<std::size_t>(value.tuple_size()), budget);
    case Kind::Set:
      return value.set().is_cells() || are_interchangeable(value.set().values(), value.set().size, budget);
    default: return value.is_op();
  }
}

bool are_interchangeable(const Value* values, std::size_t count, int& budget) {
  for (std::size_t k = 0; k < count; ++k)
    if (!is_interchangeable_within(values[k], budget)) return false;
  return true;
}

}  // namespace

bool ResultMaker::is_interchangeable(Value value) {
  int most_parts = 500;
  return is_interchangeable_within(value, most_parts);
}

Ref ResultMaker::make(Value value) { return Ref::take(object(value)); }

PyObject* ResultMaker::object(Value value) {
  switch (value.kind()) {
    case Kind::None: return Py_INCREF(Py_None), Py_None;
    case Kind::Bool: return PyBool_FromLong(value.as_bool() ? 1 : 0);
    case Kind::Int: return objects_.integer(value.as_int());
    case Kind::Float:
      if (std::isnan(value.as_real())) return value.nan_identity() == 0 ? objects_.nan() : shared(value);
      return PyFloat_FromDouble(value.as_real());
    case Kind::Tuple:
      switch (value.form()) {
        case Form::Pair: return objects_.pair(value.i(), value.j());
        case Form::Cell: return objects_.cell(value.i(), value.j(), value.c());
        case Form::Row: return objects_.row(value.bytes(), value.tuple_size());
        case Form::Grid: return objects_.grid(value.bytes(), value.height(), value.width());
        case Form::Plain: break;
      }
      return value.tuple_size() == 0 ? PyTuple_New(0) : shared(value);
    case Kind::Set:
      if (value.set().is_cells()) return cell_set(value);
      return shared(value);
    default: return value.is_op() ? function(value) : shared(value);
  }
}

PyObject* ResultMaker::shared(Value value) {
  if (PyObject** const known = memory_.made.find(value)) return Py_INCREF(*known), *known;
  if (++depth_ > deepest) throw LimitExceeded{Limit::Steps};
  PyObject* const object = new_object(value);
  --depth_;
  if (object == nullptr) throw PythonError{};
  memory_.made.add(value, object);
  return Py_INCREF(object), object;
}

PyObject* ResultMaker::cell_set(Value value) {
  return objects_.cell_set(value.set(), [&] { return shared(value); });
}

PyObject* ResultMaker::new_object(Value value) {
  switch (value.kind()) {
    case Kind::Float: return PyFloat_FromDouble(value.as_real());
    case Kind::Text: return PyUnicode_FromStringAndSize(value.text().bytes, value.text().byte_size);
    case Kind::Tuple: return plain_tuple(value).release();
    case Kind::List: return list(value).release();
    case Kind::Set: return set(value.set()).release();
    case Kind::Okt: return okt(value).release();
    default: return closure(*value.closure()).release();
  }
}

Ref ResultMaker::plain_tuple(Value value) {
  const std::int32_t size = value.tuple_size();
  Ref tuple = Ref::take(PyTuple_New(size));
  for (std::int32_t k = 0; k < size; ++k) set_tuple_item(tuple.get(), k, make(value.items()[k]).release());
  return tuple;
}

Ref ResultMaker::list(Value value) {
  const std::int32_t size = value.tuple_size();
  Ref list = Ref::take(PyList_New(size));
  for (std::int32_t k = 0; k < size; ++k) set_list_item(list.get(), k, make(value.items()[k]).release());
  return list;
}

Ref ResultMaker::set(const SetRep& set) {
  if (!set.is_cells() || set.size <= Objects::largest_cell_set) return new_set(set);
  return objects_.large_cell_set(set, [&] { return new_set(set); });
}

Ref ResultMaker::new_set(const SetRep& set) {
#ifndef Py_LIMITED_API
  if (set.is_cells()) {
    Ref made = make_cell_frozenset(set, objects_);
    PyObject_GC_UnTrack(made.get());  // it is in no cycle
    return made;
  }
#endif
  auto& stack = memory_.members;  // sets lie in sets
  const std::size_t base = stack.size();
  push_members(set);
  const Members members = Members(stack).subspan(base);
  const std::uint64_t table = std::uint64_t{set.mask()} + 1;
  PyObject* known = set.is_cells() ? nullptr : objects_.known_set(members, table);
  if (known == nullptr) {
    known = make_frozenset(set, members).release();
    if (set.is_cells() || std::ranges::none_of(members, PyObject_GC_IsTracked))
      PyObject_GC_UnTrack(known);  // it is in no cycle
    if (!set.is_cells()) objects_.keep_set(known, members, table);
  }
  for (PyObject* const member : members) Py_DECREF(member);
  stack.resize(base);
  return Ref::take(known);
}

void ResultMaker::push_members(const SetRep& set) {
  auto& members = memory_.members;
  if (set.packing == Packing::Values) {
    for (std::uint32_t k = 0; k < set.size; ++k) members.push_back(make(set.values()[k]).release());
    return;
  }
  const Cell* cells = set.cells();
  for (std::uint32_t k = 0; k < set.size; ++k)
    members.push_back(set.packing == Packing::Locations ? objects_.pair(cells[k].i(), cells[k].j())
                                                        : objects_.cell(cells[k].i(), cells[k].j(), cells[k].c()));
}

Ref ResultMaker::okt(Value value) {
  if (!okt_class_) okt_class_ = objects_.find_okt_class();
  Ref ok = make(value.item(0));
  return objects_.new_okt(okt_class_.get(), std::move(ok), make(value.item(1)));
}

PyObject* ResultMaker::function(Value value) { return objects_.op_function(value.op_id(), value.alias(), mode_); }

Ref ResultMaker::closure(const Closure& closure) {
  if (closure.kind == Closure::Kind::Bottomless || closure.kind == Closure::Kind::TooDeep)
    throw LimitExceeded{Limit::Steps};
  const std::size_t count = closure_part_count(closure.kind);
  Ref parts = Ref::take(PyTuple_New(static_cast<Py_ssize_t>(count)));
  for (std::size_t k = 0; k < count; ++k)
    set_tuple_item(parts.get(), static_cast<Py_ssize_t>(k), make(closure.parts[k]).release());
  return objects_.new_closure(closure.kind, parts.get(), mode_);
}

}  // namespace batt::python
