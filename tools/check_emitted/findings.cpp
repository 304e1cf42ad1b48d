#include "tools/check_emitted/findings.h"

#include <clang/Basic/SourceManager.h>

#include <iostream>

namespace check_emitted {

void Findings::add(const clang::SourceManager& sources, clang::SourceLocation location, std::string reason) {
  const clang::SourceLocation place = sources.getExpansionLoc(location);
  const std::string file = place.isValid() ? sources.getFilename(place).str() : std::string();
  if (file.empty())
    add({"-", 0, 0, std::move(reason)});
  else
    add({file, sources.getExpansionLineNumber(place), sources.getExpansionColumnNumber(place), std::move(reason)});
}

void Findings::print() const {
  for (const Finding& finding : findings_)
    std::cerr << finding.file << ':' << finding.line << ':' << finding.column << ": rejected: " << finding.reason
              << '\n';
}

}  // namespace check_emitted
