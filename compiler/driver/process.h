// Other programs that battc runs: compilers and linkers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace battc {

/// A program's file among the folders of PATH; empty: it is in none.
std::filesystem::path find_in_path(const std::string& program);

/// Runs a program without a shell, so that no character of a file name means anything. Throws CommandFailure with the
/// command and the program's own words if it fails; `name` is what users call it. Verbose: prints the command to
/// standard error first.
void run_tool(const std::string& name, const std::vector<std::string>& words, bool verbose);

/// Words as a shell reads them.
std::string shell_quoted(const std::vector<std::string>& words);

}  // namespace battc
