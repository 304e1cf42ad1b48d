// Instructions that the lanes of a warp execute together: votes, shuffles, matches, reductions.
#include "tests/device/ptx/collective.h"

namespace batt::ptx {
namespace {

template <class T>
constexpr std::int64_t number(T value) {
  return static_cast<std::int64_t>(value);
}

void vote_ballot(Exchange& exchange, const Instruction&) { exchange.results.fill(exchange.votes & exchange.lanes); }
void vote_any(Exchange& exchange, const Instruction&) {
  exchange.truths = exchange.votes & exchange.lanes ? all_lanes : 0;
}
void vote_all(Exchange& exchange, const Instruction&) {
  exchange.truths = ~exchange.votes & exchange.lanes ? 0 : all_lanes;
}
void vote_uniform(Exchange& exchange, const Instruction&) {
  const std::uint32_t yes = exchange.votes & exchange.lanes;
  exchange.truths = yes == 0 || yes == exchange.lanes ? all_lanes : 0;
}

/// Each mode names the lane to read; the answer is kept only inside the segment.
struct Up {
  int operator()(int lane, int b, int, int) const { return lane - b; }
  static bool inside(int from, int bound) { return from >= bound; }
};
struct Down {
  int operator()(int lane, int b, int, int) const { return lane + b; }
  static bool inside(int from, int bound) { return from <= bound; }
};
struct Butterfly {
  int operator()(int lane, int b, int, int) const { return lane ^ b; }
  static bool inside(int from, int bound) { return from <= bound; }
};
struct Index {
  int operator()(int, int b, int segment_begin, int segment_mask) const { return segment_begin | (b & ~segment_mask); }
  static bool inside(int from, int bound) { return from <= bound; }
};

template <class Mode>
void shuffle(Exchange& exchange, const Instruction&) {
  const auto [values, b, c] = exchange.words;
  for (const unsigned lane : Lanes{exchange.lanes}) {
    const int segment_mask = static_cast<int>(c[lane] >> 8 & 31), clamp = static_cast<int>(c[lane] & 31),
              self = static_cast<int>(lane);
    const int segment_begin = self & segment_mask, bound = segment_begin | (clamp & ~segment_mask);
    int from = Mode{}(self, static_cast<int>(b[lane] & 31), segment_begin, segment_mask);
    const bool inside = Mode::inside(from, bound);
    if (!inside) from = self;
    if (!(exchange.lanes >> from & 1)) exchange.undefined |= 1u << lane;
    exchange.results[lane] = values[from];
    exchange.truths |= std::uint32_t{inside} << lane;
  }
}

template <class T>
const T* values_of(const Exchange& exchange) {
  if constexpr (sizeof(T) == 8) return exchange.wide_words;
  if constexpr (sizeof(T) == 4) return reinterpret_cast<const T*>(exchange.words[0]);
}

template <class T>
std::uint32_t equal_lanes(const Exchange& exchange, unsigned lane) {
  const T* values = values_of<T>(exchange);
  std::uint32_t equal = 0;
  for (const unsigned other : Lanes{exchange.lanes}) equal |= std::uint32_t{values[other] == values[lane]} << other;
  return equal;
}
template <class T>
void match_any(Exchange& exchange, const Instruction&) {
  for (const unsigned lane : Lanes{exchange.lanes}) exchange.results[lane] = equal_lanes<T>(exchange, lane);
}
template <class T>
void match_all(Exchange& exchange, const Instruction&) {
  const bool all = equal_lanes<T>(exchange, first_lane(exchange.lanes)) == exchange.lanes;
  exchange.results.fill(all ? exchange.members : 0);
  exchange.truths = all ? all_lanes : 0;
}

template <class T, T (*combine)(T, T)>
void reduce(Exchange& exchange, const Instruction&) {
  const T* values = values_of<T>(exchange);
  const unsigned first = first_lane(exchange.lanes);
  T total = values[first];
  for (const unsigned lane : Lanes{exchange.lanes & ~(1u << first)}) total = combine(total, values[lane]);
  exchange.results.fill(static_cast<std::uint32_t>(total));
}
template <class T>
T lesser(T a, T b) {
  return b < a ? b : a;
}
template <class T>
T greater(T a, T b) {
  return a < b ? b : a;
}
std::uint32_t sum(std::uint32_t a, std::uint32_t b) { return a + b; }
std::uint32_t bits_and(std::uint32_t a, std::uint32_t b) { return a & b; }
std::uint32_t bits_or(std::uint32_t a, std::uint32_t b) { return a | b; }
std::uint32_t bits_xor(std::uint32_t a, std::uint32_t b) { return a ^ b; }

void elect(Exchange& exchange, const Instruction&) {
  const unsigned leader = first_lane(exchange.lanes);
  exchange.results.fill(leader);
  exchange.truths = 1u << leader;
}
void only_wait(Exchange&, const Instruction&) {}

void active_mask(Group& group, const Instruction& instruction) {
  std::array<std::uint32_t, warp_size> values;
  values.fill(group.active);
  group.write(instruction.operands[0], values.data());
}

struct Named {
  std::string_view modifier;
  std::string_view signature;
  Collective collective;
  Brings brings = Brings::words;
};

template <std::size_t size>
Choice among(const Named (&table)[size], const Statement& s) {
  if (!s.has("sync")) return {};
  for (const Named& named : table)
    if (s.has(named.modifier)) return {meet, named.signature, named.collective, number(named.brings)};
  return {};
}

constexpr Named votes[] = {
    {"ballot", "upu", vote_ballot, Brings::votes},
    {"any", "ppu", vote_any, Brings::votes},
    {"all", "ppu", vote_all, Brings::votes},
    {"uni", "ppu", vote_uniform, Brings::votes},
};
constexpr Named shuffles[] = {
    {"up", "uuuuu", shuffle<Up>},
    {"down", "uuuuu", shuffle<Down>},
    {"bfly", "uuuuu", shuffle<Butterfly>},
    {"idx", "uuuuu", shuffle<Index>},
};
constexpr Named matches[] = {{"any", "utu", match_any<std::uint32_t>}, {"all", "utu", match_all<std::uint32_t>}};
constexpr Named wide_matches[] = {{"any", "utu", match_any<std::uint64_t>, Brings::wide_words},
                                  {"all", "utu", match_all<std::uint64_t>, Brings::wide_words}};
constexpr Named signed_reductions[] = {
    {"min", "uuu", reduce<std::int32_t, lesser<std::int32_t>>},
    {"max", "uuu", reduce<std::int32_t, greater<std::int32_t>>},
    {"add", "uuu", reduce<std::uint32_t, sum>},
};
constexpr Named reductions[] = {
    {"min", "uuu", reduce<std::uint32_t, lesser<std::uint32_t>>},
    {"max", "uuu", reduce<std::uint32_t, greater<std::uint32_t>>},
    {"add", "uuu", reduce<std::uint32_t, sum>},
    {"and", "uuu", reduce<std::uint32_t, bits_and>},
    {"or", "uuu", reduce<std::uint32_t, bits_or>},
    {"xor", "uuu", reduce<std::uint32_t, bits_xor>},
};
constexpr Named warp_barriers[] = {{"warp", "u", only_wait, Brings::nothing}};
constexpr Named elections[] = {{"sync", "uu", elect, Brings::nothing}};

Choice reduction(const Statement& s) {
  if (s.type.kind == Kind::real) return {};
  return s.type.kind == Kind::signed_integer ? among(signed_reductions, s) : among(reductions, s);
}
Choice barrier(const Statement& s) { return s.has("warp") ? among(warp_barriers, s) : barrier_choice(s); }

constexpr Row rows[] = {
    {"vote", [](const Statement& s) { return among(votes, s); }},
    {"shfl", [](const Statement& s) { return among(shuffles, s); }},
    {"match", [](const Statement& s) { return s.type.bytes == 8 ? among(wide_matches, s) : among(matches, s); }},
    {"redux", reduction},
    {"elect", [](const Statement& s) { return among(elections, s); }},
    {"bar", barrier},
    {"barrier", barrier},
    {"activemask",
     [](const Statement&) -> Choice {
       return {active_mask, "u"};
     }},
};

}  // namespace

std::span<const Row> collective_rows() { return rows; }

}  // namespace batt::ptx
