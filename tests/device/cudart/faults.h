// Failures on demand: which call of which kind is to fail.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace batt::fake_cuda {

class Faults {
 public:
  enum class Kind : std::uint8_t {
    malloc,
    hostmalloc,
    launch,
    memcpy,
    sync,
    dead,
    hang,
    lie,
    nodevice,
    nodriver,
    olddriver,
    noimage,
    oldptx
  };

  Faults() = default;
  /// Throws std::invalid_argument when the text is not as control.h says.
  explicit Faults(std::string_view text);

  /// Counts one call, and says whether it is the one to fail.
  bool strikes(Kind kind, int device);
  bool always(Kind kind) const;

 private:
  struct Rule {
    Kind kind;
    std::uint64_t call = 0;  // 0: every call
    int device = -1;         // -1: any
    std::uint64_t seen = 0;
  };
  std::vector<Rule> rules_;
};

}  // namespace batt::fake_cuda
