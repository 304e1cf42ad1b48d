#include "tests/device/ptx/postdominators.h"

#include <algorithm>
#include <set>

namespace batt::ptx {
namespace {

constexpr std::uint32_t unknown = 0xffffffffu;

bool ends_block(const Instruction& instruction) { return instruction.flow != Flow::next; }

/// Where the instruction may go, apart from the next one.
std::vector<std::uint32_t> targets(const Instruction& instruction) {
  if (instruction.flow == Flow::branch) return {instruction.target};
  if (instruction.flow == Flow::indexed) return instruction.targets;
  return {};
}

bool may_go_on(const Instruction& instruction) { return instruction.guarded || instruction.flow == Flow::next; }

}  // namespace

Postdominators::Postdominators(const Function& function) {
  split(function);
  connect(function);
  find();
}

std::uint32_t Postdominators::after(std::uint32_t instruction) const {
  const std::uint32_t common = blocks_[block_of(instruction)].postdominator;
  return common + 1 == blocks_.size() || common == unknown ? at_return : blocks_[common].begin;
}

void Postdominators::split(const Function& function) {
  std::set<std::uint32_t> leaders{0};
  const auto size = static_cast<std::uint32_t>(function.code.size());
  for (std::uint32_t k = 0; k < size; ++k) {
    if (!ends_block(function.code[k])) continue;
    leaders.insert(k + 1);
    for (const std::uint32_t target : targets(function.code[k])) leaders.insert(target);
  }
  leaders.insert(size);
  for (auto leader = leaders.begin(); *leader < size; ++leader) {
    Block block;
    block.begin = *leader;
    block.end = *std::next(leader);
    blocks_.push_back(std::move(block));
  }
  blocks_.emplace_back();
  blocks_.back().begin = blocks_.back().end = size;
}

std::uint32_t Postdominators::block_of(std::uint32_t instruction) const {
  const auto behind = std::upper_bound(blocks_.begin(), blocks_.end(), instruction,
                                       [](std::uint32_t place, const Block& block) { return place < block.begin; });
  return static_cast<std::uint32_t>(behind - blocks_.begin() - 1);
}

void Postdominators::connect(const Function& function) {
  const auto end = static_cast<std::uint32_t>(blocks_.size() - 1);
  for (std::uint32_t k = 0; k < end; ++k) {
    const Instruction& last = function.code[blocks_[k].end - 1];
    std::vector<std::uint32_t>& next = blocks_[k].next;
    for (const std::uint32_t target : targets(last)) next.push_back(block_of(target));
    if (last.flow == Flow::leave) next.push_back(end);
    if (may_go_on(last)) next.push_back(k + 1);
    for (const std::uint32_t each : next) blocks_[each].before.push_back(k);
  }
}

/// Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm, on the reversed graph.
void Postdominators::find() {
  const auto end = static_cast<std::uint32_t>(blocks_.size() - 1);
  std::vector<std::uint32_t> rank(blocks_.size(), unknown), order;
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{end, 0}};
  std::vector<bool> seen(blocks_.size());
  seen[end] = true;
  while (!stack.empty()) {
    auto& [block, place] = stack.back();
    if (place == blocks_[block].before.size()) {
      rank[block] = static_cast<std::uint32_t>(order.size());
      order.push_back(block);
      stack.pop_back();
      continue;
    }
    const std::uint32_t next = blocks_[block].before[place++];
    if (!seen[next]) seen[next] = true, stack.push_back({next, 0});
  }
  for (Block& block : blocks_) block.postdominator = unknown;
  blocks_[end].postdominator = end;
  for (bool changed = true; changed;) {
    changed = false;
    for (auto block = order.rbegin(); block != order.rend(); ++block) {
      if (*block == end) continue;
      std::uint32_t common = unknown;
      for (std::uint32_t next : blocks_[*block].next) {
        if (blocks_[next].postdominator == unknown) continue;
        for (std::uint32_t other = common == unknown ? next : common;;) {
          while (rank[next] < rank[other]) next = blocks_[next].postdominator;
          while (rank[other] < rank[next]) other = blocks_[other].postdominator;
          if (next == other) break;
        }
        common = next;
      }
      changed |= blocks_[*block].postdominator != common;
      blocks_[*block].postdominator = common;
    }
  }
}

}  // namespace batt::ptx
