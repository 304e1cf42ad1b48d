// Makes random programs. Each statement is run as soon as it is chosen, so that what follows gets arguments of the
// right kinds: most calls do something, and values grow deep. Some arguments are wrong on purpose.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "tests/fuzz/programs/coverage.h"
#include "tools/reduce/draft.h"
#include "tools/reduce/paths.h"

namespace battc::fuzz {

/// Is told what there is of a program before each step that could crash.
class Publisher {
 public:
  virtual ~Publisher() = default;
  virtual void publish_inputs(const nlohmann::json& golden) = 0;
  virtual void publish_source(const Draft& draft) = 0;
};

/// Program `index` of a seed: always the same one.
ProgramCase make_program(std::uint64_t seed, std::uint64_t index, Coverage& coverage, Publisher& publisher);

}  // namespace battc::fuzz
