#include "kept_arguments.h"

#include <array>

#include "grid_reader.h"
#include "runtime/value/build.h"

namespace batt::python {
namespace {

constexpr std::size_t slots = 64;
constexpr std::size_t most_cells = 50'000;
constexpr std::size_t memory_of_a_generation = std::size_t{1} << 18;
constexpr int deepest = 8;

/// Counts the items of a tuple, and says whether they are ints and tuples alone.
bool is_made_of_ints(PyObject* tuple, std::size_t& cells, int depth) {
  if (depth > deepest) return false;
  for (Py_ssize_t k = 0; k < tuple_size(tuple); ++k) {
    PyObject* const item = tuple_item(tuple, k);
    if (++cells > most_cells) return false;
    if (PyLong_CheckExact(item)) continue;
    if (!PyTuple_CheckExact(item) || !is_made_of_ints(item, cells, depth + 1)) return false;
  }
  return true;
}

Value read(Context& memory, PyObject* tuple) {
  const std::int8_t* bytes = nullptr;
  int height = 0, width = 0;
  const auto allocate = [&](std::size_t count) { return memory.arena().allocate<std::int8_t>(count); };
  if (read_grid(tuple, allocate, bytes, height, width)) return make_grid(memory, bytes, height, width);
  ScratchVector items(memory);
  for (Py_ssize_t k = 0; k < tuple_size(tuple); ++k) {
    PyObject* const item = tuple_item(tuple, k);
    if (PyTuple_CheckExact(item)) {
      items.push(read(memory, item));
      continue;
    }
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(item, &overflow);
    if (overflow != 0) throw LimitExceeded{Limit::Integer};
    items.push(Value::integer(value));
  }
  return make_tuple(memory, items);
}

/// A tuple, which is held so that its address stays its own, and its value.
struct Slot {
  PyObject* tuple = nullptr;
  KeptArgument kept;
};

/// Memory for arguments that come one after the other; it is free again when the last of them is forgotten.
std::shared_ptr<Context>& open_generation() {
  static auto& generation = *new std::shared_ptr<Context>;
  if (generation == nullptr || generation->budget().held() > memory_of_a_generation)
    generation = std::make_shared<Context>();
  return generation;
}

}  // namespace

KeptArgument keep_argument(PyObject* tuple) {
  static auto& known = *new std::array<Slot, slots>;
  const auto address = reinterpret_cast<std::uintptr_t>(tuple);
  Slot& slot = known[(address >> 4 ^ address >> 12) % slots];
  if (slot.tuple == tuple) return slot.kept;
  std::size_t cells = 0;
  if (!is_made_of_ints(tuple, cells, 0)) return {};
  const std::shared_ptr<Context>& memory = open_generation();
  slot.kept = {read(*memory, tuple), memory};
  Py_INCREF(tuple);
  Py_XDECREF(std::exchange(slot.tuple, tuple));
  return slot.kept;
}

}  // namespace batt::python
