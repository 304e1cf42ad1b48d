// What the slots of a lowered function are called in C++: members of its frame, and constants where they are used.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/lower/lowered_function.h"

namespace battc {

class CppPlaces {
 public:
  /// `number` is that of the function in the file.
  CppPlaces(const LoweredFunction& function, std::size_t number);

  /// How the slot's value is read. It must be a parameter or a constant, or have been defined.
  const std::string& value(std::uint32_t slot) const { return values_[slot]; }
  /// Its truth as a condition.
  std::string truth(std::uint32_t slot) const;

  /// Declares the place of a slot in the frame, once, and returns how it is written.
  const std::string& define(std::uint32_t slot);
  /// The same for what env.do_pile returns: `.t` and `.ok`, which the slot and the next one read.
  std::string define_pile(std::uint32_t slot);
  /// A place for a part of a value.
  std::string define_piece(std::uint32_t slot, std::size_t piece);

  /// The members of the frame, and the statements that set the parameters among them.
  std::string members() const;
  std::string parameters() const;

 private:
  std::string new_name(std::uint32_t slot);
  std::string constant(batt::Value value) const;

  const LoweredFunction& function_;
  std::size_t number_;
  std::vector<std::string> values_;  ///< by slot; empty: not defined yet
  std::unordered_map<std::uint32_t, std::string> conditions_;
  std::unordered_map<std::string_view, std::size_t> name_counts_;
  std::string value_members_, pile_members_;
};

}  // namespace battc
