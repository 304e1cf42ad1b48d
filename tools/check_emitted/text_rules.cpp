#include "tools/check_emitted/text_rules.h"

#include <clang/Basic/IdentifierTable.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/MacroArgs.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Token.h>
#include <llvm/Support/Regex.h>

#include "tools/check_emitted/findings.h"

namespace check_emitted {
namespace {

constexpr llvm::StringLiteral only_header = "batt/emitted.h";
constexpr llvm::StringLiteral kernel_macro = "BATT_KERNEL";
constexpr llvm::StringLiteral plain_macros[] = {"BATT_EXPORT", "BATT_HD", "BATT_PART", "BATT_CONSTANT"};

constexpr bool is_printable(char c) { return c >= 0x20 && c < 0x7f; }

bool is_emitted_keyword(clang::tok::TokenKind kind) {
  using namespace clang::tok;
  switch (kind) {
    case kw_namespace:
    case kw_using:
    case kw_struct:
    case kw_constexpr:
    case kw_const:
    case kw_extern:
    case kw_if:
    case kw_return:
    case kw_true:
    case kw_false: return true;
    default: return false;
  }
}

/// __LINE__, __attribute__, _Pragma: to the compiler's own use.
bool is_reserved_name(llvm::StringRef name) {
  return name.contains("__") || (name.size() >= 2 && name[0] == '_' && name[1] >= 'A' && name[1] <= 'Z');
}

class TextRules {
 public:
  TextRules(const clang::SourceManager& sources, const clang::LangOptions& language, Findings& findings)
      : sources_(sources),
        language_(language),
        findings_(findings),
        keywords_(language),
        start_(sources.getLocForStartOfFile(sources.getMainFileID())),
        text_(sources.getBufferData(sources.getMainFileID())) {}

  void check() {
    check_bytes();
    clang::Lexer lexer(start_, language_, text_.begin(), text_.begin(), text_.end());
    lexer.SetCommentRetentionState(true);
    clang::Token token;
    for (bool is_end = false; !is_end && token.isNot(clang::tok::eof);) {
      is_end = lexer.LexFromRawLexer(token);
      check_token(token);
    }
  }

 private:
  void reject(std::size_t offset, std::string reason) {
    findings_.add(sources_, start_.getLocWithOffset(static_cast<int>(offset)), std::move(reason));
  }

  void check_bytes() {
    for (std::size_t k = 0; k < text_.size(); ++k) {
      const char c = text_[k];
      if (!is_printable(c) && c != '\n') reject(k, "a byte that is no printable ASCII");
      if (c == '?' && k + 1 < text_.size() && text_[k + 1] == '?') reject(k, "the beginning of a trigraph");
      if (c == '\n' && text_.take_front(k).rtrim(' ').endswith("\\")) reject(k, "a line that is continued");
    }
  }

  void check_token(const clang::Token& token) {
    const llvm::StringRef spelling = text_.substr(offset(token), token.getLength());
    const bool is_directive_name = after_hash_;
    after_hash_ = token.is(clang::tok::hash);
    switch (token.getKind()) {
      case clang::tok::raw_identifier: check_word(token, spelling, is_directive_name); break;
      case clang::tok::comment:
        if (!spelling.startswith("//")) reject(offset(token), "a comment that is not one line");
        break;
      case clang::tok::string_literal:
        if (!is_plain_string(spelling)) reject(offset(token), "a string with a prefix, a suffix or an unknown escape");
        break;
      case clang::tok::numeric_constant:
        if (!is_plain_number(spelling)) reject(offset(token), "a number that is no plain integer");
        break;
      case clang::tok::unknown: reject(offset(token), "no token of C++"); break;
      default: check_punctuation(token, spelling);
    }
  }

  void check_word(const clang::Token& token, llvm::StringRef word, bool is_directive_name) {
    if (is_directive_name) {
      if (word != "include") reject(offset(token), "the directive '#" + word.str() + "'");
      return;
    }
    const clang::tok::TokenKind kind = keywords_.get(word).getTokenID();
    if (kind != clang::tok::identifier && !is_emitted_keyword(kind))
      reject(offset(token), "the keyword '" + word.str() + "'");
    else if (is_reserved_name(word))
      reject(offset(token), "the reserved name '" + word.str() + "'");
  }

  void check_punctuation(const clang::Token& token, llvm::StringRef spelling) {
    using namespace clang::tok;
    if (token.isOneOf(eof, hash)) return;
    static const char* const emitted[] = {"{", "}", "(", ")", "[", "]", ";", ",",  ".", "=",
                                          "&", "*", "!", "<", ">", "-", ":", "::", "&&"};
    if (!llvm::is_contained(emitted, spelling)) reject(offset(token), "the token '" + spelling.str() + "'");
  }

  static bool is_plain_string(llvm::StringRef spelling) {
    if (!spelling.consume_front("\"") || !spelling.consume_back("\"")) return false;
    while (!spelling.empty()) {
      const bool is_escape = spelling.front() == '\\';
      if (is_escape ? !is_octal_escape(spelling.take_front(4)) : spelling.front() == '"') return false;
      spelling = spelling.drop_front(is_escape ? 4 : 1);
    }
    return true;
  }

  static bool is_octal_escape(llvm::StringRef escape) {
    return escape.size() == 4 && escape[1] <= '3' &&
           llvm::all_of(escape.drop_front(), [](char c) { return c >= '0' && c <= '7'; });
  }

  static bool is_plain_number(llvm::StringRef spelling) {
    static const llvm::Regex plain("^(0|[1-9][0-9]*|0x[0-9a-f]+)$");
    return plain.match(spelling);
  }

  std::size_t offset(const clang::Token& token) const { return sources_.getFileOffset(token.getLocation()); }

  const clang::SourceManager& sources_;
  const clang::LangOptions& language_;
  Findings& findings_;
  clang::IdentifierTable keywords_;
  clang::SourceLocation start_;
  llvm::StringRef text_;
  bool after_hash_ = false;
};

class PreprocessorRules : public clang::PPCallbacks {
 public:
  PreprocessorRules(const clang::SourceManager& sources, Findings& findings) : sources_(sources), findings_(findings) {}

  void InclusionDirective(clang::SourceLocation location, const clang::Token&, clang::StringRef name, bool is_angled,
                          clang::CharSourceRange, const clang::FileEntry*, clang::StringRef, clang::StringRef,
                          const clang::Module*, clang::SrcMgr::CharacteristicKind) override {
    if (!sources_.isInMainFile(location)) return;
    if (name != only_header || is_angled)
      findings_.add(sources_, location, "#include of '" + name.str() + "'");
    else if (++includes_ > 1)
      findings_.add(sources_, location, "a second #include");
  }

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition&, clang::SourceRange range,
                    const clang::MacroArgs* arguments) override {
    if (!sources_.isInMainFile(range.getBegin())) return;
    const llvm::StringRef macro = name.getIdentifierInfo()->getName();
    if (macro == kernel_macro) {
      if (!is_kernel(arguments))
        findings_.add(sources_, range.getBegin(), "a kernel that is not (kernelN, batt_program_vM_runN, runN)");
    } else if (!llvm::is_contained(plain_macros, macro)) {
      findings_.add(sources_, range.getBegin(), "the macro '" + macro.str() + "'");
    }
  }

  void EndOfMainFile() override {
    if (includes_ == 0)
      findings_.add(sources_, sources_.getLocForStartOfFile(sources_.getMainFileID()), "no #include of the runtime");
  }

 private:
  /// What nvcc makes of the arguments is not in the syntax tree that a C++ compiler makes: so they are looked at as
  /// they are.
  static bool is_kernel(const clang::MacroArgs* arguments) {
    if (arguments == nullptr || arguments->getNumMacroArguments() != 3) return false;
    std::string text;
    for (unsigned k = 0; k < 3; ++k) {
      const clang::Token* token = arguments->getUnexpArgument(k);
      if (clang::MacroArgs::getArgLength(token) != 1 || token->isNot(clang::tok::identifier)) return false;
      text += token->getIdentifierInfo()->getName().str() + " ";
    }
    llvm::SmallVector<llvm::StringRef, 8> numbers;
    static const llvm::Regex kernel("^kernel([0-9]+) batt_program_v[0-9]+(_[0-9]+)?_run([0-9]+) run([0-9]+) $");
    return kernel.match(text, &numbers) && numbers[1] == numbers[3] && numbers[1] == numbers[4];
  }

  const clang::SourceManager& sources_;
  Findings& findings_;
  int includes_ = 0;
};

}  // namespace

void check_text(const clang::SourceManager& sources, const clang::LangOptions& language, Findings& findings) {
  TextRules(sources, language, findings).check();
}

std::unique_ptr<clang::PPCallbacks> watch_preprocessor(const clang::SourceManager& sources, Findings& findings) {
  return std::make_unique<PreprocessorRules>(sources, findings);
}

}  // namespace check_emitted
