// What is known of a value before the program runs: a set of kinds that it may be, closed under join. Kinds are
// Python's as far as ops tell them apart; a value is of exactly one kind (type_of). A type may know more: the int
// itself, the op, what a container holds, which exceptions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "batt/value.h"
#include "dsl_kernels/op_table.h"

namespace battc {

enum class TypeKind : std::uint8_t {
  None,
  Bool,
  Int,
  Float,
  Text,
  Function,
  EmptyTuple,
  Pair,   ///< (int, int)
  Cell,   ///< (int, int, int)
  Row,    ///< any other tuple of ints
  Grid,   ///< rows of small ints, all of one width
  Tuple,  ///< any other tuple
  EmptySet,
  IntSet,
  Indices,  ///< a set of pairs
  Object,   ///< a set of cells
  Objects,  ///< a set of objects, empty ones too
  Set,      ///< any other set
  List,
  Okt,
  Error,
};
inline constexpr int type_kind_count = 21;

class Type {
 public:
  /// No value at all: the type of what cannot be reached.
  Type() = default;
  static Type of(TypeKind kind) { return Type(bit(kind)); }
  static Type any_value() { return Type(bit(TypeKind::Error) - 1); }
  static Type integer(std::int64_t value);
  static Type function(batt::OpId op);
  static Type error(batt::Exception exception);
  /// A tuple or set of which the items are known; what lies deeper than max_depth is forgotten.
  static Type container(TypeKind kind, Type item);

  bool may_be(TypeKind kind) const { return (kinds_ & bit(kind)) != 0; }
  /// Whether every value of this type is also one of the other.
  bool is_within(const Type& other) const { return (kinds_ & ~other.kinds_) == 0; }
  bool is_nothing() const { return kinds_ == 0; }
  std::optional<std::int64_t> known_integer() const { return integer_; }
  std::optional<batt::OpId> known_op() const { return op_; }
  /// The exceptions that it may be, as bits; 0 if it may be any, or none.
  std::uint64_t known_errors() const { return errors_; }

  Type without(TypeKind kind) const;
  Type without_errors() const { return without(TypeKind::Error); }
  Type with_errors() const;

  /// The type of the items of this container.
  Type item() const;

  friend Type join(const Type& a, const Type& b);
  friend Type meet(const Type& a, const Type& b);
  /// Such as "grid|tuple", "int 5", "function rot90", "tuple of grid", "any".
  std::string text() const;

 private:
  explicit Type(std::uint32_t kinds) : kinds_(kinds) {}
  void set_item(Type item);
  static constexpr std::uint32_t bit(TypeKind kind) { return std::uint32_t{1} << static_cast<unsigned>(kind); }

  std::uint32_t kinds_ = 0;
  std::optional<std::int64_t> integer_;
  std::optional<batt::OpId> op_;
  std::uint64_t errors_ = 0;
  static constexpr int max_depth = 3;
  int depth_ = 0;  ///< how many containers deep `item_` knows anything
  std::shared_ptr<const Type> item_;
};

Type join(const Type& a, const Type& b);
/// The kinds that both have, with what `a` knows of them.
Type meet(const Type& a, const Type& b);

/// The one kind of a value.
TypeKind kind_of(batt::Value value);

/// What the DSL's annotation stands for.
Type declared_type(batt::Annotation annotation);
Type default_type(batt::Default value);

/// The type that ops.def and certain_failures.def write as "int|pair", "any_set", ...; `arguments` for argN and itemN.
Type written_type(std::string_view words, std::span<const Type> arguments = {});

/// What an op returns for arguments of these types, in either error mode; with `error` if it may raise.
Type call_type(batt::OpId op, std::span<const Type> arguments);
/// The exception that an op raises whatever values of these types it is called with, if certain_failures.def knows one.
std::optional<batt::Exception> certain_failure(batt::OpId op, std::span<const Type> arguments);

}  // namespace battc
