// A program's text with its name, and the way from a byte offset to its line and column.
// The text is kept byte for byte (without a byte order mark); "\n", "\r\n" and a lone "\r" all end a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace battc {

/// Bytes [begin, end) of one source file.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(Span, Span) = default;
};

/// From the first byte of one span to the last byte of another.
constexpr Span join(Span first, Span last) { return {first.begin, last.end}; }

/// A source file that cannot be read; what() names it and says why.
class SourceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class SourceFile {
 public:
  /// Both count from 1; the column counts bytes.
  struct Position {
    std::uint32_t line;
    std::uint32_t column;
  };

  /// Larger texts are refused, so that a Span can address every byte.
  static constexpr std::size_t max_size = std::size_t{1} << 30;

  /// Throws SourceError if the text is too large.
  SourceFile(std::string name, std::string text);

  /// Reads a file, or standard input for "-". Throws SourceError.
  static SourceFile load(const std::string& path);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  std::string_view text(Span span) const { return text().substr(span.begin, span.end - span.begin); }

  Position position(std::uint32_t offset) const;
  std::uint32_t line_count() const { return static_cast<std::uint32_t>(line_starts_.size()); }

  /// The line (from 1) without its line end.
  Span line(std::uint32_t number) const;

 private:
  void find_lines();

  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;
};

}  // namespace battc
