#include "kept_arguments.h"

#include <algorithm>
#include <array>
#include <vector>

#include "grid_reader.h"
#include "runtime/value/build.h"

namespace batt::python {
namespace {

constexpr std::size_t slots = 64;
constexpr Py_ssize_t most_items = 50'000;
constexpr int deepest = 8;

/// Reads a tuple that consists of tuples of exact ints all the way down, and is not too large to be kept.
class KeptReader {
 public:
  explicit KeptReader(Context& memory) : memory_(memory) {}

  /// False: it is none.
  bool read(PyObject* tuple, Value& value) {
    const std::int8_t* bytes = nullptr;
    int height = 0, width = 0;
    const auto allocate = [&](std::size_t count) {
      return has_room(static_cast<Py_ssize_t>(count)) ? memory_.arena().allocate<std::int8_t>(count) : nullptr;
    };
    if (read_grid(tuple, allocate, bytes, height, width)) {
      value = make_grid(memory_, bytes, height, width);
      return true;
    }
    if (++depth_ > deepest || !has_room(tuple_size(tuple))) return false;
    ScratchVector items(memory_);
    for (Py_ssize_t k = 0; k < tuple_size(tuple); ++k) {
      Value item;
      if (!read_item(tuple_item(tuple, k), item)) return false;
      items.push(item);
    }
    --depth_;
    value = make_tuple(memory_, items);
    return true;
  }
  /// How many it has read.
  Py_ssize_t items() const { return most_items - items_left_; }

 private:
  /// Counts items; false if there are too many.
  bool has_room(Py_ssize_t items) { return (items_left_ -= items) >= 0; }

  bool read_item(PyObject* item, Value& value) {
    if (PyTuple_CheckExact(item)) return read(item, value);
    if (!PyLong_CheckExact(item)) return false;
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(item, &overflow);
    value = Value::integer(number);
    return overflow == 0;
  }

  Context& memory_;
  Py_ssize_t items_left_ = most_items;
  int depth_ = 0;
};

/// A tuple, which is held so that its address stays its own, and its value.
struct Slot {
  PyObject* tuple = nullptr;
  KeptArgument kept;
};

/// Memory for arguments, in pieces: those that come one after the other share one. A piece is used again once all of
/// its arguments are forgotten, so that what is read goes to memory that the processor has at hand.
class Memory {
 public:
  const std::shared_ptr<Context>& open() {
    if (open_ == nullptr || items_ > most_in_piece) begin_piece();
    return open_;
  }
  /// So many items more lie in the open piece.
  void note(Py_ssize_t items) { items_ += items; }

 private:
  static constexpr Py_ssize_t most_in_piece = 1 << 13;

  void begin_piece() {
    items_ = 0;
    const auto is_free = [](const std::shared_ptr<Context>& piece) { return piece.use_count() == 1; };
    open_.reset();
    const auto free = std::ranges::find_if(pieces_, is_free);
    if (free == pieces_.end()) {
      open_ = pieces_.emplace_back(std::make_shared<Context>());
      return;
    }
    open_ = *free;
    open_->reset();
  }

  std::vector<std::shared_ptr<Context>> pieces_;
  std::shared_ptr<Context> open_;
  Py_ssize_t items_ = 0;
};

}  // namespace

const KeptArgument* keep_argument(PyObject* tuple) {
  static auto& known = *new std::array<Slot, slots>;
  const auto address = reinterpret_cast<std::uintptr_t>(tuple);
  Slot& slot = known[(address >> 4 ^ address >> 12) % slots];
  if (slot.tuple == tuple) return &slot.kept;
  static auto& all_memory = *new Memory;
  const std::shared_ptr<Context>& memory = all_memory.open();
  KeptReader reader(*memory);
  Value value;
  const bool is_kept = reader.read(tuple, value);
  all_memory.note(reader.items());
  if (!is_kept) return nullptr;
  slot.kept.value = value;
  slot.kept.memory = memory;
  Py_INCREF(tuple);
  Py_XDECREF(std::exchange(slot.tuple, tuple));
  return &slot.kept;
}

}  // namespace batt::python
