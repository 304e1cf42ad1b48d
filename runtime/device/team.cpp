// Teams: how a warp's lanes wait for jobs and do them. Compiled for the device only.
#include "runtime/team/team.h"

#include "dsl_kernels/object_search/object_jobs.h"
#include "runtime/python/find_equal.h"
#include "runtime/team/cell_jobs.h"
#include "runtime/team/hash_jobs.h"
#include "runtime/team/memory_jobs.h"
#include "runtime/team/order_members.h"
#include "runtime/value/context.h"

namespace batt::team {
namespace {

/// What the lanes of one warp tell each other.
struct Board {
  alignas(16) std::byte job[board_bytes];
  Kind kind;
  bool has_team;
};
__shared__ Board boards[most_threads_of_a_block / 32];

__device__ Board& own_board() { return boards[threadIdx.x / 32]; }

#ifdef BATT_HAS_TEAMS
/// Every lane works on a copy of its own; the first one's answers count.
template <class Job>
__device__ void do_share(Board& board) {
  const WarpTeam team;
  Job job = *reinterpret_cast<const Job*>(board.job);
  team.sync();
  job.share(team);
  if (team.lane() == 0) *reinterpret_cast<Job*>(board.job) = job;
}
#endif

}  // namespace

__device__ void begin(bool has_team) { own_board().has_team = has_team; }

#ifdef BATT_HAS_TEAMS
__device__ bool is_there() { return own_board().has_team; }

__device__ bool can_reach(const void* memory) { return __isLocal(memory) == 0; }

__device__ void* board() { return own_board().job; }

// The lanes meet twice for each job: when it is there, and when it is done.
__device__ void call(Kind kind) {
  own_board().kind = kind;
  __syncwarp();
  __syncwarp();
}

__device__ void serve() {
  Board& board = own_board();
  while (true) {
    __syncwarp();
    switch (board.kind) {
#define JOB(name)          \
  case Kind::name:         \
    do_share<name>(board); \
    break;
#include "runtime/team/jobs.def"
#undef JOB
      case Kind::Done: return;
    }
    __syncwarp();
  }
}

__device__ void dismiss() {
  if (!is_there()) return;
  own_board().kind = Kind::Done;
  __syncwarp();
}
#else
__device__ void serve() {}
__device__ void dismiss() {}
#endif

}  // namespace batt::team
