// What a run counts, and how `--stats` shows it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "dsl_kernels/decline_counts.h"
#include "runtime/device/device.h"
#include "runtime/exec/schedule.h"
#include "runtime/task/path.h"

namespace batt {

/// Plain data, which processes can share.
struct RunCounts {
  std::size_t samples = 0;
  std::array<std::size_t, path_count>
      answered_by{};           ///< samples, by Path; a sample that fell back counts where it ran in the end
  std::size_t unanswered = 0;  ///< samples that the device did not finish, under Fallback::Never
  std::size_t raised = 0;      ///< samples that ended with an exception
  std::size_t limited = 0;     ///< samples that ended at a limit
  std::size_t unfixed = 0;     ///< samples of which CPython does not fix all results
  std::size_t peak_bytes = 0;  ///< the most that one sample's values took on the host
  std::array<std::uint64_t, path_count>
      statements{};        ///< that ran, by Path as the samples, each counted once in a sample; 0 for built programs
  DeclineCounts declines;  ///< calls that packed bodies declined on the host
  std::array<std::size_t, reason_count> samples_fallen_back{};  ///< from the device to the host, by Reason
  std::size_t samples_forced_back = 0;                          ///< by Fallback::Always
  DeviceStats device;
  exec::StageTimes stage_seconds{};  ///< that programs ran on the host, stage by stage; 0 without stages
  double seconds = 0;                ///< of the quickest repeat, over all samples
};

struct RunStats : RunCounts {
  std::string choice;  ///< what --path auto chose, and why; empty: there was nothing to choose

  /// Adds what another run counted; of peaks the higher one is kept.
  void add(const RunStats& other);
};

/// Lines of names and numbers, aligned.
std::string to_text(const RunStats& stats);
nlohmann::json to_json(const RunStats& stats);

}  // namespace batt
