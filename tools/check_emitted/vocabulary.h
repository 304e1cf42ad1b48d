// What emitted code may name of the runtime: the functions that batt/emitted.h and what it includes of batt/ declare,
// and values made of literals. Neither is listed here: a function may be called if every argument can be a context, a
// value of the program or a literal, so a new op or helper needs no word in this tool, and one that takes or gives
// pointers is refused.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Type.h>

namespace check_emitted {

/// What a parameter of the runtime may be given, by its type.
enum class ArgumentKind {
  Context,   ///< the context of the run
  Run,       ///< the run itself
  Frame,     ///< a function's variables
  Value,     ///< any value
  Values,    ///< a list of values in braces
  Place,     ///< a variable that holds a value
  Pile,      ///< a variable that holds what env.do_pile returns
  Flag,      ///< true, false, or the flag of a pile
  Number,    ///< an integer literal
  Handler,   ///< a constant of this file that says which exceptions are caught
  Text,      ///< the address of a text of this file
  Name,      ///< an enumerator
  Forbidden  ///< anything else
};

ArgumentKind argument_kind(clang::QualType parameter);

/// Whether a type is this class, as "batt::Value", without qualifiers or after any `const`.
bool is_class(clang::QualType type, llvm::StringRef name);

/// A plain function of those headers that returns nothing, a flag or a value.
bool is_runtime_function(const clang::FunctionDecl& function, const clang::SourceManager& sources);

/// Value::integer(..) and its like.
bool is_value_maker(const clang::FunctionDecl& function);

/// Whether a member of the frame or a local variable may have this name.
bool is_variable_name(llvm::StringRef name);

/// A function template of those headers with this name.
bool is_runtime_template(const clang::FunctionDecl& function, llvm::StringRef name,
                         const clang::SourceManager& sources);

}  // namespace check_emitted
