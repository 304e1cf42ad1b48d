#include "runtime/module/run_batch.h"

#include "runtime/module/emitted_entries.h"
#include "runtime/task/sample_run.h"
#include "runtime/task/task.h"

namespace batt::emitted {
namespace {

std::uint32_t status_of(Outcome::Kind kind) {
  switch (kind) {
    case Outcome::Kind::Result:
    case Outcome::Kind::Collections: return BATT_ANSWER_OK;
    case Outcome::Kind::Raised: return BATT_ANSWER_EXCEPTION;
    case Outcome::Kind::Limited: return BATT_ANSWER_LIMIT;
    case Outcome::Kind::Unanswered: break;
  }
  return BATT_ANSWER_NONE;
}

}  // namespace

std::vector<BatchAnswer> run_batch(const batt_program& program, std::uint32_t entry, const std::vector<Inputs>& samples,
                                   const RunOptions& options) {
  const Entry found = entry_of(program, entry);
  std::vector<BatchAnswer> answers(samples.size());
  SampleRun run({&found}, samples, options, [&](std::size_t k, Context& context, const Outcome& outcome) {
    Written written{};
    answers[k].json = encode_text(context, outcome, written);
    answers[k].status = status_of(written.kind);
    return written;
  });
  run.run();
  return answers;
}

}  // namespace batt::emitted
