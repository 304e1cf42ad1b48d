// Golden programs as emitted code: compiled by nvcc, linked with the kernels of the runtime, one kernel for each.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "batt/emitted.h"
#include "compiler/driver/programs.h"
#include "compiler/emit/cpp.h"
#include "runtime/device/stack.h"
#include "runtime/task/agreement.h"
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

/// What batt_batch of this process runs.
const emitted::EmittedProgram* batch_program = nullptr;

/// A program's samples as arguments of batt_batch, several times over.
class Batch {
 public:
  /// Nothing if the interface has no such arguments: other values than grids and pairs of grids, None among grids.
  static std::optional<Batch> of(const testing::Golden& golden) {
    constexpr std::size_t rounds = 3;
    Batch batch;
    for (std::size_t k = 0; k < rounds * golden.inputs.size(); ++k)
      if (!batch.add(golden.inputs[k % golden.inputs.size()])) return {};
    if (batch.none_count_ != 0 && batch.none_count_ != batch.Is_.size()) return {};
    for (const auto& pairs : batch.pairs_) batch.Ss_.push_back({pairs.data(), pairs.size()});
    return batch;
  }

  void check_answers(const testing::Golden& golden) const {
    batt_options options{};
    options.errors = golden.mode == ErrorMode::Raw ? BATT_ERRORS_RAW : BATT_ERRORS_SAFE;
    options.path = BATT_PATH_DEVICE;
    options.fallback = BATT_FALLBACK_NEVER;
    batt_answers answers;
    const batt_grid* Cs = none_count_ != 0 ? nullptr : Cs_.data();
    REQUIRE(batt_batch(nullptr, Ss_.data(), Is_.data(), Cs, nullptr, Is_.size(), &options, &answers) == BATT_OK);
    REQUIRE(answers.count == Is_.size());
    for (std::size_t k = 0; k < answers.count; ++k) {
      INFO(golden.name << " sample " << k << " " << answers.items[k].json);
      CHECK(answers.items[k].status != BATT_ANSWER_NONE);
      const nlohmann::json& recorded = golden.task.answers()[k % golden.inputs.size()];
      CHECK(compare(recorded, nlohmann::json::parse(answers.items[k].json)) != Agreement::Different);
    }
    CHECK(fake_cuda::counters().launches >= 1);
    emitted::batt_free_answers(&answers);
  }

 private:
  static batt_grid grid_of(Value value) { return {value.height(), value.width(), value.bytes()}; }

  bool add(const Inputs& inputs) {
    if (!inputs.I.is_grid() || !(inputs.C.is_grid() || inputs.C.is_none()) || !inputs.S.is_exact_tuple()) return false;
    Is_.push_back(grid_of(inputs.I));
    Cs_.push_back(inputs.C.is_grid() ? grid_of(inputs.C) : batt_grid{});
    none_count_ += inputs.C.is_none() ? 1 : 0;
    std::vector<batt_example>& pairs = pairs_.emplace_back();
    for (std::int32_t k = 0; k < inputs.S.tuple_size(); ++k) {
      const Value pair = inputs.S.item(k);
      if (!pair.is_exact_tuple() || pair.form() != Form::Plain || pair.tuple_size() != 2) return false;
      if (!pair.item(0).is_grid() || !pair.item(1).is_grid()) return false;
      pairs.push_back({grid_of(pair.item(0)), grid_of(pair.item(1))});
    }
    return true;
  }

  std::vector<std::vector<batt_example>> pairs_;
  std::vector<batt_examples> Ss_;
  std::vector<batt_grid> Is_, Cs_;
  std::size_t none_count_ = 0;
};

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
      programs_.push_back({{BATT_PROGRAM_VERSION, 1, nullptr, nullptr, nullptr, nullptr, nullptr},
                           &entries_.back(),
                           "",
                           emitted::batt_make_device_program});
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

  /// The C interface of `battc --batch`: answers of devices alone, in the order of the samples.
  void run_batches(const std::string& ptx) const {
    std::size_t batches = 0;
    for (std::size_t k = 0; k < golden_.size() && batches < 3; ++k) {
      const std::optional<Batch> batch = Batch::of(*golden_[k]);
      if (!batch) continue;
      ++batches;
      testing::set_up(0, 1, {ptx});
      batch_program = &programs_[k];
      batch->check_answers(*golden_[k]);
    }
    CHECK(batches > 0);
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
  testing::set_up();  // what devices keep is made before the programs, and so outlives them
  static std::deque<Emitted> kept;
  const Emitted& emitted = kept.emplace_back(chosen(count));
  const std::string ptx = emitted.compile();
  emitted.check_stack();
  for (const std::uint64_t seed : {0, 1, 2}) emitted.run(seed, false, ptx);
  emitted.run(0, true, ptx);
  emitted.run_batches(ptx);
}

}  // namespace

BATT_BATCH(*batch_program, 0)

TEST_CASE("emitted programs on the device") { check_emitted(8); }
TEST_CASE("many emitted programs on the device", "[.full]") { check_emitted(60); }
