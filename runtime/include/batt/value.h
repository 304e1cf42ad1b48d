// A Python value of the DSL: 16 bytes, immutable, trivially copyable; what it points to lives in an Arena.
// Small and frequent shapes are packed (a pair, a cell, a row, a grid, a set of cells). Packing is canonical: a
// tuple that fits a packed form always has it, so no two forms hold the same tuple of ints.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "batt/cell.h"
#include "batt/status.h"
#include "batt/target.h"

namespace batt {

struct Closure;
struct SetRep;
struct TextRep;

enum class Kind : std::uint8_t { None, Bool, Int, Float, Text, Tuple, List, Set, Function, Okt, Error, Declined };

/// How a tuple (or list: always Plain) is stored.
enum class Form : std::uint8_t {
  Plain,  ///< an array of values
  Pair,   ///< two ints of 32 bits, inside the Value
  Cell,   ///< three ints of 32 bits, inside the Value
  Row,    ///< one, or four and more, ints of 8 bits
  Grid,   ///< at least one row, each of the same width of at least one, of ints of 8 bits
};

class alignas(16) Value {
 public:
  BATT_HD Value() : integer_(0) {}

  BATT_HD static Value none() { return {}; }
  BATT_HD static Value boolean(bool b) { return {Kind::Bool, Form::Plain, 0, b ? 1 : 0}; }
  BATT_HD static Value integer(std::int64_t i) { return {Kind::Int, Form::Plain, 0, i}; }
  BATT_HD static Value error(Exception e) { return {Kind::Error, Form::Plain, 0, static_cast<std::int64_t>(e)}; }
  /// What a packed body returns for arguments that it does not take; the op's general body runs then.
  BATT_HD static Value declined() { return {Kind::Declined, Form::Plain, 0, 0}; }
  /// `alias`: not 0 for a function that is the same op by another name, and another object.
  BATT_HD static Value op(std::uint16_t id, std::uint16_t alias = 0) {
    return {Kind::Function, Form::Plain, 1, static_cast<std::int64_t>(alias) << 16 | id};
  }
  BATT_HD static Value pair(std::int32_t i, std::int32_t j) { return {Kind::Tuple, Form::Pair, 2, pack(i, j)}; }
  BATT_HD static Value cell(std::int32_t i, std::int32_t j, std::int32_t c) {
    return {Kind::Tuple, Form::Cell, c, pack(i, j)};
  }
  BATT_HD static Value empty_tuple() { return {Kind::Tuple, Form::Plain, 0, 0}; }
  BATT_HD static Value empty_set();
  BATT_HD static Value closure(const Closure* c) { return pointer(Kind::Function, Form::Plain, 0, c); }
  BATT_HD static Value set(const SetRep* s) { return pointer(Kind::Set, Form::Plain, 0, s); }
  BATT_HD static Value text(const TextRep* t) { return pointer(Kind::Text, Form::Plain, 0, t); }
  BATT_HD static Value okt(const Value* ok_and_value) { return pointer(Kind::Okt, Form::Plain, 2, ok_and_value); }
  BATT_HD static Value list(const Value* items, std::int32_t size) {
    return pointer(Kind::List, Form::Plain, size, items);
  }
  /// For the builders in runtime/value/build.h only: the caller vouches that no packed form fits.
  BATT_HD static Value plain_tuple(const Value* items, std::int32_t size) {
    return pointer(Kind::Tuple, Form::Plain, size, items);
  }
  BATT_HD static Value row_of(const std::int8_t* bytes, std::int32_t size) {
    return pointer(Kind::Tuple, Form::Row, size, bytes);
  }
  BATT_HD static Value grid_of(const std::int8_t* bytes, int height, int width) {
    return pointer(Kind::Tuple, Form::Grid, height << 16 | width, bytes);
  }

  /// math.nan is one object; every nan that arithmetic makes is another. `identity` 0 is math.nan.
  BATT_HD static Value real(double d, std::int32_t identity = 0) {
    Value v{Kind::Float, Form::Plain, identity, 0};
    v.real_ = d;
    return v;
  }
  BATT_HD static Value nan() { return real(std::numeric_limits<double>::quiet_NaN()); }
  BATT_HD static Value infinity() { return real(std::numeric_limits<double>::infinity()); }
  BATT_HD static Value minus_infinity() { return real(-std::numeric_limits<double>::infinity()); }

  BATT_HD Kind kind() const { return static_cast<Kind>(head_ & 0xff); }
  BATT_HD Form form() const { return static_cast<Form>(head_ >> 8 & 0xff); }

  BATT_HD bool is_none() const { return kind() == Kind::None; }
  BATT_HD bool is_bool() const { return kind() == Kind::Bool; }
  BATT_HD bool is_exact_int() const { return kind() == Kind::Int; }
  /// isinstance(x, int): bool is a subclass of int.
  BATT_HD bool is_int() const { return kind() == Kind::Int || kind() == Kind::Bool; }
  BATT_HD bool is_float() const { return kind() == Kind::Float; }
  BATT_HD bool is_number() const { return is_int() || is_float(); }
  BATT_HD bool is_text() const { return kind() == Kind::Text; }
  /// isinstance(x, tuple): OKT is a namedtuple.
  BATT_HD bool is_tuple() const { return kind() == Kind::Tuple || kind() == Kind::Okt; }
  BATT_HD bool is_exact_tuple() const { return kind() == Kind::Tuple; }
  BATT_HD bool is_list() const { return kind() == Kind::List; }
  BATT_HD bool is_set() const { return kind() == Kind::Set; }
  BATT_HD bool is_function() const { return kind() == Kind::Function; }
  BATT_HD bool is_okt() const { return kind() == Kind::Okt; }
  /// An exception, or that a packed body declined: the compiler may lay out code for the case that it is none.
  BATT_HD bool is_error() const { return __builtin_expect(static_cast<long>(kind() >= Kind::Error), 0) != 0; }
  BATT_HD bool is_declined() const { return kind() == Kind::Declined; }

  BATT_HD bool is_pair() const { return form() == Form::Pair; }
  BATT_HD bool is_cell() const { return form() == Form::Cell; }
  BATT_HD bool is_row() const { return form() == Form::Row; }
  BATT_HD bool is_grid() const { return form() == Form::Grid; }
  /// A tuple of ints, or of rows of ints, in one of the packed forms.
  BATT_HD bool is_packed_tuple() const { return kind() == Kind::Tuple && form() != Form::Plain; }
  BATT_HD bool is_empty_tuple() const { return kind() == Kind::Tuple && form() == Form::Plain && extra() == 0; }
  BATT_HD bool is_op() const { return kind() == Kind::Function && extra() == 1; }

  /// The int of an Int or a Bool.
  BATT_HD std::int64_t as_int() const { return integer_; }
  BATT_HD bool as_bool() const { return integer_ != 0; }
  BATT_HD double as_real() const { return real_; }
  BATT_HD std::int32_t nan_identity() const { return extra(); }
  BATT_HD Exception exception() const { return static_cast<Exception>(integer_); }
  BATT_HD Reason reason() const { return static_cast<Reason>(integer_); }
  BATT_HD std::uint16_t op_id() const { return static_cast<std::uint16_t>(integer_); }
  BATT_HD std::uint16_t alias() const { return static_cast<std::uint16_t>(integer_ >> 16); }
  BATT_HD const Closure* closure() const { return static_cast<const Closure*>(pointer_); }
  BATT_HD const SetRep& set() const { return *static_cast<const SetRep*>(pointer_); }
  BATT_HD const TextRep& text() const { return *static_cast<const TextRep*>(pointer_); }

  /// Of a Pair or a Cell.
  BATT_HD std::int32_t i() const { return static_cast<std::int32_t>(static_cast<std::uint64_t>(integer_) >> 32); }
  BATT_HD std::int32_t j() const { return static_cast<std::int32_t>(integer_); }
  BATT_HD std::int32_t c() const { return extra(); }

  /// Of a Row or a Grid: the ints, row by row without gaps.
  BATT_HD const std::int8_t* bytes() const { return static_cast<const std::int8_t*>(pointer_); }
  BATT_HD int height() const { return extra() >> 16; }
  BATT_HD int width() const { return extra() & 0xffff; }
  /// Of a Plain tuple, a list or an OKT.
  BATT_HD const Value* items() const { return static_cast<const Value*>(pointer_); }

  /// len() of a tuple, list or OKT.
  BATT_HD std::int32_t tuple_size() const {
    switch (form()) {
      case Form::Cell: return 3;
      case Form::Grid: return height();
      default: return extra();
    }
  }
  /// The k-th part of a tuple, list or OKT; 0 <= k < tuple_size().
  BATT_HD Value item(std::int32_t k) const {
    switch (form()) {
      case Form::Plain: return items()[k];
      case Form::Pair: return integer(k == 0 ? i() : j());
      case Form::Cell: return integer(k == 0 ? i() : k == 1 ? j() : c());
      case Form::Row: return integer(bytes()[k]);
      case Form::Grid: return grid_row(k);
    }
    return {};
  }
  /// Row k of a Grid, in its canonical form; shares the grid's memory.
  BATT_HD Value grid_row(std::int32_t k) const {
    const int w = width();
    const std::int8_t* start = bytes() + static_cast<std::ptrdiff_t>(k) * w;
    if (w == 2) return pair(start[0], start[1]);
    if (w == 3) return cell(start[0], start[1], start[2]);
    return row_of(start, w);
  }

  /// The same value, read as the two words that it was written as. To read 16 bytes at once, as copies do, takes x86
  /// processors several times as long if the words have just been written.
  BATT_HD static Value by_words(const Value& v) {
#if defined(__x86_64__) && !defined(BATT_ON_DEVICE)
    Value copy;
    copy.head_ = v.head_;
    copy.integer_ = v.integer_;
    asm("" : "+r"(copy.head_), "+r"(copy.integer_));
    return copy;
#else
    return v;
#endif
  }

  /// Whether two tuples differ at first sight: each is packed, in another form, length or shape than the other.
  BATT_HD bool is_packed_unlike(const Value& other) const {
    return head_ != other.head_ && is_packed_tuple() && other.is_packed_tuple();
  }
  /// Python's `is`, as far as a program can tell: the same number, the same function, the same memory.
  BATT_HD bool same_as(const Value& other) const { return head_ == other.head_ && integer_ == other.integer_; }

 private:
  BATT_HD Value(Kind kind, Form form, std::int32_t extra, std::int64_t payload)
      : head_(static_cast<std::uint64_t>(kind) | static_cast<std::uint64_t>(form) << 8 |
              static_cast<std::uint64_t>(static_cast<std::uint32_t>(extra)) << 32),
        integer_(payload) {}
  BATT_HD std::int32_t extra() const { return static_cast<std::int32_t>(head_ >> 32); }
  BATT_HD static Value pointer(Kind kind, Form form, std::int32_t extra, const void* to) {
    Value v{kind, form, extra, 0};
    v.pointer_ = to;
    return v;
  }
  BATT_HD static std::int64_t pack(std::int32_t i, std::int32_t j) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(static_cast<std::uint32_t>(i)) << 32 |
                                     static_cast<std::uint32_t>(j));
  }

  std::uint64_t head_ =
      0;  ///< kind, form and, in the upper half, what else the form needs: one word, so that values move as two
  union {
    std::int64_t integer_;
    double real_;
    const void* pointer_;
  };
};

static_assert(sizeof(Value) == 16);

/// A text: its UTF-8 bytes, and its length as Python counts it.
struct TextRep {
  const char* bytes;
  std::int32_t byte_size;
  std::int32_t size;

  BATT_HD std::string_view view() const { return {bytes, static_cast<std::size_t>(byte_size)}; }
};

}  // namespace batt
