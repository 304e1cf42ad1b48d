#include "call_inputs.h"

#include "runtime/value/equality.h"

namespace batt::python {

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
  return is_plain_copy(inputs_.I, other.inputs_.I) && is_plain_copy(inputs_.S, other.inputs_.S) &&
         is_plain_copy(inputs_.task_id, other.inputs_.task_id);
}

}  // namespace batt::python
