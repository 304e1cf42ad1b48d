// A program as a list of statements that can be dropped, changed and written down again. The fuzzer writes programs
// this way, and the reducer takes them apart.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/frontend/ast.h"
#include "compiler/support/source.h"

namespace battc {

struct DraftStatement {
  enum class Kind : std::uint8_t { Assign, Samples, Append };
  enum class Guard : std::uint8_t { None, Try, Pile };

  Kind kind = Kind::Assign;
  Guard guard = Guard::None;
  std::vector<std::string> targets;     ///< one name; four of a sample block; "o" or "s" of an Append
  std::string callee;                   ///< empty: the value is the first argument itself
  std::vector<std::string> arguments;   ///< as written; of an Append its four fields
  std::string caught;                   ///< of a Try: what stands after `except`
  std::string fallback;                 ///< of a Try: the value that the handler assigns
  std::vector<std::string> conditions;  ///< of a Pile: variables whose .ok must hold; "False": never
  std::int64_t number = 0;              ///< of a Pile: the one that is written
};

struct Draft {
  FunctionDefinition::Kind kind = FunctionDefinition::Kind::Solver;
  std::string name = "solve";
  std::vector<DraftStatement> statements;
  bool takes_candidate = true;  ///< of a solver or a differ: whether C is a parameter
  std::string returned;         ///< as written; of a batt, empty: "o, s"

  bool collects() const {
    return kind == FunctionDefinition::Kind::Batt || kind == FunctionDefinition::Kind::BattBatch;
  }
};

/// A source that is no program, or not one that a draft can hold.
struct DraftError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads a file of one function. Throws DraftError.
Draft read_draft(const SourceFile& source);

std::string write_python(const Draft& draft);

/// Whether an expression uses a variable.
bool uses_name(std::string_view expression, std::string_view name);

/// The expression with every use of a variable, and its `.t` or `.ok` with it, replaced.
std::string replace_name(std::string_view expression, std::string_view name, std::string_view by);

}  // namespace battc
