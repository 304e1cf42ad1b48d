#include "runtime/task/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "runtime/task/cleanup.h"

namespace batt {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t buffer_size = std::size_t{1} << 16;

/// Returns 0 or what errno says.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno != EINTR) return errno;
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

/// The folder of a path, without links.
fs::path folder_of(const fs::path& path) {
  const fs::path parent = path.parent_path();
  return fs::canonical(parent.empty() ? fs::path(".") : parent);
}

/// Where an output is written.
struct OutputPlace {
  std::string path;
  bool is_replaced;         ///< by a new file; else it is written to
  bool is_in_proc = false;  ///< a link there leads to what a process has open, and says no path
};

/// Opens what is not replaced. A descriptor of this program (/dev/stdout) is shared, with its position; what others
/// have open may have content already.
int open_in_place(const OutputPlace& place) {
  const std::string own = "/proc/" + std::to_string(getpid()) + "/fd/";
  if (place.is_in_proc && place.path.starts_with(own)) {
    std::fflush(nullptr);
    return fcntl(std::atoi(place.path.c_str() + own.size()), F_DUPFD_CLOEXEC, 0);
  }
  return open(place.path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | (place.is_in_proc ? O_APPEND : 0));
}

/// Links are followed one by one.
OutputPlace find_place(const std::string& path) {
  constexpr int most_links = 40;
  fs::path place = path;
  for (int k = 0; k < most_links; ++k) {
    const fs::path here = folder_of(place) / place.filename();
    if (here.string().starts_with("/proc/")) return {here.string(), false, true};
    struct stat status = {};
    const bool exists = lstat(here.c_str(), &status) == 0;
    if (!exists && errno != ENOENT) throw std::system_error(errno, std::generic_category());
    if (!exists || S_ISREG(status.st_mode)) return {here.string(), true};
    if (S_ISDIR(status.st_mode)) throw std::system_error(EISDIR, std::generic_category());
    if (!S_ISLNK(status.st_mode)) return {here.string(), false};
    const fs::path link = fs::read_symlink(here);
    place = link.is_absolute() ? link : here.parent_path() / link;
  }
  throw std::system_error(ELOOP, std::generic_category());
}

[[noreturn]] void refuse(const char* what, const std::string& path, int error) {
  throw FileError(std::string("cannot ") + what + " " + path + ": " +
                  (error == EISDIR ? "it is a folder" : std::strerror(error)));
}

}  // namespace

std::string read_file(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) refuse("read", path, errno);
  // With room for one byte more than a file has, the second read says that it has ended. Pipes have no size.
  struct stat status {};
  const bool has_size = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
  std::string text;
  std::size_t size = 0;
  ssize_t count = 0;
  try {
    text.resize(has_size ? static_cast<std::size_t>(status.st_size) + 1 : buffer_size);
    do {
      if (size == text.size()) text.resize(2 * size);
      do count = ::read(descriptor, text.data() + size, text.size() - size);
      while (count < 0 && errno == EINTR);
      size += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    } while (count > 0);
  } catch (...) {
    ::close(descriptor);
    throw;
  }
  const int error = errno;
  ::close(descriptor);
  if (count < 0) refuse("read", path, error);
  text.resize(size);
  return text;
}

OutputFile::OutputFile(std::string path, Mode mode) : path_(std::move(path)) {
  try {
    const OutputPlace place = find_place(path_);
    if (place.is_replaced && mode == Mode::Stream) {
      descriptor_ = open(place.path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
      if (descriptor_ < 0) fail(errno);
    } else if (place.is_replaced) {
      constexpr mode_t data = 0666, program = 0777;  // the umask takes from them
      temporary_ =
          std::make_unique<TemporaryFile>(fs::path(place.path).parent_path(), mode == Mode::Program ? program : data);
      target_ = place.path;
      descriptor_ = temporary_->descriptor();
    } else {
      descriptor_ = open_in_place(place);
      if (descriptor_ < 0) fail(errno);
    }
  } catch (const std::system_error& error) {
    fail(error.code().value());
  }
}

OutputFile::~OutputFile() {
  if (temporary_ == nullptr && descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::fail(int error) const { refuse("write", path_, error); }

void OutputFile::flush() {
  const int error = write_all(descriptor_, buffer_);
  buffer_.clear();
  if (error != 0) fail(error);
}

void OutputFile::write(std::string_view text) {
  if (buffer_.size() + text.size() >= buffer_size) flush();
  if (text.size() < buffer_size) {
    buffer_ += text;
  } else if (const int error = write_all(descriptor_, text); error != 0) {
    fail(error);
  }
}

void OutputFile::close() {
  flush();
  if (temporary_ == nullptr) {
    if (::close(std::exchange(descriptor_, -1)) != 0) fail(errno);
    return;
  }
  try {
    temporary_->move_to(target_);
  } catch (const std::system_error& error) {
    fail(error.code().value());
  }
}

void write_file(const std::string& path, std::string_view content, OutputFile::Mode mode) {
  OutputFile file(path, mode);
  file.write(content);
  file.close();
}

}  // namespace batt
