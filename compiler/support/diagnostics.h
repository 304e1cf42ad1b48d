// What the compiler has to say about a program: collected first, rendered once, for people or for tools.
// Nothing raw from the source reaches the output: control bytes are escaped and long lines are cut around the span.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/support/source.h"

namespace battc {

enum class Severity : std::uint8_t { Error, Warning, Note };

struct Diagnostic {
  Severity severity;
  std::optional<Span> span;  ///< none: it is about the file as a whole
  std::string message;
  std::string hint;  ///< what to do about it; may be empty
};

class Diagnostics {
 public:
  /// More errors or warnings than this are counted but not kept; a reader learns nothing from them.
  static constexpr std::size_t limit = 20;

  /// Without warnings, neither they nor their notes are kept or counted.
  void keep_warnings(bool keep) { keep_warnings_ = keep; }

  void error(std::optional<Span> span, std::string message, std::string hint = {});
  void warning(std::optional<Span> span, std::string message, std::string hint = {});
  /// Belongs to the error or warning before it, and is dropped with it.
  void note(std::optional<Span> span, std::string message, std::string hint = {});

  bool has_errors() const { return errors_ > 0; }
  bool too_many_errors() const { return errors_ > limit; }
  std::size_t error_count() const { return errors_; }
  std::size_t warning_count() const { return warnings_; }

  /// In the order in which they were reported.
  const std::vector<Diagnostic>& all() const { return kept_; }

 private:
  void keep(Severity severity, std::optional<Span> span, std::string message, std::string hint);

  std::vector<Diagnostic> kept_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
  bool keep_warnings_ = true;
  bool last_was_dropped_ = false;
};

struct RenderOptions {
  bool colour = false;
};

/// `file:line:column: error: message`, the source line, carets under the span, and the hint.
std::string render(const Diagnostics& diagnostics, const SourceFile& source, RenderOptions options = {});

/// A JSON array of {file, line, column, end_line, end_column, severity, message, hint}; positions are null for a
/// diagnostic without a span. Ends with a newline.
std::string render_json(const Diagnostics& diagnostics, const SourceFile& source);

}  // namespace battc
