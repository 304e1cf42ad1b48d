#include "tests/fuzz/programs/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace battc::fuzz {
namespace {

using batt::ErrorMode;

constexpr std::array modes{ErrorMode::Safe, ErrorMode::Raw};
constexpr std::string_view mode_names[] = {"safe", "raw"};

std::size_t index_of(ErrorMode mode) { return mode == ErrorMode::Raw ? 1 : 0; }

}  // namespace

void Coverage::count(batt::OpId op, std::span<const batt::Value> arguments, ErrorMode mode, bool failed) {
  OpCounts& counts = ops_[static_cast<std::size_t>(op)];
  ++counts.calls[index_of(mode)][failed ? 1 : 0];
  for (std::size_t k = 0; k < std::min(arguments.size(), batt::max_arity); ++k)
    ++counts.kinds[index_of(mode)][k][static_cast<std::size_t>(kind_of(arguments[k]))];
}

std::string Coverage::never(ErrorMode mode, bool failed) const {
  std::vector<std::string_view> names;
  for (std::size_t k = 0; k < batt::op_count; ++k) {
    const batt::OpInfo& info = batt::op_info(static_cast<batt::OpId>(k));
    if (failed && info.failure == batt::Failure::Never) continue;
    if (ops_[k].calls[index_of(mode)][failed ? 1 : 0] == 0) names.push_back(info.name);
  }
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, " "));
}

std::string Coverage::summary() const {
  std::string text;
  for (const ErrorMode mode : modes) {
    const std::size_t m = index_of(mode);
    std::uint64_t well = 0, failed = 0;
    std::size_t reached = 0, kinds = 0;
    for (const OpCounts& op : ops_) {
      well += op.calls[m][0];
      failed += op.calls[m][1];
      reached += op.calls[m][0] + op.calls[m][1] != 0 ? 1 : 0;
      for (const auto& place : op.kinds[m])
        kinds += static_cast<std::size_t>(std::ranges::count_if(place, [](const Counter& c) { return c != 0; }));
    }
    fmt::format_to(std::back_inserter(text),
                   "{}: {} of {} ops called, {} times well, {} times failing; {} kinds of arguments of ops\n"
                   "  never well: {}\n  never failing: {}\n",
                   mode_names[m], reached, batt::op_count, well, failed, kinds, never(mode, false), never(mode, true));
  }
  return text;
}

std::string Coverage::table() const {
  std::string text;
  const auto into = std::back_inserter(text);
  for (std::size_t k = 0; k < batt::op_count; ++k)
    for (const ErrorMode mode : modes) {
      const OpCounts& op = ops_[k];
      const std::size_t m = index_of(mode);
      const batt::OpInfo& info = batt::op_info(static_cast<batt::OpId>(k));
      fmt::format_to(into, "{:<18} {:<4} {:>6} well {:>6} failed ", info.name, mode_names[m], op.calls[m][0].load(),
                     op.calls[m][1].load());
      for (std::size_t place = 0; place < info.arity; ++place) {
        fmt::format_to(into, " {}:", info.parameters()[place].name);
        for (std::size_t kind = 0; kind < value_kind_count; ++kind)
          if (op.kinds[m][place][kind] != 0)
            fmt::format_to(into, " {} {}", to_string(static_cast<ValueKind>(kind)), op.kinds[m][place][kind].load());
      }
      text += "\n";
    }
  return text;
}

}  // namespace battc::fuzz
