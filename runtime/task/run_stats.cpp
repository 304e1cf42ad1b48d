#include "runtime/task/run_stats.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

namespace batt {
namespace {

using nlohmann::json;

/// Numbers stand right-aligned after their names.
class Lines {
 public:
  void add(std::string_view name, std::uint64_t number, std::string_view unit = "", int indent = 0) {
    std::string label(static_cast<std::size_t>(2 + 2 * indent), ' ');
    label += name;
    const std::string digits = std::to_string(number);
    const std::size_t used = label.size() + digits.size();
    text_ += label + std::string(used < width ? width - used : 1, ' ') + digits;
    if (!unit.empty()) text_ += " " + std::string(unit);
    text_ += "\n";
  }
  /// Left out if there is nothing to tell.
  void add_if_any(std::string_view name, std::uint64_t number, std::string_view unit = "", int indent = 0) {
    if (number != 0) add(name, number, unit, indent);
  }
  std::string take() { return std::move(text_); }

 private:
  static constexpr std::size_t width = 48;
  std::string text_;
};

template <class Visit>
void for_each_decline(const DeclineCounts& declines, const Visit& visit) {
  for (const OpInfo& op : all_ops())
    if (const std::uint64_t count = declines.of(static_cast<OpId>(&op - all_ops().data())); count != 0)
      visit(op.name, count);
}

std::size_t fallen_back(const RunStats& stats) {
  std::size_t sum = stats.samples_forced_back;
  for (const std::size_t count : stats.samples_fallen_back) sum += count;
  return sum;
}

constexpr Path paths[] = {Path::Device, Path::Fast, Path::Checked};

template <class Counts>
void add_by_path(Lines& lines, const Counts& counts) {
  for (const Path path : paths)
    lines.add_if_any("on the " + std::string(path_name(path)) + (path == Path::Device ? "" : " path"),
                     counts[static_cast<std::size_t>(path)], "", 1);
}

template <class Counts>
json by_path(const Counts& counts) {
  json named = json::object();
  for (const Path path : paths) named[std::string(path_name(path))] = counts[static_cast<std::size_t>(path)];
  return named;
}

void add_stages(Lines& lines, const exec::StageTimes& seconds) {
  constexpr std::string_view names[] = {"once for each S", "once for each sample", "for each call, as it depends on C"};
  const double sum = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  if (sum == 0) return;
  const auto microseconds = [](double number) { return static_cast<std::uint64_t>(std::llround(number * 1e6)); };
  lines.add("time by stage", microseconds(sum), "us");
  for (std::size_t k = 0; k < exec::stage_count; ++k) lines.add(names[k], microseconds(seconds[k]), "us", 1);
}

void add_device(Lines& lines, const DeviceStats& device) {
  if (device.devices == 0) return;
  lines.add("devices", static_cast<std::uint64_t>(device.devices));
  lines.add("launches", device.launches, "", 1);
  lines.add("transfers in", device.transfers_in, "", 1);
  lines.add("", device.bytes_in, "bytes", 1);
  lines.add("transfers out", device.transfers_out, "", 1);
  lines.add("", device.bytes_out, "bytes", 1);
  lines.add("most memory of a device", device.memory, "bytes", 1);
  lines.add("reserved for stacks", device.reserved, "bytes", 1);
  lines.add_if_any("samples run again with more memory", device.outgrown, "", 1);
  lines.add_if_any("streams dropped as too slow", static_cast<std::uint64_t>(device.dropped), "", 1);
}

}  // namespace

void RunStats::add(const RunStats& other) {
  samples += other.samples;
  for (std::size_t k = 0; k < path_count; ++k) answered_by[k] += other.answered_by[k];
  unanswered += other.unanswered;
  raised += other.raised;
  limited += other.limited;
  unfixed += other.unfixed;
  peak_bytes = std::max(peak_bytes, other.peak_bytes);
  for (std::size_t k = 0; k < path_count; ++k) statements[k] += other.statements[k];
  declines.add(other.declines);
  for (std::size_t k = 0; k < reason_count; ++k) samples_fallen_back[k] += other.samples_fallen_back[k];
  samples_forced_back += other.samples_forced_back;
  device.add(other.device);
  if (choice.empty()) choice = other.choice;
  for (std::size_t k = 0; k < exec::stage_count; ++k) stage_seconds[k] += other.stage_seconds[k];
  seconds += other.seconds;
}

std::string to_text(const RunStats& stats) {
  Lines lines;
  lines.add("samples", stats.samples);
  add_by_path(lines, stats.answered_by);
  lines.add_if_any("not answered", stats.unanswered, "", 1);
  lines.add("raised", stats.raised, "", 1);
  lines.add("past a limit", stats.limited, "", 1);
  lines.add_if_any("not fixed by Python", stats.unfixed, "", 1);
  lines.add("most memory of a sample", stats.peak_bytes, "bytes", 1);
  lines.add_if_any("statements", std::accumulate(stats.statements.begin(), stats.statements.end(), std::uint64_t{0}));
  add_by_path(lines, stats.statements);
  lines.add("calls that packed bodies declined", stats.declines.total());
  for_each_decline(stats.declines, [&](std::string_view op, std::uint64_t count) { lines.add(op, count, "", 1); });
  lines.add("samples fallen back", fallen_back(stats));
  for (std::size_t k = 0; k < reason_count; ++k)
    lines.add_if_any(to_string(static_cast<Reason>(k)), stats.samples_fallen_back[k], "", 1);
  lines.add_if_any("as told by --fallback always", stats.samples_forced_back, "", 1);
  add_stages(lines, stats.stage_seconds);
  add_device(lines, stats.device);
  return lines.take() + (stats.choice.empty() ? "" : "  " + stats.choice + "\n");
}

json to_json(const RunStats& stats) {
  json declines = json::object();
  for_each_decline(stats.declines,
                   [&](std::string_view op, std::uint64_t count) { declines[std::string(op)] = count; });
  json reasons = json::object();
  for (std::size_t k = 0; k < reason_count; ++k)
    if (stats.samples_fallen_back[k] != 0)
      reasons[std::string(to_string(static_cast<Reason>(k)))] = stats.samples_fallen_back[k];
  if (stats.samples_forced_back != 0) reasons["always"] = stats.samples_forced_back;
  json stages = json::object();
  for (std::size_t k = 0; k < exec::stage_count; ++k)
    stages[std::string(to_string(static_cast<exec::Stage>(k)))] = stats.stage_seconds[k];
  const DeviceStats& device = stats.device;
  return {{"samples", stats.samples},
          {"answered_by", by_path(stats.answered_by)},
          {"not_answered", stats.unanswered},
          {"raised", stats.raised},
          {"limited", stats.limited},
          {"unfixed", stats.unfixed},
          {"peak_bytes", stats.peak_bytes},
          {"statements", by_path(stats.statements)},
          {"stage_seconds", std::move(stages)},
          {"declined", std::move(declines)},
          {"samples_fallen_back", std::move(reasons)},
          {"device",
           {{"devices", device.devices},
            {"launches", device.launches},
            {"transfers_in", device.transfers_in},
            {"bytes_in", device.bytes_in},
            {"transfers_out", device.transfers_out},
            {"bytes_out", device.bytes_out},
            {"memory", device.memory},
            {"reserved", device.reserved},
            {"outgrown", device.outgrown},
            {"dropped", device.dropped}}},
          {"choice", stats.choice}};
}

}  // namespace batt
