#include "compiler/driver/dependencies.h"

namespace battc {

std::string make_quoted(const std::string& name) {
  std::string quoted;
  std::size_t backslashes = 0;
  for (const char c : name) {
    if (c == ' ' || c == '\t') {
      // Before a blank, and only there, a backslash has to be doubled.
      quoted.append(backslashes, '\\');
      quoted += '\\';
    } else if (c == '$') {
      quoted += '$';
    } else if (c == '#' || c == ':') {
      quoted += '\\';
    }
    backslashes = c == '\\' ? backslashes + 1 : 0;
    quoted += c;
  }
  return quoted;
}

std::string make_rule(const std::vector<std::string>& targets, const std::vector<std::string>& files) {
  std::string rule;
  for (const std::string& target : targets) rule += (rule.empty() ? "" : " ") + target;
  rule += ':';
  for (const std::string& file : files) rule += ' ' + make_quoted(file);
  return rule + '\n';
}

}  // namespace battc
