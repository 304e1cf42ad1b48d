#include "tests/device/programs/resources.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <stdexcept>

#include "tests/device/programs/cubin.h"

namespace batt::testing {
namespace {

void raise(std::uint64_t& most, std::uint64_t value) { most = std::max(most, value); }

}  // namespace

std::map<std::string, std::uint64_t> spilled_bytes(const std::vector<std::filesystem::path>& assembler_logs) {
  static const std::regex function(".*Function properties for (\\S+)");
  static const std::regex spills(".* (\\d+) bytes spill stores, (\\d+) bytes spill loads");
  std::map<std::string, std::uint64_t> found;
  for (const auto& log : assembler_logs) {
    std::ifstream lines(log);
    if (!lines) throw std::runtime_error("no " + log.string());
    std::string symbol;
    std::smatch match;
    for (std::string line; std::getline(lines, line);) {
      if (std::regex_match(line, match, function)) symbol = match[1];
      if (std::regex_match(line, match, spills)) raise(found[symbol], std::stoull(match[1]) + std::stoull(match[2]));
    }
  }
  return found;
}

std::map<std::string, Resources> resources(const std::filesystem::path& linked,
                                           const std::vector<std::filesystem::path>& assembler_logs) {
  std::map<std::string, Resources> found;
  Cubin(linked).each_attribute([&](int attribute, const std::string& symbol, std::uint32_t value) {
    if (attribute == Cubin::frame_size) raise(found[readable(symbol)].stack_bytes, value);
    if (attribute == Cubin::register_count) raise(found[readable(symbol)].registers, value);
  });
  for (const auto& [symbol, bytes] : spilled_bytes(assembler_logs))
    // The linker drops what nobody calls.
    if (const auto place = found.find(readable(symbol)); place != found.end()) raise(place->second.spill_bytes, bytes);
  return found;
}

}  // namespace batt::testing
