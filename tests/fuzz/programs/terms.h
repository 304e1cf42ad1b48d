// Arguments for a workshop's calls: variables, inputs, constants, literals, and functions made for the purpose.
#pragma once

#include <span>
#include <vector>

#include "tests/fuzz/programs/workshop.h"

namespace battc::fuzz {

class Terms {
 public:
  Terms(Workshop& workshop, int wrong_percent, int function_depth)
      : workshop_(workshop),
        random_(workshop.random()),
        wrong_percent_(wrong_percent),
        function_depth_(function_depth) {}

  /// One that fits, mostly: a variable, or else what can be made for it.
  Term fitting(batt::Annotation annotation);
  /// Anything at all.
  Term any();
  /// Arguments for an op; functions among them fit the items of its containers.
  std::vector<Term> arguments(const batt::OpInfo& op);
  /// A function that takes these values.
  Term function(const std::vector<batt::Value>& taken, int depth);

 private:
  std::optional<Term> variable(batt::Annotation annotation);
  Term literal(batt::Annotation annotation);
  Term integer(batt::Annotation annotation);
  Term pair();
  Term constant(bool (*wanted)(const batt::ConstantInfo&));
  /// A number, text, bool or None as it is written; `(t1, (ONE, "a"))` of these and of variables, up to a depth.
  Term leaf();
  Term display(int depth);
  /// `op(t1)` in the place of an argument.
  Term nested_call();
  /// A statement that makes a value of this kind from the inputs.
  Term made(batt::Annotation annotation);
  Term made_indices();
  Term made_objects();
  Term call(batt::OpId op, const std::vector<Term>& arguments);

  std::optional<Term> op_taking(const std::vector<batt::Value>& values);
  Term bound(batt::Value taken);
  Term composed(batt::Value taken, int depth);
  Term forked(batt::Value taken, int depth);
  Term matched(batt::Value taken, int depth);
  Term repeated(batt::Value taken);
  std::vector<batt::Value> taken_by_function(const batt::OpInfo& op, std::span<const Term> arguments);

  Workshop& workshop_;
  Random& random_;
  int wrong_percent_;
  int function_depth_;
};

}  // namespace battc::fuzz
