#include "compiler/emit/cpp_places.h"

#include <fmt/format.h>

#include <iterator>

#include "compiler/emit/cpp_text.h"

namespace battc {
namespace {

using batt::Value;
using batt::exec::Stage;

/// The enumerator of batt::emitted::Input for a parameter; null for one that the runtime does not know.
const char* parameter_name(std::string_view name) {
  if (name == "task_id") return "TaskId";
  if (name == "log_path") return "LogPath";
  if (name == "S") return "S";
  if (name == "I") return "I";
  if (name == "C") return "C";
  return nullptr;
}

std::string parameter_member(std::string_view name, std::size_t place) {
  const char* known = parameter_name(name);
  return fmt::format("p{}_{}", place + 1, known != nullptr ? known : "unknown");
}

void declare(std::string& members, std::string_view type, std::string_view name) {
  constexpr std::size_t longest_line = 110;
  const std::size_t line = members.size() - (members.find_last_of('\n') + 1);
  const auto to = std::back_inserter(members);
  if (members.empty())
    fmt::format_to(to, "  {} {}", type, name);
  else if (line > longest_line)
    fmt::format_to(to, ";\n  {} {}", type, name);
  else
    fmt::format_to(to, ", {}", name);
}

}  // namespace

CppPlaces::CppPlaces(const LoweredFunction& function, const CppParts& parts, std::size_t number)
    : function_(function), parts_(parts), number_(number), values_(function.program.slot_count) {
  const auto& parameters = function.program.parameters;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    const std::string name = parameter_member(parameters[k], k);
    declare(parameter_members_, "Value", name);
    values_[k] = "f." + name;
  }
  for (const auto& [slot, value] : function.program.constants) values_[slot] = constant(value);
}

std::string CppPlaces::truth(std::uint32_t slot) const {
  const auto known = conditions_.find(slot);
  return known != conditions_.end() ? known->second : fmt::format("truth({})", values_[slot]);
}

std::string CppPlaces::define(std::uint32_t slot, Stage stage) {
  const std::string name = new_name(slot);
  if (parts_.is_local(slot)) {
    values_[slot] = name;
    return "Value " + name;
  }
  declare(members_of(stage).values, "Value", name);
  if (stage == Stage::Task) ++task_value_count_;
  return values_[slot] = "f." + name;
}

std::string CppPlaces::define_pile(std::uint32_t slot, Stage stage) {
  std::string name = new_name(slot);
  const bool is_local = parts_.is_local_pile(slot);
  const std::string declaration = "Piled " + name;
  if (!is_local) {
    declare(members_of(stage).piles, "Piled", name);
    if (stage == Stage::Task) task_value_count_ += 2;
    name = "f." + name;
  }
  piles_[slot] = name;
  values_[slot] = name + ".t";
  values_[slot + 1] = name + ".ok";
  conditions_[slot + 1] = fmt::format("is_ok({}.ok)", name);
  return is_local ? declaration : name;
}

const std::string& CppPlaces::define_inside(std::uint32_t slot) { return values_[slot] = fmt::format("n_{}", slot); }

std::string CppPlaces::piece(std::uint32_t slot, std::size_t piece) { return fmt::format("n_{}_{}", slot, piece); }

std::string CppPlaces::new_name(std::uint32_t slot) {
  const std::string_view variable = function_.notes.slot_names[slot];
  if (!is_plain_variable(variable)) return fmt::format("n_{}", slot);
  const std::size_t count = ++name_counts_[variable];
  return count == 1 ? fmt::format("v_{}", variable) : fmt::format("v_{}_{}", variable, count);
}

std::string CppPlaces::constant(Value value) const {
  if (value.is_none()) return "Value::none()";
  if (value.is_bool()) return fmt::format("Value::boolean({})", value.as_bool());
  if (value.is_exact_int()) return fmt::format("Value::integer({})", cpp_integer(value.as_int()));
  if (value.is_set()) return "Value::empty_set()";
  if (value.is_empty_tuple()) return "Value::empty_tuple()";
  if (value.is_pair()) return fmt::format("Value::pair({}, {})", value.i(), value.j());
  if (value.is_cell()) return fmt::format("Value::cell({}, {}, {})", value.i(), value.j(), value.c());
  if (value.is_op())
    return fmt::format("function(Op::op_{})", batt::op_info(static_cast<batt::OpId>(value.op_id())).name);
  if (value.is_error()) return fmt::format("Value::error(Exception::{})", to_string(value.exception()));
  const auto& texts = function_.program.text_reps;
  for (std::size_t k = 0; k < texts.size(); ++k)
    if (&texts[k] == &value.text()) return fmt::format("Value::text(&text{}_{})", number_, k + 1);
  return "Value::none()";
}

/// In the order that batt::emitted::EmittedStages says.
std::string CppPlaces::members() const {
  std::string text;
  for (const std::string* group : {&parameter_members_, &task_members_.values, &task_members_.piles,
                                   &other_members_.values, &other_members_.piles})
    if (!group->empty()) text += *group + ";\n";
  return text;
}

std::string CppPlaces::parameters() const {
  std::string text;
  const auto& names = function_.program.parameters;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const char* known = parameter_name(names[k]);
    const std::string value =
        known != nullptr ? fmt::format("argument(r, Input::{})", known) : std::string("Value::none()");
    fmt::format_to(std::back_inserter(text), "  {} = {};\n", values_[k], value);
  }
  return text;
}

}  // namespace battc
