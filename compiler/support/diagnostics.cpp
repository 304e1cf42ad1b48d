#include "compiler/support/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "compiler/support/text.h"

namespace battc {
namespace {

constexpr std::size_t widest_line = 120;
constexpr std::size_t context_before_span = 40;
constexpr std::string_view cut_mark = "...";

std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Note: return "note";
  }
  return "error";
}

struct TerminalColors {
  std::string_view bold, error, warning, note, caret, reset;

  std::string_view of(Severity severity) const {
    return severity == Severity::Error ? error : severity == Severity::Warning ? warning : note;
  }
};

constexpr TerminalColors plain;
constexpr TerminalColors coloured{"\x1b[1m", "\x1b[1;31m", "\x1b[1;35m", "\x1b[1;36m", "\x1b[1;32m", "\x1b[0m"};

std::size_t display_width(std::string_view utf8) {
  return utf8.size() - static_cast<std::size_t>(std::ranges::count_if(utf8, is_continuation));
}

/// The part of the span's first line that is shown, and the columns of that part that the carets cover.
struct Excerpt {
  std::string text;
  std::size_t caret_begin = 0;
  std::size_t caret_end = 0;
};

std::string visible(std::string_view text) {
  std::string untabbed(text);
  std::ranges::replace(untabbed, '\t', ' ');
  return escape(untabbed);
}

/// Moves a cut in the middle of a character to the character's first byte.
std::size_t character_start(std::string_view text, std::size_t at) {
  const auto in_the_middle = [&] { return at > 0 && at < text.size() && is_continuation(text[at]); };
  for (int k = 0; k < 3 && in_the_middle(); ++k) --at;
  return at;
}

Excerpt make_excerpt(const SourceFile& source, Span span) {
  const Span line = source.line(source.position(span.begin).line);
  const std::string_view text = source.text(line);
  const std::size_t begin = std::min<std::size_t>(span.begin - line.begin, text.size());
  const std::size_t end = std::clamp<std::size_t>(span.end - line.begin, begin, text.size());

  std::size_t first = 0;
  std::size_t last = text.size();
  if (text.size() > widest_line) {
    first = character_start(text, begin > context_before_span ? begin - context_before_span : 0);
    last = character_start(text, std::min(text.size(), first + widest_line));
  }
  Excerpt excerpt;
  if (first > 0) excerpt.text = cut_mark;
  excerpt.text += visible(text.substr(first, begin - first));
  excerpt.caret_begin = display_width(excerpt.text);
  const std::size_t shown_end = std::min(end, last);
  if (shown_end > begin) excerpt.text += visible(text.substr(begin, shown_end - begin));
  excerpt.caret_end = std::max(display_width(excerpt.text), excerpt.caret_begin + 1);
  if (last > shown_end) excerpt.text += visible(text.substr(shown_end, last - shown_end));
  if (last < text.size()) excerpt.text += cut_mark;
  return excerpt;
}

void render_one(std::string& out, const Diagnostic& diagnostic, const SourceFile& source,
                const TerminalColors& palette) {
  auto to = std::back_inserter(out);
  fmt::format_to(to, "{}{}:", palette.bold, escape(source.name()));
  if (diagnostic.span) {
    const auto [line, column] = source.position(diagnostic.span->begin);
    fmt::format_to(to, "{}:{}:", line, column);
  }
  fmt::format_to(to, "{} {}{}:{} {}\n", palette.reset, palette.of(diagnostic.severity), to_string(diagnostic.severity),
                 palette.reset, escape(diagnostic.message));
  if (diagnostic.span) {
    const Excerpt excerpt = make_excerpt(source, *diagnostic.span);
    fmt::format_to(to, "  {}\n  {:{}}{}^{:~>{}}{}\n", excerpt.text, "", excerpt.caret_begin, palette.caret, "",
                   excerpt.caret_end - excerpt.caret_begin - 1, palette.reset);
  }
  if (!diagnostic.hint.empty())
    fmt::format_to(to, "  {}hint:{} {}\n", palette.bold, palette.reset, escape(diagnostic.hint));
}

}  // namespace

void Diagnostics::keep(Severity severity, std::optional<Span> span, std::string message, std::string hint) {
  kept_.push_back({severity, span, std::move(message), std::move(hint)});
}

void Diagnostics::error(std::optional<Span> span, std::string message, std::string hint) {
  last_was_dropped_ = ++errors_ > limit;
  if (!last_was_dropped_) keep(Severity::Error, span, std::move(message), std::move(hint));
}

void Diagnostics::warning(std::optional<Span> span, std::string message, std::string hint) {
  last_was_dropped_ = !keep_warnings_ || ++warnings_ > limit;
  if (!last_was_dropped_) keep(Severity::Warning, span, std::move(message), std::move(hint));
}

void Diagnostics::note(std::optional<Span> span, std::string message, std::string hint) {
  if (!last_was_dropped_) keep(Severity::Note, span, std::move(message), std::move(hint));
}

std::string render(const Diagnostics& diagnostics, const SourceFile& source, RenderOptions options) {
  const TerminalColors& palette = options.colour ? coloured : plain;
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics.all()) render_one(out, diagnostic, source, palette);
  const auto summarise = [&](Severity severity, std::string message) {
    render_one(out, {severity, std::nullopt, std::move(message), {}}, source, palette);
  };
  if (diagnostics.warning_count() > Diagnostics::limit)
    summarise(Severity::Warning,
              fmt::format("{} more warnings are not shown", diagnostics.warning_count() - Diagnostics::limit));
  if (diagnostics.too_many_errors()) summarise(Severity::Error, "too many errors");
  return out;
}

std::string render_json(const Diagnostics& diagnostics, const SourceFile& source) {
  auto array = nlohmann::ordered_json::array();
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    nlohmann::ordered_json entry{{"file", escape(source.name())}};
    for (const char* key : {"line", "column", "end_line", "end_column"}) entry[key] = nullptr;
    if (diagnostic.span) {
      const auto begin = source.position(diagnostic.span->begin);
      const auto end = source.position(diagnostic.span->end);
      entry["line"] = begin.line;
      entry["column"] = begin.column;
      entry["end_line"] = end.line;
      entry["end_column"] = end.column;
    }
    entry["severity"] = to_string(diagnostic.severity);
    entry["message"] = escape(diagnostic.message);
    entry["hint"] = escape(diagnostic.hint);
    array.push_back(std::move(entry));
  }
  return array.dump(2) + "\n";
}

}  // namespace battc
