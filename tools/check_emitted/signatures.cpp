#include "tools/check_emitted/signatures.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/StringExtras.h>

#include "tools/check_emitted/findings.h"
#include "tools/check_emitted/vocabulary.h"

namespace check_emitted {
namespace {

struct Row {
  unsigned line;
  const char* name;
  unsigned arity;
  llvm::StringRef signature;
  llvm::StringRef bodies;
};

const Row rows[] = {
#define OP(name, arity, bodies, signature, ...) {__LINE__, #name, arity, signature, #bodies},
#include "dsl_kernels/ops.def"
#undef OP
};

constexpr llvm::StringLiteral table = "dsl_kernels/ops.def";

/// The names in "container: Tuple, key = identity -> Any".
std::vector<std::string> parameter_names(llvm::StringRef signature) {
  std::vector<std::string> names;
  llvm::SmallVector<llvm::StringRef, 4> parts;
  signature.split(parts, ',', -1, /*KeepEmpty=*/false);
  for (const llvm::StringRef part : parts)
    names.push_back(part.trim().take_until([](char c) { return c == ':' || c == ' '; }).str());
  return names;
}

bool has_plain_signature(const clang::FunctionDecl& function) {
  if (!is_class(function.getReturnType(), "batt::Value") || function.getNumParams() == 0 || function.isVariadic())
    return false;
  if (function.getQualifiedNameAsString() != "batt::" + function.getNameAsString()) return false;
  for (const clang::ParmVarDecl* parameter : function.parameters().drop_front())
    if (argument_kind(parameter->getType()) != ArgumentKind::Value) return false;
  return argument_kind(function.getParamDecl(0)->getType()) == ArgumentKind::Context;
}

/// Functions at the top of namespaces, nested ones too.
template <class Visit>
void visit_functions(const clang::DeclContext& scope, Visit visit) {
  for (const clang::Decl* declaration : scope.decls()) {
    if (const auto* function = clang::dyn_cast<clang::FunctionDecl>(declaration))
      visit(*function);
    else if (clang::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration))
      visit_functions(*clang::cast<clang::DeclContext>(declaration), visit);
  }
}

std::string joined(const std::vector<std::string>& names) { return "(" + llvm::join(names, ", ") + ")"; }

/// Equal, but for parameters without a name: those the compiler keeps from being used. One alone cannot be mixed up.
bool agree(const std::vector<std::string>& body, const std::vector<std::string>& row) {
  if (body.size() != row.size()) return false;
  if (row.size() == 1) return true;
  for (std::size_t k = 0; k < body.size(); ++k)
    if (!body[k].empty() && body[k] != row[k]) return false;
  return true;
}

}  // namespace

void Signatures::collect(const clang::ASTContext& context) {
  const clang::SourceManager& sources = context.getSourceManager();
  visit_functions(*context.getTranslationUnitDecl(), [&](const clang::FunctionDecl& function) {
    const clang::SourceLocation place = sources.getExpansionLoc(function.getLocation());
    if (!function.getIdentifier() || !sources.isInMainFile(place) || !function.isThisDeclarationADefinition()) return;
    if (!function.isExternallyVisible()) return;
    llvm::StringRef op = function.getName();
    if (!op.consume_back("_general")) return;
    Body body{sources.getFilename(place).str(),
              sources.getExpansionLineNumber(place),
              sources.getExpansionColumnNumber(place),
              has_plain_signature(function),
              {}};
    for (const clang::ParmVarDecl* parameter : function.parameters().drop_front(function.param_empty() ? 0 : 1))
      body.parameters.push_back(parameter->getNameAsString());
    bodies_.emplace(op.str(), std::move(body));
  });
}

void Signatures::check(Findings& findings) const {
  auto others = bodies_;
  for (const Row& row : rows) {
    const std::vector<std::string> names = parameter_names(row.signature);
    if (names.size() != row.arity)
      findings.add(
          {table.str(), row.line, 1, std::string(row.name) + ": an arity that is not the number of its parameters"});
    const auto [first, last] = bodies_.equal_range(row.name);
    const bool has_none = row.bodies == "Loop";  // such ops are carried out by the function that calls functions
    if (first == last && !has_none) findings.add({table.str(), row.line, 1, std::string(row.name) + ": no body"});
    for (auto body = first; body != last; ++body) {
      const auto reject = [&](const std::string& reason) {
        findings.add({body->second.file, body->second.line, body->second.column, row.name + ("_general: " + reason)});
      };
      if (body != first) reject("a second body");
      if (!body->second.is_plain) reject("not a function Value (Context&, Value ..) of namespace batt");
      if (!agree(body->second.parameters, names))
        reject("parameters " + joined(body->second.parameters) + ", but its row says " + joined(names));
    }
    others.erase(row.name);
  }
  for (const auto& [op, body] : others)
    findings.add({body.file, body.line, body.column, op + "_general: no row in " + table.str()});
}

}  // namespace check_emitted
