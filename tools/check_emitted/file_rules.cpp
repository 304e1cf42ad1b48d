#include "tools/check_emitted/file_rules.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/Support/Regex.h>

#include "tools/check_emitted/body_rules.h"
#include "tools/check_emitted/findings.h"
#include "tools/check_emitted/spelled.h"
#include "tools/check_emitted/vocabulary.h"

namespace check_emitted {
namespace {

using clang::dyn_cast;
using clang::dyn_cast_or_null;
using clang::isa;

bool is_named(const clang::NamedDecl& declaration, const char* pattern) {
  return llvm::Regex(pattern).match(declaration.getName());
}

/// As Python counts it.
unsigned character_count(llvm::StringRef bytes) {
  return static_cast<unsigned>(llvm::count_if(bytes, [](char byte) { return (byte & 0xc0) != 0x80; }));
}

const clang::StringLiteral* as_string(const clang::Expr& expression) {
  const auto* literal = dyn_cast<clang::StringLiteral>(spelled(&expression));
  return literal != nullptr && literal->isAscii() ? literal : nullptr;
}

bool is_number(const clang::Expr& expression, std::uint64_t number) {
  const auto* literal = dyn_cast<clang::IntegerLiteral>(spelled(&expression));
  return literal != nullptr && literal->getValue() == number;
}

class FileRules {
 public:
  FileRules(const clang::ASTContext& context, Findings& findings)
      : context_(context), sources_(context.getSourceManager()), findings_(findings) {}

  void check() {
    for (const clang::Decl* declaration : context_.getTranslationUnitDecl()->decls())
      if (!declaration->isImplicit() && sources_.isInMainFile(sources_.getExpansionLoc(declaration->getEndLoc())))
        check_outer(*declaration);
    for (const clang::FunctionDecl* part : parts_) reject(*part, "a part that no function calls");
    for (const clang::FunctionDecl* run : runs_) reject(*run, "a function that is no entry");
    if (exports_ != 1) findings_.add(sources_, start_of_file(), "a file that does not export one function");
  }

 private:
  void check_outer(const clang::Decl& declaration) {
    if (const auto* names = dyn_cast<clang::NamespaceDecl>(&declaration)) {
      check_attributes(*names, {});
      if (!names->isAnonymousNamespace() || names->isInline()) return reject(*names, "a namespace with a name");
      for (const clang::Decl* inner : names->decls())
        if (!inner->isImplicit()) check_inner(*inner);
    } else if (const auto* linkage = dyn_cast<clang::LinkageSpecDecl>(&declaration);
               linkage != nullptr && linkage->getLanguage() == clang::LinkageSpecDecl::lang_c) {
      for (const clang::Decl* inner : linkage->decls()) check_export(*inner);
    } else if (const auto* variable = dyn_cast<clang::VarDecl>(&declaration)) {
      check_kernel(*variable);
    } else {
      reject_kind(declaration);
    }
  }

  void check_inner(const clang::Decl& declaration) {
    if (const auto* directive = dyn_cast<clang::UsingDirectiveDecl>(&declaration)) {
      if (directive->getNominatedNamespace()->getQualifiedNameAsString() != "batt::emitted")
        reject(declaration, "a using directive for another namespace");
    } else if (const auto* variable = dyn_cast<clang::VarDecl>(&declaration)) {
      check_constant(*variable);
    } else if (const auto* record = dyn_cast<clang::CXXRecordDecl>(&declaration)) {
      check_frame(*record);
    } else if (const auto* function = dyn_cast<clang::FunctionDecl>(&declaration)) {
      check_function(*function);
    } else {
      reject_kind(declaration);
    }
  }

  // ---- constants ------------------------------------------------------------------------------------------------

  void check_constant(const clang::VarDecl& variable) {
    check_attributes(variable, {});
    const clang::QualType type = variable.getType();
    if (!variable.isConstexpr() || !variable.hasInit()) return reject(variable, "a variable that is no constant");
    if (is_class(type, "batt::TextRep") && is_named(variable, "^text[0-9]+_[0-9]+$")) return check_text(variable);
    if (argument_kind(type) == ArgumentKind::Handler && is_named(variable, "^handler[0-9]+_[0-9]+$"))
      return require(isa<clang::IntegerLiteral>(spelled(variable.getInit())), variable, "a handler that is no number");
    if (type->isArrayType() && variable.getName() == "entries") return check_entries(variable);
    if (is_class(type, "batt::emitted::EmittedProgram") && variable.getName() == "program")
      return check_program(variable);
    reject(variable, "a constant of another type or name");
  }

  /// {"bytes", how many, how many characters}: a length that is too great would be read.
  void check_text(const clang::VarDecl& variable) {
    const auto* fields = dyn_cast<clang::InitListExpr>(spelled(variable.getInit()));
    const auto* bytes = fields == nullptr || fields->getNumInits() != 3 ? nullptr : as_string(*fields->getInit(0));
    require(bytes != nullptr && is_number(*fields->getInit(1), bytes->getLength()) &&
                is_number(*fields->getInit(2), character_count(bytes->getString())),
            variable, "a text that is not {bytes, their number, the number of characters}");
  }

  void check_entries(const clang::VarDecl& variable) {
    const auto* entries = dyn_cast<clang::InitListExpr>(spelled(variable.getInit()));
    if (entries == nullptr) return reject(variable, "entries of another form");
    for (const clang::Expr* entry : entries->inits()) check_entry(*entry);
    entries_ = &variable;
  }

  void check_entry(const clang::Expr& entry) {
    const auto* fields = dyn_cast<clang::InitListExpr>(spelled(&entry));
    if (fields == nullptr || fields->getNumInits() != 5 || !is_class(fields->getType(), "batt::emitted::EmittedEntry"))
      return reject(entry, "an entry of another form");
    const auto* name = dyn_cast<clang::DeclRefExpr>(spelled(fields->getInit(2)));
    const auto* run = name == nullptr ? nullptr : dyn_cast<clang::FunctionDecl>(name->getDecl());
    require(as_string(*fields->getInit(0)) != nullptr && isa<clang::CXXBoolLiteralExpr>(spelled(fields->getInit(1))) &&
                run != nullptr && runs_.erase(run->getCanonicalDecl()) && is_kernel_of(*fields->getInit(3), *run) &&
                as_string(*fields->getInit(4)) != nullptr,
            entry,
            "an entry that is not {name, whether it collects, a function of this file, its kernel, its dependences}");
  }

  static bool is_kernel_of(const clang::Expr& expression, const clang::FunctionDecl& run) {
    const auto* name = dyn_cast<clang::DeclRefExpr>(spelled(&expression));
    return name != nullptr && is_class(name->getType(), "batt::emitted::Kernel") &&
           name->getDecl()->getName() == ("kernel" + run.getName().drop_front(3)).str();
  }

  /// BATT_KERNEL(kernel1, batt_program_v1_run1, run1); its arguments are looked at when it is expanded.
  void check_kernel(const clang::VarDecl& variable) {
    check_attributes(variable, {});
    require(variable.isConstexpr() && is_class(variable.getType(), "batt::emitted::Kernel") &&
                is_named(variable, "^kernel[0-9]+$") && sources_.isMacroBodyExpansion(variable.getBeginLoc()),
            variable, "a constant of another type or name");
  }

  void check_program(const clang::VarDecl& variable) {
    const auto* call = as_call(*variable.getInit());
    const clang::FunctionDecl* maker = call == nullptr ? nullptr : call->getDirectCallee();
    require(maker != nullptr && is_runtime_template(*maker, "make_program", sources_) && entries_ != nullptr &&
                refers_to(call->getArg(0), entries_),
            variable, "a program that is not made of the entries");
    program_ = &variable;
  }

  // ---- functions ------------------------------------------------------------------------------------------------

  void check_frame(const clang::CXXRecordDecl& record) {
    check_attributes(record, {});
    if (!record.isStruct() || !record.isThisDeclarationADefinition() || record.getNumBases() != 0 ||
        !is_named(record, "^Frame[0-9]+$"))
      return reject(record, "a class that is no frame");
    for (const clang::Decl* member : record.decls()) {
      const auto* field = dyn_cast<clang::FieldDecl>(member);
      if (field != nullptr)
        check_field(*field);
      else if (!member->isImplicit())
        reject_kind(*member);
    }
  }

  void check_field(const clang::FieldDecl& field) {
    check_attributes(field, {});
    const clang::QualType type = field.getType();
    require(!type.hasQualifiers() && (is_class(type, "batt::Value") || is_class(type, "batt::emitted::Piled")) &&
                !field.hasInClassInitializer() && !field.isMutable(),
            field, "a variable of another type");
    require(is_variable_name(field.getName()), field, "a variable of another name");
  }

  void check_function(const clang::FunctionDecl& function) {
    const bool is_part = is_named(function, "^part[0-9]+_[0-9]+$");
    check_attributes(function, {clang::attr::NoInline});
    if ((!is_part && !is_named(function, "^run[0-9]+$")) || !has_signature(function, is_part) ||
        !function.isThisDeclarationADefinition() || function.getStorageClass() != clang::SC_None)
      return reject(function, "a function that is neither a part nor runs them");
    for (const clang::ParmVarDecl* parameter : function.parameters()) {
      check_attributes(*parameter, {clang::attr::Unused});
      require(!parameter->hasDefaultArg(), *parameter, "a default argument");
    }
    if (is_part) {
      parts_.insert(function.getCanonicalDecl());
    } else {
      runs_.insert(function.getCanonicalDecl());
      check_bodies(function, parts_, context_, findings_);
    }
  }

  /// Value part(Context& c, Run& r, Frame& f), Value run(Context& c, Run& r)
  static bool has_signature(const clang::FunctionDecl& function, bool is_part) {
    if (!is_class(function.getReturnType(), "batt::Value") || function.isVariadic()) return false;
    const auto is_a = [&](unsigned k, ArgumentKind kind) {
      return argument_kind(function.getParamDecl(k)->getType()) == kind;
    };
    return function.getNumParams() == (is_part ? 3U : 2U) && is_a(0, ArgumentKind::Context) &&
           is_a(1, ArgumentKind::Run) && (!is_part || is_a(2, ArgumentKind::Frame));
  }

  /// extern "C" BATT_EXPORT const batt_program* batt_program_v1() { return &program.interface; }
  void check_export(const clang::Decl& declaration) {
    const auto* function = dyn_cast<clang::FunctionDecl>(&declaration);
    if (function == nullptr || !is_named(*function, "^batt_program_v[0-9]+(_[0-9]+)?$") ||
        function->getNumParams() != 0)
      return reject_kind(declaration);
    ++exports_;
    check_attributes(*function, {clang::attr::Visibility});
    const auto* body = dyn_cast_or_null<clang::CompoundStmt>(function->getBody());
    const auto* end = body == nullptr || body->size() != 1 ? nullptr : dyn_cast<clang::ReturnStmt>(body->body_front());
    const auto* address = end == nullptr ? nullptr : dyn_cast<clang::UnaryOperator>(spelled(end->getRetValue()));
    const auto* member = address == nullptr ? nullptr : dyn_cast<clang::MemberExpr>(spelled(address->getSubExpr()));
    require(member != nullptr && address->getOpcode() == clang::UO_AddrOf && !member->isArrow() &&
                program_ != nullptr && member->getMemberDecl()->getNameAsString() == "interface" &&
                refers_to(member->getBase(), program_),
            *function, "an exported function that does more than return the program");
  }

  // ---- findings -------------------------------------------------------------------------------------------------

  void check_attributes(const clang::Decl& declaration, llvm::ArrayRef<clang::attr::Kind> allowed) {
    for (const clang::Attr* attribute : declaration.attrs())
      if (!attribute->isImplicit() && !attribute->isInherited() && !llvm::is_contained(allowed, attribute->getKind()))
        findings_.add(sources_, attribute->getLocation(),
                      std::string("the attribute '") + attribute->getSpelling() + "'");
  }

  clang::SourceLocation start_of_file() const { return sources_.getLocForStartOfFile(sources_.getMainFileID()); }

  void reject(const clang::Decl& declaration, std::string reason) {
    findings_.add(sources_, declaration.getLocation(), std::move(reason));
  }
  void reject(const clang::Expr& expression, std::string reason) {
    findings_.add(sources_, expression.getBeginLoc(), std::move(reason));
  }
  void reject_kind(const clang::Decl& declaration) {
    reject(declaration, std::string("a declaration of another kind: ") + declaration.getDeclKindName());
  }
  template <class Node>
  void require(bool holds, const Node& node, const char* reason) {
    if (!holds) reject(node, reason);
  }

  const clang::ASTContext& context_;
  const clang::SourceManager& sources_;
  Findings& findings_;

  Functions parts_;  ///< that no function has called yet
  Functions runs_;   ///< that are no entry yet
  const clang::VarDecl* entries_ = nullptr;
  const clang::VarDecl* program_ = nullptr;
  int exports_ = 0;
};

}  // namespace

void check_declarations(const clang::ASTContext& context, Findings& findings) { FileRules(context, findings).check(); }

}  // namespace check_emitted
