// A program after its surface forms are gone: solver, guarded, pile, bare, sample and batch lines in one shape.
// Expressions live in one flat pool and refer to each other by index; every tree is at most max_nesting high.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "compiler/support/source.h"

namespace battc {

inline constexpr std::size_t max_nesting = 200;

enum class NameId : std::uint32_t {};
enum class ExpressionId : std::uint32_t {};

/// Gives equal texts equal ids. Ids count from 0.
class NameTable {
 public:
  NameTable() = default;
  NameTable(NameTable&&) = default;
  NameTable& operator=(NameTable&&) = default;

  NameId intern(std::string_view text);
  std::optional<NameId> find(std::string_view text) const;
  std::string_view text(NameId id) const { return texts_[static_cast<std::size_t>(id)]; }
  std::size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> texts_;  // a deque, because the keys of ids_ view its strings
  std::unordered_map<std::string_view, NameId> ids_;
};

/// What a name stands for. The parser leaves Unresolved, resolve() fills it in.
enum class Binding : std::uint8_t {
  Unresolved,
  Local,      ///< assigned somewhere in the function
  Parameter,  ///< `index` is its place in FunctionDefinition::parameters
  Op,         ///< `index` is the batt::OpId
  Alias,      ///< of an op, not called; `index` is its place in batt::all_aliases()
  Constant,   ///< `index` is its place in batt::all_constants()
};

/// The `.t` or `.ok` after a name.
enum class Field : std::uint8_t { None, Value, Ok };

struct Expression {
  enum class Kind : std::uint8_t { Name, Integer, Boolean, None, Text, Tuple, Call };

  Kind kind = Kind::None;
  Field field = Field::None;              ///< of a Name
  Binding binding = Binding::Unresolved;  ///< of a Name
  std::uint8_t height = 1;                ///< 1 for a leaf
  std::uint16_t index = 0;                ///< of a Name: see Binding
  NameId name{};                          ///< of a Name or a Text (its decoded value, UTF-8)
  Span span;
  std::int64_t integer = 0;       ///< of an Integer; of a Boolean 0 or 1
  std::uint32_t first_child = 0;  ///< of a Tuple its elements; of a Call the callee and then the arguments
  std::uint32_t child_count = 0;
};

/// The exception classes that a handler can name. Everything: a bare `except:`. Other: any class that no op raises.
enum class ExceptionKind : std::uint8_t {
  TypeError,
  AttributeError,
  ValueError,
  IndexError,
  KeyError,
  Exception,
  LookupError,
  ArithmeticError,
  ZeroDivisionError,
  StopIteration,
  RuntimeError,
  RecursionError,
  NameError,
  UnboundLocalError,
  OverflowError,
  Everything,
  Other,
};

std::string_view to_string(ExceptionKind kind);

struct CaughtException {
  ExceptionKind kind;
  NameId name;
  Span span;
};

/// `try: target = value` `except (…): target = fallback`.
struct TryGuard {
  std::vector<CaughtException> caught;
  bool safe_default;  ///< the fallback is `_get_safe_default(fallback)`, not `fallback` itself
  ExpressionId fallback;
};

/// `target = env.do_pile(number, [callee, argument, …], ok)`; the assigned value is the Call.
struct PileGuard {
  std::int64_t number;
  std::vector<NameId> ok;  ///< the variables whose `.ok` must hold, as written; none: always
  std::vector<Span> ok_spans;
  bool never = false;  ///< the condition has a literal False
};

using Guard = std::variant<std::monostate, TryGuard, PileGuard>;

struct Assign {
  NameId target;
  Span target_span;
  ExpressionId value;
  Guard guard;
};

/// `t1, t2, t3, t4 = batch_process_samples_gpu(samples)`: never guarded.
struct SampleBlock {
  std::array<NameId, 4> targets;
  std::array<Span, 4> target_spans;
  ExpressionId samples;
};

/// `o.append((number, second, third, value))`, or the same with `s`; all four as written.
struct Append {
  enum class To : std::uint8_t { O, S };

  To to;
  ExpressionId number;
  ExpressionId second;
  ExpressionId third;
  ExpressionId value;
};

/// `return value` of a solver or a differ.
struct Return {
  ExpressionId value;
};

/// `return o, s` of a batt, or `return [], []`.
struct ReturnCollected {
  bool nothing = false;  ///< the latter
};

using StatementForm = std::variant<Assign, SampleBlock, Append, Return, ReturnCollected>;

struct Statement {
  Span span;
  StatementForm form;
};

struct UsedName {
  NameId name;
  Span span;
};

struct FunctionDefinition {
  enum class Kind : std::uint8_t { Solver, Differ, Batt, BattBatch };

  std::string name;
  Span name_span;
  Kind kind;
  std::vector<NameId> parameters;     ///< S, I, C, or task_id, S, I, C, log_path; without the `s` of the batch form
  std::vector<NameId> locals;         ///< every name that it assigns, in order of first assignment
  std::vector<UsedName> assumed;      ///< names of no op or constant that it takes for what they are in the reference
  std::vector<UsedName> caught_as;    ///< `e` of `except TypeError as e`: gone after the handler
  std::vector<Statement> statements;  ///< ends with the first return; `locals` also holds what stood after it
  Span span;
};

std::string_view to_string(FunctionDefinition::Kind kind);

/// What a line outside of all programs does to names. Nothing there is run, so a program that uses such a name is
/// refused (compiler/frontend/module_names.h).
struct NameChange {
  enum class Kind : std::uint8_t {
    Binds,              ///< `name` alone
    BindsUnknown,       ///< `from helpers import *`
    BindsAny,           ///< `exec(…)` and its like: any name, also those of the DSL's own modules
    RestoresOps,        ///< `from dsl import *`
    RestoresConstants,  ///< `from constants import *`
    RestoresAll,        ///< `from pile import *`
  };

  Kind kind;
  NameId name{};  ///< of Binds
  Span span;
};

struct Module {
  NameTable names;
  std::vector<Expression> expressions;
  std::vector<ExpressionId> children;
  std::vector<FunctionDefinition> functions;  ///< no two of one name: the last definition counts, as in Python
  std::vector<NameChange> changes;            ///< in order

  const Expression& expression(ExpressionId id) const { return expressions[static_cast<std::size_t>(id)]; }
  Expression& expression(ExpressionId id) { return expressions[static_cast<std::size_t>(id)]; }
  std::string_view text(NameId id) const { return names.text(id); }

  std::span<const ExpressionId> children_of(const Expression& parent) const {
    return std::span(children).subspan(parent.first_child, parent.child_count);
  }
  /// Of a Call.
  ExpressionId callee(const Expression& call) const { return children[call.first_child]; }
  std::span<const ExpressionId> arguments(const Expression& call) const { return children_of(call).subspan(1); }
};

}  // namespace battc
