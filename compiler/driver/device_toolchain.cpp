#include "compiler/driver/device_toolchain.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "batt/program.h"
#include "compiler/driver/failure.h"
#include "compiler/driver/process.h"
#include "runtime/device/device.h"
#include "runtime/task/files.h"

namespace battc {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kernels_prefix = "libbatt_kernels.", kernels_suffix = ".cubin";

fs::path find_nvcc() {
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"})
    if (const char* folder = std::getenv(variable)) {
      std::error_code error;
      if (const fs::path nvcc = fs::path(folder) / "bin" / "nvcc"; fs::exists(nvcc, error)) return nvcc;
    }
  return find_in_path("nvcc");
}

fs::path first_existing(const std::vector<fs::path>& candidates) {
  std::error_code error;
  for (const fs::path& candidate : candidates)
    if (fs::exists(candidate, error)) return candidate;
  return {};
}

/// Those that the runtime has kernels for, the oldest first.
std::vector<std::string> architectures_in(const fs::path& library_folder) {
  std::vector<std::string> found;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(library_folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(kernels_prefix) && name.ends_with(kernels_suffix))
      found.push_back(name.substr(kernels_prefix.size(), name.size() - kernels_prefix.size() - kernels_suffix.size()));
  }
  std::sort(found.begin(), found.end(), [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  return found;
}

/// nvcc puts a hash of the file's path, a temporary one, into the names of its functions. The same program is to give
/// the same bytes.
void remove_path_hash(const fs::path& ptx) {
  std::string text = batt::read_file(ptx.string());
  constexpr std::string_view before = "_INTERNAL_";
  constexpr std::size_t hash_size = 8;
  const std::size_t found = text.find(before);
  if (found == std::string::npos) return;
  const std::string hash = text.substr(found + before.size(), hash_size);
  for (std::size_t k = text.find(hash); k != std::string::npos; k = text.find(hash, k))
    text.replace(k, hash_size, hash_size, '0');
  batt::write_file(ptx.string(), text);
}

/// The architecture whose kernels run on devices of this one: code of one runs on later ones with the same first digit.
/// Empty: there is none.
std::string kernels_for(const std::string& wanted, const std::vector<std::string>& known) {
  std::string found;
  for (const std::string& one : known)
    if (one.size() == wanted.size() && one.substr(0, one.size() - 1) == wanted.substr(0, wanted.size() - 1) &&
        one <= wanted)
      found = one;
  return found;
}

}  // namespace

std::optional<DeviceToolchain> find_device_toolchain(const DeviceChoice& choice,
                                                     const std::vector<fs::path>& include_folders,
                                                     const fs::path& library_folder) {
  if (choice.wanted == "off") return {};
  const bool is_asked_for = choice.wanted == "on" || !choice.architectures.empty();
  if (!is_asked_for && !batt::device_unavailable().empty()) return {};
  DeviceToolchain found;
  found.include_folders_ = include_folders;
  found.library_folder_ = library_folder;
  const auto missing = [&](const std::string& what) -> std::optional<DeviceToolchain> {
    if (!is_asked_for) return {};
    throw io_failure("no device code can be built: " + what);
  };

  found.nvcc_ = find_nvcc();
  if (found.nvcc_.empty()) return missing("nvcc is not in the PATH, nor where CUDA_PATH or CUDA_HOME say");
  std::error_code error;
  found.tools_ = fs::canonical(found.nvcc_, error).parent_path();
  const fs::path cuda = found.tools_.parent_path();
  found.cuda_runtime_ = first_existing(
      {cuda / "lib64" / "libcudart_static.a", cuda / "targets" / "x86_64-linux" / "lib" / "libcudart_static.a"});
  if (found.cuda_runtime_.empty()) return missing("libcudart_static.a is not beside " + found.nvcc_.string());
  const std::vector<std::string> known = architectures_in(library_folder);
  if (known.empty() || !fs::exists(library_folder / "libbatt_device.a", error))
    return missing("this battc was built without nvcc: there are no kernels in " + library_folder.string());
  std::vector<std::string> chosen;
  for (const std::string& wanted : choice.architectures) {
    chosen.push_back(kernels_for(wanted, known));
    if (chosen.back().empty())
      throw CommandFailure(
          exit_usage,
          fmt::format("there are no kernels for the architecture {}; there are for {}, and later ones with the same "
                      "first digits (BATT_CUDA_ARCHITECTURES says for which battc is built)",
                      wanted, fmt::join(known, ", ")));
  }
  for (const std::string& one : known)
    if (chosen.empty() || std::find(chosen.begin(), chosen.end(), one) != chosen.end())
      found.architectures_.push_back(one);
  return found;
}

/// The PTX of an architecture: one for all that have teams, and one for each older one.
fs::path DeviceToolchain::make_ptx(const fs::path& source, const fs::path& folder, const std::string& architecture,
                                   bool verbose) const {
  constexpr int first_with_teams = 70;
  const auto has_teams = [](const std::string& one) { return std::stoi(one) >= first_with_teams; };
  const std::string& oldest = has_teams(architecture) ? *std::ranges::find_if(architectures_, has_teams) : architecture;
  const fs::path ptx = folder / (oldest + ".ptx");
  if (fs::exists(ptx)) return ptx;
  std::vector<std::string> words = {nvcc_.string(), "-x",
                                    "cu",           "-ptx",
                                    "-rdc=true",    "-arch=compute_" + oldest,
                                    "-std=c++20",   "--expt-relaxed-constexpr"};
  for (const fs::path& include : include_folders_) words.push_back("-I" + include.string());
  words.insert(words.end(), {source.string(), "-o", ptx.string()});
  run_tool("nvcc", words, verbose);
  remove_path_hash(ptx);
  return ptx;
}

fs::path DeviceToolchain::build(const fs::path& source, const fs::path& folder, bool verbose) const {
  const fs::path linked = folder / "program.fatbin";
  std::vector<std::string> images = {tool("fatbinary"), "-64", "--compress-all", "--create=" + linked.string()};
  for (const std::string& architecture : architectures_) {
    const fs::path ptx = make_ptx(source, folder, architecture, verbose);
    const fs::path cubin = folder / (architecture + ".cubin"), image = folder / (architecture + ".linked.cubin");
    run_tool("ptxas",
             {tool("ptxas"), "-c", "-arch=sm_" + architecture, "-maxrregcount=128", "-suppress-stack-size-warning",
              ptx.string(), "-o", cubin.string()},
             verbose);
    run_tool("nvlink",
             {tool("nvlink"), "-arch=sm_" + architecture, "--suppress-stack-size-warning",
              "--kernels-used=" BATT_PROGRAM_SYMBOL, cubin.string(),
              (library_folder_ / fmt::format("{}{}{}", kernels_prefix, architecture, kernels_suffix)).string(), "-o",
              image.string()},
             verbose);
    images.push_back(fmt::format("--image3=kind=elf,sm={},file={}", architecture, image.string()));
  }
  run_tool("fatbinary", images, verbose);
  return linked;
}

std::vector<std::string> DeviceToolchain::link_words() const {
  // An emitted file asks for this function, but can do without: so that its object can be linked without a CUDA
  // runtime, too.
  return {"-Wl,-u,batt_make_device_program", (library_folder_ / "libbatt_device.a").string(), cuda_runtime_.string()};
}

}  // namespace battc
