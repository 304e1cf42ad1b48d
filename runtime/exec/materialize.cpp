#include "runtime/exec/materialize.h"

#include <algorithm>

#include "dsl_kernels/calls/function.h"
#include "runtime/value/set.h"

namespace batt {

void Materializer::materialize(Value value) {
  open(value);
  while (!open_.empty()) {
    const Value next = open_.back();
    open_.pop_back();
    if (next.is_set()) {
      const SetRep& set = next.set();
      set.materialize(memory_);
      if (!set.is_cells())
        for (std::uint32_t k = 0; k < set.size; ++k) open(set.values()[k]);
    } else if (next.is_function()) {
      for (const Value part : next.closure()->parts) open(part);
    } else {
      for (std::int32_t k = 0; k < next.tuple_size(); ++k) open(next.item(k));
    }
  }
}

bool Materializer::insert(const Met& met) {
  if (2 * met_count_ >= met_.size()) {
    std::vector<Met> old(std::max<std::size_t>(64, 2 * met_.size()));
    old.swap(met_);
    met_count_ = 0;
    for (const Met& each : old)
      if (each.memory != nullptr) insert(each);
  }
  const auto mixed = (reinterpret_cast<std::uintptr_t>(met.memory) + static_cast<std::uintptr_t>(met.size)) *
                     std::uintptr_t{0x9e3779b97f4a7c15};
  std::size_t at = mixed >> 32;
  while (true) {
    Met& place = met_[at++ & (met_.size() - 1)];
    if (place.memory == met.memory && place.size == met.size) return false;
    if (place.memory != nullptr) continue;
    place = met;
    ++met_count_;
    return true;
  }
}

void Materializer::open(Value value) {
  const auto add = [&](const void* memory, std::int32_t size = 1) {
    if (insert({memory, size})) open_.push_back(value);
  };
  switch (value.kind()) {
    case Kind::Set:
      if (value.set().size != 0) add(&value.set());
      return;
    case Kind::Function:
      if (!value.is_op()) add(value.closure());
      return;
    case Kind::Tuple:
    case Kind::List:
    case Kind::Okt:
      if (value.form() == Form::Plain && value.tuple_size() != 0) add(value.items(), value.tuple_size());
      return;
    default: return;
  }
}

}  // namespace batt
