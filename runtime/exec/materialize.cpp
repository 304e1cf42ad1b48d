#include "runtime/exec/materialize.h"

#include "runtime/python/function.h"
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
        for (std::uint32_t k = 0; k < set.size; ++k) open(set.values[k]);
    } else if (next.is_function()) {
      for (const Value part : next.closure()->parts) open(part);
    } else {
      for (std::int32_t k = 0; k < next.tuple_size(); ++k) open(next.item(k));
    }
  }
}

void Materializer::open(Value value) {
  const auto add = [&](const void* memory, std::int32_t size = 1) {
    if (met_.emplace(memory, size).second) open_.push_back(value);
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
