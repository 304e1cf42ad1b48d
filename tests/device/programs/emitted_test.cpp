// Golden programs as emitted code: compiled by nvcc, linked with the kernels of the runtime, one kernel for each.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <sstream>

#include "batt/emitted.h"
#include "compiler/driver/programs.h"
#include "compiler/emit/cpp.h"
#include "runtime/device/stack.h"
#include "tests/device/cudart/control.h"
#include "tests/device/programs/golden.h"
#include "tests/device/programs/stack_bound.h"

namespace {

using namespace batt;
namespace fs = std::filesystem;

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// Every so many of the golden programs, all kinds among them.
std::vector<fs::path> chosen(std::size_t count) {
  const std::vector<fs::path> all = testing::golden_programs();
  std::vector<fs::path> programs;
  for (std::size_t k = 0; k < count && k < all.size(); ++k)
    programs.push_back(all[k * all.size() / std::min(count, all.size())]);
  return programs;
}

/// Golden programs in one file, and their entries as the host's part of emitted programs has them.
class Emitted {
 public:
  explicit Emitted(const std::vector<fs::path>& sources)
      : folder_(fs::path(BATT_EMITTED_BUILD) / std::to_string(sources.size())) {
    fs::create_directories(folder_);
    std::ofstream whole(folder_ / "programs.cu");
    whole << "#include \"batt/emitted.h\"\n";
    for (std::size_t k = 0; k < sources.size(); ++k) {
      const std::string symbol = "batt_program_v1_" + std::to_string(k), file = symbol + ".cu";
      const battc::CompiledSource compiled = battc::compile_golden(sources[k], {});
      std::ofstream(folder_ / file) << battc::emit_cpp(compiled.lowered(), compiled.source, {.symbol = symbol});
      whole << "namespace program_" << k << " {\n#include \"" << file << "\"\n}\n";
      golden_.push_back(testing::load(sources[k]));
      symbols_.push_back(symbol + "_run1");
      entries_.push_back({"", golden_.back()->program.collects, nullptr, {symbols_.back().c_str(), nullptr}});
      programs_.push_back(
          {{BATT_PROGRAM_VERSION, 1, nullptr, nullptr, nullptr, nullptr}, &entries_.back(), "", nullptr});
    }
  }

  /// Without a warning; returns the text.
  std::string compile() const {
    const fs::path ptx = folder_ / "programs.ptx";
    call("'" BATT_NVCC
         "' -x cu -ptx -rdc=true -arch=compute_75 -std=c++20 --expt-relaxed-constexpr -Werror all-warnings "
         "-I'" BATT_SOURCE "' -I'" BATT_SOURCE "/runtime/include' '" +
         (folder_ / "programs.cu").string() + "' -o '" + ptx.string() + "'");
    return read(ptx);
  }

  /// Assembled and linked with the kernels of the runtime, as battc does it, the programs keep to the stack of a lane:
  /// their own functions have an allowance of it.
  void check_stack() const {
    if (!fs::exists(BATT_KERNELS)) {
      WARN("the stack of emitted programs was not checked: this build has no kernels for sm_75");
      return;
    }
    const std::string code = (folder_ / "programs.cubin").string(), linked = (folder_ / "linked.cubin").string();
    call("'" BATT_CUDA_TOOLS "/ptxas' -c -arch=sm_75 -maxrregcount=128 -suppress-stack-size-warning '" +
         (folder_ / "programs.ptx").string() + "' -o '" + code + "'");
    call("'" BATT_CUDA_TOOLS "/nvlink' -arch=sm_75 --suppress-stack-size-warning '" + code +
         "' '" BATT_KERNELS "' -o '" + linked + "'");
    const testing::Cubin cubin(linked);
    std::uint64_t most = 0;
    for (const std::string& symbol : symbols_) {
      const testing::CallChain chain = testing::deepest_chain(cubin, symbol);
      INFO(symbol << ": " << chain.text());
      CHECK_FALSE(chain.endless);
      CHECK(chain.bytes > 0);
      CHECK(chain.bytes <= device::stack_bytes);
      most = std::max(most, chain.bytes);
    }
    std::printf("emitted: the deepest chain of calls takes %llu of %zu bytes of stack\n",
                static_cast<unsigned long long>(most), device::stack_bytes);
  }

  void run(std::uint64_t seed, bool strict, const std::string& ptx) const {
    testing::set_up(seed, 1, {ptx});
    fake_cuda::set_strict_reconvergence(strict);
    std::size_t samples = 0, answered = 0;
    for (std::size_t k = 0; k < golden_.size(); ++k) {
      const testing::Golden& golden = *golden_[k];
      const std::unique_ptr<DeviceProgram> device(emitted::batt_make_device_program(programs_[k], 0));
      DeviceRun run = testing::run(*device, golden.mode, golden.inputs, {});
      INFO(golden.name << " " << run.trouble << " " << fake_cuda::last_diagnosis());
      REQUIRE(run.trouble.empty());
      const testing::Finished finished = testing::finish(golden, *device, run);
      CHECK(testing::as_recorded(golden, finished));
      samples += golden.inputs.size();
      answered += golden.inputs.size() - finished.fallen_back;
    }
    std::printf("emitted, seed %llu: %zu of %zu samples answered on the device, %llu warp instructions a sample\n",
                static_cast<unsigned long long>(seed), answered, samples,
                static_cast<unsigned long long>(fake_cuda::counters().warp_instructions / samples));
    CHECK(answered > 0);
  }

 private:
  /// Runs a command of the shell.
  void call(const std::string& command) const {
    const fs::path log = folder_ / "log";
    const int status = std::system((command + " > '" + log.string() + "' 2>&1").c_str());
    INFO(command << "\n" << read(log));
    REQUIRE(status == 0);
  }

  fs::path folder_;
  std::vector<std::unique_ptr<testing::Golden>> golden_;
  std::deque<std::string> symbols_;
  std::deque<emitted::EmittedEntry> entries_;
  std::deque<emitted::EmittedProgram> programs_;
};

/// For as long as the process runs: the runtime knows kernels by the addresses of their entries.
void check_emitted(std::size_t count) {
  static std::deque<Emitted> kept;
  const Emitted& emitted = kept.emplace_back(chosen(count));
  const std::string ptx = emitted.compile();
  emitted.check_stack();
  for (const std::uint64_t seed : {0, 1, 2}) emitted.run(seed, false, ptx);
  emitted.run(0, true, ptx);
}

}  // namespace

TEST_CASE("emitted programs on the device") { check_emitted(8); }
TEST_CASE("many emitted programs on the device", "[.full]") { check_emitted(60); }
