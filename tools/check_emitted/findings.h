// What is wrong with the files that were read, each with its place, in the order of the places.
#pragma once

#include <clang/Basic/SourceLocation.h>

#include <compare>
#include <set>
#include <string>

namespace clang {
class SourceManager;
}

namespace check_emitted {

struct Finding {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string reason;

  auto operator<=>(const Finding&) const = default;
};

class Findings {
 public:
  void add(Finding finding) { findings_.insert(std::move(finding)); }
  void add(const clang::SourceManager& sources, clang::SourceLocation location, std::string reason);

  std::size_t size() const { return findings_.size(); }
  /// file:line:column: rejected: reason, to standard error.
  void print() const;

 private:
  std::set<Finding> findings_;
};

}  // namespace check_emitted
