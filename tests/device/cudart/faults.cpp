#include "tests/device/cudart/faults.h"

#include <charconv>
#include <stdexcept>

namespace batt::fake_cuda {
namespace {

struct Named {
  std::string_view name;
  Faults::Kind kind;
  bool numbered;
};
constexpr Named names[] = {
    {"malloc", Faults::Kind::malloc, true},
    {"launch", Faults::Kind::launch, true},
    {"memcpy", Faults::Kind::memcpy, true},
    {"sync", Faults::Kind::sync, true},
    {"dead", Faults::Kind::dead, true},
    {"hang", Faults::Kind::hang, true},
    {"lie", Faults::Kind::lie, true},
    {"hostmalloc", Faults::Kind::hostmalloc, true},
    {"nodevice", Faults::Kind::nodevice, false},
    {"nodriver", Faults::Kind::nodriver, false},
    {"noimage", Faults::Kind::noimage, false},
    {"olddriver", Faults::Kind::olddriver, false},
    {"oldptx", Faults::Kind::oldptx, false},
};

[[noreturn]] void refuse(std::string_view text) {
  throw std::invalid_argument("no fault is spelt '" + std::string(text) + "'");
}

template <class Number>
Number parse_number(std::string_view digits, std::string_view whole) {
  Number value{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size()) refuse(whole);
  return value;
}

std::string_view cut_from(std::string_view& text, char mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + 1);
  text = text.substr(0, at);
  return rest;
}

}  // namespace

Faults::Faults(std::string_view text) {
  while (!text.empty()) {
    std::string_view word = text;
    text = cut_from(word, ',');
    const std::string_view whole = word;
    const std::string_view device = cut_from(word, '@');
    const std::string_view call = cut_from(word, ':');
    const Named* found = nullptr;
    for (const Named& named : names)
      if (named.name == word) found = &named;
    if (!found || found->numbered == call.empty()) refuse(whole);
    Rule rule{found->kind};
    if (found->numbered) rule.call = parse_number<std::uint64_t>(call, whole);
    if (found->numbered && rule.call == 0) refuse(whole);
    if (!device.empty()) rule.device = parse_number<int>(device, whole);
    rules_.push_back(rule);
  }
}

bool Faults::strikes(Kind kind, int device) {
  bool fails = false;
  for (Rule& rule : rules_)
    if (rule.kind == kind && (rule.device < 0 || rule.device == device))
      fails |= rule.call == 0 || ++rule.seen == rule.call;
  return fails;
}

bool Faults::always(Kind kind) const {
  for (const Rule& rule : rules_)
    if (rule.kind == kind) return true;
  return false;
}

}  // namespace batt::fake_cuda
