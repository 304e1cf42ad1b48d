// The way from emitted C++ to native code: finds the C++ compiler and the runtime, and runs the one with the other.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/device_toolchain.h"

namespace battc {

enum class Artifact { Object, SharedObject, Program };

class Toolchain {
 public:
  /// The compiler is $CXX, else c++, else g++. Headers and libraries are those of the installation that battc belongs
  /// to, else those of its build. It optimises as battc does: `level` is that of -O. Throws CommandFailure if one of
  /// them is missing.
  explicit Toolchain(int level);

  /// Prints every command to standard error before it runs.
  void set_verbose(bool verbose) { verbose_ = verbose; }

  /// Whether what is built from now on has a device part, too. Throws CommandFailure if it must have one but cannot.
  void use_device(const DeviceChoice& choice);

  /// Builds without the sanitizers that this battc was built with, which is several times faster. The runtime that is
  /// linked has them still.
  void leave_out_sanitizers() { sanitizes_ = false; }

  /// Compiles one emitted file. The result appears whole or not at all. Throws CommandFailure with the compiler's own
  /// words if it fails, FileError if the result cannot be written. May be called from several threads.
  void build(Artifact artifact, const std::filesystem::path& cpp, const std::filesystem::path& output) const;

 private:
  std::vector<std::string> command(Artifact artifact, const std::filesystem::path& cpp,
                                   const std::filesystem::path& output, const std::filesystem::path& device_code) const;

  std::vector<std::string> compiler_;
  int level_;
  std::vector<std::filesystem::path> include_folders_;
  std::filesystem::path library_folder_;
  std::optional<DeviceToolchain> device_;
  bool sanitizes_ = true;
  bool verbose_ = false;
};

}  // namespace battc
