// What the slots of a lowered function are called in C++: local variables, members of its frame, and constants where
// they are used.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/emit/cpp_parts.h"
#include "compiler/lower/lowered_function.h"

namespace battc {

class CppPlaces {
 public:
  /// `number` is that of the function in the file.
  CppPlaces(const LoweredFunction& function, const CppParts& parts, std::size_t number);

  /// How the slot's value is read. It must be a parameter or a constant, or have been defined.
  const std::string& value(std::uint32_t slot) const { return values_[slot]; }
  /// Its truth as a condition.
  std::string truth(std::uint32_t slot) const;

  /// How a statement begins that sets the slot, outside of blocks: "Value v_x1" declares a local variable, "f.v_x1"
  /// names a member of the frame, which is declared there. From then on value() reads it.
  std::string define(std::uint32_t slot, batt::exec::Stage stage);
  /// The same for what env.do_pile returns: `.t` and `.ok`, which the slot and the next one read. Declares it.
  std::string define_pile(std::uint32_t slot, batt::exec::Stage stage);
  /// The name of a pile that is defined.
  const std::string& pile(std::uint32_t slot) const { return piles_.at(slot); }
  /// The name of a variable inside a block. From then on value() reads it.
  const std::string& define_inside(std::uint32_t slot);
  /// A name for a part of a value.
  static std::string piece(std::uint32_t slot, std::size_t piece);

  /// The members of the frame, and the statements that set the parameters among them.
  std::string members() const;
  std::string parameters() const;
  /// How many values of the stage Task are members.
  std::size_t task_value_count() const { return task_value_count_; }

 private:
  std::string new_name(std::uint32_t slot);
  std::string constant(batt::Value value) const;

  const LoweredFunction& function_;
  const CppParts& parts_;
  std::size_t number_;
  std::vector<std::string> values_;  ///< by slot; empty: not defined yet
  std::unordered_map<std::uint32_t, std::string> conditions_;
  std::unordered_map<std::uint32_t, std::string> piles_;
  std::unordered_map<std::string_view, std::size_t> name_counts_;
  struct MemberLists {
    std::string values, piles;
  };
  MemberLists& members_of(batt::exec::Stage stage) {
    return stage == batt::exec::Stage::Task ? task_members_ : other_members_;
  }

  std::string parameter_members_;
  MemberLists task_members_, other_members_;
  std::size_t task_value_count_ = 0;
};

}  // namespace battc
