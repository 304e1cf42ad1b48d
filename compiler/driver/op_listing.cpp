#include "compiler/driver/op_listing.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "dsl_kernels/calls/loop_table.h"
#include "dsl_kernels/op_table.h"

namespace battc {
namespace {

using batt::ConstantInfo;
using batt::Default;
using batt::OpInfo;
using nlohmann::json;

std::string signature(const OpInfo& op) {
  std::string text = fmt::format("{}(", op.name);
  for (const batt::Parameter& parameter : op.parameters()) {
    if (text.back() != '(') text += ", ";
    text += parameter.name;
    if (parameter.annotation != batt::Annotation::Unknown) text += fmt::format(": {}", to_string(parameter.annotation));
    if (parameter.optional) text += " = identity";
  }
  text += ")";
  if (op.result != batt::Annotation::Unknown) text += fmt::format(" -> {}", to_string(op.result));
  return text;
}

std::string_view spell(Default value) {
  switch (value) {
    case Default::None: return "not ok";
    case Default::EmptyTuple: return "()";
    case Default::EmptySet: return "frozenset()";
    case Default::Zero: return "0";
    case Default::False: return "False";
    case Default::Function: return "a function";
  }
  return "";
}

json to_json(Default value) {
  switch (value) {
    case Default::None: return "none";
    case Default::EmptyTuple: return json::array();
    case Default::EmptySet: return {{"s", json::array()}};
    case Default::Zero: return 0;
    case Default::False: return false;
    case Default::Function: return {{"fn", "safe_callable"}};
  }
  return nullptr;
}

std::string_view spell(batt::Order order) {
  switch (order) {
    case batt::Order::Ignored: return "ignored";
    case batt::Order::Carried: return "carried";
    case batt::Order::Seen: return "seen";
  }
  return "";
}

std::string_view spell(batt::Failure failure) { return failure == batt::Failure::Never ? "never" : "maybe"; }

std::string_view spell(batt::Fresh fresh) {
  switch (fresh) {
    case batt::Fresh::Nothing: return "nothing";
    case batt::Fresh::Numbers: return "numbers";
    case batt::Fresh::Functions: return "functions";
  }
  return "";
}

/// Whether the op has a fast body; if not, what stands for it.
std::string_view spell_fast(const OpInfo& op) {
  switch (op.bodies) {
    case batt::Bodies::PackedAndGeneral: return "yes";
    case batt::Bodies::General:
    case batt::Bodies::QuickAndGeneral: return "one body";
    case batt::Bodies::Loop: return "calls functions";
  }
  return "";
}

/// A bar separates columns of a table; types are listed with commas there.
std::string listed(std::string_view types) {
  std::string text(types);
  for (std::size_t bar = text.find('|'); bar != std::string::npos; bar = text.find('|')) text.replace(bar, 1, ", ");
  return text;
}

std::string spell(const ConstantInfo& constant) {
  switch (constant.kind) {
    case ConstantInfo::Kind::Bool: return constant.first != 0 ? "True" : "False";
    case ConstantInfo::Kind::Int: return std::to_string(constant.first);
    case ConstantInfo::Kind::Pair: return fmt::format("({}, {})", constant.first, constant.second);
  }
  return "";
}

json to_json(const ConstantInfo& constant) {
  switch (constant.kind) {
    case ConstantInfo::Kind::Bool: return constant.first != 0;
    case ConstantInfo::Kind::Int: return constant.first;
    case ConstantInfo::Kind::Pair: return json::array({constant.first, constant.second});
  }
  return nullptr;
}

json annotation_json(batt::Annotation annotation) {
  return annotation == batt::Annotation::Unknown ? json(nullptr) : json(to_string(annotation));
}

std::size_t count_fast() {
  return static_cast<std::size_t>(
      std::ranges::count_if(batt::all_ops(), [](const OpInfo& op) { return op.bodies != batt::Bodies::Loop; }));
}

}  // namespace

std::string ops_as_text() {
  std::string text;
  for (const OpInfo& op : batt::all_ops())
    text +=
        fmt::format("{:<72} safe {:<12} pile {:<12} order {:<8} fails {:<6} fast {}\n", signature(op),
                    spell(op.safe_default), spell(op.pile_default), spell(op.order), spell(op.failure), spell_fast(op));
  for (const batt::AliasInfo& alias : batt::all_aliases())
    text += fmt::format("{:<72} another name of {}\n", alias.name, batt::op_info(alias.op).name);
  text += fmt::format("\n{} ops, {} of them with a fast body, {} constants:", batt::all_ops().size(), count_fast(),
                      batt::all_constants().size());
  for (const ConstantInfo& constant : batt::all_constants())
    text += fmt::format(" {}={}", constant.name, spell(constant));
  return text + "\n";
}

std::string ops_as_markdown() {
  std::string text =
      "# The ops\n\n"
      "Made from `dsl_kernels/ops.def` by `battc ops --markdown`; the tests fail when it drifts. What the columns "
      "mean\n"
      "stands at the head of that file.\n\n"
      "| op | yields | safe default | pile default | set order | fails | makes anew | fast body |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (const OpInfo& op : batt::all_ops())
    text += fmt::format("| `{}` | {} | `{}` | `{}` | {} | {} | {} | {} |\n", signature(op), listed(op.yields),
                        spell(op.safe_default), spell(op.pile_default), spell(op.order), spell(op.failure),
                        spell(op.fresh), spell_fast(op));
  text += "\n## Other names\n\n| name | op |\n|---|---|\n";
  for (const batt::AliasInfo& alias : batt::all_aliases())
    text += fmt::format("| `{}` | `{}` |\n", alias.name, batt::op_info(alias.op).name);
  text += "\n## Constants\n\n| constant | value |\n|---|---|\n";
  for (const ConstantInfo& constant : batt::all_constants())
    text += fmt::format("| `{}` | `{}` |\n", constant.name, spell(constant));
  return text;
}

json ops_as_json() {
  json ops = json::object();
  for (const OpInfo& op : batt::all_ops()) {
    json parameters = json::array();
    for (const batt::Parameter& parameter : op.parameters())
      parameters.push_back(json::array({parameter.name, annotation_json(parameter.annotation)}));
    ops[std::string(op.name)] = {{"params", std::move(parameters)},
                                 {"returns", annotation_json(op.result)},
                                 {"yields", op.yields},
                                 {"safe_default", to_json(op.safe_default)},
                                 {"pile_default", to_json(op.pile_default)},
                                 {"order", spell(op.order)},
                                 {"failure", spell(op.failure)},
                                 {"fresh", spell(op.fresh)},
                                 {"fast", json(spell_fast(op))}};
  }
  json aliases = json::object();
  for (const batt::AliasInfo& alias : batt::all_aliases())
    aliases[std::string(alias.name)] = batt::op_info(alias.op).name;
  json constants = json::object();
  for (const ConstantInfo& constant : batt::all_constants()) constants[std::string(constant.name)] = to_json(constant);
  return {{"ops", std::move(ops)}, {"aliases", std::move(aliases)}, {"constants", std::move(constants)}};
}

}  // namespace battc
