// A program while it is written: its statements so far, and what they gave for its first input.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "dsl_kernels/failure_log.h"
#include "runtime/exec/outcome.h"
#include "runtime/value/context.h"
#include "tests/fuzz/programs/coverage.h"
#include "tests/fuzz/programs/random.h"
#include "tools/reduce/draft.h"

namespace battc::fuzz {

/// The surface forms of programs. Mixed has guarded, piled, bare and sample lines side by side.
enum class Form : std::uint8_t { Solver, Try3, Try5, Pile, Bare, Samples, Mixed, Batch };
std::string_view to_string(Form form);

/// Something that can be an argument or a function to call.
struct Term {
  std::string text;
  batt::Value value;
  ValueKind kind = ValueKind::None;
  std::string piled{};  ///< the variable, if it holds an OKT
  bool heavy = false;   ///< too large to be used often
};

Term op_term(batt::OpId op);

class Workshop {
 public:
  /// `publish` gets the program before every step that could crash.
  Workshop(Random& random, Form form, batt::ErrorMode mode, const nlohmann::json& input, Coverage& coverage,
           const std::function<void(const Draft&)>& publish);

  /// Runs `callee(arguments)` and adds the statement. One that fails, by an exception or a default, is added only by
  /// chance. Nothing if it was not added.
  std::optional<Term> call(const Term& callee, const std::vector<Term>& arguments, int keep_failing_percent);

  /// `t1, t2, t3, t4 = batch_process_samples_gpu(S)`.
  void add_samples();

  /// Nothing more can be added: the program ended with an exception, or is past what a test should take.
  bool is_over() const { return over_; }

  const std::vector<Term>& variables() const { return variables_; }
  const std::vector<Term>& inputs() const { return inputs_; }
  batt::Context& context() { return context_; }
  Random& random() { return random_; }

  /// What becomes of a value that is not part of the program; an error if it fails or takes too long.
  batt::Value probe(batt::Value function, const std::vector<batt::Value>& arguments);

  /// Adds what the program returns.
  Draft finish();

 private:
  /// Remembers whether the op called last failed, as safe mode hides it.
  class Witness : public batt::FailureLog {
   public:
    void op_failed(std::uint32_t, batt::OpId op, std::span<const batt::Value>, batt::Exception) override {
      failed = op;
    }
    void op_declined(std::uint32_t, batt::OpId, std::span<const batt::Value>) override {}
    void sample_fell_back(std::size_t, std::uint32_t, std::uint16_t, batt::Reason) override {}
    std::optional<batt::OpId> failed;
  };

  DraftStatement statement_for(const Term& callee, const std::vector<Term>& arguments);
  DraftStatement::Guard pick_guard(DraftStatement& statement, const Term& callee);
  std::string new_name() { return "t" + std::to_string(++named_) + (form_ == Form::Batch ? "s" : ""); }
  batt::Value recover(const DraftStatement& statement, const Term& callee, batt::Value error);
  void add_variable(const std::string& name, batt::Value value, bool piled);
  void append_value(const Term& term);

  Random& random_;
  Form form_;
  batt::Context context_;
  Coverage& coverage_;
  const std::function<void(const Draft&)>& publish_;
  Witness witness_;
  Draft draft_;
  std::vector<Term> inputs_;
  std::vector<Term> variables_;
  int named_ = 0;
  int collected_percent_;
  bool over_ = false;
};

}  // namespace battc::fuzz
