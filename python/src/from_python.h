// Python objects as values of a run.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "batt/value.h"
#include "reference.h"
#include "runtime/value/context.h"

namespace batt::python {

/// What becomes of a list.
enum class Lists : std::uint8_t {
  Tuples,  ///< a tuple: grids and samples as they come from JSON
  Lists,   ///< a list
};

/// Makes values for one run. Needs the GIL, and has to live until the run is over. Throws PythonError: TypeError with
/// the name of the argument and the place in it, for what is no value; LimitExceeded for ints beyond 64 bits.
class ArgumentReader {
 public:
  explicit ArgumentReader(Context& context) : context_(context) {}

  Value read(PyObject* object, const char* argument, Lists lists = Lists::Tuples);
  /// Begins with the arguments of another call.
  void begin_call() { are_plain_ = true; }
  /// Whether there was nothing in those of this call but None, bools, ints, texts and tuples: what is no function, no
  /// nan and no set can stand for any other of the same value.
  bool are_plain() const { return are_plain_; }
  /// Begins with another call, and forgets what it has read; none of it is needed any more.
  void forget();

 private:
  struct Refused {
    std::string why;
    std::vector<Py_ssize_t> place;  ///< innermost first
  };
  static constexpr int deepest = 2000;

  Value value(PyObject* object);
  Value sequence(PyObject* object, bool is_list);
  Value integer(PyObject* object);
  Value real(PyObject* object);
  Value text(PyObject* object);
  Value set(PyObject* object);
  Value okt(PyObject* object);
  Value function(PyObject* object);
  Value new_function(PyObject* object);
  Value buffer(PyObject* object);
  Value dimension(const Py_buffer& view, int dimension, const char* at);
  [[noreturn]] static void refuse(const char* argument, const Refused& refused);

  Context& context_;
  Lists lists_ = Lists::Tuples;
  int depth_ = 0;
  bool are_plain_ = true;
  std::vector<std::shared_ptr<const Context>> kept_;  ///< the memory of arguments that were known already
  std::unordered_map<PyObject*, Value> functions_;
};

}  // namespace batt::python
