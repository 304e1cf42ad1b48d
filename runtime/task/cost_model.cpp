#include "runtime/task/cost_model.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "runtime/task/files.h"
#include "runtime/task/json_text.h"

namespace batt {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Of programs of which it is not known, those that were built.
constexpr std::uint64_t usual_statements = 200;

struct ModelField {
  const char* name;
  double CostModel::*value;
};
constexpr ModelField members[] = {{"host_statement", &CostModel::host_statement},
                                  {"device_start", &CostModel::device_start},
                                  {"device_block", &CostModel::device_block},
                                  {"device_sample", &CostModel::device_sample},
                                  {"device_statement", &CostModel::device_statement}};

double statements_of(const Workload& work) {
  return static_cast<double>(work.samples) *
         static_cast<double>(work.statements != 0 ? work.statements : usual_statements);
}

std::string as_time(double seconds) {
  char text[32];
  if (seconds < 1e-3)
    std::snprintf(text, sizeof text, "%.0f us", seconds * 1e6);
  else if (seconds < 1)
    std::snprintf(text, sizeof text, "%.1f ms", seconds * 1e3);
  else
    std::snprintf(text, sizeof text, "%.1f s", seconds);
  return text;
}

}  // namespace

double host_seconds(const CostModel& model, const Workload& work) {
  const auto threads = std::clamp<std::size_t>(work.samples, 1, static_cast<std::size_t>(std::max(1, work.jobs)));
  return statements_of(work) * model.host_statement / static_cast<double>(threads);
}

double device_seconds(const CostModel& model, const Workload& work) {
  return (work.device_is_started ? 0 : model.device_start) + model.device_block +
         static_cast<double>(work.samples) * model.device_sample + statements_of(work) * model.device_statement;
}

PathChoice choose_path(const CostModel& model, const Workload& work) {
  const double host = host_seconds(model, work), device = device_seconds(model, work);
  const std::string reason = "the host would take about " + as_time(host) + ", a device " + as_time(device) +
                             (work.device_is_started ? "" : " with its start");
  return {device < host ? Path::Device : Path::Fast, reason};
}

std::string tuning_file() {
  if (const char* file = std::getenv("BATTC_TUNING")) return file;
  if (const char* folder = std::getenv("XDG_CONFIG_HOME"); folder != nullptr && *folder != '\0')
    return fs::path(folder) / "battc" / "tuning.json";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return fs::path(home) / ".config" / "battc" / "tuning.json";
  return {};
}

CostModel read_cost_model(const std::string& file) {
  json stored = parse_json(read_file(file), file);
  if (stored.is_object() && stored.contains("tuning")) stored = json(stored["tuning"]);
  if (!stored.is_object()) throw TaskError(file + ": not an object of seconds, as battc tune writes it");
  CostModel model;
  for (const ModelField& member : members) {
    const auto found = stored.find(member.name);
    if (found == stored.end()) continue;
    if (!found->is_number() || !std::isfinite(found->get<double>()) || found->get<double>() < 0)
      throw TaskError(file + ": " + member.name + " is not a number of seconds");
    model.*member.value = found->get<double>();
  }
  return model;
}

void write_cost_model(const std::string& file, const CostModel& model) {
  json stored = json::object();
  for (const ModelField& member : members) stored[member.name] = model.*member.value;
  std::error_code ignored;
  if (const fs::path folder = fs::path(file).parent_path(); !folder.empty()) fs::create_directories(folder, ignored);
  write_file(file, json{{"tuning", stored}}.dump(2) + "\n");
}

const CostModel& this_machine() {
  static const CostModel model = [] {
    const std::string file = tuning_file();
    std::error_code error;
    if (file.empty() || !fs::exists(file, error)) return CostModel{};
    try {
      return read_cost_model(file);
    } catch (const TaskError& wrong) {
      std::fprintf(stderr, "warning: %s; battc tune writes it anew\n", wrong.what());
      return CostModel{};
    }
  }();
  return model;
}

}  // namespace batt
