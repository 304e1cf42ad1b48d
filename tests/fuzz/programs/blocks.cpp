#include "tests/fuzz/programs/blocks.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <optional>
#include <system_error>
#include <thread>

#include "tests/fuzz/programs/make_program.h"
#include "tools/reduce/isolate.h"

namespace battc::fuzz {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

/// As many as one C++ file takes (compiler/driver/built_programs.cpp): they share the cost of its header and of
/// linking.
constexpr std::uint64_t programs_per_block = 100;
/// Built blocks take their turns at these. The runtime that they call is sanitized in any case. To sanitize the emitted
/// C++ as well takes the C++ compiler twice the time, to optimise it three times.
constexpr std::array<BuildLevels, 8> build_levels{{{2, 0, true},
                                                   {2, 0, false},
                                                   {0, 0, false},
                                                   {2, 2, false},
                                                   {2, 0, false},
                                                   {0, 0, false},
                                                   {2, 0, false},
                                                   {0, 0, false}}};
/// Of the programs of a block, this part is run in all ways.
constexpr std::uint64_t one_in_all_ways = 4;

Ways ways_of(std::uint64_t index) { return index % one_in_all_ways == 0 ? Ways::All : Ways::Most; }

enum class Phase : std::uint32_t { Making, Running, Building, Done };

/// Where a child says what it is at, for the time when it cannot speak any more.
struct Slot {
  std::atomic<std::uint64_t> index;
  std::atomic<Phase> phase;
  std::uint32_t source_size, inputs_size;
  char source[std::size_t{1} << 18];
  char inputs[std::size_t{1} << 22];
};

template <std::size_t Size>
void copy_text(const std::string& text, char (&to)[Size], std::uint32_t& size) {
  size = static_cast<std::uint32_t>(std::min(text.size(), Size));
  std::memcpy(to, text.data(), size);
}

class SlotPublisher : public Publisher {
 public:
  explicit SlotPublisher(Slot& slot) : slot_(slot) {}
  void publish_inputs(const json& golden) override { copy_text(golden.dump(), slot_.inputs, slot_.inputs_size); }
  void publish_source(const Draft& draft) override {
    Draft whole = draft;
    if (!whole.collects() && whole.returned.empty()) whole.returned = whole.statements.back().targets[0];
    copy_text(write_python(whole), slot_.source, slot_.source_size);
  }

 private:
  Slot& slot_;
};

class QuietPublisher : public Publisher {
  void publish_inputs(const json&) override {}
  void publish_source(const Draft&) override {}
};

struct Block {
  std::uint64_t first, last;
  bool built;
  BuildLevels levels;
};

json as_json(const Finding& finding) {
  return {{"index", finding.index},
          {"kind", static_cast<int>(finding.failure.kind)},
          {"what", finding.failure.what},
          {"source", finding.program.source},
          {"golden", finding.program.golden}};
}

Finding finding_of(const json& line) {
  return {line["index"],
          false,
          {line["source"], line["golden"]},
          {static_cast<PathFailure::Kind>(line["kind"]), line["what"]}};
}

/// In the child. Prints a line for each program that fails; returns whether the built programs all agreed.
int run_block(const BlockOptions& options, const Block& block, Slot& slot, Totals& totals) {
  SlotPublisher publisher(slot);
  std::vector<ProgramCase> programs;
  std::vector<json> references;
  for (std::uint64_t index = block.first; index < block.last; ++index) {
    slot.phase = Phase::Making;
    slot.source_size = 0;
    slot.index = index;
    ProgramCase program = make_program(options.seed, index, totals.coverage, publisher);
    copy_text(program.source, slot.source, slot.source_size);
    slot.phase = Phase::Running;
    json reference = json::array();
    const auto failure = compare_paths(program, ways_of(index), block.built ? &reference : nullptr, &totals.answers);
    ++totals.programs;
    if (failure) {
      fmt::print("{}\n",
                 as_json({index, false, program, *failure}).dump(-1, ' ', true, json::error_handler_t::replace));
    } else if (block.built) {
      programs.push_back(std::move(program));
      references.push_back(std::move(reference));
    }
  }
  slot.phase = Phase::Building;
  const std::size_t failed =
      block.built ? compare_built(programs, references, block.levels, ways_of(block.first / programs_per_block)) : 0;
  totals.built += programs.size();
  slot.phase = Phase::Done;
  return failed == 0 ? 0 : 1;
}

/// What a process has used of processors; 0 when it has ended.
double processor_seconds(pid_t process) {
  clockid_t clock;
  timespec used;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

/// A process that works at a block.
class Worker {
 public:
  Worker(const BlockOptions& options, const Block& block, Totals& totals)
      : block_(block),
        slot_(static_cast<Slot*>(share_memory(sizeof(Slot)))),
        output_(memfd_create("findings", MFD_CLOEXEC)) {
    errors_ = memfd_create("errors", MFD_CLOEXEC);
    if (output_ < 0 || errors_ < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
    slot_->index = block.first;
    std::fflush(nullptr);
    child_ = fork();
    if (child_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (child_ != 0) return;
    dup2(output_, STDOUT_FILENO);
    dup2(errors_, STDERR_FILENO);
    const int code = run_block(options, block_, *slot_, totals);
    std::fflush(nullptr);
    _exit(code);
  }
  ~Worker() {
    munmap(slot_, sizeof(Slot));
    close(output_);
    close(errors_);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Whether it is done; kills it if it has been at one program for too long.
  bool is_done(double hang) {
    const std::uint64_t beat = slot_->index * 4 + static_cast<std::uint64_t>(slot_->phase.load());
    if (beat != beat_) {
      beat_ = beat;
      since_ = Clock::now();
      used_before_ = processor_seconds(child_);
    }
    if (takes_too_long(hang)) {
      kill(child_, SIGKILL);
      hangs_ = true;
      waitpid(child_, &status_, 0);
      return true;
    }
    return waitpid(child_, &status_, WNOHANG) == child_;
  }

  /// What it found; at the end what ended it.
  std::vector<Finding> findings() const {
    std::vector<Finding> found;
    for (const std::string& line : lines(text_of(output_))) {
      const json parsed = json::parse(line, nullptr, false);
      if (parsed.is_object()) found.push_back(finding_of(parsed));
    }
    if (!crashed() || slot_->phase == Phase::Building) return found;
    Finding finding{slot_->index, false, {}, {}};
    finding.program.source.assign(slot_->source, slot_->source_size);
    finding.program.golden = json::parse(slot_->inputs, slot_->inputs + slot_->inputs_size, nullptr, false);
    finding.failure = hangs_ ? PathFailure{PathFailure::Kind::Hang, "no end in sight\n"}
                             : PathFailure{PathFailure::Kind::Crash, crash_summary(text_of(errors_))};
    found.push_back(std::move(finding));
    return found;
  }

  bool crashed() const { return hangs_ || !WIFEXITED(status_) || WEXITSTATUS(status_) > 1; }
  /// Whether one of the built programs failed; which one is to be found out.
  bool built_failed() const { return crashed() ? slot_->phase == Phase::Building : WEXITSTATUS(status_) == 1; }
  /// What is left of the block after a crash.
  std::optional<Block> rest() const {
    if (!crashed() || slot_->phase == Phase::Building || slot_->index + 1 >= block_.last) return std::nullopt;
    return Block{slot_->index + 1, block_.last, block_.built, block_.levels};
  }
  const Block& block() const { return block_; }

 private:
  static std::string text_of(int file) {
    std::string text;
    char buffer[1 << 14];
    lseek(file, 0, SEEK_SET);
    for (ssize_t count = 0; (count = read(file, buffer, sizeof buffer)) > 0;)
      text.append(buffer, static_cast<std::size_t>(count));
    return text;
  }
  static std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> list;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      list.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
    return list;
  }

  /// A program has its seconds of the processor, of which a busy machine gives little, and ten times as many by the
  /// clock, as all that are built together have.
  bool takes_too_long(double hang) const {
    return Clock::now() - since_ > std::chrono::duration<double>(10 * hang) ||
           (slot_->phase != Phase::Building && processor_seconds(child_) - used_before_ > hang);
  }

  Block block_;
  Slot* slot_;
  int output_;
  int errors_;
  pid_t child_ = -1;
  int status_ = 0;
  bool hangs_ = false;
  std::uint64_t beat_ = ~std::uint64_t{0};
  Clock::time_point since_ = Clock::now();
  double used_before_ = 0;
};

/// Hands out blocks until there are enough programs, or until the time is over.
class Schedule {
 public:
  explicit Schedule(const BlockOptions& options) : options_(options), start_(Clock::now()) {}

  std::optional<Block> next() {
    if (!rests_.empty()) {
      const Block block = rests_.back();
      rests_.pop_back();
      return block;
    }
    const bool timed = options_.seconds > 0;
    if (timed ? Clock::now() - start_ > std::chrono::duration<double>(options_.seconds) : next_ >= options_.programs)
      return std::nullopt;
    const std::uint64_t number = next_ / programs_per_block;
    const std::uint64_t last =
        timed ? next_ + programs_per_block : std::min(options_.programs, next_ + programs_per_block);
    const bool built = (number * 37 + 11) % 100 < static_cast<std::uint64_t>(options_.built_percent);
    const Block block{next_, last, built, build_levels[built_ % build_levels.size()]};
    if (built) ++built_;
    next_ = last;
    return block;
  }
  void put_back(const Block& block) { rests_.push_back(block); }

 private:
  const BlockOptions& options_;
  Clock::time_point start_;
  std::uint64_t next_ = 0;
  std::size_t built_ = 0;
  std::vector<Block> rests_;
};

/// Runs each program of a block alone to find the ones whose emitted C++ fails.
void find_built(const BlockOptions& options, const Block& block, Totals& totals, std::vector<Finding>& findings) {
  QuietPublisher quiet;
  for (std::uint64_t index = block.first; index < block.last; ++index) {
    const ProgramCase program = make_program(options.seed, index, totals.coverage, quiet);
    if (const auto failure = try_paths(program, true, options.hang))
      findings.push_back({index, true, program, *failure});
  }
}

}  // namespace

void* share_memory(std::size_t size) {
  void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  return memory;
}

std::vector<Finding> run_blocks(const BlockOptions& options, Totals& totals) {
  std::vector<Finding> findings;
  std::vector<std::unique_ptr<Worker>> workers;
  Schedule schedule(options);
  while (true) {
    while (workers.size() < static_cast<std::size_t>(std::max(1, options.jobs))) {
      const auto block = schedule.next();
      if (!block) break;
      workers.push_back(std::make_unique<Worker>(options, *block, totals));
    }
    if (workers.empty()) break;
    std::erase_if(workers, [&](const std::unique_ptr<Worker>& worker) {
      if (!worker->is_done(options.hang)) return false;
      for (Finding& finding : worker->findings()) findings.push_back(std::move(finding));
      if (const auto rest = worker->rest()) schedule.put_back(*rest);
      if (worker->built_failed()) find_built(options, worker->block(), totals, findings);
      return true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return findings;
}

}  // namespace battc::fuzz
