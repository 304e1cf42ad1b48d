// Gives files to a libFuzzer target where there is no libFuzzer.
//
//   TARGET_fuzz FOLDER ENDING ...     the files of each folder whose names end so
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
  std::size_t count = 0;
  for (int k = 1; k + 1 < argc; k += 2)
    for (const auto& file : std::filesystem::directory_iterator(argv[k])) {
      if (file.path().extension() != argv[k + 1]) continue;
      std::ifstream stream(file.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(stream), {}};
      std::fprintf(stderr, "%s\n", file.path().c_str());
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
      ++count;
    }
  std::printf("%zu files\n", count);
  return count == 0 ? 1 : 0;
}
