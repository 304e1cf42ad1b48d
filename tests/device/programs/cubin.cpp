#include "tests/device/programs/cubin.h"

#include <cxxabi.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace batt::testing {
namespace {

constexpr std::size_t instruction_bytes = 16;

bool begins_with(const std::string& text, const std::string& prefix) { return text.rfind(prefix, 0) == 0; }

}  // namespace

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

Cubin::Cubin(const std::filesystem::path& file) : file_(file.string()) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  bytes_ = text.str();
  header_ = at<Elf64_Ehdr>(0);
  if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0) fail();
  for (std::size_t k = 0; k < header_.e_shnum; ++k)
    if (section(k).sh_type == SHT_SYMTAB) symbols_ = section(k);
  if (symbols_.sh_size == 0) fail();
  read_attributes();
}

void Cubin::read_attributes() {
  struct Head {
    std::uint8_t format, attribute;
    std::uint16_t size;
  };
  constexpr std::uint8_t sized = 4;  // the other formats hold their value in `size`
  struct Entry {
    std::uint32_t symbol, value;
  };
  const Elf64_Shdr info = section(".nv.info");
  for (std::size_t place = info.sh_offset; place < info.sh_offset + info.sh_size;) {
    const auto head = at<Head>(place);
    place += sizeof(Head);
    if (head.format != sized) continue;
    if (head.size == sizeof(Entry)) {
      const auto entry = at<Entry>(place);
      attributes_.push_back({head.attribute, symbol_name(entry.symbol), entry.value});
    }
    place += head.size;
  }
}

std::map<std::string, std::uint32_t> Cubin::attributes(int kind) const {
  std::map<std::string, std::uint32_t> found;
  for (const Attribute& each : attributes_)
    if (each.kind == kind) found[each.symbol] = each.value;
  return found;
}

std::map<std::string, std::vector<MachineInstruction>> Cubin::functions() const {
  const std::string code = ".text.";
  std::map<std::string, std::vector<MachineInstruction>> found;
  for (std::size_t k = 0; k < header_.e_shnum; ++k) {
    const Elf64_Shdr each = section(k);
    const std::string name = name_of(each);
    if (!begins_with(name, code)) continue;
    std::vector<MachineInstruction>& instructions = found[name.substr(code.size())];
    for (std::size_t offset = 0; offset + instruction_bytes <= each.sh_size; offset += instruction_bytes)
      instructions.push_back({at<std::array<std::uint64_t, 2>>(each.sh_offset + offset), ""});
  }
  for (std::size_t k = 0; k < header_.e_shnum; ++k) {
    const Elf64_Shdr each = section(k);
    const std::string name = name_of(each);
    const auto place = name.find(code);
    if ((each.sh_type != SHT_REL && each.sh_type != SHT_RELA) || place == std::string::npos) continue;
    std::vector<MachineInstruction>& instructions = found[name.substr(place + code.size())];
    const std::size_t step = each.sh_type == SHT_REL ? sizeof(Elf64_Rel) : sizeof(Elf64_Rela);
    for (std::size_t offset = 0; offset + step <= each.sh_size; offset += step) {
      const auto relocation = at<Elf64_Rel>(each.sh_offset + offset);
      instructions.at(relocation.r_offset / instruction_bytes).names = symbol_name(ELF64_R_SYM(relocation.r_info));
    }
  }
  return found;
}

CallGraph Cubin::call_graph() const {
  // Pairs in four parts, each begun by a pair (0, mark): calls by name; functions called by pointers, with the number
  // of their type; those that call by pointers of a type; those that take an address.
  constexpr std::uint32_t by_name = 0xffffffff, called_by_pointer = 0xfffffffe, calls_by_pointer = 0xfffffffd,
                          takes_address = 0xfffffffc;
  struct Entry {
    std::uint32_t from, to;
  };
  CallGraph graph;
  std::map<std::uint32_t, std::vector<std::string>> callees;
  std::vector<std::pair<std::string, std::uint32_t>> callers;
  std::uint32_t part = 0;
  const Elf64_Shdr pairs = section(".nv.callgraph");
  for (std::size_t offset = 0; offset + sizeof(Entry) <= pairs.sh_size; offset += sizeof(Entry)) {
    const auto [from, to] = at<Entry>(pairs.sh_offset + offset);
    if (from == 0 && to >= takes_address) {
      part = to;
    } else if (part == by_name) {
      graph.calls[symbol_name(from)].insert(symbol_name(to));
    } else if (part == called_by_pointer) {
      callees[to].push_back(symbol_name(from));
    } else if (part == calls_by_pointer) {
      callers.emplace_back(symbol_name(from), to);
    }
  }
  for (const auto& [caller, type] : callers) graph.calls[caller].insert(callees[type].begin(), callees[type].end());
  return graph;
}

void Cubin::fail() const { throw std::runtime_error(file_ + " is no linked device code"); }

template <class T>
T Cubin::at(std::size_t place) const {
  T value;
  if (place > bytes_.size() || bytes_.size() - place < sizeof(T)) fail();
  std::memcpy(&value, bytes_.data() + place, sizeof(T));
  return value;
}

Elf64_Shdr Cubin::section(std::size_t number) const {
  return at<Elf64_Shdr>(header_.e_shoff + number * sizeof(Elf64_Shdr));
}

Elf64_Shdr Cubin::section(const std::string& name) const {
  for (std::size_t k = 0; k < header_.e_shnum; ++k)
    if (name_of(section(k)) == name) return section(k);
  fail();
}

std::string Cubin::name_of(const Elf64_Shdr& each) const { return string(section(header_.e_shstrndx), each.sh_name); }

std::string Cubin::string(const Elf64_Shdr& strings, std::size_t offset) const {
  const std::size_t begin = strings.sh_offset + offset;
  const std::size_t end = bytes_.find('\0', begin);
  if (begin > bytes_.size() || end == std::string::npos) fail();
  return bytes_.substr(begin, end - begin);
}

std::string Cubin::symbol_name(std::size_t number) const {
  const auto symbol = at<Elf64_Sym>(symbols_.sh_offset + number * sizeof(Elf64_Sym));
  return string(section(symbols_.sh_link), symbol.st_name);
}

}  // namespace batt::testing
