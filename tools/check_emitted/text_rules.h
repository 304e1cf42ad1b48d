// The text of an emitted file before anything is made of it: lines of printable ASCII, comments of one line, one
// #include and no other directive or macro, plain strings, and only the keywords that the emitter writes.
// What survives this cannot change its meaning with the compiler's dialect.
#pragma once

#include <memory>

namespace clang {
class LangOptions;
class PPCallbacks;
class SourceManager;
}  // namespace clang

namespace check_emitted {

class Findings;

void check_text(const clang::SourceManager& sources, const clang::LangOptions& language, Findings& findings);

/// The same for what the preprocessor makes of it: which files are included, which names are macros.
std::unique_ptr<clang::PPCallbacks> watch_preprocessor(const clang::SourceManager& sources, Findings& findings);

}  // namespace check_emitted
