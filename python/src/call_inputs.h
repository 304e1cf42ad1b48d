// The arguments of a call as values.
#pragma once

#include "from_python.h"
#include "reference.h"
#include "runtime/exec/outcome.h"

namespace batt::python {

/// What a call is given.
struct Arguments {
  PyObject* task_id;
  PyObject* S;
  PyObject* I;
  PyObject* C;
  PyObject* log_path;
};

/// Reads arguments into memory of its own.
class CallInputs {
 public:
  /// Forgets the arguments read before. Needs the GIL; throws what ArgumentReader throws.
  void read(const Arguments& arguments, const Limits& limits);
  const Inputs& inputs() const { return inputs_; }
  bool are_plain() const { return reader_.are_plain(); }

  /// Whether the arguments but C are the same, for arguments that are plain.
  bool are_of_sample(const CallInputs& other) const;

 private:
  Context memory_;
  ArgumentReader reader_{memory_};
  Inputs inputs_;
};

/// Reads task_id, S, I and C.
Inputs read_inputs(ArgumentReader& reader, const Arguments& arguments);

}  // namespace batt::python
