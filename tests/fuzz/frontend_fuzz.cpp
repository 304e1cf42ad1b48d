// Any bytes whatever: parsed or diagnosed, and everything that is said about them can be shown.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "compiler/frontend/dump.h"
#include "compiler/frontend/parser.h"
#include "compiler/frontend/resolve.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const battc::SourceFile source("fuzz.py", std::string(reinterpret_cast<const char*>(data), size));
  battc::Diagnostics diagnostics;
  auto module = battc::parse(source, diagnostics);
  if (!module && !diagnostics.has_errors()) std::abort();
  if (module) {
    battc::resolve(*module, diagnostics);
    battc::dump(*module);
  }
  battc::render(diagnostics, source, {.colour = true});
  battc::render_json(diagnostics, source);
  return 0;
}
