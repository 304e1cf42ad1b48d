#include "tests/device/programs/built_code.h"

#include <algorithm>
#include <fstream>

namespace batt::testing {
namespace {

namespace fs = std::filesystem;

/// What follows `mark` on the first line that has it.
std::string after(const fs::path& file, const std::string& mark) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);)
    if (const auto place = line.find(mark); place != std::string::npos) return line.substr(place + mark.size());
  return {};
}

BuiltCode find() {
  BuiltCode code;
  std::ifstream list(BATT_PTX_LIST);
  for (std::string name; std::getline(list, name);)
    if (!name.empty()) code.texts.push_back(name);
  const fs::path& first = code.texts.at(0);
  code.toolkit = after(first, "release ");
  code.architecture = after(first, ".target sm_");
  for (const fs::path& text : code.texts)
    code.logs.push_back(fs::path(text).replace_extension(code.architecture + ".cubin.log"));
  for (const auto& entry : fs::directory_iterator(first.parent_path())) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("device_code.", 0) == 0 && entry.path().extension() == ".cubin") code.linked.push_back(entry.path());
  }
  std::sort(code.linked.begin(), code.linked.end());
  return code;
}

}  // namespace

fs::path BuiltCode::linked_oldest() const {
  return texts.at(0).parent_path() / ("device_code." + architecture + ".cubin");
}

const BuiltCode& built_code() {
  static const BuiltCode code = find();
  return code;
}

}  // namespace batt::testing
