// The device code in the library, and the PTX that it may hold for devices that none of the machine code is for.
#include <catch2/catch.hpp>

#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

#include "tests/device/cudart/control.h"
#include "tests/device/programs/built_code.h"
#include "tests/device/programs/golden.h"

namespace {

using namespace batt;

/// How many images of each kind a fat binary holds.
std::map<int, int> images_of(const std::filesystem::path& file) {
  constexpr std::size_t head_bytes = 16;
  std::ifstream in(file, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
  std::map<int, int> images;
  for (std::size_t place = head_bytes; place + head_bytes <= bytes.size();) {
    std::uint16_t kind = 0;
    std::uint32_t of_header = 0;
    std::uint64_t of_image = 0;
    std::memcpy(&kind, bytes.data() + place, sizeof kind);
    std::memcpy(&of_header, bytes.data() + place + 4, sizeof of_header);
    std::memcpy(&of_image, bytes.data() + place + 8, sizeof of_image);
    ++images[kind];
    place += of_header + of_image;
  }
  return images;
}

}  // namespace

TEST_CASE("the library holds machine code for each architecture, and PTX if it is asked for") {
  constexpr int ptx = 1, machine_code = 2;
  const std::filesystem::path folder = std::filesystem::path(BATT_MERGED_PTX).parent_path();
  std::map<int, int> images = images_of(folder / "device_code.fatbin");
  CHECK(images[machine_code] == static_cast<int>(testing::built_code().linked.size()));
  CHECK(images[ptx] == BATT_HOLDS_PTX);
  CHECK(images.size() == 2);
}

TEST_CASE("golden programs on the PTX that the library can hold") {
  testing::set_up_with(BATT_MERGED_PTX);
  const auto sources = testing::golden_programs();
  for (std::size_t k = 0; k < sources.size(); k += 8) {
    const auto golden = testing::load(sources[k]);
    DeviceRun run = golden->run({});
    INFO(golden->name << " " << run.trouble << " " << fake_cuda::last_diagnosis());
    REQUIRE(run.trouble.empty());
    const testing::Finished finished = testing::finish(*golden, run);
    CHECK(testing::as_recorded(*golden, finished));
    CHECK(finished.fallen_back == 0);
  }
}
