#include "compiler/frontend/ast.h"

namespace battc {

NameId NameTable::intern(std::string_view text) {
  if (const auto found = ids_.find(text); found != ids_.end()) return found->second;
  const auto id = static_cast<NameId>(texts_.size());
  ids_.emplace(texts_.emplace_back(text), id);
  return id;
}

std::optional<NameId> NameTable::find(std::string_view text) const {
  const auto found = ids_.find(text);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

std::string_view to_string(ExceptionKind kind) {
  switch (kind) {
    case ExceptionKind::TypeError: return "TypeError";
    case ExceptionKind::AttributeError: return "AttributeError";
    case ExceptionKind::ValueError: return "ValueError";
    case ExceptionKind::IndexError: return "IndexError";
    case ExceptionKind::KeyError: return "KeyError";
    case ExceptionKind::Exception: return "Exception";
    case ExceptionKind::LookupError: return "LookupError";
    case ExceptionKind::ArithmeticError: return "ArithmeticError";
    case ExceptionKind::ZeroDivisionError: return "ZeroDivisionError";
    case ExceptionKind::StopIteration: return "StopIteration";
    case ExceptionKind::RuntimeError: return "RuntimeError";
    case ExceptionKind::RecursionError: return "RecursionError";
    case ExceptionKind::NameError: return "NameError";
    case ExceptionKind::UnboundLocalError: return "UnboundLocalError";
    case ExceptionKind::OverflowError: return "OverflowError";
    case ExceptionKind::Everything: return "BaseException";
    case ExceptionKind::Other: break;
  }
  return "";
}

std::string_view to_string(FunctionDefinition::Kind kind) {
  switch (kind) {
    case FunctionDefinition::Kind::Solver: return "solver";
    case FunctionDefinition::Kind::Differ: return "differ";
    case FunctionDefinition::Kind::Batt: return "batt";
    case FunctionDefinition::Kind::BattBatch: return "batt_batch";
  }
  return "";
}

}  // namespace battc
