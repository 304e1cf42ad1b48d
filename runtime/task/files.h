// Files as a whole: read, or written so that they appear complete or not at all.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace batt {

class TemporaryFile;

/// A file that is not what it should be; the message names it.
struct TaskError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file that cannot be read or written.
struct FileError : TaskError {
  using TaskError::TaskError;
};

/// Throws FileError.
std::string read_file(const std::string& path);

/// A file that is being written. A new or regular file is written beside its place and moved there by `close`, so that
/// it appears whole or not at all; a symbolic link stays one, and its target is written. A device, a pipe and what
/// /dev/stdout and /proc stand for are written to as they are. All functions throw FileError.
class OutputFile {
 public:
  enum class Mode {
    Data,
    Program,
    Stream,  ///< written in its place from the start, so that what is there can be read meanwhile, and stays
  };

  explicit OutputFile(std::string path, Mode mode = Mode::Data);
  /// Without `close`, what was written to a file of its own is thrown away.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  /// What was written is in the file.
  void flush();
  void close();

 private:
  [[noreturn]] void fail(int error) const;

  std::string path_;
  std::string target_;                        ///< where the temporary file goes
  std::unique_ptr<TemporaryFile> temporary_;  ///< null: the file itself is written to
  int descriptor_ = -1;
  std::string buffer_;
};

void write_file(const std::string& path, std::string_view content, OutputFile::Mode mode = OutputFile::Mode::Data);

}  // namespace batt
