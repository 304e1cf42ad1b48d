// check_emitted FILE..                 accepts C++ that battc emitted if all it can do is call the runtime's ops
// check_emitted --signatures FILE..    accepts the op bodies of these files if they agree with the op table
// Exit codes: 0 accepted, 1 rejected, 2 usage.
#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Tooling/CompilationDatabase.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>

#include <iostream>

#include "tools/check_emitted/file_rules.h"
#include "tools/check_emitted/findings.h"
#include "tools/check_emitted/signatures.h"
#include "tools/check_emitted/text_rules.h"

namespace check_emitted {
namespace {

/// What the compiler complains about is no clean C++, even where it would go on.
class Complaints : public clang::DiagnosticConsumer {
 public:
  explicit Complaints(Findings& findings) : findings_(findings) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& complaint) override {
    if (level < clang::DiagnosticsEngine::Warning) return;
    llvm::SmallString<128> text;
    complaint.FormatDiagnostic(text);
    if (complaint.hasSourceManager())
      findings_.add(complaint.getSourceManager(), complaint.getLocation(), text.str().str());
    else
      findings_.add({"-", 0, 0, text.str().str()});
  }

 private:
  Findings& findings_;
};

template <class Check>
class AtTheEnd : public clang::ASTConsumer {
 public:
  explicit AtTheEnd(Check check) : check_(std::move(check)) {}
  void HandleTranslationUnit(clang::ASTContext& context) override { check_(context); }

 private:
  Check check_;
};

class CheckEmitted : public clang::ASTFrontendAction {
 public:
  explicit CheckEmitted(Findings& findings) : findings_(findings) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, clang::StringRef) override {
    check_text(compiler.getSourceManager(), compiler.getLangOpts(), findings_);
    compiler.getPreprocessor().addPPCallbacks(watch_preprocessor(compiler.getSourceManager(), findings_));
    const auto check = [this](clang::ASTContext& context) { check_declarations(context, findings_); };
    return std::make_unique<AtTheEnd<decltype(check)>>(check);
  }

 private:
  Findings& findings_;
};

class CollectSignatures : public clang::ASTFrontendAction {
 public:
  explicit CollectSignatures(Signatures& signatures) : signatures_(signatures) {}

  bool BeginInvocation(clang::CompilerInstance& compiler) override {
    compiler.getFrontendOpts().SkipFunctionBodies = true;
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&, clang::StringRef) override {
    const auto collect = [this](clang::ASTContext& context) { signatures_.collect(context); };
    return std::make_unique<AtTheEnd<decltype(collect)>>(collect);
  }

 private:
  Signatures& signatures_;
};

template <class Action, class State>
class Actions : public clang::tooling::FrontendActionFactory {
 public:
  explicit Actions(State& state) : state_(state) {}
  std::unique_ptr<clang::FrontendAction> create() override { return std::make_unique<Action>(state_); }

 private:
  State& state_;
};

/// Reads C++ files as battc's own driver compiles them, with more options if need be.
class Reader {
 public:
  Reader(Findings& findings, std::vector<std::string> more_options)
      : complaints_(findings), options_(std::move(more_options)) {
    options_.insert(options_.end(), {"-std=c++20", "-resource-dir", BATT_CLANG_RESOURCES, "-I" BATT_SOURCE_DIR,
                                     "-I" BATT_SOURCE_DIR "/runtime/include"});
  }

  /// False if a file could not be read to its end.
  bool read(const std::vector<std::string>& files, clang::tooling::FrontendActionFactory& actions) {
    const clang::tooling::FixedCompilationDatabase database(".", options_);
    clang::tooling::ClangTool tool(database, files);
    tool.clearArgumentsAdjusters();
    tool.setDiagnosticConsumer(&complaints_);
    return tool.run(&actions) == 0;
  }

 private:
  Complaints complaints_;
  std::vector<std::string> options_;
};

/// batt/emitted.h, which takes longer to read than most emitted files, read once for all of them.
class PrecompiledHeader {
 public:
  explicit PrecompiledHeader(Findings& findings) {
    if (llvm::sys::fs::createTemporaryFile("check_emitted", "pch", file_)) {
      findings.add({"-", 0, 0, "no temporary file"});
      return;
    }
    Reader reader(findings, {"-x", "c++-header", "-o", file_.str().str()});
    reader.read({BATT_SOURCE_DIR "/runtime/include/batt/emitted.h"},
                *clang::tooling::newFrontendActionFactory<clang::GeneratePCHAction>());
  }
  ~PrecompiledHeader() { llvm::sys::fs::remove(file_); }
  PrecompiledHeader(const PrecompiledHeader&) = delete;
  PrecompiledHeader& operator=(const PrecompiledHeader&) = delete;

  std::string file() const { return file_.str().str(); }

 private:
  llvm::SmallString<128> file_;
};

int check(const std::vector<std::string>& files, bool are_signatures) {
  Findings findings;
  bool is_complete = false;
  if (are_signatures) {
    Signatures signatures;
    Actions<CollectSignatures, Signatures> collect(signatures);
    is_complete = Reader(findings, {"-fsyntax-only"}).read(files, collect);
    signatures.check(findings);
  } else {
    const PrecompiledHeader header(findings);
    Actions<CheckEmitted, Findings> check_files(findings);
    is_complete = Reader(findings, {"-fsyntax-only", "-include-pch", header.file()}).read(files, check_files);
  }
  findings.print();
  std::cout << files.size() << " files, " << findings.size() << " findings\n";
  return is_complete && findings.size() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace check_emitted

int main(int argc, char** argv) {
  llvm::cl::OptionCategory category("check_emitted");
  llvm::cl::opt<bool> are_signatures("signatures", llvm::cl::desc("check op bodies against the op table"),
                                     llvm::cl::cat(category));
  llvm::cl::list<std::string> files(llvm::cl::Positional, llvm::cl::OneOrMore, llvm::cl::desc("FILE.."),
                                    llvm::cl::cat(category));
  llvm::cl::HideUnrelatedOptions(category);
  std::string problem;
  llvm::raw_string_ostream problems(problem);
  if (!llvm::cl::ParseCommandLineOptions(argc, argv, "Proves emitted C++ harmless.\n", &problems)) {
    std::cerr << problem;
    return 2;
  }
  return check_emitted::check(files, are_signatures);
}
