// A compiled source that runs inside the Python process.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference.h"
#include "runtime/exec/staged_program.h"
#include "workspace.h"

namespace batt::python {

class Function {
 public:
  explicit Function(exec::Program program);
  ~Function();
  Function(const Function&) = delete;
  Function& operator=(const Function&) = delete;

  const exec::Program& program() const { return *staged_->program; }
  const std::shared_ptr<const exec::StagedProgram>& staged() const { return staged_; }

  /// Runs one sample, without the GIL; the caller has it. Null: the program raised an exception, which is set. Throws
  /// PythonError.
  Ref call(const Arguments& arguments, const CallOptions& options) const;

  /// What a call returns that ended in this way, after materialize(). As of call(). Needs the GIL.
  Ref result_of(const Outcome& outcome, ErrorMode mode, ResultMemory& memory, KnownEntries& known) const;
  /// The entry of s at a place, after materialize(). Needs the GIL. Throws as ResultMaker does.
  Ref entry_of_s(const Outcome& outcome, std::size_t place, ResultMaker& maker) const {
    return entry_of(outcome.s[place], s_[place], maker);
  }

 private:
  /// The fields of an entry of o or s that are the same in every run; null: computed.
  struct KnownFields {
    PyObject* fields[4] = {};
    bool is_known_but_value = false;   ///< the value is computed, the others are not and lie in no cycle
    bool depends_on_C[2] = {};         ///< by error mode
    mutable PyObject* last = nullptr;  ///< the entry made last, if one like it may well come again; else null
    mutable std::optional<Value> last_value = {};  ///< that of `last`, if no other object is made of it
  };

  Outcome run_alone(const WorkspaceLease& workspace, const Arguments& arguments,
                    const std::optional<std::string>& log_path) const;
  Ref result_of_sample(Outcome& outcome, ErrorMode mode, Workspace& workspace) const;
  Ref list_of(const std::vector<OutputEntry>& collected, const std::vector<KnownFields>& entries, ErrorMode mode,
              ResultMaker& maker, std::vector<PyObject*>& known) const;

  static Ref entry_of(const OutputEntry& collected, const KnownFields& entry, ResultMaker& maker);
  static Ref mixed_entry_of(const OutputEntry& collected, const KnownFields& entry, ResultMaker& maker);
  static Ref kept_entry(Ref tuple, const OutputEntry& collected, const KnownFields& entry, bool may_be_in_cycle);
  /// Whether an entry made of this before can stand for it.
  static bool is_interchangeable(const OutputEntry& collected, const KnownFields& entry);

  std::shared_ptr<const exec::StagedProgram> staged_;
  Ref message_;  ///< of exceptions that end a run
  std::vector<KnownFields> o_, s_;
};

/// All functions of a source. `source_name` is for diagnostics.
class LoadedProgram {
 public:
  /// Throws PythonError: battc.CompileError.
  LoadedProgram(std::string text, std::string source_name);
  LoadedProgram(const LoadedProgram&) = delete;
  LoadedProgram& operator=(const LoadedProgram&) = delete;

  const std::vector<std::unique_ptr<Function>>& functions() const { return functions_; }
  /// What the compiler warns of, as text.
  const std::string& warnings() const { return warnings_; }

 private:
  std::vector<std::unique_ptr<Function>> functions_;
  std::string warnings_;
};

/// Calls a battc.Function with a tuple of arguments. Null: it raised an exception, which is set. Throws PythonError.
Ref call_function(PyObject* function, PyObject* arguments, const CallOptions& options);

}  // namespace batt::python
