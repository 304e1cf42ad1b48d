#include "tests/device/ptx/diagnosis.h"

#include <sstream>

namespace batt::ptx {

std::string Diagnosis::text() const {
  if (line == 0) return what;
  std::ostringstream out;
  out << "block (" << block[0] << "," << block[1] << "," << block[2] << ") warp " << warp << " lane " << lane << ": "
      << what << " at PTX line " << line << " in " << function << ": " << instruction;
  return out.str();
}

}  // namespace batt::ptx
