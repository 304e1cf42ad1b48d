// Depfiles as make reads them: what has to be built again when the source changes.
#pragma once

#include <string>
#include <vector>

namespace battc {

/// A file's name as a word of a makefile.
std::string make_quoted(const std::string& name);

/// One rule: these targets, already as make reads them, need these files.
std::string make_rule(const std::vector<std::string>& targets, const std::vector<std::string>& files);

}  // namespace battc
