#include "compiler/emit/cpp.h"

#include <fmt/format.h>

#include <iterator>

#include "compiler/emit/cpp_function.h"
#include "compiler/emit/cpp_text.h"

namespace battc {
namespace {

/// The last part of the path, so that the output does not depend on where the compiler was called.
std::string_view file_name(const SourceFile& source) {
  const std::string_view name = source.name();
  return name.substr(name.find_last_of('/') + 1);
}

std::string kernels(std::size_t count, const std::string& symbol) {
  std::string text;
  for (std::size_t k = 1; k <= count; ++k)
    fmt::format_to(std::back_inserter(text), "BATT_KERNEL(kernel{0}, {1}_run{0}, run{0})\n", k, symbol);
  return text;
}

/// Which values depend on which, as lines of text.
std::string dependences(std::string_view all) {
  constexpr std::size_t longest_line = 100;
  std::string lines;
  for (std::size_t at = 0; at < all.size(); at += longest_line)
    fmt::format_to(std::back_inserter(lines), "\n     {}", cpp_string(all.substr(at, longest_line)));
  return lines;
}

std::string entry_table(const std::vector<LoweredFunction>& functions) {
  std::string table = "constexpr EmittedEntry entries[] = {\n";
  for (std::size_t k = 0; k < functions.size(); ++k) {
    const batt::exec::Program& program = functions[k].program;
    fmt::format_to(std::back_inserter(table), "    {{{0}, {1}, run{2}, kernel{2},{3}}},\n", cpp_string(program.name),
                   program.collects, k + 1, dependences(program.dependences));
  }
  return table + "};\n";
}

}  // namespace

std::optional<std::size_t> batt_of(const std::vector<LoweredFunction>& functions) {
  for (std::size_t k = 0; k < functions.size(); ++k)
    if (functions[k].program.collects) return k;
  return {};
}

std::string emit_cpp(const std::vector<LoweredFunction>& functions, const SourceFile& source,
                     const CppOptions& options) {
  std::string file = fmt::format("// Emitted by battc from {}.\n", cpp_comment(file_name(source), 80));
  file +=
      "// C++20, and CUDA for nvcc -x cu -rdc=true --expt-relaxed-constexpr: the same functions for host and device.\n";
  file += "#include \"batt/emitted.h\"\n\nnamespace {\n\nusing namespace batt::emitted;\n\n";
  for (std::size_t k = 0; k < functions.size(); ++k) file += emit_cpp_function(functions[k], source, k + 1, options);
  file +=
      "}  // namespace\n\n" + kernels(functions.size(), options.symbol) + "\nnamespace {\n\n" + entry_table(functions);
  file += "constexpr EmittedProgram program = make_program(entries);\n\n}  // namespace\n\n";
  file += fmt::format("extern \"C\" BATT_EXPORT const batt_program* {}() {{ return &program.interface; }}\n",
                      options.symbol);
  if (options.batch) file += fmt::format("BATT_BATCH(program, {})\n", batt_of(functions).value());
  return file;
}

}  // namespace battc
