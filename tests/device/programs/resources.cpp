#include "tests/device/programs/resources.h"

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace batt::testing {
namespace {

/// `batt::BorderOrder::find` of a mangled name.
std::string readable(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  std::string name = status == 0 ? demangled.get() : symbol;
  // nvcc names unnamed namespaces in two ways, one of them with a number that changes with the file's path.
  static const std::regex unnamed(R"(\(anonymous namespace\)::|_INTERNAL_[0-9a-f]+_\d+_\w+?::)");
  name = std::regex_replace(name, unnamed, "");
  return name.substr(0, name.find('('));
}

/// A cubin: an ELF file whose section .nv.info has attributes of its symbols.
class Cubin {
 public:
  explicit Cubin(const std::filesystem::path& file) : file_(file.string()) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    bytes_ = text.str();
    header_ = at<Elf64_Ehdr>(0);
    if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0) fail();
    for (std::size_t k = 0; k < header_.e_shnum; ++k) {
      const Elf64_Shdr each = section(k);
      if (each.sh_type == SHT_SYMTAB) symbols_ = each;
      if (string(section(header_.e_shstrndx), each.sh_name) == ".nv.info") attributes_ = each;
    }
    if (symbols_.sh_size == 0 || attributes_.sh_size == 0) fail();
  }

  /// Calls visit(attribute, symbol, value) for each attribute that gives a symbol a number.
  template <class Visit>
  void each_attribute(Visit visit) const {
    struct Head {
      std::uint8_t format, attribute;
      std::uint16_t size;
    };
    constexpr std::uint8_t sized = 4;  // the other formats hold their value in `size`
    struct Entry {
      std::uint32_t symbol, value;
    };
    const std::size_t end = attributes_.sh_offset + attributes_.sh_size;
    for (std::size_t place = attributes_.sh_offset; place < end;) {
      const auto head = at<Head>(place);
      place += sizeof(Head);
      if (head.format != sized) continue;
      if (head.size == sizeof(Entry)) {
        const auto entry = at<Entry>(place);
        visit(head.attribute, symbol_name(entry.symbol), entry.value);
      }
      place += head.size;
    }
  }

 private:
  [[noreturn]] void fail() const { throw std::runtime_error(file_ + " is no linked device code"); }

  template <class T>
  T at(std::size_t place) const {
    T value;
    if (place > bytes_.size() || bytes_.size() - place < sizeof(T)) fail();
    std::memcpy(&value, bytes_.data() + place, sizeof(T));
    return value;
  }
  Elf64_Shdr section(std::size_t number) const { return at<Elf64_Shdr>(header_.e_shoff + number * sizeof(Elf64_Shdr)); }
  std::string string(const Elf64_Shdr& strings, std::size_t offset) const {
    const std::size_t begin = strings.sh_offset + offset;
    const std::size_t end = bytes_.find('\0', begin);
    if (begin > bytes_.size() || end == std::string::npos) fail();
    return bytes_.substr(begin, end - begin);
  }
  std::string symbol_name(std::size_t number) const {
    const auto symbol = at<Elf64_Sym>(symbols_.sh_offset + number * sizeof(Elf64_Sym));
    return string(section(symbols_.sh_link), symbol.st_name);
  }

  std::string file_, bytes_;
  Elf64_Ehdr header_{};
  Elf64_Shdr symbols_{}, attributes_{};
};

void raise(std::uint64_t& most, std::uint64_t value) { most = std::max(most, value); }

}  // namespace

std::map<std::string, Resources> resources(const std::filesystem::path& linked,
                                           const std::vector<std::filesystem::path>& assembler_logs) {
  constexpr int frame_size = 0x11, register_count = 0x2f;
  std::map<std::string, Resources> found;
  Cubin(linked).each_attribute([&](int attribute, const std::string& symbol, std::uint32_t value) {
    if (attribute == frame_size) raise(found[readable(symbol)].stack_bytes, value);
    if (attribute == register_count) raise(found[readable(symbol)].registers, value);
  });
  static const std::regex function(".*Function properties for (\\S+)");
  static const std::regex spills(".* (\\d+) bytes spill stores, (\\d+) bytes spill loads");
  for (const auto& log : assembler_logs) {
    std::ifstream lines(log);
    if (!lines) throw std::runtime_error("no " + log.string());
    std::string name;
    std::smatch match;
    for (std::string line; std::getline(lines, line);) {
      if (std::regex_match(line, match, function)) name = readable(match[1]);
      if (!std::regex_match(line, match, spills)) continue;
      // The linker drops what nobody calls.
      if (const auto place = found.find(name); place != found.end())
        raise(place->second.spill_bytes, std::stoull(match[1]) + std::stoull(match[2]));
    }
  }
  return found;
}

}  // namespace batt::testing
