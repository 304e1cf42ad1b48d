#include "runtime/value/equality.h"

#include <cmath>
#include <cstring>

#include "runtime/team/hash_jobs.h"
#include "runtime/team/team.h"
#include "runtime/value/closure.h"
#include "runtime/value/comparing.h"
#include "runtime/value/set_parts.h"

namespace batt {

#ifdef __CUDACC__
__device__ const hash::detail::LocationStates hash::detail::location_states_on_device = location_states;
#endif

namespace {

/// Charges for what is looked at; without a context, for nothing.
BATT_HD void charge(Context* context, std::int64_t steps) {
  if (context != nullptr) context->charge(static_cast<std::uint64_t>(steps));
}
/// So many packed ints are looked at in the time of a step.
constexpr std::int64_t compared_in_a_step = 128;
constexpr std::int64_t hashed_in_a_step = 8;

BATT_HD bool equal_numbers(Value a, Value b) {
  if (a.is_int() && b.is_int()) return a.as_int() == b.as_int();
  return exact(a) == exact(b);
}

BATT_HD bool equal_bytes(const std::int8_t* a, const std::int8_t* b, std::size_t count) {
  return std::memcmp(a, b, count) == 0;
}

template <int levels>
BATT_LEVEL bool equal_at(Context* context, Value a, Value b, int depth);

template <int levels>
BATT_HD bool same_or_equal_at(Context* context, Value a, Value b, int depth) {
  return a.same_as(b) || equal_at<levels>(context, a, b, depth);
}

/// Tuples that are packed in the same form.
BATT_HD bool equal_packed(Context* context, Value a, Value b) {
  const std::int32_t size = a.tuple_size();
  switch (a.form()) {
    case Form::Pair: return a.i() == b.i() && a.j() == b.j();
    case Form::Row:
      if (size != b.tuple_size()) return false;
      charge(context, size / compared_in_a_step);
      return equal_bytes(a.bytes(), b.bytes(), static_cast<std::size_t>(size));
    case Form::Grid:
      if (size != b.tuple_size() || a.width() != b.width()) return false;
      charge(context, std::int64_t{size} * a.width() / compared_in_a_step);
      return equal_bytes(a.bytes(), b.bytes(), static_cast<std::size_t>(size) * static_cast<std::size_t>(a.width()));
    case Form::Cell:
    case Form::Plain: break;
  }
  return a.same_as(b);
}

template <int levels>
BATT_HD bool equal_tuples(Context* context, Value a, Value b, int depth) {
  if (a.form() == b.form() && a.form() != Form::Plain) return equal_packed(context, a, b);
  if (a.is_packed_unlike(b)) return false;
  const std::int32_t size = a.tuple_size();
  if (size != b.tuple_size()) return false;
  if (a.form() == b.form() && a.items() == b.items()) return true;
  check_nesting<levels>(depth);
  charge(context, size);
  if constexpr (levels > 0)
    for (std::int32_t k = 0; k < size; ++k)
      if (!same_or_equal_at<below(levels)>(context, a.item(k), b.item(k), depth + 1)) return false;
  return true;
}

/// Members of sets, which are nested one level more.
template <int levels>
BATT_HD bool equal_members(Context* context, const SetRep& a, const SetRep& b, int depth) {
  charge(context, a.size);
  return equal_sets_by(a, b, [context, depth](Value x, Value y) {
    check_nesting<levels>(depth);
    if constexpr (levels > 0) return same_or_equal_at<below(levels)>(context, x, y, depth + 1);
    return false;
  });
}

template <int levels>
BATT_LEVEL bool equal_at(Context* context, Value a, Value b, int depth) {
  switch (a.kind()) {
    case Kind::Bool:
    case Kind::Int:
    case Kind::Float: return b.is_number() && equal_numbers(a, b);
    case Kind::Tuple:
    case Kind::Okt: return b.is_tuple() && equal_tuples<levels>(context, a, b, depth);
    case Kind::List: return b.is_list() && equal_tuples<levels>(context, a, b, depth);
    case Kind::Set: return b.is_set() && equal_members<levels>(context, a.set(), b.set(), depth);
    case Kind::Text: return b.is_text() && a.text().view() == b.text().view();
    case Kind::None: return b.is_none();
    case Kind::Function: return a.same_as(b);
    case Kind::Error:
    case Kind::Declined: break;
  }
  return false;
}

// CPython hashes None and nan by address. Only the place in a page is the same in every run, but that decides the order
// of a small set, so these are addresses that CPython 3.11 was seen to use.
constexpr std::uint64_t hash_of_none = 0x7fa4e02abbe;
constexpr std::uint64_t hash_of_nan = 0x7fa4df78673;

#ifndef BATT_ON_DEVICE
std::uint64_t unfixed_hash_seed = 0;
#endif

/// A hash that CPython does not fix.
BATT_HD std::uint64_t unfixed(std::uint64_t hash) {
#ifndef BATT_ON_DEVICE
  if (unfixed_hash_seed != 0) return hash::tuple_step(unfixed_hash_seed, hash);
#endif
  return hash;
}

BATT_HD std::uint64_t hash_real(Value v) {
  const double d = v.as_real();
  if (std::isinf(d)) return hash::of_small_int(d > 0 ? 314159 : -314159);
  if (std::isnan(d))
    return unfixed(hash_of_nan + std::uint64_t{0x9e3779b97f4a7c15} * static_cast<std::uint64_t>(v.nan_identity()));
  // The value modulo 2**61 - 1, taken 28 bits of the mantissa at a time, as CPython does.
  constexpr int bits = 61;
  constexpr std::uint64_t modulus = (std::uint64_t{1} << bits) - 1;
  int exponent = 0;
  double mantissa = std::frexp(std::fabs(d), &exponent);
  std::uint64_t x = 0;
  while (mantissa != 0) {
    x = ((x << 28) & modulus) | x >> (bits - 28);
    mantissa *= 268435456.0;
    exponent -= 28;
    const auto whole = static_cast<std::uint64_t>(mantissa);
    mantissa -= static_cast<double>(whole);
    x += whole;
    if (x >= modulus) x -= modulus;
  }
  exponent = exponent >= 0 ? exponent % bits : bits - 1 - ((-1 - exponent) % bits);
  x = ((x << exponent) & modulus) | x >> (bits - exponent);
  return hash::of_small_int(d < 0 ? -static_cast<std::int64_t>(x) : static_cast<std::int64_t>(x));
}

/// Each step of a row's hash waits for the one before it: four rows at a time keep the processor busy.
BATT_HD std::uint64_t hash_rows(Value grid) {
  constexpr int together = 4;
  const int width = grid.width();
  const std::int8_t* row = grid.bytes();
  std::uint64_t state = hash::prime_5;
  int i = 0;
  for (; i + together <= grid.height(); i += together, row += together * width) {
    std::uint64_t rows[together] = {hash::prime_5, hash::prime_5, hash::prime_5, hash::prime_5};
    for (int j = 0; j < width; ++j)
      for (int k = 0; k < together; ++k) rows[k] = hash::tuple_step(rows[k], hash::of_small_int(row[k * width + j]));
    for (const std::uint64_t each : rows)
      state = hash::tuple_step(state, hash::finish_tuple(each, static_cast<std::uint64_t>(width)));
  }
  for (; i < grid.height(); ++i, row += width) state = hash::tuple_step(state, hash::of_row(row, width));
  return hash::finish_tuple(state, static_cast<std::uint64_t>(grid.height()));
}

BATT_HD std::uint64_t hash_grid(Value grid) {
  constexpr int worth_a_team = 48;
  if (grid.height() * grid.width() < worth_a_team || !team::is_there()) return hash_rows(grid);
  HashGrid job{grid, 0};
  team::run(job);
  return job.hash;
}

template <int levels>
BATT_LEVEL bool hash_at(Context& context, Value v, std::uint64_t& out, int depth);

template <int levels>
BATT_HD bool hash_from(Context& context, Value v, std::uint64_t& out, int depth) {
  switch (v.kind()) {
    case Kind::Bool:
    case Kind::Int: out = hash::of_int(v.as_int()); return true;
    case Kind::Float: out = hash_real(v); return true;
    case Kind::Set: out = v.set().get_hash(); return true;
    case Kind::Tuple:
    case Kind::Okt: {
      if (v.is_pair()) return out = hash::of_pair(v.i(), v.j()), true;
      if (v.is_cell()) return out = hash::of_triple(v.i(), v.j(), v.c()), true;
      if (v.is_row()) {
        context.charge(static_cast<std::uint64_t>(v.tuple_size() / hashed_in_a_step));
        return out = hash::of_row(v.bytes(), v.tuple_size()), true;
      }
      if (v.is_grid()) {
        context.charge(static_cast<std::uint64_t>(std::int64_t{v.height()} * v.width() / hashed_in_a_step));
        return out = hash_grid(v), true;
      }
      check_nesting<levels>(depth);
      context.charge(static_cast<std::uint64_t>(v.tuple_size()));
      std::uint64_t state = hash::prime_5;
      const std::int32_t size = v.tuple_size();
      for (std::int32_t k = 0; k < size; ++k) {
        std::uint64_t part = 0;
        if constexpr (levels > 0)
          if (!hash_at<below(levels)>(context, v.item(k), part, depth + 1)) return false;
        state = hash::tuple_step(state, part);
      }
      out = hash::finish_tuple(state, static_cast<std::uint64_t>(size));
      return true;
    }
    // CPython hashes the next two by address or with a random seed, so no program depends on the number.
    case Kind::Text:
#ifdef BATT_ON_DEVICE
      abort_sample(no_op, Reason::Type);
#else
      out = unfixed(std::hash<std::string_view>{}(v.text().view()));
#endif
      return true;
    case Kind::Function:
      out = unfixed(v.is_op() ? 0x51ed270b1ull * (v.op_id() + 1u) : 0x2545f4914f6cdd1dull * (v.closure()->serial + 1u));
      return true;
    case Kind::None: out = unfixed(hash_of_none); return true;
    case Kind::List:
    case Kind::Error:
    case Kind::Declined: break;
  }
  return false;
}

template <int levels>
BATT_LEVEL bool hash_at(Context& context, Value v, std::uint64_t& out, int depth) {
  return hash_from<levels>(context, v, out, depth);
}

}  // namespace

void set_unfixed_hash_seed([[maybe_unused]] std::uint64_t seed) {
#ifndef BATT_ON_DEVICE
  unfixed_hash_seed = seed;
#endif
}

// Most values are packed. They are told here, where a device saves no registers.
BATT_HD bool equal_others(Context& context, Value a, Value b) {
  if (a.is_packed_tuple() && b.is_packed_tuple()) return a.form() == b.form() && equal_packed(&context, a, b);
  return equal_at<most_levels>(&context, a, b, 0);
}
BATT_HD bool equals_packed(Value a, Value packed) { return same_or_equal_at<most_levels>(nullptr, a, packed, 0); }

#ifndef BATT_ON_DEVICE

/// Every value has one form, so different forms are different values.
bool is_plain_copy(Value a, Value b) {
  if (a.same_as(b)) return true;
  if (a.kind() != b.kind() || a.form() != b.form()) return false;
  if (a.is_text()) return a.text().view() == b.text().view();
  if (a.kind() != Kind::Tuple || a.tuple_size() != b.tuple_size()) return false;
  switch (a.form()) {
    case Form::Row: return std::memcmp(a.bytes(), b.bytes(), static_cast<std::size_t>(a.tuple_size())) == 0;
    case Form::Grid:
      return a.width() == b.width() &&
             std::memcmp(a.bytes(), b.bytes(),
                         static_cast<std::size_t>(a.height()) * static_cast<std::size_t>(a.width())) == 0;
    case Form::Plain:
      for (std::int32_t k = 0; k < a.tuple_size(); ++k)
        if (!is_plain_copy(a.items()[k], b.items()[k])) return false;
      return true;
    default: return false;
  }
}

#endif

BATT_HD bool hash_packed(Value v, std::uint64_t& hash) {
  if (v.is_int()) return hash = hash::of_int(v.as_int()), true;
  switch (v.form()) {
    case Form::Pair: return hash = hash::of_pair(v.i(), v.j()), true;
    case Form::Cell: return hash = hash::of_triple(v.i(), v.j(), v.c()), true;
    case Form::Row: return hash = hash::of_row(v.bytes(), v.tuple_size()), true;
    case Form::Grid: return hash = hash_rows(v), true;
    case Form::Plain: break;
  }
  return false;
}

BATT_HD bool hash_of(Context& context, Value v, std::uint64_t& hash) {
  return hash_from<most_levels>(context, v, hash, 0);
}

}  // namespace batt
