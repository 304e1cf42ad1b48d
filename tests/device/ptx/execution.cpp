#include "tests/device/ptx/execution.h"

#include <algorithm>

namespace batt::ptx {
namespace {

constexpr std::uint64_t plain_turn = 50'000;   // instructions a warp runs before the next one's turn
constexpr std::uint64_t crowded_turn = 5'000;  // the same for lanes that keep others of their warp from running
constexpr std::uint32_t no_stop = 0xffffffffu;

}  // namespace

CallPath::CallPath(const Function& callee, const CallPath& from)
    : function(callee), caller(&from), depth(from.depth + 1) {
  for (std::size_t i = 0; i < register_bases; ++i) registers[i] = from.registers[i] + from.function.register_bytes[i];
  parameters = from.parameters + (from.function.parameter_bytes + 15) / 16 * 16;
  locals = from.locals + static_cast<std::uint32_t>((from.function.local_bytes + red_zone + 15) / 16 * 16);
}

const CallPath& CallPath::into(const Function& callee) const {
  for (const auto& known : callees_)
    if (&known->function == &callee) return *known;
  callees_.push_back(std::make_unique<CallPath>(callee, *this));
  return *callees_.back();
}

Steps CallPath::add_costs(Profile& profile) const {
  Steps all = steps;
  for (const auto& callee : callees_) all.add(callee->add_costs(profile));
  FunctionCost& cost = profile[function.name];
  cost.own.add(steps);
  bool inside_itself = false;
  for (const CallPath* above = caller; above; above = above->caller) inside_itself |= &above->function == &function;
  if (!inside_itself) cost.all.add(all);
  return all;
}

void Warp::reserve(const CallPath& into) {
  for (std::size_t i = 0; i < register_bases; ++i) {
    const std::size_t lines = (into.registers[i] + into.function.register_bytes[i]) / sizeof(CacheLine) + 1;
    if (lines > registers[i].size()) registers[i].resize(2 * lines);
  }
  parameters.reserve(into.parameters + into.function.parameter_bytes + 16);
  locals.reserve(into.locals + into.function.local_bytes + red_zone);
  if (return_pc.size() <= into.depth) return_pc.resize(2 * into.depth);
}

void Warp::enter(std::uint32_t lanes, const CallPath& into) {
  reserve(into);
  for (const unsigned lane : Lanes{lanes}) {
    path[lane] = &into;
    pc[lane] = 0;
    if (into.function.local_bytes) std::memset(locals.at(lane, into.locals), 0xCD, into.function.local_bytes);
  }
}

Group::Group(Execution& of, Warp& in, std::uint32_t members)
    : execution(of),
      warp(in),
      path(*in.path[first_lane(members)]),
      lanes(members),
      active(members),
      pc(in.pc[first_lane(members)]) {
  for (std::size_t i = 0; i < register_bases; ++i)
    bases_[i] = reinterpret_cast<std::byte*>(warp.registers[i].data()) + path.registers[i];
  const auto writable = [](const auto& data) {
    return const_cast<std::byte*>(reinterpret_cast<const std::byte*>(data.data()));
  };
  bases_[static_cast<std::size_t>(Base::constants)] = writable(path.function.constants);
  bases_[static_cast<std::size_t>(Base::specials)] = writable(warp.specials);
  bases_[static_cast<std::size_t>(Base::sink)] = writable(warp.sink);
}

Execution::Execution(const Module& code, const std::vector<Buffer>& buffers, const Launch& request,
                     const Schedule& schedule, std::uint64_t budget)
    : module(code),
      global(buffers, code),
      shared(code, request.dynamic_shared_bytes),
      request_(request),
      schedule_(schedule),
      budget_(budget),
      generator_(schedule.seed),
      kernel_(*code.function(request.kernel)),
      kernel_arguments_(kernel_.function.parameter_bytes + 16) {
  for (std::size_t i = 0; i < kernel_.function.input_bytes.size(); ++i)
    std::memcpy(kernel_arguments_.data() + kernel_.function.input_offsets[i], request.arguments[i],
                kernel_.function.input_bytes[i]);
  const std::uint32_t threads = request.block[0] * request.block[1] * request.block[2];
  warps_.resize((threads + warp_size - 1) / warp_size);
  for (std::uint32_t i = 0; i < warps_.size(); ++i) warps_[i].number = i;
}

void Execution::run() {
  const auto& grid = request_.grid;
  std::vector<std::uint64_t> order(std::uint64_t{grid[0]} * grid[1] * grid[2]);
  for (std::uint64_t i = 0; i < order.size(); ++i) order[i] = i;
  if (random()) std::shuffle(order.begin(), order.end(), generator_);
  for (const std::uint64_t i : order) {
    block_ = {static_cast<std::uint32_t>(i % grid[0]), static_cast<std::uint32_t>(i / grid[0] % grid[1]),
              static_cast<std::uint32_t>(i / grid[0] / grid[1])};
    run_block();
  }
}

void Execution::run_block() {
  shared.reset();
  arrived_.fill(0);
  for (Warp& warp : warps_) set_up(warp);
  if (meter) meter->begin_block(static_cast<std::uint32_t>(warps_.size()));
  for (;;) {
    bool progress = false, live = false;
    const std::size_t first = random() ? draw() % warps_.size() : 0;
    for (std::size_t i = 0; i < warps_.size(); ++i) {
      Warp& warp = warps_[(first + i) % warps_.size()];
      progress |= run_warp(warp);
      live |= warp.live != 0;
    }
    if (!live) return;
    progress |= release_barriers();
    if (!progress) fail_deadlocked();
  }
}

void Execution::set_up(Warp& warp) {
  const auto& block = request_.block;
  const std::uint32_t threads = block[0] * block[1] * block[2];
  const std::uint32_t here = std::min<std::uint32_t>(threads - warp.number * warp_size, warp_size);
  warp.live = here == warp_size ? all_lanes : (1u << here) - 1;
  warp.at_collective = warp.at_barrier = warp.yielded = warp.carry = 0;
  warp.convergence.reset();
  const auto set = [&warp](Special special, unsigned lane, std::uint64_t value) {
    warp.specials[static_cast<std::size_t>(special)][lane] = static_cast<std::uint32_t>(value);
  };
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const std::uint32_t thread = warp.number * warp_size + lane;
    const std::array<std::uint32_t, 3> tid{thread % block[0], thread / block[0] % block[1],
                                           thread / block[0] / block[1]};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto of_axis = [axis](Special x) { return static_cast<Special>(static_cast<std::size_t>(x) + axis); };
      set(of_axis(Special::tid_x), lane, tid[axis]);
      set(of_axis(Special::ntid_x), lane, block[axis]);
      set(of_axis(Special::ctaid_x), lane, block_[axis]);
      set(of_axis(Special::nctaid_x), lane, request_.grid[axis]);
    }
    const std::uint64_t bit = std::uint64_t{1} << lane;
    set(Special::laneid, lane, lane);
    set(Special::warpid, lane, warp.number);
    set(Special::nwarpid, lane, warps_.size());
    set(Special::lanemask_eq, lane, bit);
    set(Special::lanemask_lt, lane, bit - 1);
    set(Special::lanemask_le, lane, 2 * bit - 1);
    set(Special::lanemask_gt, lane, ~(2 * bit - 1));
    set(Special::lanemask_ge, lane, ~(bit - 1));
    set(Special::dynamic_smem_size, lane, request_.dynamic_shared_bytes);
    set(Special::total_smem_size, lane, module.static_shared_bytes() + request_.dynamic_shared_bytes);
    set(Special::nsmid, lane, 1);
  }
  warp.enter(warp.live, kernel_);
  for (const unsigned lane : Lanes{warp.live})
    std::memcpy(warp.parameters.at(lane, 0), kernel_arguments_.data(), kernel_.function.parameter_bytes);
}

bool Execution::run_warp(Warp& warp) {
  const std::uint64_t whole = random() ? 1 + draw() % 400 : plain_turn;
  std::uint64_t turn = whole;
  while (turn > 0) {
    const std::uint32_t lanes = pick(warp);
    if (!lanes) break;
    Group group(*this, warp, lanes);
    const bool crowded = (warp.runnable() & ~lanes) != 0;
    std::uint64_t slice = std::min(turn, random() ? 1 + draw() % 32 : crowded ? crowded_turn : plain_turn);
    turn -= slice;
    run_group(group, slice);
    turn += slice;
    if (steps > budget_)
      fail(Diagnosis::Kind::step_budget,
           "the step budget of " + std::to_string(budget_) + " warp instructions is used up", warp, first_lane(lanes),
           group.path.function.code[warp.pc[first_lane(lanes)] ? warp.pc[first_lane(lanes)] - 1 : 0]);
    // Lanes that spin must not keep the others from running for ever.
    if (slice == 0 && !random()) warp.yielded = crowded ? lanes : 0;
  }
  return turn < whole;
}

/// Lanes at one place of one call path; the deepest and lowest place first, unless the schedule is random.
std::uint32_t Execution::pick(const Warp& warp) {
  std::uint32_t candidates = warp.runnable();
  if (!candidates) return 0;
  if (candidates & ~warp.yielded) candidates &= ~warp.yielded;
  unsigned best = first_lane(candidates);
  if (random()) {
    for (std::uint64_t skip = draw() % static_cast<unsigned>(std::popcount(candidates)); skip > 0; --skip)
      candidates &= candidates - 1;
    best = first_lane(candidates);
  } else {
    for (const unsigned lane : Lanes{candidates}) {
      const std::uint32_t depth = warp.path[lane]->depth, best_depth = warp.path[best]->depth;
      if (depth > best_depth || (depth == best_depth && warp.pc[lane] < warp.pc[best])) best = lane;
    }
  }
  std::uint32_t together = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    together |= static_cast<std::uint32_t>((warp.path[lane] == warp.path[best]) & (warp.pc[lane] == warp.pc[best]))
                << lane;
  together &= warp.runnable();
  if (strict()) together &= warp.convergence.companions(best);
  if (random() && draw() % 8 == 0)
    if (const std::uint32_t part = together & static_cast<std::uint32_t>(draw())) return part;
  return together;
}

/// Until the group splits, waits, or comes to where other lanes are.
void Execution::run_group(Group& group, std::uint64_t& turn) {
  const std::uint32_t meeting =
      strict() ? group.warp.convergence.meeting_place(first_lane(group.lanes), group.path) : Convergence::nowhere;
  if (group.pc == meeting) return group.warp.convergence.arrive(group.lanes, group.warp.live);
  const std::uint32_t others = group.warp.runnable() & ~group.lanes;
  const std::uint32_t begin = group.pc;
  std::uint32_t stop = no_stop;
  for (const unsigned lane : Lanes{others})
    if (group.warp.path[lane] == &group.path && group.warp.pc[lane] > begin) stop = std::min(stop, group.warp.pc[lane]);
  const Instruction* code = group.path.function.code.data();
  const std::uint64_t turn_before = turn;
  while (turn > 0) {
    --turn;
    ++steps;
    const Instruction& instruction = code[group.pc++];
    group.active = instruction.guarded ? group.lanes & group.predicate(instruction.guard) : group.lanes;
    if (meter) meter->step(group, instruction);
    if (group.active) {
      instruction.handler(group, instruction);
      if (group.left) break;
    }
    if (group.pc >= stop || (others && group.pc < begin) || group.pc == meeting) break;
  }
  const std::uint64_t taken = turn_before - turn;
  group.path.steps.add({taken, taken * static_cast<std::uint64_t>(std::popcount(group.lanes))});
  if (!group.left) group.save();
}

std::uint32_t Execution::meeting_place(const Function& function, std::uint32_t instruction) {
  return postdominators_.try_emplace(&function, function).first->second.after(instruction);
}

void Execution::fail(Diagnosis::Kind kind, const std::string& what, const Warp& warp, unsigned lane,
                     const Instruction& instruction) const {
  throw Failure{
      {kind, what, block_, warp.number, lane, instruction.line, instruction.text, warp.path[lane]->function.name}};
}

}  // namespace batt::ptx
