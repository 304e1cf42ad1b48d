// Whole programs with <<<>>>: compiled by nvcc without its runtime, linked with the stand-in, run under several
// schedules.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace {

const std::string nvcc = BATT_NVCC;

bool skipped() {
  if (!nvcc.empty()) return false;
  WARN("skipped: nvcc was not found when the build was configured");
  return true;
}

struct Outcome {
  int status;
  std::string output;
};

Outcome shell(const std::string& command, const std::filesystem::path& log) {
  const int status = std::system((command + " > '" + log.string() + "' 2>&1").c_str());
  std::ostringstream output;
  output << std::ifstream(log).rdbuf();
  return {status, output.str()};
}

/// nvcc leaves device linking out when it is told to use no runtime, so relocatable code is linked in steps.
std::string compile_command(const std::string& source, const std::string& options, const std::string& build,
                            const std::string& program) {
  const std::string compiler = "'" + nvcc + "' ",
                    keep = " -std=c++17 -keep -keep-dir '" + build + "' '" + source + "' ";
  const std::string linked = std::string(" -cudart none ") + BATT_SAMPLE_LIBRARIES + " -o '" + program + "'";
  if (options.find("-rdc=true") == std::string::npos) return compiler + options + keep + linked;
  const std::string object = "'" + program + ".o' ", device_code = "'" + program + "_device.o' ";
  return compiler + options + keep + "-c -o " + object + "&& " + compiler + options + " -dlink " + object + "-o " +
         device_code + "&& " + compiler + object + device_code + linked;
}

void build_and_run(const std::string& name, const std::string& options) {
  if (skipped()) return;
  std::string folder = name;
  for (const char c : options) folder += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  const std::filesystem::path build = std::filesystem::path(BATT_SAMPLE_BUILD) / folder;
  std::filesystem::create_directories(build);
  const std::string program = (build / name).string(), source = std::string(BATT_SAMPLES) + "/" + name + ".cu";
  const Outcome compiled =
      shell("( " + compile_command(source, options, build.string(), program) + " )", build / "compile.log");
  INFO(compiled.output);
  REQUIRE(compiled.status == 0);
  for (const char* seed : {"0", "1", "2"}) {
    const std::string environment = "BATT_FAKE_SEED=" + std::string(seed) + " BATT_FAKE_STATS='" +
                                    (build / "statistics.json").string() + "' BATT_FAKE_PTX='" +
                                    (build / (name + ".ptx")).string() + "' ";
    const Outcome ran = shell(environment + "'" + program + "'", build / "run.log");
    INFO("seed " << seed << "\n" << ran.output);
    REQUIRE(ran.status == 0);
    std::ostringstream statistics;
    statistics << std::ifstream(build / "statistics.json").rdbuf();
    CHECK(statistics.str().find("\"launches\": 1,") != std::string::npos);
  }
}

}  // namespace

TEST_CASE("sample: flood fill with ballots and shuffles") { build_and_run("flood_fill", "-arch=sm_75"); }
TEST_CASE("sample: reduction in shared memory") { build_and_run("block_reduction", "-arch=sm_75"); }
TEST_CASE("sample: hash table with one key a lane") { build_and_run("hash_table", "-arch=sm_120"); }
TEST_CASE("sample: bytecode machine") { build_and_run("bytecode", "-arch=sm_75"); }
TEST_CASE("sample: bytecode machine for debugging") { build_and_run("bytecode", "-arch=sm_75 -G"); }
TEST_CASE("sample: bytecode machine in relocatable code") { build_and_run("bytecode", "-arch=sm_90 -rdc=true"); }
