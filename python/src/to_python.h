// Values of a run as Python objects.
#pragma once

#include <memory>
#include <vector>

#include "runtime/exec/outcome.h"
#include "shared_objects.h"
#include "value_map.h"

namespace batt::python {

/// What results are made with, kept from call to call.
struct ResultMemory {
  ValueMap<PyObject*> made;
  ValueMap<char> met;
  std::vector<Value> open;
  std::vector<PyObject*> members;
};

/// Has one of them for its lifetime. Needs no GIL.
class ResultMemoryLease {
 public:
  ResultMemoryLease();
  ~ResultMemoryLease();
  ResultMemoryLease(const ResultMemoryLease&) = delete;
  ResultMemoryLease& operator=(const ResultMemoryLease&) = delete;

  ResultMemory& operator*() const { return *memory_; }

 private:
  std::unique_ptr<ResultMemory> memory_;
};

/// Entries of o and s that an earlier call of the sample has made and that do not depend on C; null: none yet. What is
/// in them may be told from what another call makes (see ResultMaker::is_interchangeable).
struct KnownEntries {
  std::vector<PyObject*> o, s;

  KnownEntries() = default;
  ~KnownEntries() { clear(); }
  KnownEntries(const KnownEntries&) = delete;
  KnownEntries& operator=(const KnownEntries&) = delete;
  /// Needs the GIL.
  void clear();
};

/// Which field of an entry of o or s holds the value; the others say whose it is.
inline constexpr Py_ssize_t value_field = 3;

/// Finds out what values of one run still leave open, such as the order of sets. Needs no GIL.
class OpenValues {
 public:
  explicit OpenValues(ResultMemory& memory);
  /// Throws LimitExceeded.
  void find_out(Value value);

 private:
  ResultMemory& memory_;
  int quick_parts_left_ = 10'000;
};

/// The same for the values of an outcome; `known` entries apart, and what stands beside the values of entries.
void materialize(const Outcome& outcome, ResultMemory& memory, const KnownEntries& known = {});

/// Makes objects of the values of one run, equal values that share memory only once. Needs the GIL. Throws PythonError,
/// and LimitExceeded for values that no Python would have.
class ResultMaker {
 public:
  ResultMaker(ErrorMode mode, ResultMemory& memory) : mode_(mode), memory_(memory) {}
  ~ResultMaker();
  ResultMaker(const ResultMaker&) = delete;
  ResultMaker& operator=(const ResultMaker&) = delete;

  Ref make(Value value);

  /// Whether it is small, and equal values become one and the same object.
  static bool comes_again(Value value);
  /// Whether the object cannot be told from another one that is made of the value: it holds nothing that can change,
  /// and nothing that Python compares by identity. May say no of values with very many parts.
  static bool is_interchangeable(Value value);

 private:
  static constexpr int deepest = 2000;

  PyObject* object(Value value);
  PyObject* shared(Value value);
  PyObject* cell_set(Value value);
  PyObject* new_object(Value value);
  Ref plain_tuple(Value value);
  Ref list(Value value);
  Ref set(const SetRep& set);
  Ref new_set(const SetRep& set);
  void push_members(const SetRep& set);
  Ref okt(Value value);
  PyObject* function(Value value);
  Ref closure(const Closure& closure);

  Objects& objects_ = Objects::shared();
  ErrorMode mode_;
  ResultMemory& memory_;
  Ref okt_class_;  ///< null: none was needed yet
  int depth_ = 0;
};

}  // namespace batt::python
