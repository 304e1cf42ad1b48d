#include "compiler/support/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#include "compiler/support/text.h"

namespace battc {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

[[noreturn]] void refuse(const std::string& path, std::string_view reason) {
  throw SourceError(fmt::format("cannot read {}: {}", quote(path), reason));
}

std::string read_all(std::FILE* file, const std::string& path) {
  std::string text;
  char buffer[1 << 16];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file)) {
    text.append(buffer, count);
    if (text.size() > SourceFile::max_size + byte_order_mark.size()) refuse(path, "the file is larger than 1 GiB");
  }
  if (std::ferror(file)) refuse(path, std::strerror(errno));
  return text;
}

}  // namespace

SourceFile::SourceFile(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  if (text_.starts_with(byte_order_mark)) text_.erase(0, byte_order_mark.size());
  if (text_.size() > max_size) refuse(name_, "the text is larger than 1 GiB");
  find_lines();
}

SourceFile SourceFile::load(const std::string& path) {
  if (path == "-") return SourceFile("<stdin>", read_all(stdin, path));
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) refuse(path, "it is a directory");
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) refuse(path, std::strerror(errno));
  return SourceFile(path, read_all(file.get(), path));
}

void SourceFile::find_lines() {
  const std::string_view text = text_;
  line_starts_.reserve(1 + text.size() / 32);
  line_starts_.push_back(0);
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] != '\n' && text[k] != '\r') continue;
    if (text[k] == '\r' && k + 1 < text.size() && text[k + 1] == '\n') ++k;
    line_starts_.push_back(static_cast<std::uint32_t>(k + 1));
  }
}

SourceFile::Position SourceFile::position(std::uint32_t offset) const {
  const auto after = std::ranges::upper_bound(line_starts_, offset);
  const auto line = static_cast<std::uint32_t>(after - line_starts_.begin());
  return {line, offset - *std::prev(after) + 1};
}

Span SourceFile::line(std::uint32_t number) const {
  const std::uint32_t begin = line_starts_[number - 1];
  std::uint32_t end = number < line_count() ? line_starts_[number] : static_cast<std::uint32_t>(text_.size());
  while (end > begin && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
  return {begin, end};
}

}  // namespace battc
