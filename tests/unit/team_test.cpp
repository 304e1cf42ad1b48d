// The jobs of teams, done by fibers in place of a warp's lanes, against the ways of one lane.
#include <ucontext.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <functional>
#include <random>
#include <vector>

#include "dsl_kernels/color_counts.h"
#include "dsl_kernels/object_search/object_jobs.h"
#include "runtime/python/find_equal.h"
#include "runtime/team/cell_jobs.h"
#include "runtime/team/hash_jobs.h"
#include "runtime/team/memory_jobs.h"
#include "runtime/team/order_members.h"
#include "runtime/value/build_order.h"

namespace {

using namespace batt;

constexpr unsigned most_lanes = 31;

/// Lanes as fibers: each runs until it meets the others, then the next one's turn has come.
class Meeting {
 public:
  explicit Meeting(unsigned lanes) : lanes_(lanes) {}

  std::array<std::uint64_t, most_lanes> said{};

  void sync(unsigned lane) { swapcontext(&lanes_[lane].context, &scheduler_); }

  /// Runs body(lane) for all lanes. False if some ended while others still waited for them.
  template <class Body>
  bool run(Body body) {
    const std::function<void(unsigned)> all = body;
    for (unsigned lane = 0; lane < lanes_.size(); ++lane) begin(lane, all);
    bool together = true;
    while (!lanes_[0].ended) {
      for (unsigned lane = 0; lane < lanes_.size(); ++lane) swapcontext(&scheduler_, &lanes_[lane].context);
      for (const Lane& lane : lanes_) together &= lane.ended == lanes_[0].ended;
      if (!together) break;
    }
    return together;
  }

 private:
  struct Lane {
    ucontext_t context{};
    std::vector<char> stack = std::vector<char>(std::size_t{1} << 16);
    const std::function<void(unsigned)>* body = nullptr;
    bool ended = false;
  };

  void begin(unsigned lane, const std::function<void(unsigned)>& body) {
    Lane& own = lanes_[lane];
    own.body = &body;
    getcontext(&own.context);
    own.context.uc_stack.ss_sp = own.stack.data();
    own.context.uc_stack.ss_size = own.stack.size();
    own.context.uc_link = &scheduler_;
    // makecontext passes ints only.
    const auto self = reinterpret_cast<std::uintptr_t>(this);
    makecontext(&own.context, reinterpret_cast<void (*)()>(enter), 3, static_cast<unsigned>(self >> 32),
                static_cast<unsigned>(self), lane);
  }
  static void enter(unsigned high, unsigned low, unsigned lane) {
    Lane& own = reinterpret_cast<Meeting*>(std::uintptr_t{high} << 32 | low)->lanes_[lane];
    (*own.body)(lane);
    own.ended = true;
  }

  std::vector<Lane> lanes_;
  ucontext_t scheduler_{};
};

template <unsigned lanes>
class FiberTeam {
 public:
  static constexpr unsigned size = lanes;

  FiberTeam(unsigned lane, Meeting& meeting) : lane_(lane), meeting_(meeting) {}
  unsigned lane() const { return lane_; }
  void sync() const { meeting_.sync(lane_); }
  std::uint32_t ballot(bool vote) const {
    const auto said = tell(vote ? 1 : 0);
    std::uint32_t votes = 0;
    for (unsigned lane = 0; lane < size; ++lane) votes |= static_cast<std::uint32_t>(said[lane]) << lane;
    return votes;
  }
  std::uint32_t same(std::uint32_t own) const {
    const auto said = tell(own);
    std::uint32_t equals = 0;
    for (unsigned lane = 0; lane < size; ++lane) equals |= (said[lane] == own ? 1u : 0u) << lane;
    return equals;
  }
  template <class T>
  T from(unsigned lane, T own) const {
    return static_cast<T>(tell(static_cast<std::uint64_t>(own))[lane]);
  }
  template <class Word>
  void set_bits(Word& word, Word bits) const {
    word = static_cast<Word>(word | bits);
  }
  void add(std::uint32_t& number, std::uint32_t more) const { number += more; }
  void mix(std::uint64_t& word, std::uint64_t bits) const { word ^= bits; }
  std::uint32_t lower(std::uint32_t& number, std::uint32_t bound) const {
    const std::uint32_t before = number;
    number = std::min(before, bound);
    return before;
  }
  std::uint32_t read(const std::uint32_t& number) const { return number; }

 private:
  std::array<std::uint64_t, most_lanes> tell(std::uint64_t own) const {
    meeting_.said[lane_] = own;
    sync();
    const auto said = meeting_.said;
    sync();
    return said;
  }

  unsigned lane_;
  Meeting& meeting_;
};

template <unsigned lanes, class Job>
void run_by(Job& job) {
  Meeting meeting(lanes);
  std::vector<Job> own(lanes, job);
  REQUIRE(meeting.run([&](unsigned lane) { own[lane].share(FiberTeam<lanes>(lane, meeting)); }));
  job = own[0];
}

/// As many lanes as a warp's team has, or fewer.
template <class Job>
void run_by_fibers(Job& job, int number) {
  if (number % 4 == 1) return run_by<1>(job);
  if (number % 4 == 2) return run_by<5>(job);
  run_by<31>(job);
}

using Random = std::mt19937;
std::uint32_t below(Random& random, std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); }

/// Cells of a small box, so that some repeat.
std::vector<Cell> some_cells(Random& random, std::size_t count, int side, int colors) {
  std::vector<Cell> cells;
  const auto part = [&] { return static_cast<int>(below(random, static_cast<std::uint32_t>(side))) - side / 3; };
  for (std::size_t k = 0; k < count; ++k)
    cells.emplace_back(part(), part(), static_cast<int>(below(random, static_cast<std::uint32_t>(colors))));
  return cells;
}

/// An order as a team makes it.
struct Ordered {
  std::vector<std::uint64_t> hash_room, grown, occupied, hashes;
  std::vector<std::uint32_t> slots, listed, relisted;
  std::vector<Cell> cells;
  std::vector<Value> values;
};

OrderMembers order_job(Ordered& room, std::uint32_t count, bool copied) {
  OrderMembers job{};
  job.count = count;
  job.grown_mask = grown_mask(count);
  job.final_mask = copied ? copy_mask(count) : job.grown_mask;
  room.hash_room.resize(count);
  room.hashes.resize(count);
  room.cells.resize(count);
  room.values.resize(count);
  for (auto* list : {&room.slots, &room.listed, &room.relisted}) list->resize(count);
  room.grown.assign(table_words(job.grown_mask), 77);
  room.occupied.assign(table_words(job.final_mask), 77);
  job.hash_room = room.hash_room.data();
  job.slots = room.slots.data();
  job.listed = room.listed.data();
  job.relisted = room.relisted.data();
  job.occupied = room.occupied.data();
  job.grown = job.final_mask == job.grown_mask ? job.occupied : room.grown.data();
  job.ordered_hashes = room.hashes.data();
  return job;
}

BuiltOrder order_of(Context& context, const std::vector<std::uint64_t>& hashes, bool copied) {
  const auto count = static_cast<std::uint32_t>(hashes.size());
  BuiltOrder built = build_order(context.scratch(), hashes.data(), count);
  if (copied && built.mask != copy_mask(count))
    built = rebuild_order(context.scratch(), hashes.data(), count, built, copy_mask(count));
  return built;
}

/// The table's words and ranks, as the set keeps them.
std::vector<std::uint64_t> kept_table(Context& context, const BuiltOrder& built) {
  const std::uint64_t* kept = keep_occupancy(context, built.occupied, built.mask);
  return {kept, kept + occupancy_words(built.mask) + 1};
}

}  // namespace

TEST_CASE("a team orders members as one lane does") {
  Context context;
  Random random(1);
  for (int number = 0; number < 120; ++number) {
    context.reset();
    const std::uint32_t count = 1 + below(random, number % 4 == 0 ? 700 : number % 4 == 1 ? 30 : 120);
    const bool copied = number % 3 == 0;
    // Hashes that collide often make the matching long.
    const std::uint64_t kept_bits = number % 2 == 0 ? ~std::uint64_t{0} : 0xff00000000000007ull;
    std::vector<std::uint64_t> hashes;
    std::vector<Value> values;
    for (std::uint32_t k = 0; k < count; ++k) {
      hashes.push_back((std::uint64_t{random()} << 32 | random()) & kept_bits);
      values.push_back(Value::integer(k));
    }
    const BuiltOrder expected = order_of(context, hashes, copied);
    Ordered room;
    OrderMembers job = order_job(room, count, copied);
    job.hashes = hashes.data();
    job.values = values.data();
    job.ordered_values = room.values.data();
    run_by_fibers(job, number);
    INFO("case " << number << " with " << count);
    REQUIRE(job.final_mask == expected.mask);
    for (std::uint32_t k = 0; k < count; ++k) {
      REQUIRE(room.values[k].as_int() == expected.order[k]);
      REQUIRE(room.hashes[k] == hashes[expected.order[k]]);
    }
    const std::vector<std::uint64_t> table = kept_table(context, expected);
    REQUIRE(std::equal(table.begin(), table.end(), room.occupied.begin()));
  }
}

TEST_CASE("a team orders and hashes cells as one lane does") {
  Context context;
  Random random(2);
  for (int number = 0; number < 60; ++number) {
    context.reset();
    const std::vector<Cell> drawn =
        some_cells(random, 1 + below(random, 300), 5 + static_cast<int>(below(random, 30)), 10);
    const Packing packing = number % 2 == 0 ? Packing::Colored : Packing::Locations;
    std::vector<Cell> cells(drawn.size());
    cells.resize(without_repeats(context.scratch(), drawn.data(), drawn.size(), cells.data()));
    if (packing == Packing::Locations)
      for (std::size_t k = 0; k < cells.size(); ++k)
        cells[k] = Cell(static_cast<int>(k) / 20, static_cast<int>(k) % 20);
    const SetRep& set = make_distinct_cell_set(context, packing, cells.data(), cells.size()).set();

    std::vector<Value> values;
    for (const Cell cell : cells) values.push_back(value_of(packing, cell));
    std::vector<Cell> repacked(cells.size());
    PackCells pack{values.data(), values.size(), values[0].form(), repacked.data(), false};
    run_by_fibers(pack, number);
    CHECK(pack.all_fit);
    CHECK(repacked == cells);
    values.back() = Value::integer(1);
    run_by_fibers(pack, number);
    CHECK_FALSE(pack.all_fit);

    HashMembers hash{set.size, packing, cells.data(), nullptr, 0};
    run_by_fibers(hash, number);
    CHECK(hash::finish_set(hash.mixed, set.size) == set.get_hash());

    Ordered room;
    OrderMembers job = order_job(room, set.size, false);
    job.packing = packing;
    job.cells = cells.data();
    job.hashes = job.hash_room;
    job.ordered_cells = room.cells.data();
    run_by_fibers(job, number);
    CHECK(std::equal(room.cells.begin(), room.cells.end(), set.cells()));
  }
}

/// Each colour once.
std::vector<std::int8_t> colors_as_met(const std::vector<Cell>& cells) {
  std::vector<std::int8_t> met;
  for (const Cell cell : cells)
    if (std::find(met.begin(), met.end(), cell.c()) == met.end()) met.push_back(static_cast<std::int8_t>(cell.c()));
  return met;
}

TEST_CASE("a team handles lists of cells as one lane does") {
  Context context;
  Random random(3);
  for (int number = 0; number < 60; ++number) {
    context.reset();
    const std::vector<Cell> cells =
        some_cells(random, 1 + below(random, 200), 4 + static_cast<int>(below(random, 12)), 4);
    const Extent expected = extent_of(cells.data(), cells.size());
    std::uint32_t colors = 0;
    for (const Cell cell : cells) colors |= cell.bits() & 0xff;
    BoundCells bound{cells.data(), cells.size(), {}, 0};
    run_by_fibers(bound, number);
    CHECK(bound.extent.top == expected.top);
    CHECK(bound.extent.left == expected.left);
    CHECK(bound.extent.bottom == expected.bottom);
    CHECK(bound.extent.right == expected.right);
    CHECK(bound.colors == colors);

    const ShiftBits shift{std::uint32_t{3} << 20, static_cast<std::uint32_t>(-7 & 0xfff) << 8};
    std::vector<Cell> shifted(cells.size());
    ShiftAll move{shift, cells.data(), cells.size(), shifted.data()};
    run_by_fibers(move, number);
    for (std::size_t k = 0; k < cells.size(); ++k)
      CHECK(shifted[k] == Cell(cells[k].i() + 3, cells[k].j() - 7, cells[k].c()));

    ColorCounts counts(context);
    for (const Cell cell : cells) counts.count(static_cast<std::int8_t>(cell.c()));
    std::vector<std::uint32_t> found_counts(CountColors::color_count, 77);
    std::vector<std::int8_t> met(CountColors::color_count);
    CountColors count{reinterpret_cast<const std::int8_t*>(cells.data()),
                      sizeof(Cell),
                      cells.size(),
                      found_counts.data(),
                      met.data(),
                      0};
    run_by_fibers(count, number);
    REQUIRE(count.met_count == counts.size());
    for (std::uint32_t k = 0; k < count.met_count; ++k)
      CHECK(found_counts[static_cast<std::uint8_t>(met[k])] == counts.count_of(met[k]));
    met.resize(count.met_count);
    CHECK(met == colors_as_met(cells));

    CellMap map;
    REQUIRE(map.open(context.scratch(), cells.data(), cells.size()));
    std::vector<Cell> kept(cells.size()), found(cells.size());
    DropRepeats drop{map, cells.data(), cells.size(), found.data(), 0};
    run_by_fibers(drop, number);
    kept.resize(without_repeats(context.scratch(), cells.data(), cells.size(), kept.data()));
    found.resize(drop.kept);
    CHECK(found == kept);

    const std::vector<Cell> others = some_cells(random, 200, 20, 4);
    REQUIRE(map.open(context.scratch(), cells.data(), cells.size()));
    MarkCells mark{map, cells.data(), cells.size()};
    run_by_fibers(mark, number);
    const bool wanted = number % 2 == 0;
    const SetRep& set = make_distinct_cell_set(context, Packing::Colored, kept.data(), kept.size()).set();
    std::vector<Cell> chosen(others.size()), filtered(others.size());
    FilterCells filter{map, wanted, others.data(), others.size(), filtered.data(), 0};
    run_by_fibers(filter, number);
    chosen.resize(CellMembers(context, set).select(others.data(), others.size(), wanted, chosen.data()));
    filtered.resize(filter.kept);
    CHECK(filtered == chosen);
  }
}

/// The objects of a grid, made by the jobs.
Value objects_by_jobs(Context& context, Value grid, const ObjectKind& kind, int number) {
  const auto total = static_cast<std::uint32_t>(grid.height() * grid.width());
  Arena& scratch = context.scratch();
  FindRuns runs{grid, scratch.allocate<CellRun>(total), 0};
  run_by_fibers(runs, number);
  const Runs expected_runs = find_runs(context, grid);
  REQUIRE(runs.count == expected_runs.count);
  REQUIRE(std::memcmp(runs.runs, expected_runs.runs, runs.count * sizeof(CellRun)) == 0);

  RankColors ranked{runs.runs, runs.count, scratch.allocate<std::uint32_t>(RankColors::colors), 0, false};
  run_by_fibers(ranked, number);
  ColorCounts counts(context);
  for (std::uint32_t k = 0; k < total; ++k) counts.count(grid.bytes()[k]);
  bool tie = false;
  const std::int8_t most = counts.first_extreme(Rank::Most, tie);
  REQUIRE(ranked.tie == tie);
  if (!tie) REQUIRE(ranked.most == most);

  JoinRuns joined{};
  joined.kind = kind;
  joined.background = counts.extreme(Rank::Most);
  joined.height = grid.height();
  joined.width = grid.width();
  joined.runs = runs.runs;
  joined.run_count = runs.count;
  joined.ranks = scan_order(grid.height(), grid.width()).ranks;
  joined.sums = hash_sums(grid.height(), grid.width());
  joined.parents = scratch.allocate<std::uint32_t>(runs.count);
  joined.parts = scratch.allocate<ObjectPart>(runs.count);
  joined.rows = scratch.allocate<std::uint32_t>(2 * static_cast<std::size_t>(grid.height()));
  joined.taken = scratch.allocate<std::uint64_t>(2 * (total / 64 + 1));
  joined.sorted = scratch.allocate<std::uint16_t>(runs.count);
  run_by_fibers(joined, number);

  static const Recipe unasked{};
  const std::uint32_t count = joined.part_count;
  const WriteObjects written{joined.runs,
                             joined.run_count,
                             count,
                             joined.parts,
                             joined.sorted,
                             context.arena().allocate<Cell>(joined.cell_count),
                             &unasked,
                             &context,
                             context.arena().allocate<SetRep>(count),
                             scratch.allocate<Value>(count),
                             scratch.allocate<std::uint64_t>(count)};
  WriteObjects done = written;
  run_by_fibers(done, number);
  return make_copied_set(context, done.objects, done.hashes, count);
}

TEST_CASE("a team finds objects as one lane does") {
  Context context;
  Random random(4);
  for (int number = 0; number < 48; ++number) {
    context.reset();
    const int height = 1 + static_cast<int>(below(random, 30)), width = 1 + static_cast<int>(below(random, 30));
    const std::uint32_t colors = 1 + below(random, 4), blur = 1 + below(random, 3);
    auto* bytes = context.arena().allocate<std::int8_t>(static_cast<std::size_t>(height * width));
    for (int k = 0; k < height * width; ++k)
      bytes[k] = k > 0 && below(random, blur) != 0 ? bytes[k - 1] : static_cast<std::int8_t>(below(random, colors));
    const Value grid = Value::grid_of(bytes, height, width);
    const ObjectKind kind{(number & 1) != 0, (number & 2) != 0, (number & 4) != 0};
    HashGrid hash{grid, 0};
    run_by_fibers(hash, number);
    std::uint64_t expected_hash = 0;
    REQUIRE(hash_of(context, grid, expected_hash));
    CHECK(hash.hash == expected_hash);
    const SetRep& expected = objects_of_grid(context, grid, kind).set();
    const SetRep& found = objects_by_jobs(context, grid, kind, number / 8).set();
    INFO("case " << number);
    REQUIRE(found.size == expected.size);
    for (std::uint32_t k = 0; k < found.size; ++k) {
      const SetRep &object = found.values()[k].set(), &other = expected.values()[k].set();
      REQUIRE(object.size == other.size);
      REQUIRE(object.get_hash() == other.get_hash());
      REQUIRE(std::equal(object.any_cells(), object.any_cells() + object.size, other.any_cells()));
    }
  }
}

TEST_CASE("a team finds equals among items") {
  Context context;
  const Value row = make_tuple(context, std::vector<Value>(5, Value::integer(3)).data(), 5);
  std::vector<Value> values;
  for (int k = 0; k < 70; ++k)
    values.push_back(k % 9 == 5 ? row : k % 5 == 4 ? Value::real(2.0) : Value::integer(k % 7));
  Items items;
  REQUIRE(iterate(context, Value::plain_tuple(values.data(), 70), items));
  int number = 0;
  for (const Value value :
       {row, Value::integer(2), Value::integer(6), Value::integer(100), make_pair(context, row, row)}) {
    std::int32_t first = -1, equals = 0;
    for (std::int32_t k = 0; k < 70; ++k)
      if (same_or_equal(context, items[k], value)) {
        first = first < 0 ? k : first;
        ++equals;
      }
    FindEqual count{items, value, false, 0, 0};
    run_by_fibers(count, ++number);
    CHECK(count.first == first);
    CHECK(count.equals == equals);
    FindEqual find{items, value, true, 0, 0};
    run_by_fibers(find, number);
    CHECK(find.first == first);
  }
}

TEST_CASE("a team hashes values as one lane does") {
  Context context;
  Random random(5);
  for (int number = 0; number < 40; ++number) {
    context.reset();
    std::vector<Value> values;
    for (std::uint32_t k = 0; k < 1 + below(random, 70); ++k) {
      std::vector<Value> ints(1 + below(random, 6));
      for (Value& each : ints) each = Value::integer(static_cast<int>(below(random, 200)) - 100);
      const Value row = make_tuple(context, ints.data(), ints.size());
      const Value rows[] = {row, row};
      values.push_back(k % 5 == 0   ? Value::integer(static_cast<std::int64_t>(random()) << k % 31)
                       : k % 5 == 1 ? make_tuple(context, rows, 2)
                                    : row);
    }
    std::vector<std::uint64_t> hashes(values.size()), expected(values.size());
    for (std::size_t k = 0; k < values.size(); ++k) REQUIRE(hash_of(context, values[k], expected[k]));
    HashValues job{values.data(), values.size(), hashes.data(), false};
    run_by_fibers(job, number);
    CHECK(job.all_known);
    CHECK(hashes == expected);
    values.back() = Value::empty_set();
    run_by_fibers(job, number);
    CHECK_FALSE(job.all_known);
  }
}

TEST_CASE("a team copies and fills memory") {
  alignas(8) std::array<std::byte, 300> from{}, to{};
  for (std::size_t k = 0; k < from.size(); ++k) from[k] = static_cast<std::byte>(k * 7 + 1);
  int number = 0;
  for (const std::size_t offset : {0, 3, 8})
    for (const std::size_t size : {1, 8, 100, 255}) {
      to.fill(std::byte{0});
      CopyBytes copy{to.data() + offset, from.data() + 8, size};
      run_by_fibers(copy, ++number);
      CHECK(std::memcmp(to.data() + offset, from.data() + 8, size) == 0);
      CHECK(to[offset + size] == std::byte{0});
      to.fill(std::byte{0});
      FillBytes fill{to.data(), size, 0x0505050505050505ull};
      run_by_fibers(fill, number);
      CHECK(std::count(to.begin(), to.end(), std::byte{5}) == static_cast<std::ptrdiff_t>(size));
      CHECK(to[size] == std::byte{0});
    }
}
