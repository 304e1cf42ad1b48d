#include "tools/check_emitted/vocabulary.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/Support/Regex.h>

namespace check_emitted {
namespace {

/// Ops are declared by a macro, with their names pasted: what is spelled in the header is the type before the name.
bool is_declared_by_header(const clang::FunctionDecl& function, const clang::SourceManager& sources) {
  for (const clang::FunctionDecl* declaration : function.redecls()) {
    const clang::SourceLocation begin = sources.getSpellingLoc(declaration->getBeginLoc());
    const llvm::StringRef file = sources.getFilename(begin);
    if (file.endswith("batt/emitted.h") || file.endswith("batt/emitted_loops.h") ||
        file.endswith("batt/emitted_stages.h"))
      return true;
  }
  return false;
}

bool is_value_list(clang::QualType type) {
  const auto* list = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  return list != nullptr && list->getQualifiedNameAsString() == "std::initializer_list" &&
         is_class(list->getTemplateArgs()[0].getAsType(), "batt::Value");
}

bool is_frame(clang::QualType type) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record != nullptr && record->isInAnonymousNamespace() && record->getName().startswith("Frame");
}

ArgumentKind referenced_kind(clang::QualType type) {
  if (is_class(type, "batt::Context")) return ArgumentKind::Context;
  if (is_class(type, "batt::emitted::Run")) return ArgumentKind::Run;
  if (is_frame(type)) return ArgumentKind::Frame;
  if (type.isConstQualified()) return ArgumentKind::Forbidden;
  if (is_class(type, "batt::Value")) return ArgumentKind::Place;
  if (is_class(type, "batt::emitted::Piled")) return ArgumentKind::Pile;
  return ArgumentKind::Forbidden;
}

ArgumentKind number_kind(const clang::BuiltinType& type) {
  switch (type.getKind()) {
    case clang::BuiltinType::Bool: return ArgumentKind::Flag;
    case clang::BuiltinType::Int:
    case clang::BuiltinType::UInt:
    case clang::BuiltinType::Long: return ArgumentKind::Number;
    case clang::BuiltinType::ULong: return ArgumentKind::Handler;
    default: return ArgumentKind::Forbidden;
  }
}

}  // namespace

ArgumentKind argument_kind(clang::QualType parameter) {
  if (parameter->isLValueReferenceType()) return referenced_kind(parameter->getPointeeType());
  if (parameter->isPointerType())
    return is_class(parameter->getPointeeType(), "batt::TextRep") ? ArgumentKind::Text : ArgumentKind::Forbidden;
  if (parameter->isEnumeralType()) return ArgumentKind::Name;
  if (const auto* builtin = parameter->getAs<clang::BuiltinType>()) return number_kind(*builtin);
  if (is_class(parameter, "batt::Value")) return ArgumentKind::Value;
  return is_value_list(parameter) ? ArgumentKind::Values : ArgumentKind::Forbidden;
}

bool is_class(clang::QualType type, llvm::StringRef name) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record != nullptr && !type->isReferenceType() && record->getQualifiedNameAsString() == name;
}

bool is_runtime_function(const clang::FunctionDecl& function, const clang::SourceManager& sources) {
  if (llvm::isa<clang::CXXMethodDecl>(function) || function.isTemplateInstantiation() || function.isVariadic())
    return false;
  const clang::QualType result = function.getReturnType();
  return (result->isVoidType() || result->isBooleanType() || is_class(result, "batt::Value")) &&
         is_declared_by_header(function, sources);
}

bool is_value_maker(const clang::FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  return method != nullptr && method->isStatic() && method->getParent()->getQualifiedNameAsString() == "batt::Value";
}

bool is_variable_name(llvm::StringRef name) {
  static const llvm::Regex pattern("^(p[0-9]+_[A-Za-z]+|n_[0-9]+(_[0-9]+)?|v_[A-Za-z][0-9]*(_[0-9]+)?)$");
  return pattern.match(name);
}

bool is_runtime_template(const clang::FunctionDecl& function, llvm::StringRef name,
                         const clang::SourceManager& sources) {
  const clang::FunctionTemplateDecl* primary = function.getPrimaryTemplate();
  return primary != nullptr && primary->getName() == name &&
         is_declared_by_header(*primary->getTemplatedDecl(), sources);
}

}  // namespace check_emitted
