#include "tests/fuzz/programs/make_program.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "tests/fuzz/programs/make_inputs.h"
#include "tests/fuzz/programs/terms.h"
#include "tests/fuzz/programs/workshop.h"
#include "tools/reduce/draft.h"

namespace battc::fuzz {
namespace {

using batt::OpId;

/// What most statements of a program are about.
enum class Theme : std::uint8_t { General, Sets, Functions, Growth };

/// Chains of these leave orders of sets pending for long.
constexpr std::array set_ops{
    OpId::op_combine_f, OpId::op_combine,     OpId::op_difference, OpId::op_intersection, OpId::op_remove_f,
    OpId::op_remove,    OpId::op_insert,      OpId::op_shift,      OpId::op_toindices,    OpId::op_toindices_o,
    OpId::op_normalize, OpId::op_normalize_o, OpId::op_merge,      OpId::op_merge_f,      OpId::op_backdrop,
    OpId::op_delta,     OpId::op_box,         OpId::op_outbox,     OpId::op_inbox,        OpId::op_recolor_o,
    OpId::op_recolor_i, OpId::op_sfilter_f,   OpId::op_sfilter,    OpId::op_mfilter_f,    OpId::op_mapply,
    OpId::op_apply_f,   OpId::op_toobject,    OpId::op_hmirror_f,  OpId::op_dmirror_f,    OpId::op_upscale_f,
    OpId::op_asobject,  OpId::op_asindices,   OpId::op_f_ofcolor,  OpId::op_o_g,          OpId::op_partition,
    OpId::op_corners,   OpId::op_connect,     OpId::op_vmirror_f,  OpId::op_colorfilter,  OpId::op_sizefilter,
    OpId::op_initset,   OpId::op_product,     OpId::op_mir_rot_f,  OpId::op_neighbors,    OpId::op_occurrences,
    OpId::op_cmirror_f, OpId::op_mpapply,     OpId::op_prapply};

constexpr std::array growing_ops{OpId::op_upscale_t, OpId::op_hupscale, OpId::op_vupscale, OpId::op_upscale_f,
                                 OpId::op_repeat,    OpId::op_astuple,  OpId::op_hconcat,  OpId::op_vconcat,
                                 OpId::op_combine,   OpId::op_product,  OpId::op_canvas,   OpId::op_combine_t,
                                 OpId::op_pair,      OpId::op_interval, OpId::op_initset};

constexpr std::array calling_ops{
    OpId::op_apply,     OpId::op_apply_t,   OpId::op_apply_f,  OpId::op_mapply,    OpId::op_sfilter,
    OpId::op_sfilter_t, OpId::op_sfilter_f, OpId::op_mfilter,  OpId::op_extract,   OpId::op_argmax,
    OpId::op_argmin,    OpId::op_valmax,    OpId::op_valmin,   OpId::op_order,     OpId::op_papply,
    OpId::op_mpapply,   OpId::op_prapply,   OpId::op_rapply,   OpId::op_mapply_t,  OpId::op_mapply_f,
    OpId::op_argmax_f,  OpId::op_argmin_t,  OpId::op_valmax_t, OpId::op_mfilter_f, OpId::op_get_arg_rank};

Theme pick_theme(Random& random) {
  const int of_100 = random.below(100);
  if (of_100 < 45) return Theme::General;
  if (of_100 < 72) return Theme::Sets;
  return of_100 < 92 ? Theme::Functions : Theme::Growth;
}

OpId pick_op(Random& random, Theme theme) {
  if (theme == Theme::Sets && random.chance(75)) return random.pick(set_ops);
  if (theme == Theme::Growth && random.chance(50)) return random.pick(growing_ops);
  if (theme == Theme::Functions && random.chance(60)) return random.pick(calling_ops);
  return static_cast<OpId>(random.below(static_cast<int>(batt::op_count)));
}

/// An op that does something with one of the latest variables.
OpId pick_op_for(Random& random, const Term& term) {
  for (int attempt = 0; attempt < 40; ++attempt) {
    const auto op = static_cast<OpId>(random.below(static_cast<int>(batt::op_count)));
    const batt::OpInfo& info = batt::op_info(op);
    for (const batt::Parameter& parameter : info.parameters())
      if (parameter.annotation != batt::Annotation::Any && fits(term.kind, parameter.annotation)) return op;
  }
  return OpId::op_identity;
}

/// `t7 = t3(I)`: a variable as the function.
void call_variable(Workshop& workshop, Terms& terms) {
  Random& random = workshop.random();
  std::vector<Term> functions;
  for (const Term& term : workshop.variables())
    if (term.kind == ValueKind::Closure || random.chance(2)) functions.push_back(term);
  if (!functions.empty())
    workshop.call(random.pick(functions), {random.chance(50) ? random.pick(workshop.inputs()) : terms.any()}, 30);
}

void add_statement(Workshop& workshop, Terms& terms, Theme theme, Form form, int keep_failing_percent) {
  Random& random = workshop.random();
  if ((form == Form::Samples || form == Form::Mixed || form == Form::Bare) && random.chance(4))
    return workshop.add_samples();
  if (random.chance(5)) return call_variable(workshop, terms);
  for (int attempt = 0; attempt < 6 && !workshop.is_over(); ++attempt) {
    const bool goes_on = theme == Theme::General && !workshop.variables().empty() && random.chance(40);
    const OpId op = goes_on ? pick_op_for(random, workshop.variables().back()) : pick_op(random, theme);
    if (workshop.call(op_term(op), terms.arguments(batt::op_info(op)),
                      attempt == 5 ? std::max(60, keep_failing_percent) : keep_failing_percent))
      return;
  }
}

int pick_length(Random& random) {
  const int of_100 = random.below(100);
  if (of_100 < 30) return random.between(2, 8);
  if (of_100 < 85) return random.between(8, 25);
  return of_100 < 97 ? random.between(25, 60) : random.between(60, 200);
}

}  // namespace

ProgramCase make_program(std::uint64_t seed, std::uint64_t index, Coverage& coverage, Publisher& publisher) {
  Random random(seed, index);
  const auto form = static_cast<Form>(random.below(8));
  const auto mode = random.chance(50) ? batt::ErrorMode::Safe : batt::ErrorMode::Raw;
  ProgramCase program;
  program.golden = {{"form", to_string(form)}, {"mode", mode == batt::ErrorMode::Raw ? "raw" : "safe"}};
  program.golden["inputs"] = nlohmann::json::array();
  const InputStyle style = pick_style(random);
  for (int k = random.between(1, 2); k > 0; --k) program.golden["inputs"].push_back(make_input(random, style));
  publisher.publish_inputs(program.golden);

  const Theme theme = pick_theme(random);
  const std::function<void(const Draft&)> publish = [&](const Draft& draft) { publisher.publish_source(draft); };
  Workshop workshop(random, form, mode, program.golden["inputs"][0], coverage, publish);
  Terms terms(workshop, random.pick(std::array{0, 1, 2, 5, 8, 25, 40}),
              theme == Theme::Functions ? random.between(2, 7) : random.between(1, 2));
  // Generated programs that were mutated much fail in most of their calls.
  const int keep_failing_percent = random.pick(std::array{35, 35, 100});
  for (int left = pick_length(random); left > 0 && !workshop.is_over(); --left)
    add_statement(workshop, terms, theme, form, keep_failing_percent);
  program.source = write_python(workshop.finish());
  return program;
}

}  // namespace battc::fuzz
