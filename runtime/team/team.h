// All lanes of a warp for one sample. A sample that has a warp to itself runs on one lane of it; the others form a team
// that waits for jobs (runtime/team/jobs.def) and does each of them together, while the lane that runs the sample
// waits. On the host, on devices before sm_70 and where samples share warps there is no team: the caller does the work
// itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "batt/target.h"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
#define BATT_HAS_TEAMS
#endif

namespace batt {

// A job is a struct of what its lanes read and write, with a function `share(team)`. Every lane calls it on a copy of
// its own; the answers are those of lane 0. What it points to lies where all lanes can read it: not on the stack. It
// allocates nothing and ends no sample.
#define JOB(name) struct name;
#include "runtime/team/jobs.def"
#undef JOB

namespace team {

enum class Kind : std::uint32_t {
#define JOB(name) name,
#include "runtime/team/jobs.def"
#undef JOB
  Done,
};

template <class Job>
inline constexpr Kind kind_of = Kind::Done;
#define JOB(name) \
  template <>     \
  inline constexpr Kind kind_of<name> = Kind::name;
#include "runtime/team/jobs.def"
#undef JOB

inline constexpr std::size_t board_bytes = 128;

#ifdef BATT_HAS_TEAMS
__device__ bool is_there();
/// Whether all lanes can read what lies there: it is not on this one's stack.
__device__ bool can_reach(const void* memory);
/// Where a job is written for the team, and its call: it returns when all lanes have done their share.
__device__ void* board();
__device__ void call(Kind kind);
#else
BATT_HD constexpr bool is_there() { return false; }
BATT_HD constexpr bool can_reach(const void*) { return false; }
#endif

#ifdef __CUDACC__
/// For kernels. The lane that runs the sample says whether it has a team, and lets it go when the sample ends; the
/// others serve until then.
__device__ void begin(bool has_team);
__device__ void dismiss();
__device__ void serve();
#endif

/// Lets the team do the job; the answers are in it then. Only where the team is there.
template <class Job>
BATT_HD void run([[maybe_unused]] Job& job) {
#ifdef BATT_HAS_TEAMS
  static_assert(std::is_trivially_copyable_v<Job> && sizeof(Job) <= board_bytes && kind_of<Job> != Kind::Done);
  auto* shared = static_cast<Job*>(board());
  *shared = job;
  call(kind_of<Job>);
  job = *shared;
#endif
}

}  // namespace team
}  // namespace batt
