#include "runtime/task/agreement.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "runtime/task/codec.h"

namespace batt {
namespace {

using nlohmann::json;

constexpr const char* mark = "unfixed";

bool is_marked(const json& answer) { return answer.is_object() && answer.contains(mark); }

bool is_marked_whole(const json& answer) { return is_marked(answer) && answer.at(mark) == true; }

json without_marks(json answer) {
  if (is_marked(answer)) answer.erase(mark);
  return answer;
}

/// Forgets the entries that `marked` marks.
void drop_unfixed(json& answer, const json& marked) {
  if (!is_marked(marked) || !marked.at(mark).is_object()) return;
  for (const auto& [list, places] : marked.at(mark).items()) {
    if (!answer.contains(list) || !answer.at(list).is_array() || !places.is_array()) continue;
    json& entries = answer.at(list);
    for (const json& place : places)
      if (place.is_number_unsigned() && place.get<std::size_t>() < entries.size())
        entries[place.get<std::size_t>()] = nullptr;
  }
}

/// Both answers without what one of them marks.
std::pair<json, json> fixed_parts(const json& expected, const json& got) {
  std::pair<json, json> parts(without_marks(expected), without_marks(got));
  for (const json* marked : {&expected, &got}) {
    drop_unfixed(parts.first, *marked);
    drop_unfixed(parts.second, *marked);
  }
  return parts;
}

}  // namespace

Agreement compare(const json& expected, const json& got) {
  if (!is_marked(expected) && !is_marked(got)) return agree(expected, got) ? Agreement::Same : Agreement::Different;
  if (agree(without_marks(expected), without_marks(got))) return Agreement::Same;
  if (is_marked_whole(expected) || is_marked_whole(got)) return Agreement::NotFixed;
  const auto [fixed_expected, fixed_got] = fixed_parts(expected, got);
  return agree(fixed_expected, fixed_got) ? Agreement::NotFixed : Agreement::Different;
}

std::string first_fixed_difference(const json& expected, const json& got) {
  const auto [fixed_expected, fixed_got] = fixed_parts(expected, got);
  return first_difference(fixed_expected, fixed_got);
}

void mark_unfixed(json& answer, const Unfixed& unfixed) {
  if (unfixed.whole)
    answer[mark] = true;
  else if (unfixed.any())
    answer[mark] = {{"o", unfixed.o}, {"s", unfixed.s}};
}

bool is_marked_unfixed(const json& answer) { return is_marked(answer); }

}  // namespace batt
