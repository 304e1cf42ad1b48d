// The way from emitted code to device code: nvcc once for all architectures with teams, then for each architecture
// ptxas and nvlink with the kernels of the runtime.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace battc {

struct DeviceChoice {
  std::string wanted = "off";  ///< "auto": if this machine has a device and what it takes is there; "on"; "off"
  std::vector<std::string> architectures =
      {};  ///< as 75, 89, and that a device part is wanted; empty: all that the runtime has kernels for
};

class DeviceToolchain {
 public:
  /// Compiles an emitted file; the linked code of all architectures is a file in `folder`. Throws CommandFailure.
  std::filesystem::path build(const std::filesystem::path& source, const std::filesystem::path& folder,
                              bool verbose) const;

  /// What a program with device code is linked with, before the runtime.
  std::vector<std::string> link_words() const;

 private:
  friend std::optional<DeviceToolchain> find_device_toolchain(const DeviceChoice&,
                                                              const std::vector<std::filesystem::path>&,
                                                              const std::filesystem::path&);

  std::filesystem::path make_ptx(const std::filesystem::path& source, const std::filesystem::path& folder,
                                 const std::string& architecture, bool verbose) const;
  std::string tool(const char* name) const { return (tools_ / name).string(); }

  std::filesystem::path nvcc_;
  std::filesystem::path tools_;  ///< the folder of ptxas, nvlink and fatbinary
  std::filesystem::path cuda_runtime_;
  std::vector<std::filesystem::path> include_folders_;
  std::filesystem::path library_folder_;
  std::vector<std::string> architectures_;  ///< the oldest first
};

/// Nothing if none is wanted, or, with "auto", if something is missing. Throws CommandFailure if it is missing with
/// "on" or named architectures, or if the runtime has no kernels for one of them.
std::optional<DeviceToolchain> find_device_toolchain(const DeviceChoice& choice,
                                                     const std::vector<std::filesystem::path>& include_folders,
                                                     const std::filesystem::path& library_folder);

}  // namespace battc
