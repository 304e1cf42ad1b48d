// What is known of each op and each constant of the DSL, made from ops.def and constants.def.
// Plain facts without any behaviour: the compiler may use this header, the bodies are in op_bodies.h.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "batt/target.h"

namespace batt {

/// Enumerators carry a prefix because some ops are named like C++ keywords (`double`, `switch`).
enum class OpId : std::uint16_t {
#define OP(name, ...) op_##name,
#include "dsl_kernels/ops.def"
#undef OP
};

inline constexpr std::size_t op_count = 0
#define OP(name, ...) +1
#include "dsl_kernels/ops.def"
#undef OP
    ;

/// The annotations that the DSL writes on parameters and results (see annotations.def).
enum class Annotation : std::uint8_t {
#define ANNOTATION(name, ...) name,
#define UNDEFINED(name, types) name,
#include "dsl_kernels/annotations.def"
#undef ANNOTATION
#undef UNDEFINED
};

inline constexpr std::size_t annotation_count = 0
#define ANNOTATION(name, ...) +1
#define UNDEFINED(name, types) +1
#include "dsl_kernels/annotations.def"
#undef ANNOTATION
#undef UNDEFINED
    ;

std::string_view to_string(Annotation annotation);
/// The types of the values that it is meant for, as ops.def writes types.
std::string_view types_of(Annotation annotation);

/// What stands in for the result of a failed call.
enum class Default : std::uint8_t { None, EmptyTuple, EmptySet, Zero, False, Function };

/// What an op's result takes from the iteration order of its set arguments (see ops.def).
enum class Order : std::uint8_t { Ignored, Carried, Seen };

enum class Failure : std::uint8_t { Never, Maybe };

/// What an equal call would make anew (see ops.def).
enum class Fresh : std::uint8_t { Nothing, Numbers, Functions };

/// Which bodies an op has (see ops.def).
enum class Bodies : std::uint8_t { General, PackedAndGeneral, QuickAndGeneral, Loop };

struct Parameter {
  std::string_view name;
  Annotation annotation = Annotation::Unknown;
  bool optional = false;
};

inline constexpr std::size_t max_arity = 4;
inline constexpr std::uint8_t no_parameter = max_arity;

/// A row of ops.def, which says what the fields mean.
struct OpInfo {
  std::string_view name;
  std::uint8_t arity = 0;     ///< parameters, the optional ones too
  std::uint8_t required = 0;  ///< parameters without a default
  std::array<Parameter, max_arity> parameter_slots;
  Annotation result = Annotation::Unknown;
  std::string_view yields;
  std::string_view always;
  Default safe_default = Default::EmptyTuple;  ///< what it returns in safe mode instead of an exception
  Default pile_default = Default::None;        ///< what its first two exceptions become in `env.do_pile`
  Order order = Order::Ignored;
  Failure failure = Failure::Maybe;
  Fresh fresh = Fresh::Nothing;
  bool sees_identity = false;
  std::uint8_t cells_of = no_parameter;  ///< the place of a parameter
  Bodies bodies = Bodies::General;

  std::span<const Parameter> parameters() const { return {parameter_slots.data(), arity}; }
  /// Whether it can be called with so many arguments.
  bool takes(std::size_t count) const { return required <= count && count <= arity; }
};

/// The part of it that a run needs, on the device too.
struct OpFacts {
  std::uint8_t arity;
  std::uint8_t required;  ///< parameters without a default
  bool calls;             ///< whether it calls functions that it is given
  Default safe_default;
  Default pile_default;
};
extern const std::array<OpFacts, op_count> facts_of_ops;
#ifdef __CUDACC__
extern __device__ const std::array<OpFacts, op_count> facts_on_device;
#endif
BATT_HD inline const OpFacts& op_facts(OpId id) {
#ifdef BATT_ON_DEVICE
  return facts_on_device[static_cast<std::size_t>(id)];
#else
  return facts_of_ops[static_cast<std::size_t>(id)];
#endif
}

const OpInfo& op_info(OpId id);
std::span<const OpInfo> all_ops();
/// By its name or another one of its names.
std::optional<OpId> find_op(std::string_view name);

/// Another name of an op. As a value it is a function of its own in safe mode (see ops.def).
struct AliasInfo {
  std::string_view name;
  OpId op;
};
std::span<const AliasInfo> all_aliases();
const AliasInfo* find_alias(std::string_view name);
/// What tells the function of this name from the op's own: Value::op's second argument.
std::uint16_t alias_number(const AliasInfo& alias);

struct ConstantInfo {
  enum class Kind : std::uint8_t { Bool, Int, Pair };
  std::string_view name;
  Kind kind;
  int first;       ///< the int, the bool as 0 or 1, or the pair's first part
  int second = 0;  ///< the pair's second part
};

std::span<const ConstantInfo> all_constants();
const ConstantInfo* find_constant(std::string_view name);

}  // namespace batt
