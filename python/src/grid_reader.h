// Tuples of small ints, read into bytes without a detour: what nearly all arguments consist of.
#pragma once

#include <array>

#include "reference.h"
#include "runtime/rows/kernels.h"
#include "runtime/value/build.h"

namespace batt::python {

/// The objects of small ints, of which CPython has one each: an int is known by its address. From 3.11 on they lie side
/// by side, so that the address tells the number.
class SmallInts {
 public:
  static const SmallInts& shared() {
    static const SmallInts& ints = *new SmallInts;
    return ints;
  }
  /// Whether it is one of them; if not, it may be small all the same.
  bool find(PyObject* object, std::int8_t& byte) const {
    const std::uintptr_t distance = reinterpret_cast<std::uintptr_t>(object) - first_;
    if (distance < count_ * stride) {
      byte = static_cast<std::int8_t>(least + static_cast<int>(distance / stride));
      return true;
    }
    const Slot& slot = slots_[slot_of(object)];
    byte = slot.value;
    return slot.object == object;
  }
#ifndef Py_LIMITED_API
  /// The same of many objects at once: true if all of them are found by their addresses.
  bool find_all(PyObject* const* objects, std::size_t count, std::int8_t* bytes) const {
    if (rows::kernels != nullptr)
      return rows::kernels->values_at(reinterpret_cast<const void* const*>(objects), static_cast<std::uint32_t>(count),
                                      {first_, count_, least}, bytes);
    bool are_found = true;
    for (std::size_t k = 0; k < count; ++k) {
      const std::uintptr_t distance = reinterpret_cast<std::uintptr_t>(objects[k]) - first_;
      are_found &= distance < count_ * stride;
      bytes[k] = static_cast<std::int8_t>(least + static_cast<int>(distance / stride));
    }
    return are_found;
  }
#endif

 private:
  static constexpr int least = -5;  ///< CPython's
  static constexpr std::uintptr_t stride = 32;
  struct Slot {
    PyObject* object = nullptr;  ///< held, so that its address stays its own
    std::int8_t value = 0;
  };

  SmallInts() {
    bool are_side_by_side = true;
    for (int value = least; value <= max_byte; ++value) {
      PyObject* const object = Ref::take(PyLong_FromLong(value)).release();
      slots_[slot_of(object)] = {object, static_cast<std::int8_t>(value)};
      const auto address = reinterpret_cast<std::uintptr_t>(object);
      if (value == least) first_ = address;
      are_side_by_side &= address == first_ + static_cast<std::uintptr_t>(value - least) * stride;
    }
    if (are_side_by_side) count_ = max_byte + 1 - least;
  }
  static std::size_t slot_of(PyObject* object) { return (reinterpret_cast<std::uintptr_t>(object) >> 5) % slot_count; }

  std::uintptr_t first_ = 0;
  std::uint32_t count_ = 0;  ///< of those that lie side by side; none: they do not
  static constexpr std::size_t slot_count = 512;
  std::array<Slot, slot_count> slots_;
};

/// Whether the object is an int of 8 bits, and no bool.
inline bool read_byte(const SmallInts& known, PyObject* object, std::int8_t& byte) {
  if (known.find(object, byte)) return true;
  if (!PyLong_CheckExact(object)) return false;
  int overflow = 0;
  const long value = PyLong_AsLongAndOverflow(object, &overflow);
  if (overflow != 0 || value < min_byte || value > max_byte) return false;
  byte = static_cast<std::int8_t>(value);
  return true;
}

/// The height and width of what may be a grid: a tuple of tuples of one length.
inline bool read_shape(PyObject* object, Py_ssize_t& height, Py_ssize_t& width) {
  constexpr Py_ssize_t most = 30000;
  height = tuple_size(object);
  if (height == 0 || height > most) return false;
  for (Py_ssize_t i = 0; i < height; ++i) {
    PyObject* const row = tuple_item(object, i);
    if (!PyTuple_CheckExact(row)) return false;
    if (i == 0) width = tuple_size(row);
    if (tuple_size(row) != width) return false;
  }
  return width > 0 && width <= most;
}

/// Reads the tuple `object` as a grid, if it is one, and if `allocate` has memory for it.
template <class Allocate>
bool read_grid(PyObject* object, Allocate allocate, const std::int8_t*& bytes, int& height, int& width) {
  Py_ssize_t rows = 0, columns = 0;
  if (!read_shape(object, rows, columns)) return false;
  std::int8_t first = 0;
  const SmallInts& known = SmallInts::shared();
  if (!read_byte(known, tuple_item(tuple_item(object, 0), 0), first)) return false;
  auto* const cells = allocate(static_cast<std::size_t>(rows * columns));
  if (cells == nullptr) return false;
  std::int8_t* next = cells;
  for (Py_ssize_t i = 0; i < rows; ++i) {
    PyObject* const row = tuple_item(object, i);
#ifndef Py_LIMITED_API
    if (known.find_all(&PyTuple_GET_ITEM(row, 0), static_cast<std::size_t>(columns), next)) {
      next += columns;
      continue;
    }
#endif
    for (Py_ssize_t j = 0; j < columns; ++j)
      if (!read_byte(known, tuple_item(row, j), *next++)) return false;
  }
  bytes = cells;
  height = static_cast<int>(rows);
  width = static_cast<int>(columns);
  return true;
}

}  // namespace batt::python
