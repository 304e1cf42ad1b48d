// What a run costs on the host and on a device, by which --path auto chooses. `battc tune` measures it once for a
// machine; without that, it is as for a T4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "runtime/task/path.h"

namespace batt {

/// Seconds.
struct CostModel {
  double host_statement = 100e-9;  ///< of a statement of one sample, on one thread
  double device_start = 0.3;       ///< until a process can use a device
  double device_block = 300e-6;    ///< of a launch with its transfers, however few samples it has
  double device_sample = 2e-6;     ///< of a sample's transfers, and of reading its results
  double device_statement =
      12e-9;  ///< of a statement of one sample, when all processors of the device have enough to do
};

/// How much there is to do.
struct Workload {
  std::size_t samples;
  std::uint64_t statements;  ///< of one sample; 0: unknown
  int jobs;                  ///< threads of the host
  bool device_is_started;
};

double host_seconds(const CostModel& model, const Workload& work);
double device_seconds(const CostModel& model, const Workload& work);

/// A path, and why it was chosen, in words.
struct PathChoice {
  Path path;
  std::string reason;
};

/// What Path::Auto stands for, if there is a device.
PathChoice choose_path(const CostModel& model, const Workload& work);

/// Where `battc tune` stores what it measures: $BATTC_TUNING, else battc/tuning.json in the user's configuration
/// folder. Empty: there is no such folder.
std::string tuning_file();
/// Of JSON as `battc tune` writes it; members that it lacks are as without it. Throws TaskError, which names the file.
CostModel read_cost_model(const std::string& file);
void write_cost_model(const std::string& file, const CostModel& model);

/// What this machine's file says; as without one if there is none, or if it cannot be read, which is warned of once.
const CostModel& this_machine();

}  // namespace batt
