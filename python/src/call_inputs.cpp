#include "call_inputs.h"

#include <cstring>

namespace batt::python {
namespace {

/// Of plain values. Every value has one form, so different forms are different values.
bool is_same(Value a, Value b) {
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
        if (!is_same(a.items()[k], b.items()[k])) return false;
      return true;
    default: return false;
  }
}

}  // namespace

Inputs read_inputs(ArgumentReader& reader, const Arguments& arguments) {
  Inputs inputs;
  inputs.task_id = reader.read(arguments.task_id, "task_id");
  inputs.S = reader.read(arguments.S, "S");
  inputs.I = reader.read(arguments.I, "I");
  inputs.C = reader.read(arguments.C, "C");
  return inputs;
}

void CallInputs::read(const Arguments& arguments, const Limits& limits) {
  memory_.set_limits(limits);
  reader_.forget();
  inputs_ = read_inputs(reader_, arguments);
}

bool CallInputs::are_of_sample(const CallInputs& other) const {
  return is_same(inputs_.I, other.inputs_.I) && is_same(inputs_.S, other.inputs_.S) &&
         is_same(inputs_.task_id, other.inputs_.task_id);
}

}  // namespace batt::python
