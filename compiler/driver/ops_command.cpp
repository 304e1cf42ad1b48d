#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "compiler/driver/commands.h"
#include "compiler/driver/failure.h"
#include "compiler/driver/op_listing.h"

namespace battc {

int run_ops(const OpsOptions& options) {
  if (options.format == "json")
    fmt::print("{}\n", ops_as_json().dump(1));
  else
    fmt::print("{}", options.format == "markdown" ? ops_as_markdown() : ops_as_text());
  return exit_ok;
}

}  // namespace battc
